import type { Draft } from '../../definition/resource.ts'
import type { Moment, ProblemList } from '../../definition/rules.ts'
import { checkCardNumber } from '../../lib/card-number.ts'
import { expiryProblems, latestPlace } from '../../lib/exp-date.ts'
import { bankNameProblem } from '../../lib/latin.ts'
import { lodgingProblem } from '../../lib/lodging-stay.ts'
import { parseMoney } from '../../lib/money.ts'
import { label } from '../../lib/problem.ts'
import { walletOf } from '../../lib/wallet-of.ts'
import { type AmountParts, partsProblems, type SentParts } from './amount-parts.ts'
import { type Beginning, beginningOf } from './transaction.states.ts'
import { NEW_ACTIONS, type transaction } from './transaction.ts'

type Transaction = typeof transaction
type Sent = Partial<Draft<Transaction>>
type Problems = ProblemList<Transaction>

/** Ways to say which account is meant; one of them at a time. */
const ACCOUNT_FIELDS = [
  'account_number',
  'track_data',
  'payment_token',
  'account_vault_id',
  'account_vault_api_id',
  'ticket',
  'previous_transaction_id',
  'previous_transaction_api_id',
] as const
export type AccountField = (typeof ACCOUNT_FIELDS)[number]

/** The one refusal text for amounts that clients of this interface know by heart. */
export const MUST_BE_POSITIVE =
  'Transaction amount must be greater than zero for the following actions: [sale, authonly, authcomplete, authincrement, debit, credit, refund, tipadjust]'

const AMOUNT_TYPES = ['4S', '4U', '4V', '4W', '4X']

/** What a POST says about itself; null of a field means it was not sent, undefined that it did not fit. */
export function validateNew(sent: Sent, problems: Problems, { seconds }: Pick<Moment, 'seconds'>): void {
  examineAction(sent, problems)
  examineAmounts(sent, problems)
  examineAccount(sent, problems, latestPlace(seconds))
  examineIdentity(sent, problems)
  examineAuthentication(sent, problems)
  examineStay(sent, problems)
  if (sent.refund_approval_id && sent.action !== 'refund' && sent.action !== 'credit')
    problems.add('refund_approval_id', 'Refund Approval Id is taken with refund and credit only.')
  if (!isAmountList(sent.additional_amounts ?? [])) {
    problems.add(
      'additional_amounts',
      `Additional Amounts must be a list of {type, amount}, with a type of ${AMOUNT_TYPES.join(', ')}.`,
    )
  }
}

/** The way the account was named; the refusals see to it that there is one at most. */
export function accountFieldOf(sent: Sent): AccountField | null {
  return ACCOUNT_FIELDS.find(name => isSent(sent[name])) ?? null
}

export function isBeginning(action: string | undefined): action is Beginning {
  return (NEW_ACTIONS as readonly (string | undefined)[]).includes(action)
}

function examineAction({ action, payment_method, auth_code }: Sent, problems: Problems): void {
  if (!action) return
  if (!isBeginning(action)) {
    problems.add('action', `Action ${action} acts on an existing transaction: PUT /v2/transactions/{id}.`)
  } else if (payment_method && !beginningOf(action, payment_method)) {
    problems.add('action', `Action ${action} is not available for payment_method ${payment_method}.`)
  }
  if (action !== 'force') return
  if (!isSent(auth_code)) problems.add('auth_code', 'Auth Code cannot be blank.')
  else if (auth_code.length !== 6) problems.add('auth_code', 'Auth Code should contain 6 characters.')
}

/** A cardholder is authenticated for a payment that takes money from a card, and for no other. */
function examineAuthentication(sent: Sent, problems: Problems): void {
  if (sent.payment_method !== 'ach' && (sent.action === 'sale' || sent.action === 'authonly')) {
    const { cavv, xid, eci, three_d_secure_version } = sent
    if (three_d_secure_version && !(cavv || xid || eci))
      problems.add('cavv', 'Cavv cannot be blank: a 3-D Secure version says nothing without a result.')
    return
  }
  for (const name of ['cavv', 'xid', 'eci', 'three_d_secure_version'] as const) {
    if (sent[name]) problems.add(name, `${label(name)} is taken with sale and authonly of a card only.`)
  }
}

