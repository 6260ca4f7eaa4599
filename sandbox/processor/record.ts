import type { Outcome } from '../../src/ports/processor.ts'
import type { Action, Instrument } from '../../src/ports/processor-request.ts'
import type { Movement } from './order-states.ts'
import type { Account } from './parse.ts'

/** Whose an order or a settlement is. */
export interface OfAccount {
  /** Null for an order of a device, and for what was ordered before accounts were told apart. */
  processor_account_id: string | null
}

/** Whether an account knows of an order: its own, and one that no account owns. A device knows all. */
export function knows(processor_account_id: string | null, owned: OfAccount): boolean {
  return (
    processor_account_id === null ||
    owned.processor_account_id === null ||
    owned.processor_account_id === processor_account_id
  )
}

/** One line of the ledger: an order and its outcome. Amounts are minor units, `ts` Unix seconds. */
export interface LedgerRecord extends Movement, OfAccount {
  account: Account | null
  /** The stored-credential mark of merchant-initiated payments. */
  series?: 'recurring' | 'installment' | undefined
  /** The holder was authenticated by 3-D Secure. What proves it is not kept. */
  authenticated?: true | undefined
  outcome: Outcome
  ts: number
  /** It never arrived and is declined if it does. Not shown as an entry of the ledger: nothing happened. */
  ruled_out?: true | undefined
  /** Nothing but the word that an earlier order, of this reference, is taken back. */
  takes_back?: string | undefined
}

/** Returns a line of JSON. Amounts become strings, since JSON has no integers. */
export function writeRecord(record: LedgerRecord): string {
  const outcome = writeOutcome(record.outcome)
  return `${JSON.stringify({ ...record, asked: record.asked.toString(), outcome })}\n`
}

/** Parses a line of the ledger. Throws on anything else, because a damaged ledger must not be guessed. */
export function readRecord(line: string): LedgerRecord {
  const record = JSON.parse(line)
  const {
    reference,
    action,
    method,
    asked,
    original,
    account,
    series,
    authenticated,
    outcome,
    ts,
    ruled_out,
    takes_back,
  } = record
  if (typeof reference !== 'string' || typeof outcome?.result !== 'string') throw new Error('not a ledger record')
  return {
    reference,
    action: action as Action,
    method: method as Instrument['kind'],
    asked: BigInt(asked),
    original,
    account,
    ...(series ? { series } : {}),
    ...(authenticated === true ? { authenticated } : {}),
    outcome: { ...outcome, auth_amount: outcome.auth_amount === null ? null : BigInt(outcome.auth_amount) },
    ts,
    processor_account_id: record.processor_account_id ?? null,
    ...(ruled_out === true ? { ruled_out } : {}),
    ...(typeof takes_back === 'string' ? { takes_back } : {}),
  }
}

export function writeOutcome(outcome: Outcome): Record<string, unknown> {
  return { ...outcome, auth_amount: outcome.auth_amount === null ? null : outcome.auth_amount.toString() }
}
