import { createHmac, randomBytes } from 'node:crypto'

/** RFC 6238 with what every app for it supports: SHA-1, six digits, a new code every 30 seconds. */
const STEP_SECONDS = 30
const DIGITS = 6
/** As long as the hash (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20
/** A code of the step before or after counts too: clocks differ, and people type slowly (RFC 6238, 5.2). */
const STEPS_AROUND = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns a new secret in base32 (RFC 4648), as apps take it. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{5}/g, five => BASE32[Number.parseInt(five, 2)]!)
}

/** Returns the code of a step (RFC 4226, 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', keyOf(secret)).update(counter).digest()
  const offset = hash[hash.length - 1]! & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Returns the step whose code this is around now (Unix seconds), or null. */
export function totpStep(secret: string, code: string, seconds: number): number | null {
  const now = Math.floor(seconds / STEP_SECONDS)
  const steps = Array.from({ length: 2 * STEPS_AROUND + 1 }, (_, index) => now - STEPS_AROUND + index)
  return steps.find(step => totpCode(secret, step) === code) ?? null
}

/** Returns the address that apps read from a QR code. */
export function totpUrl(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

function keyOf(secret: string): Buffer {
  const bits = [...secret].map(letter => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
}
