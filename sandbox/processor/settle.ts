import type { BatchClosure } from '../../src/ports/processor.ts'
import { batchError } from './batch-errors.ts'
import type { Journal } from './ledger.ts'
import type { WireBatch } from './parse.ts'
import { fileNameOf, netOf, type SettledLine, type Settlement, type SettlementFiles } from './settlement.ts'
import type { Simulator } from './simulator.ts'

/** The first close of a batch with an order of this amount (minor units) fails, the second succeeds. */
const FAILS_ONCE = 630n

/** A settlement file in a list. */
interface FileEntry {
  name: string
  reference: string
  ts: number
  count: number
  /** Minor units, as text. */
  amount: string
}

export interface Settlements {
  /** Decides a batch, or repeats the earlier decision for its reference. Resolves when journal and file are on disk. */
  settle(batch: Omit<WireBatch, 'amount'>): Promise<BatchClosure>
  files(): FileEntry[]
  /** Returns the name of a settlement's file; null when nothing was settled under the reference. */
  nameOf(reference: string): string | null
}

interface Parts {
  simulator: Pick<Simulator, 'find' | 'known'>
  journal: Journal<Settlement>
  files: SettlementFiles
  seconds(): number
}

/**
 * Settles batches as a host does: by its own records, not by the gateway's totals. A decision is in the journal
 * before it is sent, so that a repeated batch is settled once, also after a restart, and an order is settled in one
 * batch only.
 */
export async function settlements({ simulator, journal, files, seconds }: Parts): Promise<Settlements> {
  const decided = new Map<string, { settlement: Settlement; durable: Promise<void> }>()
  const failed = new Set<string>()

  const keep = (settlement: Settlement, durable: Promise<void>): void => {
    decided.set(settlement.reference, { settlement, durable })
    if (settlement.failed_once) failed.add(settlement.failed_once)
    for (const { reference } of settlement.lines) {
      const known = simulator.known(reference)
      if (known) known.state.settled = settlement.reference
    }
  }
  for (const settlement of journal.recovered) {
    keep(settlement, Promise.resolve())
    // After a crash between journal and file the next start writes the file.
    if (settlement.result === 'settled') await files.write(settlement)
  }
  const isSettled = ({ result }: Settlement): boolean => result === 'settled'

  return {
    async settle({ reference, orders, ts }) {
      for (const order of orders) await simulator.find(order)
      if (!decided.has(reference)) {
        // No await between decision and entry: the orders cannot change meanwhile, and two equal requests are one.
        const settlement = decideBatch(reference, orders, ts ?? seconds(), simulator, failed)
        const durable = journal
          .append(settlement)
          .then(() => (isSettled(settlement) ? files.write(settlement) : undefined))
        keep(settlement, durable)
      }
      const { settlement, durable } = decided.get(reference)!
      await durable
      const { result, message } = settlement
      return { result, message, file_name: isSettled(settlement) ? fileNameOf(settlement) : null }
    },
    files() {
      const settled = [...decided.values()].map(each => each.settlement).filter(isSettled)
      return settled.map(settlement => ({
        name: fileNameOf(settlement),
        reference: settlement.reference,
        ts: settlement.ts,
        count: settlement.lines.length,
        amount: netOf(settlement.lines).toString(),
      }))
    },
    nameOf(reference) {
      const settlement = decided.get(reference)?.settlement
      return settlement && isSettled(settlement) ? fileNameOf(settlement) : null
    },
  }
}

function decideBatch(
  reference: string,
  orders: readonly string[],
  ts: number,
  simulator: Parts['simulator'],
  failed: ReadonlySet<string>,
): Settlement {
  const refused = (message: string, failed_once: string | null = null): Settlement => {
    return { reference, result: 'error', message, ts, lines: [], failed_once }
  }
  const known = orders.map(order => simulator.known(order))
  if (orders.length === 0) return refused('No Transactions in Batch')
  if (new Set(orders).size < orders.length) return refused('Duplicate Transaction in Batch')
  const lines: SettledLine[] = []
  for (const each of known) {
    if (!each) return refused('Unknown Transaction in Batch')
    const { state } = each
    if (state.voided) return refused('Voided Transaction in Batch')
    if (state.settled) return refused('Transaction Settled in Another Batch')
    if (!isSettleable(state)) return refused('Transaction Not Ready to Settle')
    lines.push(lineOf(each))
  }
  const text = batchError(known.at(-1)!.state.asked)
  if (text) return refused(text)
  const once = known.find(each => each!.state.asked === FAILS_ONCE && !failed.has(each!.state.reference))
  if (once) return refused('Batch Rejected', once.state.reference)
  return { reference, result: 'settled', message: 'Accepted', ts, lines, failed_once: null }
}

type Known = NonNullable<ReturnType<Simulator['known']>>

/** Bank payments settle elsewhere, and an authorization was not captured. */
function isSettleable({ kind, method }: Known['state']): boolean {
  return method !== 'bank' && (kind === 'charge' || kind === 'refund')
}

function lineOf({ state, record }: Known): SettledLine {
  const { reference, kind, captured, auth_code } = state
  const { first_six = null, last_four = null } = record.account ?? {}
  const account = first_six && last_four ? `${first_six}******${last_four}` : null
  const is_refund = kind === 'refund'
  const amount = (is_refund ? -captured : captured).toString()
  return { reference, kind: is_refund ? 'refund' : 'sale', account, auth_code, amount }
}
