/** The payment form of all pay pages. What is paid with it is unknown here. */

import { type AmountLimits, isWithin } from '../../lib/amount-limits.ts'
import { cardDataIn } from '../../lib/card-data-in.ts'
import { LARGEST_AMOUNT, type Money } from '../../lib/money.ts'
import { surchargeOf } from '../../resources/surcharge/surcharge-amount.ts'
import type { Words } from '../../words/words.ts'
import type { MerchantView } from '../merchant.ts'
import { type AmountRule, fits, readAmount, shownAmount } from './amount.ts'
import { type BankInstrument, type BankMethod, bankFields, bankInstrument } from './bank.ts'
import { type CardInstrument, type CardMethod, cardFields, cardInstrument } from './card.ts'
import { type Field, type FieldContext, type FormField, type FormInput, normalizeText } from './field.ts'
import { type PageSurcharge, unseenSurcharge } from './surcharge.ts'

/** What is needed to show a payment form and to read it when it is submitted. */
export interface PayForm {
  words: Words
  /** The path it is submitted to. */
  action: string
  /** Who is paid, by the name the payer knows. */
  payee: string
  support_email: string | null
  amount: AmountRule
  /** The fields of each offered method; null: not offered. At least one is. */
  cc: FormField[] | null
  ach: FormField[] | null
  /** What the processor of each method takes; any amount where it is left out. */
  takes?: Partial<Record<PaymentMethod, AmountLimits | undefined>>
  /** What is added where the payer chooses a credit card. */
  surcharge?: PageSurcharge | null
  /** The amount is held on a card now and taken later. */
  authorizes?: boolean
  /** The merchant keeps the account for later payments, which the form says. */
  keeps_account?: boolean
  /** Nothing is paid: the account is stored. The amount is then fixed at 0 and not shown. */
  stores?: boolean
  /** Nothing is paid: the card and its address are checked. The amount is then fixed at 0 and not shown. */
  verifies?: boolean
  /** What is asked beside the account. */
  details?: FormField[]
  /** What stands in fields that the payer has not touched. */
  defaults?: Record<string, string>
  /** Languages to show the form in again, where its address opens only once. */
  languages?: readonly Words[]
  /** Hidden fields that are submitted unchanged, by name. */
  hidden?: Record<string, string>
}

interface PayableView {
  merchant: MerchantView
  methods: { cc: CardMethod | null; ach: BankMethod | null }
  surcharge?: PageSurcharge | null
}

/** Returns the form that pays what is shown, or null when neither a card nor a bank debit can be taken on a page. */
export function buildPayForm(
  words: Words,
  { merchant, methods, surcharge }: PayableView,
  own: Pick<PayForm, 'action' | 'amount' | 'authorizes' | 'verifies' | 'keeps_account' | 'defaults'>,
): PayForm | null {
  const takes = { cc: methods.cc?.takes, ach: methods.ach?.takes }
  const can = (method: PaymentMethod) => mayTake(own.amount, takes[method])
  const cc = methods.cc && can('cc') ? cardFields(methods.cc, words) : null
  const ach = methods.ach && can('ach') ? bankFields(methods.ach, words) : null
  if (!cc && !ach) return null
  const { name, support_email } = merchant
  return { words, ...own, payee: name, support_email, cc, ach, takes, surcharge: cc && (surcharge ?? null) }
}

/** Whether a method can be offered for what is asked; a form that takes no money asks for 0. */
export function mayTake(amount: AmountRule, takes: AmountLimits | undefined): boolean {
  return !takes || amount.kind === 'open' || amount.amount === 0n || isWithin(amount.amount, takes)
}

/** The payment a payer asked for, complete and syntactically valid. It holds card data: never log or store it. */
export interface PaymentOrder {
  /** 32 hex digits of the form. A form that is submitted again has the same token and is the same payment. */
  attempt: string
  /** Minor units. */
  amount: Money
  /** What the form showed of its amount (`shownAmount`), to be compared again where the payment is stored. */
  shown_amount: string
  /** Minor units that the payer has agreed to pay besides, with a credit card. */
  surcharge: Money
  /** Where the receipt is sent; null: nowhere. */
  notification_email_address: string | null
  instrument: CardInstrument | BankInstrument
  /** What was typed into the form's own fields, by their names. */
  details: Record<string, string>
}

