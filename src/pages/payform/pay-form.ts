/** The payment form that every pay page shares: its fields, how they are shown and how they are read. Never: what is being paid, a route. */

import type { Money } from '../../lib/money.ts'
import type { Language } from '../show.ts'
import { showMoney } from '../show.ts'
import type { AmountRule } from './amount.ts'
import { LARGEST_AMOUNT, readAmount } from './amount.ts'
import type { BankInstrument } from './bank.ts'
import type { CardInstrument } from './card.ts'
import type { AskedField, Field } from './field.ts'

/** Everything a payment form needs to be shown and to be read again, whatever is being paid. */
export interface PayForm {
  /** Where it is sent, on this origin. */
  action: string
  /** Who gets the money, as the payer knows them. */
  payee: string
  support_email: string | null
  language: Language
  amount: AmountRule
  /** The fields of each method on offer; null: not on offer. At least one is. */
  cc: AskedField[] | null
  ach: AskedField[] | null
  /** The amount is held on a card now and taken later. */
  authorizes?: boolean
  /** The merchant keeps the account for payments to come; the payer is told. */
  keeps_account?: boolean
  /** Nothing is paid: the account is stored. The amount is then fixed at 0 and not shown. */
  stores?: boolean
  /** What has to come back with the form unchanged, by field name. */
  hidden?: Record<string, string>
}

/** What the payer asked for, complete and checked in form. It holds card data: never log or store it. */
export interface PaymentOrder {
  /** 32 hex digits that came with the form: the same one is the same payment, however often it is sent. */
  attempt: string
  /** Minor units. */
  amount: Money
  /** Where the receipt goes; null: nowhere. */
  notification_email_address: string | null
  instrument: CardInstrument | BankInstrument
}

export type PaymentMethod = 'cc' | 'ach'

export const receiptEmail: Field = {
  name: 'notification_email_address',
  label: 'E-mail for the receipt',
  missing: '',
  invalid: 'Enter an e-mail address such as name@example.com.',
  check: 'email',
  attributes: { type: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 128, spellcheck: 'false' },
  read: text => (text.length <= 128 && /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(text) ? text : null),
}

/** The amount input, for rules that leave a choice. */
export function amountField(rule: AmountRule & { kind: 'open' }, language: Language): Field {
  const [min, max] = [showMoney(rule.min, language), showMoney(rule.max, language)]
  const bounds = rule.max === LARGEST_AMOUNT ? `${min} or more` : `from ${min} to ${max}`
  return {
    name: 'amount',
    label: 'Amount to pay',
    hint: bounds.replace(/^f/, 'F'),
    missing: 'Enter the amount to pay.',
    invalid: `Enter an amount: ${bounds}.`,
    check: 'amount',
    attributes: {
      autocomplete: 'off',
      inputmode: 'decimal',
      maxlength: 16,
      'data-min': rule.min.toString(),
      'data-max': rule.max.toString(),
    },
    read: text => {
      const amount = readAmount(text)
      return amount !== null && amount >= rule.min && amount <= rule.max ? amount.toString() : null
    },
  }
}

/** The method shown first: the one asked for when it is on offer. */
export function chosenMethod(form: PayForm, wanted: string | null | undefined): PaymentMethod {
  if (wanted === 'ach' && form.ach) return 'ach'
  return form.cc ? 'cc' : 'ach'
}
