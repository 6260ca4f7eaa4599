import { createHash } from 'node:crypto'

const MODULUS = 10n ** 15n

/**
 * The number a device knows an order by: fifteen digits that follow from our reference, because its field takes no more. Two orders of one
 * device in the same batch share one about once in a lifetime of shops.
 */
export function ecrRef(reference: string): string {
  const digest = createHash('sha256').update(reference).digest()
  return (digest.readBigUInt64BE(0) % MODULUS).toString().padStart(15, '0')
}
