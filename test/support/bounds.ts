import type { AnyField } from '../../src/definition/resource.ts'
import { withCheckDigit } from './cards.ts'

/** Makes a value of a certain length; a field is tested with the first family it reads. */
type Family = (length: number) => unknown

const FAMILIES: readonly Family[] = [
  length =>
    'Garden work '
      .repeat(Math.ceil(length / 12))
      .slice(0, length)
      .trimEnd()
      .padEnd(length, 'k'),
  length => withCheckDigit('4111111111111111111', Math.max(length, 1)).padEnd(length, '1'),
  length => '1'.repeat(length),
  length => 'NEWYORK'.repeat(Math.ceil(length / 7)).slice(0, length),
  length => `${'p'.repeat(Math.max(length - 4, 1))}@x.y`.slice(-Math.max(length, 1)),
  length => `https://example.com/${'x'.repeat(length)}`.slice(0, length),
  length => 'Tg1-'.repeat(Math.ceil(length / 4)).slice(0, length),
  length => (length > 9 ? Number.NaN : 10 ** length - 1),
  length => (length > 9 ? Number.NaN : 10 ** (length - 1)),
]

/** The values at and beyond the bounds of one field; a bound that is blank has none (contract 2.1). */
export interface Bounds {
  /** As short and as long as allowed. */
  fitting: unknown[]
  /** One shorter, one longer. */
  beyond: unknown[]
}

/**
 * Lengths apply to texts and to the digits of whole numbers; fields of other kinds have no bounds here. A generated
 * value is validated by the field itself, because formats decide which value fits; whether the API then accepts it is
 * what is tested.
 */
export function boundsOf(field: AnyField): Bounds | null {
  const { min, max } = field.limits
  const schema = field.kind.schema(field.limits)
  const isText =
    schema.type === 'string' && schema.format === undefined && schema.pattern === undefined && schema.enum === undefined
  const isNumber = schema.type === 'integer' && schema.description === undefined && schema.enum === undefined
  if (!isText && !(isNumber && max !== undefined)) return null
  const family = FAMILIES.find(make =>
    [min, max].every(length => length === undefined || length === 0 || reads(field, make(length))),
  )
  if (!family) return null
  const lengths = isText ? [...new Set([min ?? 0, max].filter(length => length !== undefined))] : [max!]
  const beyond = [...(isText && min ? [min - 1] : []), ...(max === undefined ? [] : [max + 1])]
  return {
    fitting: lengths.map(length => (length === 0 ? '' : family(length))).filter(value => reads(field, value)),
    beyond: beyond.map(length => (length === 0 ? '' : beyondOf(family, length, isNumber))),
  }
}

/** What no field of this kind can read at all, whatever its bounds. */
export function nonsenseOf(field: AnyField): unknown {
  const candidates = ['31/01/2030', 'f'.repeat(23), 'f'.repeat(37), 'nonsense', { a: { b: [] } }, [[1]], -1]
  return candidates.find(value => 'problem' in field.kind.parse(value, field.limits))
}

function beyondOf(family: Family, length: number, isNumber: boolean): unknown {
  return isNumber ? 10 ** (length - 1) : family(length)
}

function reads(field: AnyField, value: unknown): boolean {
  return 'value' in field.kind.parse(value, field.limits)
}
