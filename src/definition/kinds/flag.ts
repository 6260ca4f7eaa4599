import type { Kind } from '../kind.ts'

const TRUE = new Set<unknown>([1, true, '1', 'true'])
const FALSE = new Set<unknown>([0, false, '0', 'false'])

export interface FlagOptions {
  /** How the flag is written on the wire; all three forms are read (contract 2.1). */
  as?: 'digit' | 'boolean' | 'string'
}

/** Booleans, which the contract writes as 1/0 in some records and true/false in others. */
export function flagKind(options: FlagOptions = {}): Kind<boolean> {
  return {
    name: 'flag',
    column: () => 'boolean',
    parse(value) {
      if (TRUE.has(value)) return { value: true }
      return FALSE.has(value) ? { value: false } : { problem: 'must be either "1" or "0".' }
    },
    wire: value => wireFlag(value, options.as ?? 'digit'),
    filter(column, text, scope) {
      if (TRUE.has(text)) return `${column} = ${scope.param(true)}`
      return FALSE.has(text) ? `${column} = ${scope.param(false)}` : null
    },
    schema: () => flagSchema(options.as ?? 'digit'),
  }
}

function wireFlag(value: boolean, form: 'digit' | 'boolean' | 'string'): unknown {
  if (form === 'boolean') return value
  const digit = value ? 1 : 0
  return form === 'string' ? String(digit) : digit
}

function flagSchema(form: 'digit' | 'boolean' | 'string'): Record<string, unknown> {
  if (form === 'boolean') return { type: 'boolean' }
  return form === 'string' ? { type: 'string', enum: ['0', '1'] } : { type: 'integer', enum: [0, 1] }
}
