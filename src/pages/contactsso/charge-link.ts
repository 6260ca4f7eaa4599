import { otherCurrencies } from '../../lib/currency.ts'
import { formatMoney, parseMoney, sumMoney } from '../../lib/money.ts'
import { invalid, label, type Problems } from '../../lib/problem.ts'

/** What a sign-on link asks to charge: fields of the payment, and what its form is filled in with. */
export interface Charge {
  /** `contact`: for the contact of the link. `terminal`: a virtual terminal, for nobody in particular. */
  mode: 'contact' | 'terminal'
  record: Record<string, unknown>
  defaults: Record<string, string>
}

/** What a virtual terminal is opened with, as it is called in links and in payments. */
const PARAMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['advance_deposit', 'billing_city', 'billing_phone', 'billing_state', 'checkin_date', 'checkout_date', 'tax'],
      ...['clerk_number', 'description', 'no_show', 'order_num', 'product_transaction_id', 'room_num', 'room_rate'],
      ...['subtotal_amount', 'tags', 'transaction_amount'],
    ].map(name => [name, name]),
  ),
  room_number: 'room_num',
}

/** Fields that the form asks for; the link fills them in. */
const TYPED: Readonly<Record<string, string>> = {
  account_holder_name: 'cc_account_holder_name',
  billing_street: 'cc_billing_street',
  billing_address: 'cc_billing_street',
  billing_zip: 'cc_billing_zip',
  email: 'notification_email_address',
}

const LONGEST_DESCRIPTION = 64

/** Returns what the link asks to charge; null for one to the page of a contact. Throws 422 for wrong amounts. */
export function chargeOf(link: Record<string, unknown>): Charge | null {
  const params = isRecord(link.params) ? link.params : {}
  const currencies = { ...otherCurrencies(link), ...otherCurrencies(params) }
  if (Object.keys(currencies).length > 0) throw invalid(currencies)
  if (link.route === 'virtualterminal') return terminalCharge(params)
  return (link.transaction_amt ?? null) === null ? null : contactCharge(link)
}

function terminalCharge(params: Record<string, unknown>): Charge {
  const { transaction_amount } = params
  if ((transaction_amount ?? '') !== '') checkAmount('transaction_amount', transaction_amount)
  const record = Object.entries(params).flatMap(([name, value]) => (PARAMS[name] ? [[PARAMS[name], value]] : []))
  return { mode: 'terminal', record: Object.fromEntries(record), defaults: defaultsOf(params) }
}

/** The documented form of a charge: an amount, the lines it is made of, tags, and the number of a claim. */
function contactCharge(link: Record<string, unknown>): Charge {
  const { transaction_amt, line_items, claim_id, tags } = link
  checkAmount('transaction_amt', transaction_amt)
  const lines = Array.isArray(line_items) ? line_items.filter(isRecord) : []
  const taxes = lines.map(({ tax_amount }) => parseMoney(tax_amount ?? 0))
  if (taxes.some(tax => tax === null)) throw invalid({ line_items: ['Line Items must have amounts as tax_amount.'] })
  const tax = sumMoney(taxes as bigint[])
  const words = lines.flatMap(({ description }) => (typeof description === 'string' ? [description] : [])).join(', ')
  const record = {
    transaction_amount: transaction_amt,
    ...(tax > 0n ? { tax: formatMoney(tax) } : {}),
    ...(words ? { description: words.slice(0, LONGEST_DESCRIPTION) } : {}),
    ...((claim_id ?? '') === '' ? {} : { order_num: String(claim_id) }),
    ...(tags === undefined ? {} : { tags }),
  }
  const holder = [link.first_name, link.last_name].filter(Boolean).join(' ')
  const { address: billing_street, zip: billing_zip, email } = link
  return {
    mode: 'contact',
    record,
    defaults: defaultsOf({ account_holder_name: holder, billing_street, billing_zip, email }),
  }
}

function checkAmount(field: string, value: unknown): void {
  const problems: Problems = { [field]: [`${label(field)} must be an amount greater than zero.`] }
  if ((parseMoney(value) ?? 0n) <= 0n) throw invalid(problems)
}

function defaultsOf(values: Record<string, unknown>): Record<string, string> {
  const filled = Object.entries(values).flatMap(([name, value]) => {
    const field = TYPED[name]
    return field && typeof value === 'string' && value !== '' ? [[field, value] as const] : []
  })
  return Object.fromEntries(filled)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
