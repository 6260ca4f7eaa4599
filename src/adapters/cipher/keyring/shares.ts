import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const FORM = /^tollgate-share-v1 ([0-9a-f]{16}) (\d{1,3}) ([A-Za-z0-9_-]+) ([0-9a-f]{16})$/
const DIGEST_BYTES = 32
const MOST = 16

/**
 * Splits a secret into shares of which any two give it back and one says nothing but its length (Shamir 1979, over
 * GF(256) with the polynomial of AES): each byte is the value at 0 of a line through random points. Returns one line
 * for each share: form, id of the secret's splitting, number, bytes, check against typing errors.
 */
export function splitSecret(secret: Buffer, shares: number): string[] {
  if (!(shares >= 2 && shares <= MOST)) throw new Error(`a secret is split into 2 to ${MOST} shares`)
  // The digest is split with it, so that shares of two different secrets do not give something that looks like one.
  const whole = Buffer.concat([createHash('sha256').update(secret).digest(), secret])
  const slopes = randomBytes(whole.length)
  const id = randomBytes(8).toString('hex')
  return Array.from({ length: shares }, (_, index) => {
    const x = index + 1
    const bytes = whole.map((byte, at) => byte ^ times(slopes[at]!, x))
    const line = `tollgate-share-v1 ${id} ${x} ${Buffer.from(bytes).toString('base64url')}`
    return `${line} ${checkOf(line)}`
  })
}

/** Returns the secret of two shares. Throws when a share is damaged, or they are not two of the same secret. */
export function joinShares(texts: readonly string[]): Buffer {
  const [first, second, ...more] = texts.map(parseShare)
  if (!first || !second || more.length > 0) throw new Error('two shares are needed, and no more')
  if (first.id !== second.id) throw new Error('these shares are of two different splittings')
  if (first.x === second.x) throw new Error('this is the same share twice')
  if (first.bytes.length !== second.bytes.length) throw new Error('these shares do not belong together')
  const { x: x1, bytes: y1 } = first
  const { x: x2, bytes: y2 } = second
  // Lagrange at 0; subtraction and addition are the same here.
  const [weight1, weight2] = [times(x2, inverse(x1 ^ x2)), times(x1, inverse(x1 ^ x2))]
  const whole = Buffer.from(y1.map((byte, at) => times(byte, weight1) ^ times(y2[at]!, weight2)))
  const secret = whole.subarray(DIGEST_BYTES)
  if (!timingSafeEqual(createHash('sha256').update(secret).digest(), whole.subarray(0, DIGEST_BYTES)))
    throw new Error('these shares do not belong together')
  return secret
}

function parseShare(text: string): { id: string; x: number; bytes: Buffer } {
  const [line = '', id = '', x = '', bytes = '', check = ''] = FORM.exec(text.trim()) ?? []
  if (line === '') throw new Error('this is not a share')
  if (checkOf(line.slice(0, -check.length - 1)) !== check) throw new Error(`share ${x} is damaged`)
  return { id, x: Number(x), bytes: Buffer.from(bytes, 'base64url') }
}

function checkOf(line: string): string {
  return createHash('sha256').update(line).digest('hex').slice(0, 16)
}

/** The product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 (FIPS 197, section 4.2), in constant steps. */
function times(one: number, other: number): number {
  let [a, b, product] = [one, other, 0]
  for (let bit = 0; bit < 8; bit += 1) {
    product ^= -(b & 1) & a
    a = ((a << 1) ^ (-(a >> 7) & 0x11b)) & 0xff
    b >>= 1
  }
  return product
}

/** The 254th power, since the 255th of everything but 0 is 1. */
function inverse(value: number): number {
  let result = 1
  for (let step = 0; step < 254; step += 1) result = times(result, value)
  return result
}