export type PaymentMethod = 'cc' | 'ach'

/** The name of the input for the address of the receipt. */
export const RECEIPT_EMAIL = 'notification_email_address'

export const receiptEmail = ({ form: { fields } }: Words): Field => ({
  name: RECEIPT_EMAIL,
  ...fields.receipt_email,
  missing: '',
  check: 'email',
  attributes: { type: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 128, spellcheck: 'false' },
  read: text => (text.length <= 128 && /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(text) ? text : null),
})

/** The amount field, for a rule that leaves the payer a choice. */
export function amountField(rule: AmountRule & { kind: 'open' }, { money, form }: Words): Field {
  const [min, max] = [money(rule.min), money(rule.max)]
  const is_open = rule.max === LARGEST_AMOUNT
  const leaves = rule.rest ? ` ${form.leaves(money(rule.rest.balance), money(rule.rest.least))}` : ''
  const [hint, invalid] = is_open
    ? [form.at_least(min), form.amount_invalid_at_least(min)]
    : [form.from_to(min, max), form.amount_invalid_from_to(min, max)]
  return {
    name: 'amount',
    ...form.fields.amount,
    hint: leaves ? `${hint}.${leaves}` : hint,
    invalid: `${invalid}${leaves}`,
    check: 'amount',
    attributes: {
      autocomplete: 'off',
      inputmode: 'decimal',
      maxlength: 16,
      'data-min': rule.min.toString(),
      'data-max': rule.max.toString(),
      ...(rule.rest ? { 'data-balance': `${rule.rest.balance}`, 'data-rest': `${rule.rest.least}` } : {}),
    },
    read: text => {
      const amount = readAmount(text)
      return amount !== null && fits(rule, amount) ? amount.toString() : null
    },
  }
}

/** Returns the wanted method when it is offered, or else the first that is. */
export function chosenMethod(form: PayForm, wanted: string | null | undefined): PaymentMethod {
  if (wanted === 'ach' && form.ach) return 'ach'
  return form.cc ? 'cc' : 'ach'
}

export type ReadForm = { ok: true; order: PaymentOrder } | { ok: false; input: FormInput; problem: FormProblem | null }

/** What is wrong with a submitted form as a whole, shown above its fields. */
export interface FormProblem {
  title: string
  text: string
  /** What the page around the frame is told, and the one origin that may read it. */
  told?: { text: string; origin: string } | null | undefined
}

const LONGEST_VALUE = 200
/** No field takes as much: longer texts are refused before they are looked at. */
const LONGEST_READ = 2_000

/**
 * Reads a submitted payment form; of repeated names the first value counts, and only fields of the form are read. A
 * form carries what it showed: when amount, balance or terms have changed since, the payer has to see them first.
 */
export function readPayForm(body: URLSearchParams, form: PayForm, today: Temporal.PlainDate): ReadForm {
  const context: FieldContext = { text: name => body.get(name) ?? '', today }
  const method = chosenMethod(form, body.get('payment_method'))
  const details = form.details ?? []
  const fields = [
    ...amountFields(form),
    ...details,
    ...(form[method] ?? []),
    { field: receiptEmail(form.words), required: false },
  ]
  const { values, errors } = readFields(fields, context)
  if (method === 'ach' && body.get('ach_authorize') !== '1') errors.ach_authorize = form.words.form.tick_authorization

  const value = (name: string) => values.get(name) ?? null
  const attempt = readAttempt(body)
  const amount = form.amount.kind === 'fixed' ? form.amount.amount : BigInt(value('amount') ?? 0)
  const untaken = errors.amount ? null : untakenAmount(form, method, amount)
  if (untaken) errors.amount = untaken
  const surcharge = method === 'cc' && form.surcharge ? surchargeOf(form.surcharge.terms, amount) : 0n
  const is_seen = surcharge === BigInt(/^\d{1,12}$/.exec(body.get('shown_surcharge') ?? '')?.[0] ?? 0)
  const unseen = method === 'cc' && !is_seen ? unseenSurcharge(form.words, surcharge, amount) : null
  const problem =
    attempt === null ? form.words.form.stale : (changedAmount(form, body) ?? changedTerms(form, body) ?? unseen)
  if (attempt === null || problem || Object.keys(errors).length > 0) {
    return { ok: false, input: { values: redisplayedValues(body, form), errors }, problem }
  }
  const instrument = method === 'cc' ? cardInstrument(value) : bankInstrument(value)
  const notification_email_address = value(RECEIPT_EMAIL)
  const typed = details.flatMap(({ field: { name } }) => (values.has(name) ? [[name, values.get(name)!]] : []))
  return {
    ok: true,
    order: {
      ...{ attempt, amount, surcharge, notification_email_address, instrument },
      shown_amount: shownAmount(form.amount),
      details: Object.fromEntries(typed),
    },
  }
}

