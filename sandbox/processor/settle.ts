import type { BatchClosure, FoundSettlement, UnknownOrder } from '../../src/ports/processor.ts'
import { batchError } from './batch-errors.ts'
import type { Journal } from './ledger.ts'
import type { WireBatch } from './parse.ts'
import { knows, type OfAccount } from './record.ts'
import { fileNameOf, netOf, type SettledLine, type Settlement, type SettlementFiles } from './settlement.ts'
import type { Simulator } from './simulator.ts'

/** The first close of a batch with an order of this amount (minor units) fails, the second succeeds. */
const FAILS_ONCE = 630n

/** Orders that one batch can hold: sales wait in this process while their batch is read, so there are few of them. */
const MOST_ORDERS = 1_000

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
  /** Returns what became of a batch once that is on disk. */
  find(reference: string, account_id: string | null): Promise<FoundSettlement>
  files(): FileEntry[]
  /** Returns the name of a settlement's file; null when this account settled nothing under the reference. */
  nameOf(reference: string, account_id: string | null): string | null
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
  const decided = new Map<string, Decided[]>()
  const decidedOf = (reference: string, account_id: string | null): Decided | undefined =>
    decided.get(reference)?.find(each => knows(account_id, each))
  const failed = new Set<string>()

  const keep = (settlement: Settlement, durable: Promise<void>): Decided => {
    const made = { ...summaryOf(settlement), durable }
    decided.set(settlement.reference, [...(decided.get(settlement.reference) ?? []), made])
    if (settlement.failed_once) failed.add(settlement.failed_once)
    for (const { reference } of settlement.lines) {
      const known = simulator.known(reference, settlement.processor_account_id)
      if (known) known.state.settled = settlement.reference
    }
    return made
  }
  for (const settlement of journal.recovered) {
    keep(settlement, Promise.resolve())
    // After a crash between journal and file the next start writes the file.
    if (settlement.result === 'settled') await files.write(settlement)
  }

  return {
    async settle(batch) {
      const { reference, orders, processor_account_id } = batch
      for (const order of orders) await simulator.find(order, processor_account_id)
      // No await between decision and entry: the orders cannot change meanwhile, and two equal requests are one.
      const decide = (): Decided => {
        const settlement = decideBatch({ ...batch, ts: batch.ts ?? seconds() }, simulator, failed)
        const written = journal.append(settlement)
        return keep(
          settlement,
          written.then(() => (settlement.result === 'settled' ? files.write(settlement) : undefined)),
        )
      }
      const { closure, durable } = decidedOf(reference, processor_account_id) ?? decide()
      await durable
      return closure
    },
    async find(reference, account_id) {
      const known = decidedOf(reference, account_id)
      if (!known) return { seen: false }
      await known.durable
      return { seen: true, closure: known.closure }
    },
    files: () => [...decided.values()].flat().flatMap(({ entry }) => entry ?? []),
    nameOf: (reference, account_id) => decidedOf(reference, account_id)?.entry?.name ?? null,
  }
}

/** What is remembered of a decision: its orders are in the journal and in the file. */
interface Decided extends OfAccount {
  closure: BatchClosure
  /** Null for a batch that was rejected. */
  entry: FileEntry | null
  durable: Promise<void>
}

function summaryOf(settlement: Settlement): Omit<Decided, 'durable'> {
  const { reference, result, message, ts, lines, unknown_orders, processor_account_id } = settlement
  const name = result === 'settled' ? fileNameOf(settlement) : null
  const left_out = unknown_orders.length === 0 ? {} : { unknown_orders }
  return {
    processor_account_id,
    closure: { result, message, file_name: name, ...left_out },
    entry: name === null ? null : { name, reference, ts, count: lines.length, amount: netOf(lines).toString() },
  }
}

/** Orders that cannot be settled are left out. A batch that holds no other, or one of them twice, is rejected. */
function decideBatch(
  { reference, orders, processor_account_id, ts }: Omit<WireBatch, 'amount'> & { ts: number },
  simulator: Parts['simulator'],
  failed: ReadonlySet<string>,
): Settlement {
  const made = { reference, ts, processor_account_id }
  const refused = (message: string, failed_once: string | null = null): Settlement => {
    return { ...made, result: 'error', message, lines: [], failed_once, unknown_orders: [] }
  }
  if (orders.length === 0) return refused('No Transactions in Batch')
  if (orders.length > MOST_ORDERS) return refused('Too Many Transactions in Batch')
  if (new Set(orders).size < orders.length) return refused('Duplicate Transaction in Batch')
  const settled: Known[] = []
  const unknown_orders: UnknownOrder[] = []
  for (const order of orders) {
    const known = simulator.known(order, processor_account_id)
    const reason = unsettleable(known)
    if (reason === null) settled.push(known!)
    else unknown_orders.push({ reference: order, reason })
  }
  const last = settled.at(-1)
  if (!last) return refused(unknown_orders[0]!.reason)
  const text = batchError(last.state.asked)
  if (text) return refused(text)
  const once = settled.find(({ state, record }) => state.asked === FAILS_ONCE && !failed.has(record.reference))
  if (once) return refused('Batch Rejected', once.record.reference)
  const lines = settled.map(lineOf)
  return { ...made, result: 'settled', message: 'Accepted', lines, failed_once: null, unknown_orders }
}

/** Why an order cannot be settled; null when it can. */
function unsettleable(known: Known | undefined): string | null {
  if (!known) return 'Unknown Transaction in Batch'
  if (known.state.voided) return 'Voided Transaction in Batch'
  if (known.state.settled) return 'Transaction Settled in Another Batch'
  return isSettleable(known.state) ? null : 'Transaction Not Ready to Settle'
}

type Known = NonNullable<ReturnType<Simulator['known']>>

/** Bank payments settle elsewhere, and an authorization was not captured. */
function isSettleable({ kind, method }: Known['state']): boolean {
  return method !== 'bank' && (kind === 'charge' || kind === 'refund')
}

function lineOf({ state, record }: Known): SettledLine {
  const { kind, captured, auth_code } = state
  const { reference } = record
  const { first_six = null, last_four = null } = record.account ?? {}
  const account = first_six && last_four ? `${first_six}******${last_four}` : null
  const is_refund = kind === 'refund'
  const amount = (is_refund ? -captured : captured).toString()
  return { reference, kind: is_refund ? 'refund' : 'sale', account, auth_code, amount }
}
