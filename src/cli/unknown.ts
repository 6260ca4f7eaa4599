import { parseArgs } from 'node:util'
import { formatMoney } from '../lib/money.ts'
import { pollAgain, type UnknownOutcome, unknownOutcomes } from '../payments/resolution/unknown-outcomes.ts'
import { gatewayClock, type Operator } from './operator.ts'

const OPTIONS = { again: { type: 'string', default: '' }, json: { type: 'boolean', default: false } } as const

/** Lists everything of unknown outcome (payments, reversals, settlements, terminal runs), its age and the next step. */
export function unknown(args: string[]): (operator: Operator) => Promise<void> {
  const { again, json } = parseArgs({ args, options: OPTIONS }).values
  return async operator => {
    const { db, print } = operator
    const clock = await gatewayClock(db, operator.clock)
    if (again !== '') {
      const count = await pollAgain({ db, clock }, again)
      if (count === 0) throw new Error(`nothing is open at ${again}`)
      return print(`${again} is asked about at once`)
    }
    const outcomes = await unknownOutcomes(db, clock.seconds())
    for (const line of json ? [JSON.stringify(outcomes.map(plain))] : linesOf(outcomes)) print(line)
  }
}

function plain({ amount, ...line }: UnknownOutcome): object {
  return { ...line, amount: amount === null ? null : formatMoney(amount) }
}

function linesOf(outcomes: readonly UnknownOutcome[]): string[] {
  if (outcomes.length === 0) return ['nothing is unknown']
  const lines = outcomes.map(each => {
    const { kind, id, location_id, action, amount, age_seconds, asks, next_seconds, next } = each
    const what = [kind, id, action, amount === null ? '' : formatMoney(amount), `at ${location_id}`].filter(Boolean)
    const when = next_seconds === null ? '' : next_seconds === 0 ? 'now: ' : `in ${span(next_seconds)}: `
    return `${what.join(' ')}\n  open for ${span(age_seconds)}, asked ${asks} times; ${when}${next}`
  })
  return [...lines, `${outcomes.length} open, ${formatMoney(exposure(outcomes))} of payments may have been taken`]
}

/** Returns the sum of payments that may have been taken and are not recorded as taken. */
function exposure(outcomes: readonly UnknownOutcome[]): bigint {
  const counted = outcomes.filter(
    ({ kind, action }) => kind !== 'settlement' && kind !== 'action' && TAKES.includes(action),
  )
  const amounts = new Map(counted.map(({ id, amount }) => [id, amount ?? 0n]))
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0n)
}

/** Actions that take money; a void of unknown outcome may have left it taken. */
const TAKES: readonly string[] = ['sale', 'authonly', 'force', 'debit', 'void']

/** Formats a duration by its two largest parts: `3d 4h`, `2m 5s`. */
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
