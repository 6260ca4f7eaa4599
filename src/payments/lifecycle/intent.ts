import { randomInt } from 'node:crypto'
import type { Row, Settable } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { localDate } from '../../lib/local-date.ts'
import { invalidField } from '../../lib/problem.ts'
import type { Processor, ProcessorRequest } from '../../ports/processor.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'
import { location } from '../../resources/location/location.ts'
import { paylink } from '../../resources/paylink/paylink.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import {
  beginningOf,
  REASON,
  refundable,
  refundRefusal,
  STATUS,
  type TransactionRow,
  transaction,
} from '../../resources/transaction/transaction.ts'
import { refuseUnverified } from '../bank/microdeposits/require-verified.ts'
import { currentNumber } from '../batches/batch.ts'
import type { NewPayment } from '../payments.ts'
import { reserve } from '../posting/post-outcome.ts'
import { type BankPayer, bankPayer, refuseUnmet, secCodeOf } from '../requirements/bank-payer.ts'
import { duplicateKey, isDuplicate } from '../risk/duplicate.ts'
import { holdRefusal } from '../risk/refund-hold.ts'
import { claimOf, isThrottled, takePlace } from '../risk/velocity.ts'
import { type Funding, fundingOf, keepFunding, orderInstrument, refuseBrand } from '../vault/funding.ts'
import { type Attempt, type NewAttempt, openAttempt } from './attempt.ts'
import { allowsPartial, declined } from './outcome.ts'
import { asRoot, type PaymentContext } from './payment-context.ts'
import { type Product, route } from './routing.ts'
import { startsOf } from './starts.ts'
import { COMMUNICATION_ERROR } from './submit.ts'

type Set = Settable<typeof transaction>

/** Something to ask, written down; or a payment that ended without a question. */
export type Intent = { row: TransactionRow; ask: Ask | null }

/** An order that is written down and has to be sent. */
export interface Ask {
  attempt: Attempt
  product_transaction_id: string
  order: ProcessorRequest
  processor: Processor
}

/** What an order needs to know of its payment. */
type Ordered = Pick<NewPayment, 'action' | 'amount' | 'initiation' | 'refunds' | 'check'>

/** What a transaction is begun with in the books. */
export interface Begun {
  payment: NewPayment
  product: Product
  funding: Funding
  /** Null for cards. */
  payer: BankPayer | null
}

/** Everything a payment needs to be written down and sent. */
export interface Plan extends Begun {
  processor: Processor
  zone: string | null
  /** The stored account is one that its bank lets nothing be taken from any more. */
  is_blocked: boolean
}

/** Step one of a payment: transaction and attempt are stored and committed before anything leaves the house. */
export async function recordIntent(context: PaymentContext, actor: Actor, payment: NewPayment): Promise<Intent> {
  const read = context.store.reader(asRoot(actor).caller)
  const plan = await planOf(context, read, payment, zone => fundingOf(context, actor, payment, zone))
  if (plan.is_blocked)
    return {
      row: await context.store.transaction(asRoot(actor), work => storeUnsent(context, work, plan, BLOCKED)),
      ask: null,
    }
  try {
    return await context.store.transaction(asRoot(actor), work => storeIntent(context, work, plan))
  } catch (error) {
    const decline = isDuplicate(error) ? DUPLICATE : isThrottled(error) ? THROTTLED : null
    if (!decline) throw error
    return {
      row: await context.store.transaction(asRoot(actor), work => storeUnsent(context, work, plan, decline)),
      ask: null,
    }
  }
}

