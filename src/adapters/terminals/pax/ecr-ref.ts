import { createHash } from 'node:crypto'

const LEAST = 10n ** 14n
const SPAN = 9n * LEAST

/**
 * Returns the number by which a device knows a request: fifteen digits derived from our reference, because its field
 * holds no more, without a leading zero that a device could drop. Collisions on one device are negligible.
 */
export function ecrRef(reference: string): string {
  const digest = createHash('sha256').update(reference).digest()
  return (LEAST + (digest.readBigUInt64BE(0) % SPAN)).toString()
}
