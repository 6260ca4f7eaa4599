/**
 * Faults an order may ask for, so that tests and integrators can see what a gateway does when the wire misbehaves. The
 * word comes in the order's `fault`; several are joined by commas, numbers follow a colon: `drop_after,hide:2`.
 */
export const faults = {
  drop_before: 'The connection is destroyed before anything is decided; the order never happened.',
  drop_after: 'The order is decided and in the ledger, then the connection is destroyed without an answer.',
  late: 'late:MS: the order is in the ledger at once, the answer comes MS milliseconds later, whatever the delay scale is.',
  twice:
    'The order arrives twice at the same moment, as a network that repeats itself would deliver it; one answer goes back.',
  hide: 'hide:N: the next N questions about this order (find) are answered with 503.',
  garbage: 'The order is in the ledger, then the answer is broken JSON.',
} as const

export type Fault = keyof typeof faults

/** Reads the word of an order into a map from fault to number (0 where the fault has none); null when it names no known fault. */
export function parseFaults(text: string | undefined): Map<Fault, number> | null {
  const found = new Map<Fault, number>()
  if (!text) return found
  for (const part of text.split(',')) {
    const [name = '', number = '0'] = part.trim().split(':')
    if (!Object.hasOwn(faults, name) || !/^\d{1,6}$/.test(number)) return null
    found.set(name as Fault, Number(number))
  }
  return found
}