/** Reads what a payment needs and checks that it can be made. A 422 on the field that is wrong. */
export async function planOf(
  context: PaymentContext,
  read: Reader,
  payment: NewPayment,
  fund: (zone: string | null) => Funding | Promise<Funding>,
): Promise<Plan> {
  const product = await read.one(producttransaction, payment.product_transaction_id, 'product_transaction_id')
  // What a product took while it was in use can always be given back.
  if (!product.active && !payment.refunds)
    throw invalidField('product_transaction_id', 'Product Transaction Id is not active.')
  const processor = route(context.processors, product, payment.action)
  const place = await read.one(location, payment.location_id, 'location_id')
  if (payment.action === 'refund' && !payment.refunds && !product.allow_blind_refund) {
    throw invalidField('previous_transaction_id', 'Previous Transaction Id cannot be blank.')
  }
  const funding = await fund(place.tz)
  if (product.payment_method !== funding.payment_method) {
    throw invalidField(
      'product_transaction_id',
      `Product Transaction Id is for payment_method ${product.payment_method}.`,
    )
  }
  if (!beginningOf(payment.action, funding.payment_method)) {
    throw invalidField(
      'action',
      `Action ${payment.action} is not available for payment_method ${funding.payment_method}.`,
    )
  }
  refuseBrand(product, funding, payment.source?.kind === 'instrument' ? 'account_vault_id' : 'account_number')
  const vault = funding.payment_method === 'ach' ? await vaultOf(read, payment) : null
  const payer = funding.payment_method === 'ach' ? bankPayer(payment, vault) : null
  if (payer) {
    refuseUnmet(payment, product, funding, payer)
    await refuseUnverified(read, payment, product, vault, secCodeOf(payment, funding, payer))
  }
  const is_blocked = (vault?.blocked_reason_id ?? null) !== null
  return { payment, product, processor, funding, payer, zone: place.tz, is_blocked }
}

/** The stored account of a payment, which knows of its payer. */
function vaultOf(read: Reader, { source }: NewPayment): Promise<Row<typeof accountvault> | null> {
  return read.maybe(accountvault, source?.kind === 'instrument' ? source.account_vault_id : null)
}

async function storeIntent(context: PaymentContext, work: UnitOfWork, plan: Plan): Promise<Intent> {
  const { payment, product, funding } = plan
  const original = payment.refunds ? await reserveRefund(context, work, plan) : null
  const kept = await keepFunding(context, work, payment.location_id, funding)
  const record = recordOf(context, plan, kept.set)
  const batch = product.dup_check_per_batch ? await batchName(context, work, plan) : ''
  const dup_key = duplicateKey(product.dup_check_per_batch, payment.action, record, kept.fingerprint, batch)
  const claim = claimOf(plan, plan.zone, context.clock.seconds())
  const row = await storePending(work, { ...record, dup_key, velocity_date: claim?.date ?? null })
  const asked = firstAttempt(plan, row, original?.reference ?? null)
  const attempt = await openAttempt(work, asked, context.retry_policy, context.clock.seconds())
  await payment.also?.(work, row.id)
  await takePlace(work, claim)
  return { row, ask: askOf(plan, row, attempt) }
}

/**
 * Stores a transaction whose outcome is pending; no event leaves the gateway yet. Its reference is its own id, by which the
 * processor can be asked about it. Its paylink is locked first: PostgreSQL compares the payments of a link when they are
 * committed (`transaction_paylink_paid_once`), and two that were stored before either held the lock would wait for each other.
 */
export async function storePending(work: UnitOfWork, record: Set): Promise<TransactionRow> {
  if (record.paylink_id) await work.lock(paylink, record.paylink_id)
  return work.insert(transaction, { ...record, ...PENDING, reference: record.id! }, { verb: 'started' })
}

/** The question a transaction begins with. */
export function firstAttempt(
  { payment, product }: Plan,
  row: TransactionRow,
  original: string | null = null,
): NewAttempt {
  const { action, amount } = payment
  const { processor } = product
  const { id, root_id } = row
  return { id, root_id, transaction_id: id, processor, action, purpose: 'order', original, amount }
}

/** Nobody is told of it yet; a reader in between sees that nothing is known. */
const PENDING: Set = { ...COMMUNICATION_ERROR, verbiage: 'PENDING', outcome: 'pending', status_id: STATUS.pending }

/** The same payment is in this batch already. */
const DUPLICATE = declined({
  reason_code_id: REASON.duplicate,
  verbiage: 'DUPLICATE TRANSACTION',
  response_message: null,
})
/** Beyond a limit of its product. */
export const THROTTLED = declined({
  reason_code_id: REASON.throttled,
  verbiage: 'MAX SENDING, THROTTLE',
  response_message: null,
})
/** A bank has said that nothing can be taken from the account, or that nobody was allowed to. */
export const BLOCKED = declined({
  reason_code_id: REASON.vault_blocked,
  verbiage: 'BANK ACCOUNT ERROR, STORE THE ACCOUNT AGAIN',
  response_message: null,
})

