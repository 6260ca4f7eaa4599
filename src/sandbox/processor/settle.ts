import type { BatchClosure, BatchOrder } from '../../ports/processor.ts'
import type { LedgerEntry } from './simulator.ts'

/** Answers a batch the simulator refuses, by the amount of its last order in minor units (`9TTRR.FF`). */
const ERRORS: ReadonlyMap<string, string> = new Map([
  ['90200.11', 'Blocked Terminal Error'],
  ['90300.07', 'Missing Serial Number'],
  ['90300.15', 'Amex Number Invalid'],
  ['90504.09', 'Cardholder Number Invalid'],
  ['90999.99', 'I/O System Error'],
  ['91999.99', 'Record Sequence Error'],
  ['92199.99', 'Unknown Error'],
])
/** The first close of a batch with an order of this amount fails, the second succeeds. */
const FAILS_ONCE = '6.30'

export interface Settlements {
  /** Decides a batch, or repeats what was decided for its reference before. */
  settle(batch: BatchOrder): Promise<BatchClosure>
}

/**
 * Closes batches as a host does: by the orders it knows itself, not by what the gateway says they came to. What was decided is kept in
 * memory: a batch that is settled once more under its reference after a restart is settled again, which moves no money twice here.
 */
export function settlements(entries: (reference: string) => Promise<LedgerEntry[]>): Settlements {
  const decided = new Map<string, BatchClosure>()
  const failed = new Set<string>()
  return {
    async settle({ reference, orders }) {
      const known = decided.get(reference)
      if (known) return known
      const closure = closureOf(await Promise.all(orders.map(async order => (await entries(order))[0])), failed)
      decided.set(reference, closure)
      return closure
    },
  }
}

function closureOf(orders: (LedgerEntry | undefined)[], failed: Set<string>): BatchClosure {
  if (orders.some(order => order?.result !== 'approved')) return { result: 'error', message: 'Unknown Order in Batch' }
  const text = ERRORS.get(orders.at(-1)?.amount ?? '')
  if (text) return { result: 'error', message: text }
  const once = orders.find(order => order?.amount === FAILS_ONCE && !failed.has(order.reference))
  if (once) {
    failed.add(once.reference)
    return { result: 'error', message: 'Batch Rejected' }
  }
  return { result: 'settled', message: 'Accepted' }
}
