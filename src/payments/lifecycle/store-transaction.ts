import { hash, randomInt } from 'node:crypto'
import type { Settable } from '../../definition/resource.ts'
import type { Actor, SideStatement, UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { localDate } from '../../lib/local-date.ts'
import { invalidField } from '../../lib/problem.ts'
import { withoutBlanks } from '../../lib/wide-records.ts'
import { paylink } from '../../resources/paylink/paylink.ts'
import { quickinvoice } from '../../resources/quickinvoice/quickinvoice.ts'
import {
  beginningOf,
  REASON,
  refundExcess,
  refundRefusal,
  STATUS,
} from '../../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { type RefundTerms, refundTerms } from '../bank/refund-terms.ts'
import { currentNumber } from '../batches/batch.ts'
import { insertPosted } from '../posting/post-outcome.ts'
import { lockRecords } from '../posting/posting-batch.ts'
import { duplicateKey, refuseTwin } from '../risk/duplicate.ts'
import { mayNeedApproval } from '../risk/refund-approval.ts'
import type { Claim } from '../risk/velocity.ts'
import { startValues } from '../start-values.ts'
import { accountColumns, type Funding, sealAccount } from '../vault/funding.ts'
import { type Attempt, attemptInsert, newAttempt } from './attempt.ts'
import { declined } from './outcome.ts'
import { voidRefused } from './override.ts'
import type { PaymentContext } from './payment-context.ts'
import { isScheduled, type PaymentPlan } from './plan.ts'
import { refundSurcharge } from './refund-surcharge.ts'
import { COMMUNICATION_ERROR } from './submit.ts'

type Set = Settable<typeof transaction>

/**
 * A payment that is stored: its transaction, and the plan with its account sealed; an attempt unless it ends in a
 * decline.
 */
export interface StoredPayment {
  plan: PaymentPlan
  row: TransactionRow
  attempt: Attempt | null
}

/** Whether a payment is stored by a single statement: it is like others, and nothing is locked for it. */
export function standsAlone(plan: PaymentPlan): boolean {
  const { refunds, fits, details } = plan.payment
  return isLikeOthers(plan) && !refunds && !fits && !details.quick_invoice_id
}

/**
 * Whether a payment can be stored by the statement that stores others: it ends in no decline yet, is compared with none
 * of its batch and brings nothing else to be stored. Recurrings are never duplicates.
 */
export function isLikeOthers(plan: PaymentPlan): boolean {
  const { payment, product, decline } = plan
  const { also, overrides, details } = payment
  const is_compared = product.dup_check_per_batch && !isScheduled(payment)
  return !also && !overrides && !decline && !is_compared && !details.paylink_id && !needsSecondPerson(plan)
}

/** Whether a refund may need the approval of a second person; it is stored by itself then. */
export function needsSecondPerson(plan: PaymentPlan): boolean {
  const { action } = plan.payment
  return (action === 'refund' || action === 'credit') && mayNeedApproval(plan)
}

/** Returns the id of what is locked for a payment, of which no two are stored together. */
export function lockedFor({ payment: { refunds, details } }: PaymentPlan): string {
  return refunds?.id ?? details.quick_invoice_id ?? ''
}

/** Stores a payment by itself. */
export async function storeAlone(context: PaymentContext, actor: Actor, planned: PaymentPlan): Promise<StoredPayment> {
  const { plan, record, attempt, alongside } = newTransaction(context, actor.caller.root_id, planned)
  const row = await context.store.insert(
    actor,
    transaction,
    { ...record, ...PENDING },
    {
      verb: 'started',
      alongside: [...alongside, opening(context, attempt)],
    },
  )
  return { plan, row, attempt }
}

function opening({ retry_policy, clock }: PaymentContext, attempt: Attempt): SideStatement {
  return attemptInsert([attempt], retry_policy, clock.seconds())
}

/** A payment to be stored; `actor` where it is not that of the database transaction. */
export interface AskedPayment {
  plan: PaymentPlan
  claim: Claim | null
  actor?: Actor | undefined
}

/**
 * Stores payments inside the open transaction, by one statement those that are alike. Attempts are stored with them,
 * but for those of payments that still have to find their place within limits. Whether anything `follows` in it.
 */
export async function storeTransactions(
  context: PaymentContext,
  work: UnitOfWork,
  asked: readonly AskedPayment[],
  follows: boolean,
): Promise<StoredPayment[]> {
  const plans = await lockOriginals(
    context,
    work,
    asked.map(({ plan }) => plan),
  )
  await holdInvoices(work, plans)
  const made = plans.map(({ planned, terms }) =>
    isLikeOthers(planned) ? newTransaction(context, work.actor.caller.root_id, planned, terms) : null,
  )
  const records = made.flatMap((each, index) => {
    if (!each) return []
    const { claim, actor } = asked[index]!
    const record = { ...each.record, ...PENDING, velocity_date: claim?.date ?? null }
    const alongside = claim ? each.alongside : [...each.alongside, opening(context, each.attempt)]
    return [{ record, verb: 'started', alongside, actor }]
  })
  const rows = (await insertPosted(work, records, follows || made.includes(null))).values()
  const stored: StoredPayment[] = []
  for (const [index, each] of made.entries())
    stored.push(
      each
        ? { plan: each.plan, row: rows.next().value!, attempt: each.attempt }
        : await storeTransaction(context, work, plans[index]!, asked[index]!.claim),
    )
  return stored
}

/** Several payments do not wait for a record of one while they hold those of others: each is stored by itself then. */
class HeldElsewhere extends Error {}

/** Locks the originals of refunds, and returns every plan with what its own says of it. */
async function lockOriginals(context: PaymentContext, work: UnitOfWork, plans: readonly PaymentPlan[]) {
  const ids = plans.flatMap(({ payment, decline }) => (payment.refunds && !decline ? [payment.refunds.id] : []))
  const originals = await lockRecords(work, transaction, ids.toSorted(), plans.length > 1 ? 'free' : undefined)
  if (plans.length > 1 && originals.size < ids.length) throw new HeldElsewhere()
  const checked: { planned: PaymentPlan; terms: RefundTerms }[] = []
  for (const plan of plans) {
    const original_id = plan.decline ? undefined : plan.payment.refunds?.id
    checked.push(
      original_id
        ? await refundable(context, work, plan, originals.get(original_id))
        : { planned: plan, terms: NO_TERMS },
    )
  }
  return checked
}

/** Locks the invoices of payments before any of them is stored, and has each payment checked against its own. */
async function holdInvoices(work: UnitOfWork, plans: readonly { planned: PaymentPlan }[]): Promise<void> {
  const payments = plans.flatMap(({ planned: { payment } }) => (payment.details.quick_invoice_id ? [payment] : []))
  const ids = payments.map(({ details }) => details.quick_invoice_id!)
  const invoices = await lockRecords(work, quickinvoice, ids.toSorted(), plans.length > 1 ? 'free' : undefined)
  if (plans.length > 1 && invoices.size < ids.length) throw new HeldElsewhere()
  for (const { fits, details } of payments) fits?.(invoices.get(details.quick_invoice_id!) ?? null)
}

/** Stores a payment inside the open transaction: as pending, or as the decline it already ends in. */
async function storeTransaction(
  context: PaymentContext,
  work: UnitOfWork,
  { planned, terms }: { planned: PaymentPlan; terms: RefundTerms },
  claim: Claim | null,
): Promise<StoredPayment> {
  const { payment, decline } = planned
  const { plan, record, attempt, alongside } = newTransaction(context, work.actor.caller.root_id, planned, terms)
  const dup_key = decline ? null : await duplicateKeyOf(context, work, plan, record)
  const outcome = decline ?? { ...PENDING, dup_key, velocity_date: claim?.date ?? null }
  // PostgreSQL compares the payments of a link at the commit: two that were stored before either held it would
  // deadlock.
  if (record.paylink_id && !decline) await work.lock(paylink, record.paylink_id)
  if (!decline && !claim) alongside.push(opening(context, attempt))
  const verb = decline ? 'created' : 'started'
  const [row] = await insertPosted(work, [{ record: { ...record, ...outcome }, verb, alongside }])
  if (payment.overrides) await voidRefused(work, payment.overrides.id, context.clock.seconds())
  await payment.also?.(work, row!.id)
  return { plan, row: row!, attempt: decline ? null : attempt }
}

/**
 * The first request of a transaction has the transaction's own id, so that it can be found in the processor's
 * records.
 */
function newTransaction(context: PaymentContext, root_id: string, planned: PaymentPlan, terms = NO_TERMS) {
  const { payment, account } = planned
  const { action, amount, refunds, overrides, location_id } = payment
  const { funding, alongside } = sealAccount(context, root_id, location_id, planned.funding)
  const plan = { ...planned, funding }
  const record = { ...recordOf(context, plan), ...terms.record }
  const id = record.id!
  const beside = payment.alongside?.(id)
  const attempt = newAttempt({
    id,
    root_id,
    transaction_id: id,
    processor_account_id: account.id,
    action,
    purpose: 'order',
    original: (refunds ?? overrides)?.reference ?? null,
    amount,
    changes: terms.changes,
    is_doubtful: planned.is_doubtful ?? false,
  })
  return { plan, record: { ...record, reference: id }, attempt, alongside: beside ? [...alongside, beside] : alongside }
}

/** Readers see that the outcome is not known yet; the event is not published. */
const PENDING: Set = { ...COMMUNICATION_ERROR, verbiage: 'PENDING', outcome: 'pending', status_id: STATUS.pending }

/** The same payment is in the batch already. */
export const DUPLICATE: Set = declined({
  reason_code_id: REASON.duplicate,
  verbiage: 'DUPLICATE TRANSACTION',
  response_message: null,
})
/** Beyond a limit of its product: it counts on no day. */
export const THROTTLED: Set = {
  ...declined({ reason_code_id: REASON.throttled, verbiage: 'MAX SENDING, THROTTLE', response_message: null }),
  velocity_date: null,
}

const NO_TERMS: RefundTerms = { record: {}, changes: {} }

/**
 * Refuses a refund that its locked original does not allow. Returns the plan with the original as it is now, because
 * it may have been captured since it was read, and when a refund of a bank debit may leave. Storing the refund holds
 * its amount on the original.
 */
async function refundable(
  context: PaymentContext,
  work: UnitOfWork,
  asked: PaymentPlan,
  original: TransactionRow | undefined,
): Promise<{ planned: PaymentPlan; terms: RefundTerms }> {
  const { payment, product } = asked
  const { amount } = payment
  if (!original) throw invalidField('previous_transaction_id', 'previous_transaction_id provided is not valid')
  if (original.product_transaction_id !== product.id) {
    throw invalidField('product_transaction_id', 'Product Transaction Id must be that of the transaction to refund.')
  }
  const refusal = refundRefusal(original)
  if (refusal) throw invalidField('action', refusal)
  const excess = refundExcess(original, amount)
  if (excess) throw invalidField('transaction_amount', excess)
  if (original.payment_method === 'ach' && amount !== original.captured_amount) {
    throw invalidField(
      'transaction_amount',
      'Transaction Amount must be that of the bank debit: it is refunded in full only.',
    )
  }
  const details = { ...payment.details, ...(await refundSurcharge(work, original, amount)) }
  const planned = { ...asked, payment: { ...payment, details, refunds: original } }
  const terms = refundTerms(original, product, payment.details.effective_date ?? null, context.clock.seconds())
  return { planned, terms }
}

/** The transaction as it is first stored. */
function recordOf(context: PaymentContext, plan: PaymentPlan): Set {
  const { payment, product, payer, funding } = plan
  const account = accountColumns(funding)
  const { source, refunds, overrides } = payment
  const details = payer?.details ?? payment.details
  const beginning = beginningOf(payment.action, funding.payment_method)!
  return {
    ...START_VALUES,
    id: newId(context.clock.now()),
    // A field that was left out must not hide a start value or what the account says.
    ...withoutBlanks(details),
    ...account,
    account_holder_name: details.account_holder_name || account.account_holder_name,
    entry_mode_id: details.entry_mode_id ?? account.entry_mode_id,
    location_id: payment.location_id,
    product_transaction_id: product.id,
    processor_account_id: plan.account.id,
    transaction_amount: payment.amount,
    type_id: beginning.type_id as TransactionRow['type_id'],
    order_num: details.order_num || String(randomInt(100_000_000_000, 1_000_000_000_000)),
    account_vault_id: source?.kind === 'instrument' ? source.account_vault_id : null,
    ...(refunds ? { previous_transaction_id: refunds.id } : {}),
    ...(overrides ? { previous_transaction_id: overrides.id, overrides_id: overrides.id } : {}),
    // Needed only where the account is to be stored with the approval, and only until then.
    payer_identity: details.save_account && payer ? payer.identity : null,
  }
}

const START_VALUES: Set = { card_present: false, ...startValues(transaction) }

/** Recurrings have none: each date is charged once by its own constraint. */
async function duplicateKeyOf(
  context: PaymentContext,
  work: UnitOfWork,
  { payment, product, funding, place }: PaymentPlan,
  record: Set,
): Promise<string | null> {
  const { dup_check_per_batch } = product
  if (!dup_check_per_batch || isScheduled(payment)) return null
  // Bank payments have no batch; their file leaves once a day.
  const batch =
    funding.payment_method === 'ach'
      ? localDate(context.clock.seconds(), place?.tz).toString()
      : String(await currentNumber(work, product))
  const keys = knownBy(context, funding).map(known =>
    duplicateKey(dup_check_per_batch, payment.action, record, known, batch),
  )
  const [key = null, ...others] = keys.filter(each => each !== null)
  if (key !== null && others.some(other => other !== key)) await refuseTwin(work, product.id, [key, ...others])
  return key
}

/** A wallet makes a token of its own for each payment: two with the same token are one. */
function knownBy({ vaulting }: PaymentContext, { instrument, wallet }: Funding): string[] {
  if (instrument?.fingerprint) return vaulting.knownBy(instrument)
  return [wallet ? hash('sha256', wallet.payment_token) : '']
}