/** What is wrong with a typed amount that the other method would take. */
function untakenAmount({ amount: rule, takes, words }: PayForm, method: PaymentMethod, amount: Money): string | null {
  const limits = takes?.[method]
  if (rule.kind === 'fixed' || !limits || isWithin(amount, limits)) return null
  const [least, most] = [limits.least_amount, limits.largest_amount].map(words.money)
  return words.form.amount_invalid_from_to(least!, most!)
}

/** Returns the token of a submitted form, or null when it has none. */
export function readAttempt(body: URLSearchParams): string | null {
  const attempt = body.get('attempt') ?? ''
  return /^[0-9a-f]{32}$/.test(attempt) ? attempt : null
}

/** Returns what may be shown again: never a card number, a security code or an account number. */
export function redisplayedValues(body: URLSearchParams, form: PayForm): Record<string, string> {
  const own = [...(form.details ?? []), ...(form.cc ?? []), ...(form.ach ?? [])]
  const fields = [...amountFields(form), ...own, { field: receiptEmail(form.words) }]
  const names = fields.filter(({ field }) => !field.secret).map(({ field }) => field.name)
  const values: Record<string, string> = {}
  for (const name of [...names, 'payment_method']) {
    const text = body.get(name)
    if (text !== null && !cardDataIn(text.slice(0, LONGEST_READ))) values[name] = text.slice(0, LONGEST_VALUE)
  }
  return values
}

function amountFields(form: PayForm): FormField[] {
  return form.amount.kind === 'open' ? [{ field: amountField(form.amount, form.words), required: true }] : []
}

function readFields(fields: FormField[], context: FieldContext) {
  const values = new Map<string, string>()
  const errors: Record<string, string> = {}
  for (const { field, required } of fields) {
    const typed = context.text(field.name)
    if (typed.length > LONGEST_READ) {
      errors[field.name] = field.invalid
      continue
    }
    const text = normalizeText(typed)
    if (text === '') {
      if (required) errors[field.name] = field.missing
      continue
    }
    const value = isMisplaced(field, text) ? null : field.read(text, context)
    if (value === null) errors[field.name] = field.invalid
    else values.set(field.name, value)
  }
  return { values, errors }
}

/** A card number in a field that is stored as it was typed; browsers fill in the wrong one at times. */
function isMisplaced({ secret, identifier }: Field, text: string): boolean {
  return !secret && !identifier && cardDataIn(text) !== null
}

function changedAmount(form: PayForm, body: URLSearchParams): FormProblem | null {
  const { amount, words } = form
  if (body.get('shown_amount') === shownAmount(amount)) return null
  const { changed_amount, changed_balance } = words.form
  if (amount.kind === 'fixed')
    return { title: changed_amount.title, text: changed_amount.text(words.money(amount.amount)) }
  return {
    title: changed_balance.title,
    text: changed_balance.text(amount.owed ? words.money(amount.owed.balance) : null),
  }
}

/**
 * Returns what a form carries of what it does besides taking an amount: hold it only, keep the account. What stores or
 * checks an account alone shows no amount.
 */
export function shownTerms({ authorizes, keeps_account }: PayForm): string {
  const terms = { authorizes, keeps_account }
  return Object.entries(terms)
    .flatMap(([name, is_so]) => (is_so ? [name] : []))
    .join(' ')
}

function changedTerms(form: PayForm, body: URLSearchParams): FormProblem | null {
  return (body.get('shown_terms') ?? '') === shownTerms(form) ? null : form.words.form.changed_terms
}
