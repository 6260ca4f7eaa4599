import type { BatchClosure } from '../../src/ports/processor.ts'
import { batchError } from './batch-errors.ts'
import type { Journal } from './ledger.ts'
import type { WireBatch } from './parse.ts'
import { knows } from './record.ts'
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
    decided.get(reference)?.find(({ settlement }) => knows(account_id, settlement))
  const failed = new Set<string>()

  const keep = (settlement: Settlement, durable: Promise<void>): Decided => {
    const made = { settlement, durable }
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
  const isSettled = ({ result }: Settlement): boolean => result === 'settled'

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
          written.then(() => (isSettled(settlement) ? files.write(settlement) : undefined)),
        )
      }
      const { settlement, durable } = decidedOf(reference, processor_account_id) ?? decide()
      await durable
      const { result, message } = settlement
      return { result, message, file_name: isSettled(settlement) ? fileNameOf(settlement) : null }
    },
    files() {
      const settled = [...decided.values()]
        .flat()
        .map(each => each.settlement)
        .filter(isSettled)
      return settled.map(settlement => ({
        name: fileNameOf(settlement),
        reference: settlement.reference,
        ts: settlement.ts,
        count: settlement.lines.length,
        amount: netOf(settlement.lines).toString(),
      }))
    },
    nameOf(reference, account_id) {
      const settlement = decidedOf(reference, account_id)?.settlement
      return settlement && isSettled(settlement) ? fileNameOf(settlement) : null
    },
  }
}

interface Decided {
  settlement: Settlement
  durable: Promise<void>
}

function decideBatch(
  { reference, orders, processor_account_id, ts }: Omit<WireBatch, 'amount'> & { ts: number },
  simulator: Parts['simulator'],
  failed: ReadonlySet<string>,
): Settlement {
  const made = { reference, ts, processor_account_id }
  const refused = (message: string, failed_once: string | null = null): Settlement => {
    return { ...made, result: 'error', message, lines: [], failed_once }
  }
  const known = orders.map(order => simulator.known(order, processor_account_id))
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
  const once = known.find(each => each!.state.asked === FAILS_ONCE && !failed.has(each!.record.reference))
  if (once) return refused('Batch Rejected', once.record.reference)
  return { ...made, result: 'settled', message: 'Accepted', lines, failed_once: null }
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
