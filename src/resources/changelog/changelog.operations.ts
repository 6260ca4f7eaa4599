import type { Noun, Operations } from '../../definition/noun.ts'
import type { Row } from '../../definition/resource.ts'
import type { changelog } from './changelog.ts'

type Changes = Record<string, unknown> | null

/** The trail knows every column; callers read of those that they could ever see. `known` are all nouns, once they are made. */
export function changelogOperations(known: readonly Noun[]): Operations<typeof changelog> {
  const remembered = new Map<string, (name: string) => string | null>()
  const namesOf = (noun: string) => {
    const found = remembered.get(noun) ?? shownName(known.find(({ resource }) => resource.name === noun))
    remembered.set(noun, found)
    return found
  }
  return {
    async show({ rows, expand, proceed }) {
      for (const row of rows as (Row<typeof changelog> & { changes: Changes })[])
        row.changes = shown(row.changes, namesOf(row.noun))
      return proceed(expand)
    },
    list: {
      query: {},
      // No total is kept of what grows with every write: it is counted, for which something has to be filtered.
      run: ({ query, proceed }) =>
        proceed(query, query.some(([name]) => name === 'created_ts') ? query : [...query, ['created_ts', ALWAYS]]),
    },
  }
}

const ALWAYS = '0|99999999999'

/** Under which name callers know a column: secrets by what they are made of, hidden ones not at all. */
function shownName(noun: Noun | undefined): (name: string) => string | null {
  if (!noun) return name => name
  return name => {
    const reach = noun.resource.fields[name]?.options.reach
    if (reach === 'secret') return name.replace(/_(mark|sealed)$/, '')
    return reach === undefined ? name : null
  }
}

function shown(changes: Changes, nameOf: (name: string) => string | null): Changes {
  if (!changes) return null
  const entries = Object.entries(changes).map(([name, value]) => [nameOf(name), value] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, unknown] => entry[0] !== null))
}
