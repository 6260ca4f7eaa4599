import { REDACTED, redactText } from './redact-text.ts'
import { redactUrl } from './redact-url.ts'
import { isSecretKey } from './secret-name.ts'

const DEEPEST = 16
const SMALLEST_CARD = 1e12

/**
 * A value as a log may have it: without the values of secret keys, and without card numbers, stripes and logins in any
 * text, key or number. Never changes its argument and never throws; parts with nothing to hide are returned as they
 * are, so that an ordinary log line costs a walk and no copies are kept. Bytes become their length, a map becomes an
 * object, a set an array, an error an object of its parts when it has something to hide, and a circle ends where it
 * closes.
 */
export function redact(value: unknown): unknown {
  return walk(value, [])
}

function walk(value: unknown, above: object[]): unknown {
  switch (typeof value) {
    case 'string':
      return redactText(value)
    case 'number':
    case 'bigint':
      return redactNumber(value)
    case 'object':
      return value === null ? null : walkObject(value, above)
    default:
      return value
  }
}

/**
 * A card number may be a JSON number. Above 2^53 it has lost its last digits and with them its check digit, so all
 * such are hidden.
 */
function redactNumber(value: number | bigint): unknown {
  if (value < SMALLEST_CARD) return value
  if (typeof value === 'number' && !Number.isInteger(value)) return value
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return REDACTED
  return redactText(String(value)) === String(value) ? value : REDACTED
}

function walkObject(value: object, above: object[]): unknown {
  if (above.includes(value)) return '[circular]'
  if (above.length >= DEEPEST) return '[too deep]'
  const path = [...above, value]
  try {
    if (Array.isArray(value)) return walkArray(value, path)
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
    if (value instanceof URL) return redactUrl(value.href)
    if (value instanceof Map) return walkEntries([...value], path)
    if (value instanceof Set) return walkArray([...value], path)
    if (value instanceof Error) return walkError(value, path)
    if ('toJSON' in value && typeof value.toJSON === 'function') return walk(value.toJSON(), path)
    return walkRecord(value, path)
  } catch {
    // A getter or proxy threw. A log line must not fail for that.
    return '[unreadable]'
  }
}

function walkArray(array: unknown[], path: object[]): unknown[] {
  const copy = array.map(item => walk(item, path))
  return copy.every((item, index) => Object.is(item, array[index])) ? array : copy
}

function walkRecord(record: object, path: object[]): unknown {
  const entries = Object.entries(record)
  const copy = walkEntries(entries, path)
  // Other than plain objects may print more than their own keys, so only plain ones are passed on.
  return isPlain(record) && entries.every(([key, value]) => Object.is(copy[key], value)) ? record : copy
}

function walkEntries(entries: [unknown, unknown][], path: object[]): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(([key, value]) => [redactText(String(key)), walkNamed(String(key), value, path)]),
  )
}

/** That a secret is absent or empty reveals nothing and is worth knowing. */
function walkNamed(key: string, value: unknown, path: object[]): unknown {
  const tells = value !== null && value !== undefined && value !== '' && typeof value !== 'boolean'
  return tells && isSecretKey(key, value) ? REDACTED : walk(value, path)
}

function walkError(error: Error, path: object[]): unknown {
  // These properties are not enumerable, and are why an error is logged.
  const hidden = ['name', 'message', 'stack', 'cause', 'errors'].filter(key => key in error)
  const entries = [...new Set([...hidden, ...Object.keys(error)])].map((key): [string, unknown] => [
    key,
    Reflect.get(error, key),
  ])
  const copy = walkEntries(entries, path)
  return entries.every(([key, value]) => Object.is(copy[key], value)) ? error : copy
}

function isPlain(record: object): boolean {
  const prototype = Object.getPrototypeOf(record)
  return prototype === Object.prototype || prototype === null
}
