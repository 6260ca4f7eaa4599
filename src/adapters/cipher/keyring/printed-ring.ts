// biome-ignore-all lint/style/noRestrictedGlobals: when to ask a program for the key ring again
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { explained, type HeldRing } from './held-ring.ts'
import { parseRing, type Ring } from './ring.ts'

/** A key management service in another region answers within a second. */
const TIMEOUT_MS = 10_000
/** Some hundred keys. */
const MOST_BYTES = 64 * 1024
/** How old the ring in memory may be before it is asked for again, without anybody waiting for it. */
const REREAD_MS = 5 * 60_000
/** The event loop stands still while a program is waited for, so a wrong key id must not make that happen often. */
const LEAST_BETWEEN_MS = 60_000

const LIMITS = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES, encoding: 'utf8' } as const

/**
 * Returns what the program prints. Throws an Error of one line that quotes neither its output nor what it complained
 * about: both may hold key material.
 */
export function printedRing(command: readonly string[]): string {
  const [program = '', ...args] = command
  return explained(program, () => {
    try {
      return execFileSync(program, args, { ...LIMITS, stdio: ['ignore', 'pipe', 'ignore'] })
    } catch (error) {
      throw new Error(reasonOf(error))
    }
  })
}

/** A ring that a program prints. It is read at the start, and every few minutes for as long as it seals. */
export function holdPrintedRing(command: readonly string[]): HeldRing {
  const program = command[0] ?? ''
  let ring = explained(program, () => parseRing(printedRing(command)))
  let read_at = performance.now()
  let is_reading = false

  const take = (text: string): Ring => {
    const next = parseRing(text)
    // With another ring, what is sealed from now on could not be opened by what opened the rest.
    const ids = new Set([...next.wrapping, ...next.fingerprint].map(({ id }) => id))
    if (![...ring.wrapping, ...ring.fingerprint].every(({ id }) => ids.has(id)))
      throw new Error('the program prints another ring than before')
    ring = next
    return ring
  }
  const readInBackground = (): void => {
    if (is_reading || performance.now() - read_at < REREAD_MS) return
    is_reading = true
    read_at = performance.now()
    const [, ...args] = command
    // The ring in memory stays good while the program fails.
    promisify(execFile)(program, args, LIMITS)
      .then(({ stdout }) => void take(stdout))
      .catch(() => undefined)
      .finally(() => {
        is_reading = false
      })
  }
  return {
    held: () => ring,
    fresh() {
      readInBackground()
      return ring
    },
    reread() {
      if (performance.now() - read_at < LEAST_BETWEEN_MS) return ring
      read_at = performance.now()
      return explained(program, () => take(printedRing(command)))
    },
    change: async () =>
      explained(program, () => {
        throw new Error(
          'the gateway cannot add a key where a program keeps the ring; see npm run tollgate -- keyring add-key',
        )
      }),
    ready: async () => undefined,
    trouble: () => null,
    close: () => undefined,
  }
}

function reasonOf(error: unknown): string {
  const { code, status, signal } = error as { code?: string; status?: number | null; signal?: string | null }
  if (code === 'ENOENT') return 'there is no such program'
  if (code === 'EACCES') return 'this user may not run the program'
  if (code === 'ETIMEDOUT') return `the program printed no ring within ${TIMEOUT_MS / 1000} seconds`
  if (code === 'ENOBUFS') return `the program printed more than ${MOST_BYTES / 1024} KB`
  return `the program failed (${signal ?? `exit code ${status ?? code}`}), run it by hand to see why`
}
