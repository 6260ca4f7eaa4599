import { type Check, NotChecked } from './check.ts'
import { ExpectationError } from './expect.ts'
import type { Lab } from './lab.ts'
import type { Statement } from './statement.ts'

type Result = 'pass' | 'fail' | 'not checked'

export interface Verdict extends Statement {
  result: Result
  /** Why it failed or was not checked; empty when it passed. */
  reasons: string[]
  /** The number of checks that covered it. */
  checks: number
}

interface Outcome {
  check: Check
  result: Result
  reason: string
}

/** Checks mostly wait for the gateway, so a few run at once; those that move its clock run alone, at the end. */
const AT_ONCE = 4

export async function runChecks(
  lab: Lab,
  statements: readonly Statement[],
  checks: readonly Check[],
): Promise<Verdict[]> {
  const outcomes = await inPool(
    checks.filter(({ alone }) => !alone),
    each => attempt(lab, each),
  )
  for (const each of checks.filter(({ alone }) => alone)) outcomes.push(await attempt(lab, each))

  const byId = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    for (const id of outcome.check.ids) byId.set(id, [...(byId.get(id) ?? []), outcome])
  }
  return statements.map(statement => verdictOf(statement, byId.get(statement.id) ?? []))
}

async function attempt(lab: Lab, check: Check): Promise<Outcome> {
  const prefix = check.part === null ? '' : `${check.part}: `
  try {
    await check.run(lab)
    return { check, result: 'pass', reason: '' }
  } catch (error) {
    if (error instanceof NotChecked) return { check, result: 'not checked', reason: prefix + error.message }
    if (error instanceof ExpectationError) return { check, result: 'fail', reason: prefix + error.message }
    return { check, result: 'fail', reason: `${prefix}${explained(error)}` }
  }
}

/** An error of the check itself or of the connection; the location in the source tells which. */
function explained(error: unknown): string {
  const { message, stack, cause } = error as Error
  const place = /conformance\/[\w./-]+:\d+/.exec(stack ?? '')?.[0] ?? 'unknown place'
  const deeper = cause instanceof Error ? ` (${cause.message})` : ''
  return `${message}${deeper} at ${place}`
}

function verdictOf(statement: Statement, outcomes: readonly Outcome[]): Verdict {
  if (outcomes.length === 0) {
    return { ...statement, result: 'not checked', reasons: ['there is no check of it yet'], checks: 0 }
  }
  const of = (result: Result): string[] => outcomes.filter(each => each.result === result).map(({ reason }) => reason)
  const failed = of('fail')
  if (failed.length > 0) return { ...statement, result: 'fail', reasons: failed, checks: outcomes.length }
  const open = of('not checked')
  if (open.length > 0) return { ...statement, result: 'not checked', reasons: open, checks: outcomes.length }
  return { ...statement, result: 'pass', reasons: [], checks: outcomes.length }
}

async function inPool<In, Out>(items: readonly In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  const queue = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return results
}
