import { type FaultDescription, parseFaultWords } from '../sidecar/fault-words.ts'

/**
 * Faults an order may ask for, for tests and integrators. They are listed in the order's `fault`, separated by
 * commas, numbers after a colon: `drop_after,hide:2`.
 */
export const faults = {
  refuse: { says: 'Nobody listens at the processor, so nothing of the order leaves the gateway.' },
  drop_before: { says: 'The connection breaks before anything is decided; the order never happened.' },
  drop_after: { says: 'The order is decided and in the ledger, then the connection breaks without an answer.' },
  wander: {
    number: 'MS',
    says: 'The connection breaks at once; the order arrives so many milliseconds later, and is decided then unless it was ruled out before.',
  },
  late: { number: 'MS', says: 'The order is in the ledger at once, the answer comes so many milliseconds later.' },
  twice: {
    says: 'The order arrives twice at the same moment, as from a network that repeats itself; one answer goes back.',
  },
  again: { number: 'MS', says: 'The order arrives once more, so many milliseconds after it was answered.' },
  garbage: { says: 'The order is in the ledger, the answer is broken JSON.' },
  error: { says: 'The order is in the ledger, the answer is HTTP 500.' },
  contradict: {
    says: 'The order is in the ledger, the answer says approved and gives the reason of a decline, or the other way round.',
  },
  misdirect: { says: 'The order is in the ledger, the answer is that of another order: the opposite result.' },
  hide: { number: 'N', says: 'The next so many questions about the order are answered with 503.' },
  unseen: {
    number: 'N',
    says: 'The next so many questions about the order are answered with "never seen", although it is in the ledger.',
  },
  held: {
    number: 'N',
    says: 'The order is decided and in the ledger, but the answer and the next so many questions say that it is held for a review.',
  },
  pending: {
    number: 'N',
    says: 'The order is decided and in the ledger, but the answer and the next so many questions say that it is decided later.',
  },
  slow_find: { number: 'MS', says: 'Questions about the order are answered so many milliseconds later.' },
  keep: { says: 'The processor will not take the order back: every void of it is declined with 1667.' },
  settled: {
    says: 'The processor has settled the order at once: every void of it is declined with 1667, code 21, and only a refund gives the money back.',
  },
  take_back: {
    says: 'The order is approved and answered so, and then the processor takes it back: a refund fails, a void has not happened, a sale is not settled. Every later question is answered with a decline.',
  },
  no_refund: { says: 'The processor will not refund the order: every refund of it is declined with 1667.' },
} as const satisfies Record<string, FaultDescription>

export type Fault = keyof typeof faults
export type Faults = ReadonlyMap<Fault, number>

/** Faults of a request to settle a batch, which is repeated instead of queried. */
export const settlementFaults: readonly Fault[] = [
  'refuse',
  'drop_before',
  'drop_after',
  'late',
  'twice',
  'garbage',
  'error',
  'hide',
]

/** Parses the faults of an order; null when they are invalid. */
export function parseFaults(text: string | undefined): Map<Fault, number> | null {
  return text ? parseFaultWords(faults, text) : new Map()
}
