import type { Queryable } from '../../db/database.ts'
import type { Settable } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { isExpired } from '../../lib/exp-date.ts'
import { localDate } from '../../lib/local-date.ts'
import { Refusal } from '../../lib/problem.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { REASON } from '../../resources/transaction/transaction.states.ts'
import type { transaction } from '../../resources/transaction/transaction.ts'
import type { NewPayment } from '../payments.ts'
import type { BankPayer } from '../requirements/bank-payer.ts'
import type { CheckedAccount } from '../requirements/check-requirements.ts'
import type { Funding } from '../vault/funding.ts'
import { declined } from './outcome.ts'
import type { PaymentContext } from './payment-context.ts'
import { accountOf, type Route } from './routing.ts'

type Set = Settable<typeof transaction>

/** Everything it takes to store a payment and to submit it. */
export interface PaymentPlan extends Route {
  funding: Funding
  /** Null for cards. */
  payer: BankPayer | null
  /** The decline it ends in without being submitted; null where it can be submitted. */
  decline: Set | null
  /** A lost gateway may have sent it under this reference; see `isDoubtful`. */
  is_doubtful?: boolean
}

/** Loads product, account and location once for everything that follows, unless the caller has them already. */
export async function resolveRoute(db: Pick<Queryable, 'query'>, read: Reader, payment: NewPayment): Promise<Route> {
  const { product_transaction_id, location_id, known, refunds, overrides } = payment
  const product =
    known?.product ?? (await read.one(producttransaction, product_transaction_id, 'product_transaction_id'))
  const account = await accountOf(db, refunds ?? overrides ?? product)
  return { payment, product, account, place: known?.place ?? (await read.maybe(location, location_id)) }
}

/** Whether a check refuses a scheduled payment. The refusal of any other payment is thrown. */
export async function isRefused({ payment }: Route, check: () => void | Promise<void>): Promise<boolean> {
  try {
    await check()
    return false
  } catch (error) {
    if (error instanceof Refusal && isScheduled(payment)) return true
    throw error
  }
}

/** Whether a payment is one of a recurring: no caller waits for its answer or would make it again. */
export function isScheduled({ initiation }: Pick<NewPayment, 'initiation'>): boolean {
  return initiation.series === 'recurring' || initiation.series === 'installment'
}

/** The decline a payment ends in without being submitted, or null. */
export function declineOf(
  context: PaymentContext,
  route: Route,
  funding: Funding,
  { is_blocked }: CheckedAccount,
): Set | null {
  if (isScheduled(route.payment) && hasExpired(context, route, funding)) return EXPIRED
  return is_blocked ? BLOCKED : null
}

function hasExpired(context: PaymentContext, { place }: Route, { account }: Funding): boolean {
  if (account?.payment_method !== 'cc') return false
  return isExpired(account.exp_date, localDate(context.clock.seconds(), place?.tz))
}

const EXPIRED = declined({ reason_code_id: REASON.expired, verbiage: 'EXPIRED CARD', response_message: null })
/** A scheduled payment that does not meet its requirements. */
export const NOT_SET_UP = declined({ reason_code_id: REASON.setup, verbiage: 'SETUP ISSUE', response_message: null })
/** The bank has reported that the account cannot be debited, or that its holder did not authorize the debit. */
const BLOCKED = declined({
  reason_code_id: REASON.vault_blocked,
  verbiage: 'BANK ACCOUNT ERROR, STORE THE ACCOUNT AGAIN',
  response_message: null,
})
