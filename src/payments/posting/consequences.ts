import type { Settable } from '../../definition/resource.ts'
import type { Effect } from '../../definition/rules.ts'
import {
  type DomainEvent,
  overRows,
  type Projection,
  type SideStatement,
  type UnitOfWork,
} from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { AMOUNT_COLUMNS } from '../../resources/quickinvoice/balance.ts'
import { declinedTask, refusedTask } from '../../resources/recurring/recurring.ts'
import { REASON, STATUS, TYPE } from '../../resources/transaction/transaction.states.ts'
import {
  paidTask,
  receiptTask,
  type TransactionRow,
  type transaction,
} from '../../resources/transaction/transaction.ts'
import { brandOf } from '../../resources/transactionlevel3/transactionlevel3.rules.ts'
import { joinsBatch, stepsByBatch } from '../batches/batch.ts'
import { freedBy } from '../risk/velocity.ts'
import { recountInvoices, reservedOnInvoice } from './invoice-payment.ts'
import { addLevel3, needsLevel3 } from './level3-default.ts'
import { followPayments } from './paylink-payment.ts'
import type { PostingBatch, TransactionChange, WrittenChange } from './posting-batch.ts'
import { moveClaims, type RefundClaim, reserved } from './refund-claim.ts'
import { saveAccount } from './save-account.ts'

/** Something that follows from the outcome of a payment, in one of the phases of posting. */
export interface Consequence {
  name: string
  /** Whether it applies. Pure. */
  when(change: TransactionChange): boolean
  /** Columns stored with the transaction itself. */
  columns?(posting: PostingBatch, change: TransactionChange): Promise<Settable<typeof transaction>>
  /** Jobs enqueued with the transaction: receipts and notices. */
  jobs?(posting: PostingBatch, change: TransactionChange): Promise<Effect[]>
  /** A statement sent with every write of a transaction; also when it is edited, or attached to an invoice. */
  alongside?(change: TransactionChange): SideStatement
  /** Other rows, after every write of a transaction. */
  anyWrite?(work: UnitOfWork, changes: readonly WrittenChange[]): Promise<void>
  /** Whether `rows` has anything to write, where that takes more than the change itself to tell. */
  needs?(posting: PostingBatch, change: TransactionChange): Promise<boolean>
  /** Other rows, after the transactions are posted. What is `closing` may be sent with the last of them. */
  rows?(posting: PostingBatch, changes: readonly WrittenChange[]): Promise<void>
  /** Sums that are written at the end of the database transaction. */
  sums?(posting: PostingBatch, change: TransactionChange): void
}

