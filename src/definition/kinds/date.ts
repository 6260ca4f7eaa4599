import { datesOfWord } from '../../lib/time-words.ts'
import { type Kind, matchRange, type Parsed } from '../kind.ts'

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/
const ZERO_DATE = '0000-00-00'

export interface DateOptions {
  /** Recurrings write "0000-00-00" where other records write null. */
  zero?: boolean
}

/** Calendar dates without a zone, `yyyy-mm-dd`. */
export function dateKind(options: DateOptions = {}): Kind<string> {
  return {
    name: 'date',
    ...(options.zero ? { null_sent: ZERO_DATE, null_written: ZERO_DATE } : {}),
    column: () => 'date',
    parse: parseDate,
    wire: value => value,
    filter(column, text, scope) {
      if (options.zero && text === ZERO_DATE) return `${column} is null`
      const span = datesOfWord(text, scope.seconds, scope.zone)
      if (span) return `${column} between ${scope.param(span.from.toString())} and ${scope.param(span.to.toString())}`
      return matchRange(column, text, 'date', scope, parseDate)
    },
    schema: () =>
      options.zero ? { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } : { type: 'string', format: 'date' },
  }
}

function parseDate(value: unknown): Parsed<string> {
  if (typeof value !== 'string' || !ISO_DATE.test(value)) return { problem: 'must be a date of the form yyyy-mm-dd.' }
  try {
    const date = Temporal.PlainDate.from(value, { overflow: 'reject' })
    return date.year >= 1 ? { value } : { problem: 'is not a valid date.' }
  } catch {
    return { problem: 'is not a valid date.' }
  }
}
