import type { Answer, Command, CommandAct, Upload } from '../definition/command.ts'
import type { By, Door } from '../definition/door.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
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
  door: Door,
  noun: Noun,
  asked: Command,
  by: By,
  request: CommandRequest,
): Promise<Answer<Resource>> {
  if (!asked.own) engine.permit(by.caller, noun.resource.name, asked.right)
  const row = request.key === null ? {} : await locate(engine, by.caller, noun.resource, request.key, request.query)
  const parsed = parseDraft(asked.input ?? {}, unwrap(noun.resource, request.body) ?? {})
  asked.examine?.(parsed.values, (field, text) => addProblem(parsed.problems, field, text))
  if (Object.keys(parsed.problems).length > 0) throw invalid(parsed.problems)
  const act: CommandAct<Resource> = {
    by,
    moment: { seconds: engine.clock.seconds(), caller: by.caller },
    row: row as CommandAct<Resource>['row'],
    input: parsed.values,
    query: request.query,
    uploads: request.uploads,
    door,
    is_async: request.is_async,
  }
  return asked.run(act)
}
