import { startOfDate } from '../../lib/local-date.ts'
import { datesOfWord } from '../../lib/time-words.ts'
import { type FilterScope, type Kind, matchRange, type Parsed } from '../kind.ts'

const SECONDS = /^\d{1,11}$/

/** Unix seconds. Filters take numbers, `a|b` ranges and the time words of contract 4.1, read in the caller's zone. */
export const stampKind: Kind<number> = {
  name: 'stamp',
  column: () => 'bigint',
  parse: parseSeconds,
  wire: value => value,
  filter(column, text, scope) {
    if (text.toLowerCase() === 'custom') return customSpan(column, scope)
    const span = datesOfWord(text, scope.seconds, scope.zone)
    if (span) {
      const from = startOfDate(span.from, scope.zone)
      const until = startOfDate(span.to.add({ days: 1 }), scope.zone)
      return `${column} >= ${scope.param(from)} and ${column} < ${scope.param(until)}`
    }
    return matchRange(column, text, 'bigint', scope, parseSeconds)
  },
  schema: () => ({ type: 'integer', description: 'Unix seconds' }),
}

function parseSeconds(value: unknown): Parsed<number> {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return SECONDS.test(text) ? { value: Number(text) } : { problem: 'must be a Unix timestamp in seconds.' }
}

/** Both ends are optional on their own, but a custom span without any end is a mistake. */
function customSpan(column: string, scope: FilterScope): string | null {
  const conditions: string[] = []
  for (const [suffix, operator] of [
    ['_from', '>='],
    ['_to', '<='],
  ] as const) {
    const text = scope.companion(suffix)
    if (text === undefined) continue
    const parsed = parseSeconds(text)
    if ('problem' in parsed) return null
    conditions.push(`${column} ${operator} ${scope.param(parsed.value)}`)
  }
  return conditions.length > 0 ? conditions.join(' and ') : null
}
