/** The API for people who read: pages walked from the definitions, like the OpenAPI document. Never: a fact that stands only here and could be derived. */

import type { Mark } from '../../definition/field.ts'
import type { JsonSchema } from '../../definition/kind.ts'
import type { AnyField } from '../../definition/resource.ts'
import { type Html, html } from '../html.ts'

/** The contract's write marks in words. */
export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  R: 'Required on create.',
  RP: 'Required on create, fixed afterwards.',
  RPU: 'Required on create, can be changed.',
  P: 'Optional on create, fixed afterwards.',
  PU: 'Optional on create, can be changed.',
  U: 'Not on create; can be changed.',
  S: 'Set by the gateway.',
}

/** What sort of value it is, in the words of a reader who writes JSON. */
export function typeWords(schema: JsonSchema): string {
  const values = (schema.enum as unknown[] | undefined)?.filter(value => value !== null)
  if (values) return values.every(value => value === 0 || value === 1) ? '1 or 0' : `one of ${values.join(', ')}`
  const types = [schema.type].flat().filter(type => type !== 'null') as string[]
  if (types.length === 0) return schema.type === 'null' ? 'always null' : 'any'
  if (schema.format === 'date') return 'date, yyyy-mm-dd'
  if (typeof schema.pattern === 'string' && schema.pattern.includes('\\.'))
    return 'amount, as a string with two decimals'
  if (schema.multipleOf !== undefined) return 'amount, as a number'
  if (types[0] === 'array') return `list of ${typeWords((schema.items ?? { type: 'string' }) as JsonSchema)}s`
  if (schema.additionalProperties !== undefined) return 'map of label to amount'
  return types.map(type => NAMES[type] ?? type).join(' or ')
}

const NAMES: Record<string, string> = { object: 'JSON object', array: 'JSON array', boolean: 'true or false' }

/** The bounds of a field's table row: characters of a text, digits of a number. Identifiers, dates and timestamps have none to tell. */
export function limitWords(field: AnyField): string | null {
  const { min, max } = field.limits
  const schema = field.kind.schema(field.limits)
  const isFixed = ['format', 'pattern', 'enum', 'multipleOf', 'description'].some(word => schema[word] !== undefined)
  if (isFixed || (min === undefined && max === undefined)) return null
  const unit = schema.type === 'integer' ? 'digit' : 'character'
  if (min !== undefined && min === max) return `exactly ${counted(min, unit)}`
  if (max === undefined) return `at least ${counted(min ?? 0, unit)}`
  return min === undefined || min === 0 ? `at most ${counted(max, unit)}` : `${min} to ${counted(max, unit)}`
}

/** `a|b` in backquotes becomes code; everything else stays text. */
export function withCode(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
