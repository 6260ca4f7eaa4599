import type StripeClient from 'stripe'
import { minorNumber } from '../../lib/money.ts'
import type { CertifiedCase } from '../../ports/processor.ts'
import { failureOutcome, orderOutcome, readIntent } from './outcome.ts'

type Certify = AsyncIterable<CertifiedCase>

/** Test payment methods of https://docs.stripe.com/testing, with what a payment by each has to become. */
const CASES: readonly (readonly [payment_method: string, expected: string])[] = [
  ['pm_card_visa', 'approved 1000'],
  ['pm_card_mastercard', 'approved 1000'],
  ['pm_card_amex', 'approved 1000'],
  ['pm_card_discover', 'approved 1000'],
  ['pm_card_visa_debit', 'approved 1000'],
  ['pm_card_visa_chargeDeclined', 'declined 1601'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'declined 1616'],
  ['pm_card_visa_chargeDeclinedLostCard', 'declined 1606'],
  ['pm_card_visa_chargeDeclinedStolenCard', 'declined 1607'],
  ['pm_card_chargeDeclinedExpiredCard', 'declined 1622'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'declined 1800'],
  ['pm_card_chargeDeclinedProcessingError', 'declined 1627'],
  ['pm_card_authenticationRequired', 'declined 1620'],
]

/** Yields the table as it turned out. Throws for a key of live mode: these payments would be real ones. */
export async function* certification(client: () => Promise<StripeClient>, secret_key: string): Certify {
  if (!/^(sk|rk)_test_/.test(secret_key)) throw new Error('The published test table runs with a key of test mode only.')
  const stripe = await client()
  for (const [name, expected] of CASES) {
    const got = await outcomeOf(stripe, name)
    yield { name, expected, got, is_passed: got === expected }
  }
}

async function outcomeOf(stripe: StripeClient, payment_method: string): Promise<string> {
  const asked = { reference: `certify_${payment_method}`, action: 'sale', amount: 1000n } as const
  try {
    const intent = await stripe.paymentIntents.create({
      amount: minorNumber(asked.amount),
      currency: 'usd',
      confirm: true,
      error_on_requires_action: true,
      allowed_payment_method_types: ['card'],
      payment_method,
      metadata: { reference: asked.reference, action: asked.action },
      expand: ['latest_charge'],
    })
    const { result, reason_code_id } = orderOutcome(readIntent(intent), asked)
    return `${result} ${reason_code_id}`
  } catch (error) {
    const outcome = failureOutcome(error, asked)
    return outcome ? `${outcome.result} ${outcome.reason_code_id}` : String(error)
  }
}
