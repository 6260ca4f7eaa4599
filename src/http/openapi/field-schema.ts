import type { JsonSchema } from '../../definition/kind.ts'
import type { AnyField } from '../../definition/resource.ts'

/** How a field appears in an answer: null wherever a stored record may have no value. */
export function shownSchema(field: AnyField): JsonSchema {
  const schema = described(field)
  return field.always ? schema : nullable(schema)
}

/** How a field is sent. Null clears it or counts as left out, except where a value is required. */
export function sentSchema(field: AnyField): JsonSchema {
  const schema = { ...described(field), ...alsoRead(field) }
  if (field.mark.startsWith('R')) return schema
  const { fallback } = field.options
  return { ...nullable(schema), ...(fallback === undefined ? {} : { default: field.kind.wire(fallback) }) }
}

/** The same value or null, in the words of JSON Schema 2020-12. */
function nullable(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined) return schema
  const types = [schema.type].flat() as string[]
  const values = schema.enum as unknown[] | undefined
  const wider = values && !values.includes(null) ? { enum: [...values, null] } : {}
  return { ...schema, type: types.includes('null') ? schema.type : [...types, 'null'], ...wider }
}

/** Flags are read as true and false too, and amounts as numbers; the field is asked instead of its name. */
function alsoRead(field: AnyField): JsonSchema {
  const read = (value: unknown): unknown => {
    const parsed = field.kind.parse(value, field.limits)
    return 'value' in parsed ? parsed.value : undefined
  }
  if (read(true) === true) return { type: ['integer', 'boolean', 'string'], enum: [0, 1, false, true, '0', '1'] }
  return typeof read(1) === 'bigint' ? { type: ['string', 'number'] } : {}
}

function described(field: AnyField): JsonSchema {
  const schema = field.kind.schema(field.limits)
  const words = [schema.description, field.options.note].filter(text => typeof text === 'string' && text !== '')
  return words.length > 0 ? { ...schema, description: words.join('. ').replace('..', '.') } : schema
}
