import { showMoney } from '../show.ts'
import { bankInstrument } from './bank.ts'
import { cardInstrument } from './card.ts'
import type { AskedField, Filled, Reading } from './field.ts'
import { tidy } from './field.ts'
import type { PayForm, PaymentOrder } from './pay-form.ts'
import { amountField, chosenMethod, receiptEmail } from './pay-form.ts'

export type ReadForm = { ok: true; order: PaymentOrder } | { ok: false; filled: Filled; problem: Problem | null }

/** Something to say above the form that belongs to no single field. */
export interface Problem {
  title: string
  text: string
}

const LONGEST_VALUE = 200

/**
 * Reads a submitted payment form (names as in the form, first value wins). Only what the form asked for is looked at.
 * A fixed amount comes back as it was shown: when the balance has moved since, nobody pays a sum they did not see.
 */
export function readPayForm(body: URLSearchParams, form: PayForm, today: Temporal.PlainDate): ReadForm {
  const reading: Reading = { text: name => body.get(name) ?? '', today }
  const method = chosenMethod(form, body.get('payment_method'))
  const asked = [...amountAsked(form), ...(form[method] ?? []), { field: receiptEmail, required: false }]
  const { values, errors } = readFields(asked, reading)
  if (method === 'ach' && body.get('ach_authorize') !== '1')
    errors.ach_authorize = 'Tick the box to authorize the debit.'

  const value = (name: string) => values.get(name) ?? null
  const attempt = readAttempt(body)
  const amount = form.amount.kind === 'fixed' ? form.amount.amount : BigInt(value('amount') ?? 0)
  const problem = attempt === null ? STALE : movedAmount(form, body)
  if (attempt === null || problem || Object.keys(errors).length > 0) {
    return { ok: false, filled: { values: keptValues(body, form), errors }, problem }
  }
  const instrument = method === 'cc' ? cardInstrument(value) : bankInstrument(value)
  return { ok: true, order: { attempt, amount, notification_email_address: value(receiptEmail.name), instrument } }
}

/** The token of a submitted form, or null when it is none of ours. */
export function readAttempt(body: URLSearchParams): string | null {
  const attempt = body.get('attempt') ?? ''
  return /^[0-9a-f]{32}$/.test(attempt) ? attempt : null
}

/** What may be shown again: never a card number, a security code or an account number. */
export function keptValues(body: URLSearchParams, form: PayForm): Record<string, string> {
  const fields = [...amountAsked(form), ...(form.cc ?? []), ...(form.ach ?? []), { field: receiptEmail }]
  const names = fields.filter(({ field }) => !field.secret).map(({ field }) => field.name)
  const kept: Record<string, string> = {}
  for (const name of [...names, 'payment_method']) {
    const text = body.get(name)
    if (text !== null) kept[name] = text.slice(0, LONGEST_VALUE)
  }
  return kept
}

const STALE: Problem = {
  title: 'Please send the form once more',
  text: 'This page had lost its place. Nothing was paid. Check the details below and send them again.',
}

function amountAsked(form: PayForm): AskedField[] {
  return form.amount.kind === 'open' ? [{ field: amountField(form.amount, form.language), required: true }] : []
}

function readFields(asked: AskedField[], reading: Reading) {
  const values = new Map<string, string>()
  const errors: Record<string, string> = {}
  for (const { field, required } of asked) {
    const text = tidy(reading.text(field.name))
    if (text === '') {
      if (required) errors[field.name] = field.missing
      continue
    }
    const value = field.read(text, reading)
    if (value === null) errors[field.name] = field.invalid
    else values.set(field.name, value)
  }
  return { values, errors }
}

function movedAmount(form: PayForm, body: URLSearchParams): Problem | null {
  if (form.amount.kind !== 'fixed' || body.get('shown_amount') === form.amount.amount.toString()) return null
  return {
    title: 'The amount has changed',
    text: `${showMoney(form.amount.amount, form.language)} is to be paid now. Nothing was paid yet. Check the amount and send the form again.`,
  }
}
