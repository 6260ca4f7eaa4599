type Schema = Record<string, unknown>

/**
 * Returns where a value breaks a schema, as paths with the reason; nothing when it fits. Knows the keywords of the
 * gateway's own document and throws on any other, so that none is skipped silently.
 */
export function misfits(value: unknown, schema: Schema, components: Record<string, Schema>, at = ''): string[] {
  const unknown = Object.keys(schema).filter(word => !KNOWN.has(word))
  if (unknown.length > 0) throw new Error(`misfits() does not know ${unknown.join(', ')}`)
  if (typeof schema.$ref === 'string')
    return misfits(value, components[schema.$ref.split('/').at(-1)!]!, components, at)
  if (schema.anyOf) {
    const each = (schema.anyOf as Schema[]).map(one => misfits(value, one, components, at))
    return each.some(found => found.length === 0) ? [] : [`${at} fits none: ${each.flat().join('; ')}`]
  }
  const types = [schema.type ?? []].flat() as string[]
  if (types.length > 0 && !types.some(type => isOf(value, type)))
    return [`${at} is ${JSON.stringify(value)}, not ${types.join(' or ')}`]
  if (schema.enum && !(schema.enum as unknown[]).includes(value))
    return [`${at} is ${JSON.stringify(value)}, none of ${JSON.stringify(schema.enum)}`]
  if (typeof value === 'string') return textMisfits(value, schema, at)
  if (typeof value === 'number') return numberMisfits(value, schema, at)
  if (Array.isArray(value))
    return value
      .slice(0, 50)
      .flatMap((item, index) => misfits(item, (schema.items ?? {}) as Schema, components, `${at}[${index}]`))
  return value !== null && typeof value === 'object'
    ? objectMisfits(value as Record<string, unknown>, schema, components, at)
    : []
}

const KNOWN = new Set([
  ...[
    '$ref',
    'anyOf',
    'type',
    'enum',
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'items',
    'minItems',
    'required',
    'properties',
  ],
  // For people only, or checked elsewhere.
  ...['additionalProperties', 'description', 'examples', 'default', 'minimum', 'maximum'],
])

function numberMisfits(value: number, { minimum, maximum }: { minimum?: number; maximum?: number }, at: string) {
  const fits = value >= (minimum ?? value) && value <= (maximum ?? value)
  return fits ? [] : [`${at} is ${value}, not ${minimum} to ${maximum}`]
}

function textMisfits(value: string, schema: Schema, at: string): string[] {
  const {
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
    pattern,
    format,
  } = schema as {
    minLength?: number
    maxLength?: number
    pattern?: string
    format?: string
  }
  const length = [...value].length
  const faults = length < minLength || length > maxLength ? [`${at} has ${length} characters`] : []
  if (pattern && !new RegExp(pattern).test(value)) faults.push(`${at} is ${value}, not ${pattern}`)
  if (format !== undefined && !FORMATS.has(format)) throw new Error(`misfits() does not know the format ${format}`)
  if (format === 'date' && !isDate(value)) faults.push(`${at} is ${value}, no date`)
  if (format === 'uri' && !(ADDRESS.test(value) && URL.canParse(value))) faults.push(`${at} is ${value}, no address`)
  return faults
}

/** Those of texts. */
const FORMATS = new Set(['date', 'uri'])

/** The characters of RFC 3986. */
const ADDRESS = /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i

function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

function objectMisfits(
  value: Record<string, unknown>,
  schema: Schema,
  components: Record<string, Schema>,
  at: string,
): string[] {
  const missing = ((schema.required ?? []) as string[]).filter(name => !(name in value))
  const known = Object.entries((schema.properties ?? {}) as Record<string, Schema>).filter(([name]) => name in value)
  const rest = typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as Schema) : null
  const others = rest ? Object.keys(value).filter(name => !known.some(([each]) => each === name)) : []
  const isWhole = schema.properties !== undefined && schema.additionalProperties === undefined
  const strangers = isWhole ? Object.keys(value).filter(name => !(name in (schema.properties as object))) : []
  return [
    ...missing.map(name => `${at}.${name} is missing`),
    ...known.flatMap(([name, each]) => misfits(value[name], each, components, `${at}.${name}`)),
    ...others.flatMap(name => misfits(value[name], rest!, components, `${at}.${name}`)),
    ...strangers.map(name => `${at}.${name} is not described`),
  ]
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
