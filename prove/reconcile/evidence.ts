import type { Entry } from '../journal.ts'
import type { ProofRun, Sql } from '../proof-run.ts'
import type { Receiver } from '../receivers.ts'
import { type LedgerState, type Line, ledgerStates, readLedger } from './ledger.ts'

/** A payment in the gateway's table. Money in minor units. */
export interface Payment {
  id: string
  location_id: string
  payment_method: string
  order_num: string | null
  status_id: number
  type_id: number
  outcome: string
  reason_code_id: number
  transaction_amount: number
  auth_amount: number | null
  authorized_amount: number
  captured_amount: number
  refunded_amount: number
  refund_pending_amount: number
  transaction_batch_id: string | null
  quick_invoice_id: string | null
  paylink_id: string | null
  recurring_id: string | null
  previous_transaction_id: string | null
  notification_email_address: string | null
}

/** An attempt that the gateway stored before it called the processor. */
interface AttemptRow {
  id: string
  transaction_id: string
  processor_account_id: string
  action: string
  purpose: string
  state: string
  original: string | null
  told_ts: number | null
  stuck_ts: number | null
}

/** What every party has recorded at the end. */
export interface Evidence {
  sql: Sql
  home: string
  tree: string
  payments: Map<string, Payment>
  attempts: AttemptRow[]
  lines: Line[]
  ledgerStates: Map<string, LedgerState>
  entries: readonly Entry[]
  /** Those that were sent again once no work was left. */
  again: readonly Entry[]
  receivers: readonly Receiver[]
}

export async function collectEvidence(proof: ProofRun, again: readonly Entry[]): Promise<Evidence> {
  const { sql, home, journal, receivers } = proof
  const { tree } = proof.options
  const payments = await sql<Payment>(PAYMENTS)
  const attempts = await sql<AttemptRow>(ATTEMPTS)
  const lines = readLedger(home)
  return {
    ...{ sql, home, tree, attempts, lines, receivers, again, entries: journal.entries },
    payments: new Map(payments.map(payment => [payment.id, payment])),
    ledgerStates: ledgerStates(lines),
  }
}

const PAYMENTS = `
select id, location_id, payment_method, order_num, status_id, type_id, outcome, reason_code_id, transaction_amount, auth_amount, authorized_amount,
       captured_amount, refunded_amount, refund_pending_amount, transaction_batch_id, quick_invoice_id, paylink_id, recurring_id,
       previous_transaction_id, notification_email_address
  from transaction where deleted_ts is null order by id`

const ATTEMPTS = `
select id, transaction_id, processor_account_id, action, purpose, state, original, told_ts, stuck_ts from attempt order by id`
