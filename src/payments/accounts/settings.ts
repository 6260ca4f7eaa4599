import type { ConnectorSetting } from '../../ports/processor.ts'

/** What an operator gave for a connector: what may be shown, and what may not. */
export interface GivenSettings {
  settings: Record<string, string>
  secrets: Record<string, string>
}

/** Characters of one value; a key in PEM has fewer. */
const LONGEST = 4_096
/** Bytes of all that may be shown, as the database holds them. */
const MOST_SHOWN = 2_000

/**
 * Returns the settings as they are stored, fallbacks filled in, or a line for each that is missing, unknown or
 * malformed. No line repeats a value.
 */
export function readSettings(
  takes: readonly ConnectorSetting[],
  given: unknown,
  { allow_loopback }: { allow_loopback: boolean },
): GivenSettings | { problems: Record<string, string> } {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problems: { settings: 'settings must be an object of names and texts' } }
  const sent = new Map(Object.entries(given))
  const problems: Record<string, string> = {}
  const read: GivenSettings = { settings: {}, secrets: {} }
  for (const setting of takes) {
    const { name, is_secret } = setting
    const value = sent.get(name) ?? fallbackOf(setting, allow_loopback)
    sent.delete(name)
    if (value === null) continue
    const problem = problemOf(setting, value, allow_loopback)
    if (problem) problems[name] = `${name} ${problem}`
    else (is_secret ? read.secrets : read.settings)[name] = value as string
  }
  for (const name of sent.keys()) problems[name] = `${name.slice(0, 64)} is no setting of this connector`
  if (Object.keys(problems).length > 0) return { problems }
  if (Buffer.byteLength(JSON.stringify(read.settings)) > MOST_SHOWN)
    return { problems: { settings: `settings must have at most ${MOST_SHOWN} bytes together` } }
  return read
}

/** A sandbox, which is where loopback is allowed, goes to an address of production only when it was told to. */
function fallbackOf({ fallback, of_test }: ConnectorSetting, is_sandbox: boolean): string | null | undefined {
  const is_production = typeof fallback === 'string' && of_test !== undefined && !of_test.test(fallback)
  return is_sandbox && is_production ? undefined : fallback
}

function problemOf({ name, title, format }: ConnectorSetting, value: unknown, allow_loopback: boolean): string | null {
  if (value === undefined || value === '') return `is missing (${title})`
  if (typeof value !== 'string') return 'must be a text'
  if (value.length > LONGEST || !value.isWellFormed() || value.includes('\u0000')) return 'is no text that can be kept'
  if (format && !format.test(value)) return `does not look as it has to (${title})`
  return name === 'url' ? addressProblem(value, allow_loopback) : null
}

const LOOPBACK = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/

function addressProblem(value: string, allow_loopback: boolean): string | null {
  const url = URL.parse(value)
  if (!url) return 'must be an address such as https://processor.example.com/path'
  if (url.username || url.password) return 'must not hold a user or a password'
  if (url.protocol === 'https:') return null
  const is_near = url.protocol === 'http:' && LOOPBACK.test(url.hostname)
  if (is_near && allow_loopback) return null
  return allow_loopback ? 'must begin with https://, or with http:// on this machine' : 'must begin with https://'
}
