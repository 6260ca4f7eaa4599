import type { Command, CommandAct, CommandResult, Upload } from '../definition/command.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
import type { Actor, Store } from '../definition/store.ts'
import { addProblem } from '../lib/problem.ts'
import type { Engine } from './engine.ts'
import { parseDraft, unwrap } from './parse.ts'
import { locate } from './read.ts'
import { namesOf, resolveRefs } from './refs.ts'

export interface CommandRequest {
  key: string | null
  query: Record<string, string>
  body: unknown
  uploads: Upload[]
  is_async: boolean
}

/** Runs an endpoint beside the five of every noun, on the record in scope and its own parsed fields. */
export async function command(
  engine: Engine,
  store: Store,
  noun: Noun,
  asked: Command,
  { caller, claim }: Actor,
  request: CommandRequest,
): Promise<CommandResult<Resource>> {
  if (!asked.own) engine.permit(caller, noun.resource.name, asked.right, asked.name)
  const { key, query } = request
  const row = key === null ? {} : await locate(engine, caller, noun.resource, key, query, asked.method === 'GET')
  const parsed = parseDraft(asked.input ?? {}, unwrap(noun.resource, request.body) ?? {})
  asked.validate?.(parsed.values, (field, text) => addProblem(parsed.problems, field, text))
  const { values, problems } = parsed
  const refs = await resolveRefs(engine.registry, store.reader(caller), asked.input ?? {}, values, problems)
  engine.inspect(caller, noun.resource.name, parsed)
  const act: CommandAct<Resource> = {
    actor: { caller, claim, in_scope: namesOf(asked.input ?? {}, refs) },
    moment: { seconds: engine.clock.seconds(), caller },
    row: row as CommandAct<Resource>['row'],
    input: parsed.values,
    refs,
    query,
    uploads: request.uploads,
    store,
    parts: engine.parts,
    is_async: request.is_async,
  }
  return asked.run(act)
}
