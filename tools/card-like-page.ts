import type { Noun } from '../src/definition/noun.ts'
import type { Fields } from '../src/definition/resource.ts'
import { addressOf, routesOf } from '../src/http/openapi/routes.ts'

const HEAD = `# Identifiers that may look like a card number

Written by \`npm run identifiers\` from the definitions; a test fails when it is old.

A card number in a text that people write is 422. Software makes these fields, and some in a hundred of such values look like a card number by chance,
so they are taken, unless they hold the card number of the same request. \`npm run tollgate -- doctor\` counts the values that looked like one, by merchant
and field ([0030](decisions/0030-card-data-ends.md)). A scan of the database for card numbers has to include these fields.
`

/** Returns docs/card-like-identifiers.md. */
export function cardLikePage(nouns: readonly Noun[]): string {
  const rows = nouns.flatMap(noun => {
    const commands = routesOf([noun]).flatMap(route => {
      const names = route.command?.input ? identifiersOf(route.command.input as Fields) : []
      return names.length > 0 ? [`| \`${addressOf(route)}\` | ${listed(names)} |`] : []
    })
    const names = identifiersOf(noun.resource.fields)
    return [...(names.length > 0 ? [`| ${noun.resource.name} | ${listed(names)} |`] : []), ...commands]
  })
  return [HEAD, '| Record or command | Fields |', '|---|---|', ...rows, ''].join('\n')
}

function identifiersOf(fields: Fields): string[] {
  return Object.keys(fields).filter(name => fields[name]!.options.holds === 'identifier')
}

function listed(names: readonly string[]): string {
  return names.map(name => `\`${name}\``).join(', ')
}
