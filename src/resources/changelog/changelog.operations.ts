import type { Operations } from '../../definition/noun.ts'
import type { Resource, Row } from '../../definition/resource.ts'
import { definitions } from '../definitions.ts'
import type { changelog } from './changelog.ts'

type Changes = Record<string, unknown> | null

const resources: Readonly<Record<string, Resource>> = definitions

/** The audit trail knows every column; callers read of those that they could ever see. */
export const changelogOperations: Operations<typeof changelog> = {
  async show({ rows, expand, proceed }) {
    for (const row of rows as (Row<typeof changelog> & { changes: Changes })[])
      row.changes = shown(row.changes, resources[row.noun])
    return proceed(expand)
  },
  list: {
    query: {},
    // No total is kept of what grows with every write: it is counted, for which something has to be filtered.
    run: ({ query, proceed }) =>
      proceed(query, query.some(([name]) => name === 'created_ts') ? query : [...query, ['created_ts', ALWAYS]]),
  },
}

const ALWAYS = '0|99999999999'

/** The name under which callers know a column: secrets by what they are made of; null for hidden ones. */
function shownName(resource: Resource | undefined, name: string): string | null {
  const reach = resource?.fields[name]?.options.reach
  if (reach === 'secret') return name.replace(/_(mark|sealed)$/, '')
  return reach === undefined ? name : null
}

function shown(changes: Changes, resource: Resource | undefined): Changes {
  if (!changes) return null
  const entries = Object.entries(changes).map(([name, value]) => [shownName(resource, name), value] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, unknown] => entry[0] !== null))
}
