import type { Kind, Limits, Parsed } from '../kind.ts'

/** A further demand on a text, with the words that refuse it; `normal` returns the one form it is stored in. */
export interface Format {
  pattern: Pick<RegExp, 'test'>
  says: string
  normal?: (text: string) => string
}

export interface TextOptions {
  format?: Format
  /** `contains` finds the text anywhere in the value, ignoring case; `equals` (the usual) finds the exact value. */
  matching?: 'equals' | 'contains'
}

export const DIGITS: Format = { pattern: /^\d*$/, says: 'must contain digits only.' }

/** Strings. Numbers are taken too, because callers send zip codes and phone numbers as numbers. */
export function textKind(options: TextOptions = {}): Kind<string> {
  return {
    name: 'text',
    is_written: true,
    column: limits => (limits.max === undefined ? 'text' : `character varying(${limits.max})`),
    parse: (value, limits) => parseText(value, limits, options.format),
    wire: value => value,
    filter(column, text, scope) {
      if (text.includes('\u0000')) return null
      if (options.matching === 'contains') return `${column} ilike ${scope.param(`%${escapeLike(text)}%`)}`
      const parts = text.split(',')
      if (parts.length === 1) return `${column} = ${scope.param(text)}`
      return `${column} = any(${scope.param([text, ...parts])}::text[])`
    },
    schema: limits => ({
      type: 'string',
      ...(limits.min === undefined ? {} : { minLength: limits.min }),
      ...(limits.max === undefined ? {} : { maxLength: limits.max }),
    }),
  }
}

function parseText(value: unknown, limits: Limits, format: Format | undefined): Parsed<string> {
  // A number beyond 2^53 was rounded before we saw it: stored as text it would be another account.
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return { problem: 'must be a string.' }
  const text = String(value)
  if (text.includes('\u0000') || !text.isWellFormed()) return { problem: 'is invalid.' }
  const length = codePoints(text)
  // Of a fixed length, the form says more than the length.
  if (format && length > 0 && limits.min === limits.max && !format.pattern.test(text)) return { problem: format.says }
  if (limits.min !== undefined && length < limits.min)
    return { problem: length === 0 ? 'cannot be blank.' : sized('least', limits) }
  if (limits.max !== undefined && length > limits.max) return { problem: sized('most', limits) }
  if (format && !format.pattern.test(text)) return { problem: format.says }
  return { value: format?.normal?.(text) ?? text }
}

function sized(which: 'least' | 'most', { min, max }: Limits): string {
  const bound = which === 'least' ? min : max
  return `should contain ${min === max ? '' : `at ${which} `}${bound} ${bound === 1 ? 'character' : 'characters'}.`
}

/** Lengths are counted in characters a person sees as one code point, as PostgreSQL counts them. */
function codePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length - 1; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800) count -= 1
  }
  return count
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, found => `\\${found}`)
}