function examineAmounts(sent: Sent, problems: Problems): void {
  const amount: bigint | null | undefined = sent.transaction_amount
  if (sent.action === 'avsonly' || amount === undefined) return
  if (amount === null) problems.add('transaction_amount', 'Transaction Amount cannot be blank.')
  else if (amount === 0n) problems.add('transaction_amount', MUST_BE_POSITIVE)
  else validateParts(sent, amount, problems)
}

/** Adds what is wrong with the parts of an amount. */
export function validateParts(sent: SentParts, amount: bigint, problems: Problems): void {
  for (const [name, texts] of Object.entries(partsProblems(sent, amount)))
    for (const text of texts) problems.add(name as keyof AmountParts, text)
}

function examineAccount(sent: Sent, problems: Problems, today: Temporal.PlainDate): void {
  // A field that did not fit was sent all the same; its own problem is enough.
  if (ACCOUNT_FIELDS.some(name => sent[name] === undefined)) return
  const named = ACCOUNT_FIELDS.filter(name => isSent(sent[name]))
  const [field, other] = named
  if (other) {
    problems.add(other, `Send only one of ${named.join(', ')}.`)
  } else if (!field) {
    const wanted = sent.action === 'refund' ? 'previous_transaction_id' : 'account_number'
    problems.add(wanted, `${label(wanted)} cannot be blank.`)
  } else if (sent.payment_method === 'ach') {
    examineBank(sent, field, problems)
  } else if (field === 'account_number') {
    requireSent(sent, ['exp_date'], problems)
    examineCard(sent, problems, today)
  } else if (field === 'payment_token') {
    examineWallet(sent, problems)
  }
}

function examineCard({ account_number, exp_date }: Sent, problems: Problems, today: Temporal.PlainDate): void {
  const problem = checkCardNumber(account_number!)
  if (problem) problems.add('account_number', problem)
  for (const text of exp_date ? expiryProblems(exp_date, today) : []) problems.add('exp_date', text)
}

function examineWallet({ payment_token, save_account }: Sent, problems: Problems): void {
  if (!walletOf(payment_token!))
    problems.add('payment_token', 'Payment Token must be the JSON that Apple Pay or Google Pay gave.')
  if (save_account) problems.add('save_account', 'Save Account is not available with a payment_token.')
}

function examineBank(sent: Sent, field: AccountField, problems: Problems): void {
  const unsent = sent.account_holder_name ? bankNameProblem(sent.account_holder_name) : null
  if (unsent) problems.add('account_holder_name', `Account Holder Name ${unsent}`)
  if (field === 'track_data' || field === 'ticket' || field === 'payment_token') {
    problems.add(field, `${label(field)} is of a card, not of a bank account.`)
  }
  if (field !== 'account_number') return
  requireSent(sent, ['account_holder_name', 'account_type', 'routing', 'ach_sec_code'], problems)
  const known = sent.account_type === 'checking' || sent.account_type === 'savings'
  if (isSent(sent.account_type) && !known)
    problems.add('account_type', 'Account Type must be one of checking, savings.')
}

function requireSent(
  sent: Sent,
  names: readonly (keyof Sent & keyof Transaction['fields'] & string)[],
  problems: Problems,
): void {
  for (const name of names) {
    if (sent[name] !== undefined && !isSent(sent[name])) problems.add(name, `${label(name)} cannot be blank.`)
  }
}

function examineIdentity({ dl_number, dl_state, customer_id, ssn4, dob_year }: Sent, problems: Problems): void {
  if (!isSent(customer_id)) {
    if (isSent(dl_number) && dl_state === null) problems.add('dl_state', 'Dl State cannot be blank.')
    if (isSent(dl_state) && dl_number === null) problems.add('dl_number', 'Dl Number cannot be blank.')
  }
  if (isSent(ssn4) && isSent(dob_year)) problems.add('dob_year', 'Send ssn4 or dob_year, never both.')
}

function examineStay({ checkin_date, checkout_date }: Sent, problems: Problems): void {
  if (!checkin_date || !checkout_date) return
  const problem = lodgingProblem(checkin_date, checkout_date)
  if (problem) problems.add('checkout_date', problem)
}

function isAmountList(sent: unknown): boolean {
  if (!Array.isArray(sent)) return false
  return sent.every(each => {
    const { type, amount } = (each ?? {}) as { type?: unknown; amount?: unknown }
    return AMOUNT_TYPES.includes(type as string) && parseMoney(amount) !== null
  })
}

function isSent<T>(value: T): value is NonNullable<T> {
  return value !== null && value !== undefined && value !== ''
}
