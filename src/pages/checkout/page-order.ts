import type { NewPayment } from '../../payments/payments.ts'
import type { Account } from '../../payments/vault/account.ts'
import type { Identity } from '../../ports/processor.ts'
import type { PagePayment } from './pay-port.ts'

/** Where the money comes from, as the payer typed it. */
export function sourceOf({ instrument }: PagePayment): NewPayment['source'] {
  if (instrument.payment_method === 'cc') {
    const { account_number, exp_date, account_holder_name, cvv } = instrument
    const account: Account = { payment_method: 'cc', account_number, exp_date, account_holder_name }
    return { kind: 'account', account, cvv: cvv ?? undefined }
  }
  const { routing, account_number, account_type, account_holder_name, is_company } = instrument
  return {
    kind: 'account',
    account: { payment_method: 'ach', routing, account_number, account_type, account_holder_name, is_company },
  }
}

/** Who the payer is, where the bank's terminal asks. */
export function identityOf({ instrument }: PagePayment): Identity | undefined {
  if (instrument.payment_method === 'cc') return undefined
  const { dl_number, dl_state, dob_year } = instrument
  return { dl_number, dl_state, dob_year }
}

/** What a payer says besides, in the columns of a transaction. `whole`: a part of the amount would not do. */
export function payerDetails(payment: PagePayment, whole: boolean): NewPayment['details'] {
  const { instrument } = payment
  const { billing_street, billing_zip } = instrument
  const known = {
    notification_email_address: payment.notification_email_address,
    customer_ip: payment.remote_ip.slice(0, 39),
    billing_street,
    billing_zip,
    card_present: false,
  } as const
  if (instrument.payment_method === 'cc') {
    return whole ? { ...known, allow_partial_authorization_override: false } : known
  }
  const { billing_city, billing_state, billing_phone, check_number } = instrument
  return {
    ...known,
    billing_city,
    billing_state,
    billing_phone,
    check_number,
    ach_sec_code: 'WEB',
    // The form is only read when the box that authorizes the debit is ticked.
    terms_agree: 1,
  }
}
