import { parseArgs } from 'node:util'
import { formatMoney } from '../lib/money.ts'
import { pollAgain } from '../payments/resolution/poll-again.ts'
import { type UnknownOutcome, unknownOutcomes } from '../payments/resolution/unknown-outcomes.ts'
import type { Clock } from '../ports/clock.ts'
import type { Operator } from './operator.ts'

const OPTIONS = { again: { type: 'string', default: '' }, json: { type: 'boolean', default: false } } as const

/** Lists what nobody knows yet: payments, actions, reversals, settlements, requests at terminals, each with its age and what happens next. */
export function unknown(args: string[]): (operator: Operator) => Promise<void> {
  const { again, json } = parseArgs({ args, options: OPTIONS }).values
  return async operator => {
    const { db, print } = operator
    const clock = await timeOf(operator)
    if (again !== '') {
      const count = await pollAgain({ db, clock }, again)
      if (count === 0) throw new Error(`nothing is open at ${again}`)
      return print(`${again} is asked about at once`)
    }
    const questions = await unknownOutcomes(db, clock.seconds())
    for (const line of json ? [JSON.stringify(questions.map(plain))] : told(questions)) print(line)
  }
}

/** The gateway's time, which a sandbox may have moved ahead. */
async function timeOf({ db, clock }: Operator): Promise<Clock> {
  const [row] = await db.query<{ ahead_ms: number }>('select ahead_ms from sandbox_clock where id = 1')
  const millis = () => clock.now() + (row?.ahead_ms ?? 0)
  return { now: millis, seconds: () => Math.floor(millis() / 1000) }
}

function plain({ amount, ...line }: UnknownOutcome): object {
  return { ...line, amount: amount === null ? null : formatMoney(amount) }
}

function told(questions: readonly UnknownOutcome[]): string[] {
  if (questions.length === 0) return ['nothing is unknown']
  const lines = questions.map(each => {
    const { kind, id, location_id, action, amount, age_seconds, asks, next_seconds, next } = each
    const what = [kind, id, action, amount === null ? '' : formatMoney(amount), `at ${location_id}`].filter(Boolean)
    const when = next_seconds === null ? '' : next_seconds === 0 ? 'now: ' : `in ${span(next_seconds)}: `
    return `${what.join(' ')}\n  open for ${span(age_seconds)}, asked ${asks} times; ${when}${next}`
  })
  return [...lines, `${questions.length} open, ${formatMoney(exposure(questions))} of payments may have been taken`]
}

/** Money that may have been taken and is in nobody's books as revenue. */
function exposure(questions: readonly UnknownOutcome[]): bigint {
  const counted = questions.filter(
    ({ kind, action }) => kind !== 'settlement' && kind !== 'action' && TAKES.includes(action),
  )
  const amounts = new Map(counted.map(({ id, amount }) => [id, amount ?? 0n]))
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0n)
}

/** A void takes back what such an order took. */
const TAKES: readonly string[] = ['sale', 'authonly', 'force', 'debit', 'void']

/** `3d 4h`, `2m 5s`: the two largest parts. */
function span(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0s'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ')
}