/** Everything that follows from an outcome, in the order in which it runs. */
export const CONSEQUENCES: readonly Consequence[] = [
  {
    name: 'joins the open batch of its account',
    when: ({ before, after }) => before !== null && before.transaction_batch_id === null && joinsBatch(after),
    async columns(posting, { after }) {
      const { id, batch_num } = await posting.batchOf(after)
      return { transaction_batch_id: id, batch: String(batch_num) }
    },
  },
  {
    name: 'stores the account of the payer',
    when: ({ before, after }) => before !== null && savesAccount(after),
    async columns({ work }, { after }) {
      const saved_account_vault_id = await saveAccount(work, after)
      return saved_account_vault_id === null ? {} : { saved_account_vault_id }
    },
  },
  {
    name: 'forgets the proofs of identity',
    when: ({ before, after }) => before !== null && before.payer_identity !== null && isFinal(after),
    columns: async () => ({ payer_identity: null }),
  },
  {
    name: 'mails receipts',
    when: ({ before, after }) =>
      becomes('approved', before, after) && after.status_id !== STATUS.avs_checked && after.status_id !== STATUS.voided,
    jobs: receipts,
  },
  {
    name: 'mails users that a payer has paid on a page',
    when: ({ before, after }) =>
      (after.quick_invoice_id ?? after.paylink_id ?? after.hosted_payment_page_id) !== null &&
      PAYMENT_TYPES.includes(after.type_id) &&
      becomes('approved', before, after) &&
      after.status_id !== STATUS.voided,
    jobs: toldUsers,
  },
  {
    name: 'notifies the contact of a declined recurring, and holds one whose account must not be charged again',
    when: ({ before, after }) =>
      after.recurring_id !== null &&
      becomes('declined', before, after) &&
      !MERCHANTS_OWN.includes(after.reason_code_id),
    jobs: async (_posting, { after: { id: transaction_id } }) => [
      ...[declinedTask, refusedTask].map(task =>
        task.effect({ transaction_id }, { key: `${task.name}:${transaction_id}` }),
      ),
    ],
  },
  {
    name: 'history of statuses',
    when: ({ before, after }) => after.status_id !== STATUS.pending && after.status_id !== before?.status_id,
    alongside: statusNoted,
  },
  {
    name: 'reservation on the invoice',
    when: reservesOnInvoice,
    alongside: ({ after }) => reservedOnInvoice(after),
  },
  {
    name: 'balance of invoices',
    when: change => movesInvoice(change) && !reservesOnInvoice(change),
    anyWrite: recountInvoices,
  },
  { name: 'state of the paylink', when: movesPaylink, anyWrite: followPayments },
  {
    name: 'level 3 data of a company card',
    when: mayNeedLevel3,
    needs: (posting, { after }) => needsLevel3(posting, after),
    rows: addLevel3,
  },
  {
    name: 'reservation on the original',
    when: reservesOnOriginal,
    alongside: ({ after }) => reserved([[after.previous_transaction_id!, claimOf(after).pending]]),
  },
  {
    name: 'claim of a refund on its original',
    when: change => !reservesOnOriginal(change) && Object.values(claimSteps(change)).some(step => step !== 0n),
    rows: (posting, changes) =>
      moveClaims(
        posting.work,
        changes.map(change => ({ refund: change.after, actor: change.actor, ...claimSteps(change) })),
        posting.closing,
      ),
  },
  {
    name: 'totals of the batch',
    when: ({ before, after, keeps_totals }) =>
      before !== null && !keeps_totals && (after.transaction_batch_id ?? before.transaction_batch_id) !== null,
    sums(posting, { before, after }) {
      for (const [batch_id, steps] of stepsByBatch(before!, after)) posting.addToBatch(batch_id, steps)
    },
  },
  {
    name: 'place within the limits of the product',
    when: ({ before, after }) => before !== null && freedBy(before, after) !== null,
    sums: (posting, { before, after }) => posting.free(freedBy(before!, after)),
  },
]

/** What follows from every write of a transaction, by the API as by payments. */
export const transactionConsequences: Projection = {
  on: 'transaction',
  verbs: 'any',
  alongside(event) {
    const change = changeOf(event)
    return CONSEQUENCES.flatMap(({ when, alongside }) => (alongside && when(change) ? [alongside(change)] : []))
  },
  when: event => movesOthers(changeOf(event)),
  fold: (work, event) => foldAll(work, [{ event }]),
  foldAll,
}

async function foldAll(work: UnitOfWork, written: readonly { event: DomainEvent }[]): Promise<void> {
  const changes = written.map(({ event }) => ({ ...changeOf(event), actor: event.actor }))
  for (const { when, anyWrite } of CONSEQUENCES) {
    const due = anyWrite ? changes.filter(when) : []
    if (due.length > 0) await anyWrite!(work, due)
  }
}

/** Whether other rows have to be written once the transaction is. */
export function movesOthers(change: TransactionChange): boolean {
  return CONSEQUENCES.some(({ anyWrite, when }) => anyWrite && when(change))
}

function changeOf({ before, row, verb }: DomainEvent): TransactionChange {
  return { before: before as TransactionRow | null, after: row as TransactionRow, verb }
}

/** Whether a change moves the amounts of an invoice: that of the transaction, or the one it was detached from. */
function movesInvoice({ before, after }: TransactionChange): boolean {
  if (after.quick_invoice_id === null && (before?.quick_invoice_id ?? null) === null) return false
  return before === null || AMOUNT_COLUMNS.some(name => before[name] !== after[name])
}

/** Whether a payment of an invoice begins. Nothing is known of it yet that changes what can be seen of the invoice. */
function reservesOnInvoice({ before, after }: TransactionChange): boolean {
  const is_begun = before === null && after.outcome === 'pending'
  return is_begun && after.quick_invoice_id !== null && PAYMENT_TYPES.includes(after.type_id)
}

/** An authorization is a sale that is captured later. Refunds and address checks pay nothing. */
const PAYMENT_TYPES: readonly number[] = [TYPE.sale, TYPE.debit]

/** Whether a change begins a payment on a paylink, or ends one. */
function movesPaylink({ before, after }: TransactionChange): boolean {
  return after.paylink_id !== null && PAYMENT_TYPES.includes(after.type_id) && after.outcome !== before?.outcome
}

