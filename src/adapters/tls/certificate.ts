import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:https'
import type { Clock } from '../../ports/clock.ts'

/** Files in PEM. */
export interface TlsPlaces {
  cert: string
  key: string
}

interface Certificate {
  cert: Buffer
  key: Buffer
  /** Unix seconds. */
  valid_until: number
}

/** Reads certificate and key. Throws an Error of one line for what no client would accept. */
export function readCertificate(places: TlsPlaces, clock: Clock): Certificate {
  const cert = read('TOLLGATE_TLS_CERT', places.cert)
  const key = read('TOLLGATE_TLS_KEY', places.key)
  const parsed = parse(`TOLLGATE_TLS_CERT ${places.cert} holds no certificate (PEM)`, () => new X509Certificate(cert))
  const secret = parse(`TOLLGATE_TLS_KEY ${places.key} holds no private key (PEM)`, () => createPrivateKey(key))
  if (!parsed.checkPrivateKey(secret))
    throw new Error(`the key ${places.key} does not fit the certificate ${places.cert}`)
  const [from, valid_until] = [seconds(parsed.validFrom), seconds(parsed.validTo)]
  const now = clock.seconds()
  if (valid_until <= now) throw new Error(`the certificate ${places.cert} has expired (${parsed.validTo}): renew it`)
  if (from > now) throw new Error(`the certificate ${places.cert} is not valid before ${parsed.validFrom}`)
  return { cert, key, valid_until }
}

/** How often the files are looked at: certificates are renewed weeks before they expire. */
const LOOK_MS = 5_000

/**
 * Uses a renewed certificate for new connections, without a restart. Files that do not fit each other, as while they
 * are being replaced, are complained of and read again when they change. Returns a function that stops it.
 */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  places: TlsPlaces,
  clock: Clock,
  log: Log,
): () => void {
  let used = markOf(places)
  const look = (): void => {
    const mark = markOf(places)
    if (mark === used) return
    used = mark
    try {
      const { cert, key, valid_until } = readCertificate(places, clock)
      server.setSecureContext({ cert, key, minVersion: OLDEST_TLS })
      log.warn({ valid_until }, 'the certificate was read again')
    } catch (error) {
      log.error({ message: (error as Error).message }, 'the renewed certificate cannot be used')
    }
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(timer)
}

type Log = Record<'warn' | 'error', (facts: object, text: string) => void>

/** RFC 8996: older ones must not be used. */
export const OLDEST_TLS = 'TLSv1.2'

function markOf(places: TlsPlaces): string {
  return [places.cert, places.key]
    .map(path => {
      const facts = statSync(path, { throwIfNoEntry: false })
      return facts ? `${facts.ino} ${facts.size} ${facts.mtimeMs}` : ''
    })
    .join()
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`${name} ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function parse<T>(complaint: string, work: () => T): T {
  try {
    return work()
  } catch {
    throw new Error(complaint)
  }
}

function seconds(words: string): number {
  return Date.parse(words) / 1000
}
