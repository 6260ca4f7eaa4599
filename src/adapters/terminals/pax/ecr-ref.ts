import { createHash } from 'node:crypto'

const LEAST = 10n ** 14n
const SPAN = 9n * LEAST

/**
 * The number a device knows an order by: fifteen digits that follow from our reference, because its field takes no more. None begins with
 * a nought that a device could drop. Two orders of one device share one about once in a lifetime of shops.
 */
export function ecrRef(reference: string): string {
  const digest = createHash('sha256').update(reference).digest()
  return (LEAST + (digest.readBigUInt64BE(0) % SPAN)).toString()
}