/** Whether a payment was just approved that may be by a company's card. */
function mayNeedLevel3({ before, after }: TransactionChange): boolean {
  const is_new = after.outcome === 'approved' && before?.outcome !== 'approved'
  return is_new && after.type_id === TYPE.sale && brandOf(after.account_type) !== null
}

/** Whether the account of a payment is stored now, because it was approved (contract 2.13, `save_account`). */
function savesAccount(row: TransactionRow): boolean {
  const { save_account, outcome, saved_account_vault_id, contact_id, instrument_id, account_vault_id } = row
  if (!save_account || outcome !== 'approved' || saved_account_vault_id !== null) return false
  return contact_id !== null && instrument_id !== null && account_vault_id === null
}

/** A sale may also name an earlier transaction, to use its account again. */
function isLinkedRefund(row: TransactionRow): boolean {
  return row.type_id === TYPE.refund && row.previous_transaction_id !== null
}

/** Statuses of a refund after which its payment can be refunded again. */
const UNDONE: readonly number[] = [STATUS.voided, STATUS.ach_rejected, STATUS.charged_back]

function claimOf(row: TransactionRow | null): RefundClaim {
  const none = { pending: 0n, refunded: 0n, surcharge: 0n }
  if (row === null || !isLinkedRefund(row)) return none
  if (row.outcome === 'pending' || row.outcome === 'unknown') return { ...none, pending: row.transaction_amount }
  const stands = row.outcome === 'approved' && !UNDONE.includes(row.status_id)
  return stands ? { ...none, refunded: row.transaction_amount, surcharge: row.surcharge_amount ?? 0n } : none
}

/** Whether a refund begins, which has its original locked. */
function reservesOnOriginal({ before, after }: TransactionChange): boolean {
  return before === null && claimOf(after).pending !== 0n
}

/** Returns how a change moves the claim of a refund on its original. */
function claimSteps({ before, after }: TransactionChange): RefundClaim {
  const was = claimOf(before)
  const is = claimOf(after)
  const surcharge = is.surcharge - was.surcharge
  return { pending: is.pending - was.pending, refunded: is.refunded - was.refunded, surcharge }
}

/** What the merchant has to set up, or may not send, does not concern the contact. */
const MERCHANTS_OWN: readonly number[] = [REASON.setup, REASON.throttled]

function isFinal({ outcome }: TransactionRow): boolean {
  return outcome === 'approved' || outcome === 'declined'
}

function becomes(outcome: TransactionRow['outcome'], before: TransactionRow | null, after: TransactionRow): boolean {
  return after.outcome === outcome && before?.outcome !== outcome
}

/** To the address of the payment, and to the contact where that one wants all receipts (contract 2.4, 2.13). */
async function receipts(posting: PostingBatch, { after }: TransactionChange): Promise<Effect[]> {
  const payer = await posting.contactOf(after.contact_id)
  const wanted = [after.notification_email_address, payer?.email_trx_receipt ? payer.email : null]
  const addresses = new Set(wanted.flatMap(address => (address ? [address.toLowerCase()] : [])))
  return [...addresses].map(address => {
    const to = wanted.find(each => each?.toLowerCase() === address) ?? address
    return receiptTask.effect({ transaction_id: after.id, to }, { key: `${receiptTask.name}:${after.id}:${address}` })
  })
}

/** To the users who want receipts (contract 2.8) of the payment's location and of those above it. */
async function toldUsers(posting: PostingBatch, { after }: TransactionChange): Promise<Effect[]> {
  const user_ids = await posting.toldUsersOf(after)
  return user_ids.map(user_id =>
    paidTask.effect({ transaction_id: after.id, user_id }, { key: `${paidTask.name}:${after.id}:${user_id}` }),
  )
}

/** For `expand=transaction_histories`; no event of its own. */
function statusNoted({ after }: TransactionChange): SideStatement {
  const { id, root_id, location_id, status_id, modified_ts: seconds } = after
  const row = { id: newId(seconds * 1000), root_id, transaction_id: id, status_id, event_date_ts: seconds, location_id }
  return overRows(NOTED, [{ ...row, created_ts: seconds, modified_ts: seconds }])
}

const NOTED = `
insert into transactionhistory (id, root_id, transaction_id, status_id, event_date_ts, location_id, created_ts, modified_ts)
select id, root_id, transaction_id, status_id, event_date_ts, location_id, created_ts, modified_ts
  from json_populate_recordset(null::transactionhistory, $1)`
