import type { Operations } from '../../definition/noun.ts'
import type { Resource, Row } from '../../definition/resource.ts'
import { definitions } from '../definitions.ts'
import { countedList } from '../postback_log/counted-list.ts'
import { changelog } from './changelog.ts'

type Changes = Record<string, unknown> | null

const resources: Readonly<Record<string, Resource>> = definitions

/** The audit trail stores every column; callers see only those they could read from the record itself. */
export const changelogOperations: Operations<typeof changelog> = {
  async show({ rows, expand, proceed }) {
    for (const row of rows as (Row<typeof changelog> & { changes: Changes })[])
      row.changes = shown(row.changes, resources[row.noun])
    return proceed(expand)
  },
  list: countedList(changelog),
}

/**
 * Returns the name callers know a column by: for a secret that of its input field, which former ones share; null for
 * hidden columns.
 */
function shownName(resource: Resource | undefined, name: string): string | null {
  const reach = resource?.fields[name]?.options.reach
  if (reach === 'secret') return name.replace(/^former_/, '').replace(/_(marks?|sealed)$/, '')
  return reach === undefined ? name : null
}

function shown(changes: Changes, resource: Resource | undefined): Changes {
  if (!changes) return null
  const entries = Object.entries(changes).map(([name, value]) => [shownName(resource, name), value] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, unknown] => entry[0] !== null))
}
