import type { SideStatement, UnitOfWork } from '../../definition/store.ts'
import { typedAccount } from '../../lib/account.ts'
import { BY_CARDHOLDER, STORES_ACCOUNT } from '../../lib/initiation.ts'
import type { NewPayment } from '../../payments/payments.ts'
import type { Identity } from '../../ports/processor-request.ts'
import type { Paid } from '../../words/words.ts'
import type { PagePayment } from './checkout.ts'
import type { PageSubject } from './page-subject.ts'
import { PayerRefusal } from './payer-refusal.ts'

/** What the paid record determines about its payment, beside what the payer typed. */
export interface SubjectPayment {
  card_action: 'sale' | 'authonly'
  location_id: string
  /** Whether an issuer may approve less than the amount. */
  allow_partial_authorization: boolean
  /** Whether only debit cards are taken, in place of the product's setting. */
  bank_funded_only?: boolean | null
  identity?: (typed: Identity) => Identity
  /** References to the record, and columns of the transaction that it sets. */
  details: NewPayment['details']
  /**
   * Throws a Refusal when the payment no longer fits its invoice, or its paylink: that runs in the transaction that
   * stores the payment, with the record locked.
   */
  fits?: NewPayment['fits']
  check?(work: UnitOfWork): Promise<void>
}

/**
 * Returns the payment a payer asked for on a page. `claim` is stored with the payment.
 * Throws a Refusal when the record cannot be paid by this method.
 */
export function newPayment(
  { products, methods, place }: Pick<PageSubject, 'products' | 'methods' | 'place'>,
  paid: SubjectPayment,
  payment: PagePayment,
  names: Paid,
  claim: (transaction_id: string) => SideStatement,
): NewPayment {
  const { payment_method } = payment.instrument
  const product = methods[payment_method] && products[payment_method]
  if (!product) {
    const { no_card, no_bank } = payment.words.nothing_paid
    throw new PayerRefusal((payment_method === 'cc' ? no_card : no_bank)(names))
  }
  const identity = identityOf(payment)
  return {
    action: payment_method === 'cc' ? paid.card_action : 'debit',
    location_id: paid.location_id,
    product_transaction_id: product.id,
    known: { product, place },
    amount: payment.amount,
    adds_surcharge: { agreed: payment.surcharge },
    bank_funded_only: paid.bank_funded_only,
    source: sourceOf(payment),
    identity: identity && paid.identity ? paid.identity(identity) : identity,
    initiation: paid.details.save_account ? STORES_ACCOUNT : BY_CARDHOLDER,
    details: { ...payerDetails(payment, paid.allow_partial_authorization), ...paid.details },
    alongside: claim,
    fits: paid.fits,
    also: paid.check && (work => paid.check!(work)),
  }
}

function sourceOf({ instrument }: PagePayment): NewPayment['source'] {
  const cvv = instrument.payment_method === 'cc' ? (instrument.cvv ?? undefined) : undefined
  return { kind: 'account', account: typedAccount(instrument), cvv }
}

/** Who the payer is, where the bank's terminal requires it. */
function identityOf({ instrument }: PagePayment): Identity | undefined {
  if (instrument.payment_method === 'cc') return undefined
  const { dl_number, dl_state, dob_year } = instrument
  return { dl_number, dl_state, dob_year }
}

/** What else the payer typed, in the columns of a transaction. */
function payerDetails(payment: PagePayment, allow_partial_authorization: boolean): NewPayment['details'] {
  const { instrument } = payment
  const { billing_street, billing_zip } = instrument
  const known = {
    notification_email_address: payment.notification_email_address,
    customer_ip: payment.remote_ip.slice(0, 39),
    locale: payment.words.locale,
    billing_street,
    billing_zip,
    card_present: false,
  } as const
  if (instrument.payment_method === 'cc') {
    return allow_partial_authorization ? known : { ...known, allow_partial_authorization_override: false }
  }
  const { billing_city, billing_state, billing_phone, check_number } = instrument
  return {
    ...known,
    billing_city,
    billing_state,
    billing_phone,
    check_number,
    ach_sec_code: 'WEB',
    // A form without the ticked box that authorizes the debit is refused when it is read.
    terms_agree: 1,
  }
}
