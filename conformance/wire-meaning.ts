import type { Json } from './client.ts'

/**
 * Returns equal values for everything that means the same on this wire: flags are written as 1/0, true/false or text,
 * numbers as numbers or text, and an empty text may come back as null.
 */
export function wireMeaning(value: Json): Json {
  if (value === true || value === false) return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  if (value === '') return null
  return value
}
