import type { Answer, Command, CommandAct, Upload } from '../definition/command.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
import type { Actor, Store } from '../definition/store.ts'
import { addProblem, invalid } from '../lib/problem.ts'
import type { Engine } from './engine.ts'
import { parseDraft, unwrap } from './parse.ts'
import { locate } from './read.ts'

export interface CommandRequest {
  key: string | null
  query: Record<string, string>
  body: unknown
  uploads: Upload[]
  is_async: boolean
}

/** An endpoint beside the five of every noun: permit, find the record in scope, parse its own fields, run. */
export async function command(
  engine: Engine,
  store: Store,
  noun: Noun,
  asked: Command,
  actor: Actor,
  request: CommandRequest,
): Promise<Answer<Resource>> {
  if (!asked.own) engine.permit(actor.caller, noun.resource.name, asked.right)
  const row = request.key === null ? {} : await locate(engine, actor.caller, noun.resource, request.key, request.query)
  const parsed = parseDraft(asked.input ?? {}, unwrap(noun.resource, request.body) ?? {})
  asked.validate?.(parsed.values, (field, text) => addProblem(parsed.problems, field, text))
  if (Object.keys(parsed.problems).length > 0) throw invalid(parsed.problems)
  const act: CommandAct<Resource> = {
    actor,
    moment: { seconds: engine.clock.seconds(), caller: actor.caller },
    row: row as CommandAct<Resource>['row'],
    input: parsed.values,
    query: request.query,
    uploads: request.uploads,
    store,
    is_async: request.is_async,
  }
  return asked.run(act)
}
