import { OPERATOR, rightsOf } from '../src/auth/permissions.ts'
import { USER_TYPE } from '../src/definition/caller.ts'
import type { Noun } from '../src/definition/noun.ts'
import type { Verb } from '../src/definition/resource.ts'
import { addressOf, type Route, routesOf } from '../src/http/openapi/routes.ts'

const TYPES = [
  ['Operator', OPERATOR],
  ['Client admin', USER_TYPE.admin],
  ['Manager', USER_TYPE.manager],
  ['Clerk', USER_TYPE.clerk],
  ['Read only', USER_TYPE.reader],
  ['Contact', USER_TYPE.contact],
] as const

const LETTERS: Readonly<Record<Verb, string>> = { create: 'C', read: 'R', list: 'L', update: 'U', remove: 'D' }

const HEAD = `# Who may do what

Written by \`npm run permissions\` from \`src/auth/permissions.ts\` and the definitions; a test fails when it is old.

A user has a type (\`user_type_id\`), sees the location he belongs to and all below it, and nothing else: what lies elsewhere answers 404.
What his type may not do answers 403. C creates, R reads one, L lists, U updates, D deletes; commands need the right in brackets.
An \`expand\` needs the right to read what it embeds. Types 600 to 1000 have the rights of 500.

Beyond the table: everybody but an administrator changes no other user than himself, nobody gives more rights than his own, and a contact
(a payer who signs in) reads and changes his own record only. What has no location (integrations, blacklists) belongs to the whole tree: users
of locations below its root read it and may add to a blacklist, but change nothing. Under an OAuth token no user, integration or agent is made or
changed, no secret is made anew, no product is connected to a processor, and no field that says who receives something is set; postback configurations
that an integration makes end with its grant, and it uses and changes no others. Users of every location can allow an integration, even one
that their lists do not show. A key with a scope, an end or addresses makes and changes none of these either. A key or a grant with a scope reads what
its user reads; it writes invoices, paylinks, contacts, notes, tags and files (\`invoices\`), or payments, batches, stored accounts, tickets, signatures,
recurrings, terminal runs, contacts, notes, tags and files (\`payments\`), or nothing (\`read\`). \`test/walks\` walks every flow as each type of user and compares the results with this table.
`

/** docs/permissions.md: the table of rights for people. */
export function permissionsPage(nouns: readonly Noun[]): string {
  const routes = routesOf(nouns)
  const offered = (noun: Noun, verb: Verb) => routes.some(route => route.noun === noun && route.right === verb)
  const reachable = nouns.filter(noun => routes.some(route => route.noun === noun))
  const cell = (noun: Noun, type: number) => {
    const verbs = rightsOf(type, noun.resource.name).filter(verb => offered(noun, verb))
    return verbs.map(verb => LETTERS[verb]).join(' ') || '–'
  }
  const rows = reachable.map(noun => [`\`${noun.resource.name}\``, ...TYPES.map(([, type]) => cell(noun, type))])
  const types = TYPES.map(([name, type]) => `${name} (${type})`)
  const listed = routes
    .filter(({ command }) => command !== null)
    .map(route => `- \`${addressOf(route)}\` (${needs(route)})`)
  return [HEAD, table(['Record', ...types], rows), '', '## Commands', '', ...listed, ''].join('\n')
}

function needs({ command, noun, right }: Route): string {
  return command?.own ? 'everybody, on himself' : `${LETTERS[right]} of ${noun.resource.name}`
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}
