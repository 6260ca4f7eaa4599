import type { Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { isCommercial } from '../../lib/bin/bininfo.ts'
import { alpha2Of } from '../../lib/country-codes.ts'
import { BY_MERCHANT, type Initiation } from '../../lib/initiation.ts'
import { countryOf } from '../../lib/postal-country.ts'
import type { Processor } from '../../ports/processor.ts'
import type { Address, EntryMode, Level3, Lodging, Original, ProcessorRequest } from '../../ports/processor-request.ts'
import type { TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { defaultLevel3 } from '../../resources/transactionlevel3/defaults.ts'
import { brandOf, offersLevel3 } from '../../resources/transactionlevel3/transactionlevel3.rules.ts'
import { transactionlevel3 } from '../../resources/transactionlevel3/transactionlevel3.ts'
import type { NewPayment } from '../payments.ts'
import type { BankPayer } from '../requirements/bank-payer.ts'
import { type Funding, requestInstrument } from '../vault/funding.ts'
import { originalIdOf } from '../vault/network-ids.ts'
import type { Attempt } from './attempt.ts'
import { originalOf } from './original.ts'
import { allowsPartial } from './outcome.ts'
import type { PaymentContext } from './payment-context.ts'
import type { PaymentPlan } from './plan.ts'
import { type KnownFacts, type Place, type Product, route } from './routing.ts'

/** A request whose attempt is stored and that has to be submitted. */
export interface PendingRequest {
  /** The transaction as it is stored. */
  row: TransactionRow
  attempt: Attempt
  processor: Processor
  request: ProcessorRequest
  known: KnownFacts
  /** What is needed to make it at a second product; see `secondTry`. */
  second?: { product_transaction_id: string; plan: PaymentPlan } | undefined
}

/** Payments that are stored, in the order of their plans, and the requests that have to be submitted for them. */
export interface AuthorisedPayments {
  rows: TransactionRow[]
  requests: PendingRequest[]
  /**
   * Performance time after which none may be submitted: before the processor answers, the resolver may be polling it
   * already.
   */
  latest_ms: number
}

/** What a request takes from its payment. */
interface RequestFacts {
  payment: Pick<NewPayment, 'action' | 'amount' | 'initiation' | 'refunds' | 'overrides' | 'check' | 'three_d_secure'>
  product: Product
  funding: Funding
  payer: BankPayer | null
}

export function paymentRequest(
  { processors }: PaymentContext,
  plan: PaymentPlan,
  row: TransactionRow,
  attempt: Attempt,
): PendingRequest {
  const { product, account, place, funding } = plan
  const processor = route(processors, account, plan.payment.action)
  const card_class = funding.instrument?.card_class
  const level3 = processor.level3_lines_max ? automaticLevel3(row, plan) : undefined
  const request = { ...requestOf(plan, row, attempt.id), level3 }
  const second = plan.second ? { product_transaction_id: plan.second, plan } : undefined
  return { row, attempt, processor, request, known: { product, place, card_class }, second }
}

/** Returns a payment as a processor receives it, under a reference. */
export function requestOf(
  { payment, product, funding, payer }: RequestFacts,
  row: TransactionRow,
  reference: string,
): ProcessorRequest {
  return {
    reference,
    action: payment.action,
    amount: payment.amount,
    currency: 'USD',
    instrument: requestInstrument(funding, row),
    original: originalOfNew(payment),
    overrides: payment.overrides ? true : undefined,
    ...requestDetails(row, product),
    identity: payer?.identity,
    check: payment.check,
    three_d_secure: payment.three_d_secure,
    auth_code: payment.action === 'force' ? (row.auth_code ?? undefined) : undefined,
    allow_partial: allowsPartial(row, product),
    initiation: continued(payment.initiation, funding, row),
  }
}

/** What a new payment acts on: the payment that it gives back, or the one that it is made in place of. */
function originalOfNew({ refunds, overrides }: Pick<NewPayment, 'refunds' | 'overrides'>): Original | undefined {
  const earlier = refunds ?? overrides
  return earlier && originalOf(earlier)
}

/**
 * Names the payment that stored the account. The first run of a recurring continues what its cardholder began then, so
 * it is not sent as the first payment of a series.
 */
function continued(initiation: Initiation, { instrument }: Funding, row: TransactionRow): Initiation {
  const ids = instrument?.network_ids ?? []
  if (ids.length === 0 || initiation.series === null) return initiation
  const network_transaction_id = originalIdOf(ids, row.processor_account_id)
  return { ...initiation, is_first: initiation.is_first && initiation.by === 'cardholder', network_transaction_id }
}

/** Returns to which series a payment of a recurring belongs, and where in it it stands. */
export function seriesOf(
  row: Pick<TransactionRow, 'installment_number' | 'installment_total_count' | 'recurring_number'>,
): Initiation {
  const { installment_number, installment_total_count, recurring_number } = row
  const is_first = recurring_number === 1
  if (installment_number === null) return { by: 'merchant', series: 'recurring', is_first }
  const count = installment_total_count ?? undefined
  return { by: 'merchant', series: 'installment', is_first, number: installment_number, count }
}

/** Returns a follow-up or a reversal as a processor receives it: it names its original and needs no account. */
export function followUpRequest(
  attempt: Attempt,
  original: Original | undefined,
  allow_partial = false,
): ProcessorRequest {
  return {
    reference: attempt.id,
    action: attempt.action,
    amount: attempt.amount,
    currency: 'USD',
    original,
    allow_partial,
    initiation: BY_MERCHANT,
  }
}

/**
 * Returns what a capture carries of the Level 3 data that a merchant has sent since the authorization (contract 2.11);
 * what the gateway fills in went with that. Nothing where the processor takes none.
 */
export async function level3OfCapture(
  work: Pick<UnitOfWork, 'find'>,
  processor: Processor,
  row: TransactionRow,
  { tax = row.tax, order_num = row.order_num, po_number = row.po_number }: Settable<typeof transaction>,
): Promise<Pick<ProcessorRequest, 'level3' | 'tax' | 'order_num' | 'po_number'>> {
  const brand = brandOf(row.account_type)
  const stored =
    brand && processor.level3_lines_max ? await work.find(transactionlevel3, { transaction_id: row.id }) : null
  if (!brand || !stored || stored.automatic) return {}
  const about = { tax: tax || undefined, order_num: order_num ?? undefined, po_number: po_number ?? undefined }
  return { ...about, level3: { brand, data: stored.level3_data as Level3['data'] } }
}

/** What a payment is about, beside its money and its account. */
type Details = Pick<
  ProcessorRequest,
  | 'transaction_id'
  | 'billing'
  | 'shipping'
  | 'customer_id'
  | 'customer_ip'
  | 'order_num'
  | 'po_number'
  | 'description'
  | 'descriptor'
  | 'check_number'
  | 'tax'
  | 'tip'
  | 'surcharge'
  | 'lodging'
  | 'entry_mode'
  | 'card_present'
  | 'industry'
>

/** Returns what a processor is told of a payment as it is stored. */
function requestDetails(row: TransactionRow, product: Product): Details {
  const { industry_type: industry } = product
  return {
    transaction_id: row.id,
    billing: billingOf(row),
    shipping: serviceAddress(row),
    customer_id: row.customer_id ?? undefined,
    customer_ip: row.customer_ip ?? undefined,
    order_num: row.order_num ?? undefined,
    po_number: row.po_number ?? undefined,
    description: row.description ?? undefined,
    descriptor: row.statement_descriptor || product.statement_descriptor || undefined,
    check_number: row.check_number ?? undefined,
    tax: row.tax || undefined,
    tip: row.tip_amount || undefined,
    surcharge: row.surcharge_amount || undefined,
    lodging: industry === 'lodging' ? lodgingOf(row) : undefined,
    entry_mode: entryModeOf(row, industry),
    card_present: row.card_present,
    industry,
  }
}

function billingOf(row: TransactionRow): Address {
  const { billing_street, billing_city, billing_state, billing_zip, billing_phone, account_holder_name } = row
  return {
    name: account_holder_name ?? undefined,
    street: billing_street ?? undefined,
    city: billing_city ?? undefined,
    state: billing_state ?? undefined,
    zip: billing_zip ?? undefined,
    phone: billing_phone ?? undefined,
    email: row.notification_email_address ?? undefined,
    country: countryOf(billing_zip, billing_state) ?? undefined,
  }
}

function serviceAddress(row: TransactionRow): Address | undefined {
  const { service_address, service_city, service_state, service_zip, service_country } = row
  if (!service_address && !service_zip) return undefined
  return {
    street: service_address ?? undefined,
    city: service_city ?? undefined,
    state: service_state ?? undefined,
    zip: service_zip ?? undefined,
    country: (service_country ? alpha2Of(service_country) : countryOf(service_zip, service_state)) ?? undefined,
  }
}

function lodgingOf(row: TransactionRow): Lodging {
  return {
    checkin_date: row.checkin_date?.toString() ?? null,
    checkout_date: row.checkout_date?.toString() ?? null,
    room_num: row.room_num,
    room_rate: row.room_rate || null,
    folio_num: row.folio_num,
    is_advance_deposit: row.advance_deposit,
    is_no_show: row.no_show,
  }
}

const ENTRY_MODES: Readonly<Record<string, EntryMode>> = {
  S: 'swiped',
  C: 'chip',
  P: 'contactless',
  F: 'fallback',
}

function entryModeOf({ entry_mode_id, payment_method }: TransactionRow, industry: string): EntryMode | undefined {
  if (payment_method === 'ach') return undefined
  return ENTRY_MODES[entry_mode_id ?? ''] ?? (industry === 'ecommerce' ? 'ecommerce' : 'keyed')
}

/**
 * Returns the Level 3 data of a company's card at a product that takes it (contract 4.11): what the gateway fills in,
 * because the merchant's own comes after the sale.
 */
function automaticLevel3(
  row: TransactionRow,
  { product, place, funding }: { product: Product; place: Place | null; funding: Pick<Funding, 'instrument'> },
): Level3 | undefined {
  const brand = brandOf(row.account_type)
  if (!brand || !place || !offersLevel3(product)) return undefined
  if (!isCommercial({ card_class: funding.instrument?.card_class ?? '' })) return undefined
  return { brand, data: defaultLevel3(brand, row, place, product.level3_default) }
}
