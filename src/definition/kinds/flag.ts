import type { Kind } from '../kind.ts'

const TRUE = new Set<unknown>([1, true, '1', 'true'])
const FALSE = new Set<unknown>([0, false, '0', 'false'])

export interface FlagOptions {
  /** How the flag is written on the wire; all three forms are read (contract 2.1). */
  as?: 'digit' | 'boolean' | 'string'
}

const FORMS = { digit: [0, 1], boolean: [false, true], string: ['0', '1'] } as const
const TYPES = { digit: 'integer', boolean: 'boolean', string: 'string' } as const

/** Booleans, which the contract writes as 1/0 in some records and true/false in others. */
export function flagKind({ as = 'digit' }: FlagOptions = {}): Kind<boolean> {
  return {
    name: 'flag',
    column: () => 'boolean',
    parse(value) {
      if (TRUE.has(value)) return { value: true }
      return FALSE.has(value) ? { value: false } : { problem: 'must be either "1" or "0".' }
    },
    wire: value => FORMS[as][value ? 1 : 0],
    filter(column, text, scope) {
      if (TRUE.has(text)) return `${column} = ${scope.param(true)}`
      return FALSE.has(text) ? `${column} = ${scope.param(false)}` : null
    },
    schema: () => ({ type: TYPES[as], ...(as === 'boolean' ? {} : { enum: [...FORMS[as]] }) }),
  }
}
