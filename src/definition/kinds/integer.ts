import { type Kind, matchRange } from '../kind.ts'

const WHOLE = /^-?\d{1,15}$/
const INT4_MAX = 2147483647

export interface IntegerOptions {
  /** Smallest and largest value allowed, where the digit count does not say it. */
  least?: number
  most?: number
  as?: 'number' | 'string'
}

/** Whole numbers; the limits of the table count digits. */
export function integerKind(options: IntegerOptions = {}): Kind<number> {
  const kind: Kind<number> = {
    name: 'integer',
    column: () => 'integer',
    parse(value, limits) {
      const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
      if (!WHOLE.test(text)) return { problem: 'must be an integer.' }
      const number = Number(text)
      const digits = String(Math.abs(number)).length
      if (limits.max !== undefined && digits > limits.max)
        return { problem: `should contain at most ${limits.max} digits.` }
      if (number < (options.least ?? 0)) return { problem: `must be no less than ${options.least ?? 0}.` }
      if (number > (options.most ?? INT4_MAX))
        return { problem: `must be no greater than ${options.most ?? INT4_MAX}.` }
      return { value: number }
    },
    wire: value => (options.as === 'string' ? String(value) : value),
    filter(column, text, scope) {
      return matchRange(column, text, 'integer', scope, part => kind.parse(part, {}))
    },
    schema: () => ({ type: options.as === 'string' ? 'string' : 'integer' }),
  }
  return kind
}