/** Declined without being sent. */
async function storeUnsent(
  context: PaymentContext,
  work: UnitOfWork,
  plan: Plan,
  decline: Set,
): Promise<TransactionRow> {
  const kept = await keepFunding(context, work, plan.payment.location_id, plan.funding)
  const row = await work.insert(transaction, { ...recordOf(context, plan, kept.set), ...decline })
  await plan.payment.also?.(work, row.id)
  return row
}

/** Holds the amount on the original, so that refunds at the same moment cannot give back more than was taken. */
async function reserveRefund(
  context: PaymentContext,
  work: UnitOfWork,
  { payment, product, zone }: Plan,
): Promise<TransactionRow> {
  const { refunds, amount } = payment
  const original = await work.lock(transaction, refunds!.id)
  if (!original) throw invalidField('previous_transaction_id', 'previous_transaction_id provided is not valid')
  if (original.product_transaction_id !== product.id) {
    throw invalidField('product_transaction_id', 'Product Transaction Id must be that of the transaction to refund.')
  }
  const today = localDate(context.clock.seconds(), product.tz || zone)
  const refusal = refundRefusal(original) ?? holdRefusal(original, product, today)
  if (refusal) throw invalidField('action', refusal)
  if (amount > refundable(original))
    throw invalidField('transaction_amount', 'Transaction Amount is more than is left to refund.')
  if (original.payment_method === 'ach' && amount !== original.captured_amount) {
    throw invalidField(
      'transaction_amount',
      'Transaction Amount must be that of the bank debit: it is refunded in full only.',
    )
  }
  await reserve(work, original.id, amount)
  return original
}

/** The transaction as the books begin it. */
export function recordOf(context: PaymentContext, begun: Begun, funded: Set): Set {
  const { payment, product, payer } = begun
  const { source, refunds } = payment
  const details = payer?.details ?? payment.details
  const beginning = beginningOf(payment.action, begun.funding.payment_method)!
  return {
    ...STARTS,
    id: newId(context.clock.now()),
    ...given(details),
    ...funded,
    account_holder_name: details.account_holder_name || funded.account_holder_name,
    entry_mode_id: details.entry_mode_id ?? funded.entry_mode_id,
    location_id: payment.location_id,
    product_transaction_id: product.id,
    transaction_amount: payment.amount,
    type_id: beginning.type_id as TransactionRow['type_id'],
    order_num: details.order_num || String(randomInt(100_000_000_000, 1_000_000_000_000)),
    account_vault_id: source?.kind === 'instrument' ? source.account_vault_id : null,
    ...(refunds ? { previous_transaction_id: refunds.id } : {}),
    // Kept until the outcome is known, and only where the account is to be stored together with it.
    payer_identity: details.save_account && payer ? payer.identity : null,
  }
}

/** Bank payments have no batch; their file leaves once a day. */
async function batchName(context: PaymentContext, work: UnitOfWork, { funding, product, zone }: Plan): Promise<string> {
  if (funding.payment_method === 'ach') return localDate(context.clock.seconds(), zone).toString()
  return String(await currentNumber(work, product.id))
}

/** Every record of the API starts with these. */
const STARTS: Set = { card_present: false, ...startsOf(transaction) }

/** What was left out must not hide a start value or what the account says. */
function given(details: Set): Set {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null && value !== undefined))
}

/** The order of an attempt, ready to be sent. */
export function askOf(plan: Plan, row: TransactionRow, attempt: Attempt): Ask {
  const { product, processor } = plan
  return { attempt, product_transaction_id: product.id, processor, order: orderOf(plan, row, attempt.id) }
}

/** The payment as a processor gets it, under a reference. */
export function orderOf(
  { payment, product, funding, payer }: Pick<Begun, 'product' | 'funding' | 'payer'> & { payment: Ordered },
  row: TransactionRow,
  reference: string,
): ProcessorRequest {
  return {
    reference,
    action: payment.action,
    amount: payment.amount,
    instrument: orderInstrument(funding, row),
    original: payment.refunds?.reference ?? undefined,
    billing: { street: row.billing_street ?? undefined, zip: row.billing_zip ?? undefined },
    identity: payer?.identity,
    check: payment.check,
    auth_code: payment.action === 'force' ? (row.auth_code ?? undefined) : undefined,
    allow_partial: allowsPartial(row, product),
    order_num: row.order_num ?? undefined,
    initiation: payment.initiation,
  }
}
