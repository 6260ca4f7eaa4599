import { BY_MERCHANT, type Initiation } from '../../lib/initiation.ts'
import type { Processor } from '../../ports/processor.ts'
import type { Original, ProcessorRequest } from '../../ports/processor-request.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { NewPayment } from '../payments.ts'
import type { BankPayer } from '../requirements/bank-payer.ts'
import { type Funding, requestInstrument } from '../vault/funding.ts'
import type { Attempt } from './attempt.ts'
import { originalOf } from './original.ts'
import { allowsPartial } from './outcome.ts'
import type { PaymentContext } from './payment-context.ts'
import type { PaymentPlan } from './plan.ts'
import { type KnownFacts, type Product, route } from './routing.ts'

/** A request whose attempt is stored and that has to be submitted. */
export interface PendingRequest {
  /** The transaction as it is stored. */
  row: TransactionRow
  attempt: Attempt
  processor: Processor
  request: ProcessorRequest
  known: KnownFacts
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
  payment: Pick<NewPayment, 'action' | 'amount' | 'initiation' | 'refunds' | 'check' | 'three_d_secure'>
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
  return { row, attempt, processor, request: requestOf(plan, row, attempt.id), known: { product, place, card_class } }
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
    original: payment.refunds && originalOf(payment.refunds),
    billing: { street: row.billing_street ?? undefined, zip: row.billing_zip ?? undefined },
    identity: payer?.identity,
    check: payment.check,
    three_d_secure: payment.three_d_secure,
    auth_code: payment.action === 'force' ? (row.auth_code ?? undefined) : undefined,
    allow_partial: allowsPartial(row, product),
    order_num: row.order_num ?? undefined,
    initiation: payment.initiation,
  }
}

/** Returns to which series a payment of a recurring belongs, and where in it it stands. */
export function seriesOf(row: Pick<TransactionRow, 'installment_number' | 'installment_total_count'>): Initiation {
  const { installment_number, installment_total_count } = row
  if (installment_number === null) return { by: 'merchant', series: 'recurring', is_first: false }
  const count = installment_total_count ?? undefined
  return { by: 'merchant', series: 'installment', is_first: false, number: installment_number, count }
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
