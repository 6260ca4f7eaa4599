import type { AmountLimits } from '../../lib/amount-limits.ts'
import { cardBrand } from '../../lib/card-brand.ts'
import { checkCardNumber } from '../../lib/card-number.ts'
import { isExpired } from '../../lib/exp-date.ts'
import type { Words } from '../../words/words.ts'
import { type Field, type FormField, line, readDigits } from './field.ts'

/** Which card fields a merchant's product shows and requires, and what its processor takes. */
export interface CardMethod {
  takes?: AmountLimits
  show_cvv: boolean
  require_cvv: boolean
  show_street: boolean
  require_street: boolean
  show_zip: boolean
  require_zip: boolean
}

/** A card as its holder typed it. It is in memory only, until the payment was submitted. */
export interface CardInstrument {
  payment_method: 'cc'
  /** 1 to 32 characters. */
  account_holder_name: string
  /** 13 to 19 digits that pass the Luhn check. */
  account_number: string
  /** MMYY, not in the past. */
  exp_date: string
  /** 3 digits, 4 for American Express; null when not asked for or left out. */
  cvv: string | null
  billing_street: string | null
  billing_zip: string | null
}

type FieldWords = Words['form']['fields']

const account_holder_name = (words: FieldWords): Field => ({
  name: 'cc_account_holder_name',
  ...words.card_name,
  attributes: { autocomplete: 'cc-name', maxlength: 32, autocapitalize: 'words', spellcheck: 'false' },
  read: line(1, 32),
})

const account_number = (words: FieldWords): Field => ({
  name: 'cc_account_number',
  ...words.card_number,
  check: 'card-number',
  secret: true,
  attributes: { autocomplete: 'cc-number', inputmode: 'numeric', maxlength: 23, spellcheck: 'false' },
  read: text => {
    const number = readDigits(text, 13, 19)
    return number && checkCardNumber(number) === null ? number : null
  },
})

const exp_date = (words: FieldWords): Field => ({
  name: 'cc_exp_date',
  ...words.expiry,
  check: 'expiry',
  width: 'half',
  attributes: { autocomplete: 'cc-exp', inputmode: 'numeric', maxlength: 9, spellcheck: 'false' },
  read: (text, { today }) => readExpiry(text, today),
})

const cvv = (words: FieldWords): Field => ({
  name: 'cc_cvv',
  ...words.cvv,
  check: 'cvv',
  secret: true,
  width: 'half',
  attributes: { autocomplete: 'cc-csc', inputmode: 'numeric', maxlength: 4, spellcheck: 'false' },
  read: (text, { text: other }) => {
    const number = readDigits(other('cc_account_number').trim(), 13, 19)
    const brand = number && cardBrand(number)
    return readDigits(text, brand === 'amex' ? 4 : 3, brand && brand !== 'amex' ? 3 : 4)
  },
})

const billing_street = (words: FieldWords): Field => ({
  name: 'cc_billing_street',
  ...words.card_street,
  attributes: { autocomplete: 'billing address-line1', maxlength: 32, autocapitalize: 'words' },
  read: line(1, 32),
})

const billing_zip = (words: FieldWords): Field => ({
  name: 'cc_billing_zip',
  ...words.card_zip,
  check: 'zip',
  width: 'half',
  attributes: { autocomplete: 'billing postal-code', maxlength: 10, autocapitalize: 'characters', spellcheck: 'false' },
  read: text => (/^[a-z0-9][a-z0-9 -]{3,8}[a-z0-9]$/i.test(text) ? text.toUpperCase() : null),
})

/** Returns the fields of the form, in the order of the card and of its statement. */
export function cardFields(method: CardMethod, { form: { fields: words } }: Words): FormField[] {
  const fields: FormField[] = [
    { field: account_number(words), required: true },
    { field: exp_date(words), required: true },
  ]
  if (method.show_cvv || method.require_cvv) fields.push({ field: cvv(words), required: method.require_cvv })
  fields.push({ field: account_holder_name(words), required: true })
  if (method.show_street || method.require_street)
    fields.push({ field: billing_street(words), required: method.require_street })
  if (method.show_zip || method.require_zip) fields.push({ field: billing_zip(words), required: method.require_zip })
  return fields
}

/** Returns the instrument from the values of `cardFields`. */
export function cardInstrument(value: (name: string) => string | null): CardInstrument {
  return {
    payment_method: 'cc',
    account_holder_name: value('cc_account_holder_name') ?? '',
    account_number: value('cc_account_number') ?? '',
    exp_date: value('cc_exp_date') ?? '',
    cvv: value('cc_cvv'),
    billing_street: value('cc_billing_street'),
    billing_zip: value('cc_billing_zip'),
  }
}

/** Returns MMYY for MM/YY, MMYY, MM / YYYY and the like, or null. A card is valid through the last day of its month. */
export function readExpiry(text: string, today: Temporal.PlainDate): string | null {
  const match = /^(0?[1-9]|1[0-2]) ?[/. -]? ?((?:20)?\d{2})$/.exec(text)
  if (!match?.[1] || !match[2]) return null
  const exp_date = match[1].padStart(2, '0') + match[2].slice(-2)
  return isExpired(exp_date, today) ? null : exp_date
}
