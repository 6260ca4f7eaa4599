import type { Holds } from '../../lib/card-data-fields.ts'
import { findText, matchFolded, matchText } from '../../lib/filter-text.ts'
import { lengthProblem } from '../../lib/length-problem.ts'
import type { Kind, Limits, Parsed } from '../kind.ts'

/** A further demand on a text, with the words that refuse it; `normal` returns the one form it is stored in. */
export interface Format {
  pattern: Pick<RegExp, 'test'>
  says: string
  normal?: (text: string) => string
}

export interface TextOptions {
  format?: Format
  /** Of a plain filter. `contains`: anywhere in the value, as the contract has for payments. `exact`: in its case. */
  matching?: 'contains' | 'exact'
  /** Also filtered by `<name>_contains`: it has an index `<table>_searched_by_<column>`, the location in front. */
  searched?: true
}

export const DIGITS: Format = { pattern: /^\d*$/, says: 'must contain digits only.' }

/** Strings. Numbers are taken too, because callers send zip codes and phone numbers as numbers. */
export function textKind(options: TextOptions & { holds?: Holds; listed?: true } = {}): Kind<string> {
  const isCode = options.matching === 'exact' || options.holds || options.format === DIGITS
  const isExact = isCode || (options.listed && !options.searched)
  return {
    name: 'text',
    is_written: true,
    column: limits => (limits.max === undefined ? 'text' : `character varying(${limits.max})`),
    parse: (value, limits) => parseText(value, limits, options.format),
    wire: value => value,
    filter: options.matching === 'contains' ? findText : isExact ? matchText : matchFolded,
    ...(options.searched ? { search: findText } : {}),
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
  // Of a fixed length, the form says more than the length.
  if (format && text !== '' && limits.min === limits.max && !format.pattern.test(text)) return { problem: format.says }
  const problem = lengthProblem(text, limits)
  if (problem !== null) return { problem }
  if (format && !format.pattern.test(text)) return { problem: format.says }
  return { value: format?.normal?.(text) ?? text }
}
