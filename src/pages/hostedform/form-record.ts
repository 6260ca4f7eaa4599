import type { BankInstrument } from '../payform/bank.ts'
import type { CardInstrument } from '../payform/card.ts'
import type { FormState } from './form-state.ts'

/** The body of the POST that the API would get: what the address said, and what was typed. */
export function recordOf(
  { noun, record }: FormState,
  location_id: string,
  instrument: CardInstrument | BankInstrument,
  visitor: { address: string; email: string | null },
): Record<string, unknown> {
  const isPayment = noun === 'transaction'
  const street = isPayment ? 'billing_street' : 'billing_address'
  const known = {
    ...record,
    location_id,
    ...(isPayment ? { customer_ip: visitor.address.slice(0, 39), notification_email_address: visitor.email } : {}),
  }
  const typed = instrument.payment_method === 'cc' ? cardOf(instrument, isPayment) : bankOf(instrument, isPayment)
  const { billing_street, ...rest } = typed
  const body = { ...known, ...given(rest), ...given({ [street]: billing_street }) }
  return isPayment ? { ...body, action: actionOf(record.action, instrument.payment_method) } : body
}

function actionOf(asked: unknown, payment_method: 'cc' | 'ach'): unknown {
  if (payment_method === 'ach') return asked === 'refund' ? 'refund' : 'debit'
  return asked ?? 'sale'
}

function cardOf(card: CardInstrument, isPayment: boolean): Record<string, unknown> {
  const { cvv, account_holder_name, ...rest } = card
  return { ...rest, account_holder_name: account_holder_name || null, ...(isPayment ? { cvv } : {}) }
}

function bankOf(bank: BankInstrument, isPayment: boolean): Record<string, unknown> {
  const { is_company, check_number, dl_number, dl_state, dob_year, ...rest } = bank
  if (!isPayment)
    return { ...rest, is_company, dl_number, dl_state, dob_year, ach_sec_code: is_company ? 'CCD' : 'PPD' }
  return { ...rest, check_number, ach_sec_code: 'WEB', terms_agree: 1 }
}

/** What was left out stays out: null is a value to the API. */
function given(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}
