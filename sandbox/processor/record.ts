import type { Action, Instrument, Outcome } from '../../src/ports/processor.ts'
import type { Movement } from './order-states.ts'
import type { Account } from './parse.ts'

/** One line of the ledger: an order and what became of it. Amounts are minor units, `ts` Unix seconds. */
export interface LedgerRecord extends Movement {
  account: Account | null
  /** That the account was kept, and for what: only where no cardholder and no merchant was there. */
  series?: 'recurring' | 'installment' | undefined
  outcome: Outcome
  ts: number
  /** It never came, and will be declined should it still come. No entry of the ledger: nothing happened. */
  ruled_out?: true | undefined
}

/** A record as one line of JSON. Amounts become strings, since JSON has no integers. */
export function writeRecord(record: LedgerRecord): string {
  const outcome = writeOutcome(record.outcome)
  return `${JSON.stringify({ ...record, asked: record.asked.toString(), outcome })}\n`
}

/** Reads a line of the ledger. Throws when it is no record: then the file is damaged and the book must not be guessed. */
export function readRecord(line: string): LedgerRecord {
  const { reference, action, method, asked, original, account, series, outcome, ts, ruled_out } = JSON.parse(line)
  if (typeof reference !== 'string' || typeof outcome?.result !== 'string') throw new Error('not a ledger record')
  return {
    reference,
    action: action as Action,
    method: method as Instrument['kind'],
    asked: BigInt(asked),
    original,
    account,
    ...(series ? { series } : {}),
    outcome: { ...outcome, auth_amount: outcome.auth_amount === null ? null : BigInt(outcome.auth_amount) },
    ts,
    ...(ruled_out === true ? { ruled_out } : {}),
  }
}

export function writeOutcome(outcome: Outcome): Record<string, unknown> {
  return { ...outcome, auth_amount: outcome.auth_amount === null ? null : outcome.auth_amount.toString() }
}
