import type { Caller } from '../definition/caller.ts'
import type { Resource, Verb } from '../definition/resource.ts'
import { Refusal } from '../lib/problem.ts'
import { type Engine, factFor } from './engine.ts'
import { expandInto } from './expand.ts'
import { serialize } from './serialize.ts'

type Rows = Record<string, unknown>[]

/** Records as the caller sees them, in the order of the rows, with these expands embedded; in the noun's own way where it has one. */
export async function show(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  rows: Rows,
  expand: readonly string[],
  query: Record<string, string>,
): Promise<Rows> {
  const fact = factFor(engine, caller)
  const proceed = async (names: readonly string[]): Promise<Rows> => {
    const records = rows.map(row => serialize(resource, row, fact))
    if (names.length > 0) {
      const embed = (target: Resource, related: Rows) => show(engine, caller, target, related, [], {})
      await expandInto(engine, engine.db, caller, resource, rows, records, names, fact, embed)
    }
    return records
  }
  const own = engine.registry.get(resource.name).operations.show
  if (!own) return proceed(expand)
  const may = (verb: Verb): boolean => isPermitted(engine, caller, resource, verb)
  return own({ caller, rows, expand, query, fact, parts: engine.parts, may, proceed })
}

function isPermitted(engine: Engine, caller: Caller, resource: Resource, verb: Verb): boolean {
  try {
    engine.permit(caller, resource.name, verb)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
