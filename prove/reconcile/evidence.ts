import type { Hosts } from '../hosts/index.ts'
import type { Entry } from '../journal.ts'
import type { ProofRun, Sql } from '../proof-run.ts'
import type { Receiver } from '../receivers.ts'
import { hostStates } from './host-states.ts'
import { type LedgerState, type Line, ledgerStates, readLedger } from './ledger.ts'

/** A payment in the gateway's table. Money in minor units. */
export interface Payment {
  id: string
  location_id: string
  payment_method: string
  /** Null where it was made at the sandbox's simulator. */
  connector: string | null
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
export interface AttemptRow {
  id: string
  transaction_id: string
  processor_account_id: string
  /** Of its account; null for the sandbox's simulator. */
  connector: string | null
  /** It charges a date of a recurring: nobody else tries it again. */
  is_scheduled: boolean
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
  hosts: Hosts
  /** By transaction, from the simulator's ledger and the books of hosts. */
  ledgerStates: Map<string, LedgerState>
  entries: readonly Entry[]
  /** Those that were sent again once no payment was open. */
  again: readonly Entry[]
  receivers: readonly Receiver[]
}

/** The sources of the evidence. */
type Sources = Pick<ProofRun, 'sql' | 'home' | 'receivers' | 'hosts'> & {
  journal: { entries: readonly Entry[] }
  options: { tree: string }
}

export async function collectEvidence(proof: Sources, again: readonly Entry[]): Promise<Evidence> {
  const { sql, home, journal, receivers, hosts } = proof
  const { tree } = proof.options
  const payments = await sql<Payment>(PAYMENTS)
  const attempts = await sql<AttemptRow>(ATTEMPTS)
  const owners = new Map(attempts.map(({ id, transaction_id }) => [id, transaction_id]))
  const lines = readLedger(home)
  return {
    ...{ sql, home, tree, attempts, lines, hosts, receivers, again, entries: journal.entries },
    payments: new Map(payments.map(payment => [payment.id, payment])),
    ledgerStates: new Map([...ledgerStates(lines), ...hostStates(hosts.all, owners)]),
  }
}

const PAYMENTS = `
select transaction.id, location_id, payment_method, account.connector, order_num, status_id, type_id, outcome, reason_code_id, transaction_amount, auth_amount, authorized_amount,
       captured_amount, refunded_amount, refund_pending_amount, transaction_batch_id, quick_invoice_id, paylink_id, recurring_id,
       previous_transaction_id, notification_email_address
  from transaction left join processor_account account on account.id = processor_account_id
 where deleted_ts is null order by id`

const ATTEMPTS = `
select attempt.id, transaction_id, attempt.processor_account_id, connector, recurring_id is not null as is_scheduled, action, purpose,
       state, original, told_ts, attempt.stuck_ts
  from attempt join transaction on transaction.id = transaction_id
  left join processor_account account on account.id = attempt.processor_account_id order by attempt.id`
