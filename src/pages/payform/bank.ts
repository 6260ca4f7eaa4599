import { abaValid } from '../../lib/aba.ts'
import type { AmountLimits } from '../../lib/amount-limits.ts'
import type { Words } from '../../words/words.ts'
import { digits, type Field, type FormField, line, readDigits } from './field.ts'

/** What the bank terminal of a debit requires, by the requirement names of contract 2.15. */
export interface BankMethod {
  required: readonly string[]
  /** Optional fields beside them. */
  offered?: readonly string[]
  /** What its processor takes. */
  takes?: AmountLimits
}

/** A bank account as its holder typed it. */
export interface BankInstrument {
  payment_method: 'ach'
  account_holder_name: string
  /** 9 digits with a valid ABA check digit. */
  routing: string
  /** 4 to 17 digits. */
  account_number: string
  account_type: 'checking' | 'savings'
  is_company: boolean
  check_number: string | null
  billing_street: string | null
  billing_city: string | null
  /** Two capital letters. */
  billing_state: string | null
  billing_zip: string | null
  /** 10 digits. */
  billing_phone: string | null
  dl_number: string | null
  /** Two capital letters. */
  dl_state: string | null
  dob_year: string | null
}

/** Neither the browser nor a keyboard app may store bank details. */
const PRIVATE = { autocomplete: 'off', spellcheck: 'false' }

const state: Field['read'] = text => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null)

type FieldWords = Words['form']['fields']

const account_holder_name = (words: FieldWords): Field => ({
  name: 'ach_account_holder_name',
  ...words.holder,
  attributes: { autocomplete: 'name', maxlength: 32, autocapitalize: 'words', spellcheck: 'false' },
  read: line(1, 32),
})

const routing = (words: FieldWords): Field => ({
  name: 'ach_routing',
  ...words.routing,
  check: 'routing',
  attributes: { ...PRIVATE, inputmode: 'numeric', maxlength: 11 },
  read: text => {
    const number = readDigits(text, 9, 9)
    return number && abaValid(number) ? number : null
  },
})

const account_number = (words: FieldWords): Field => ({
  name: 'ach_account_number',
  ...words.account_number,
  check: 'account-number',
  secret: true,
  width: 'half',
  attributes: { ...PRIVATE, inputmode: 'numeric', maxlength: 25 },
  read: digits(4, 17),
})

const account_number_again = (words: FieldWords): Field => ({
  name: 'ach_account_number_again',
  ...words.account_number_again,
  check: 'account-number-again',
  secret: true,
  width: 'half',
  attributes: { ...PRIVATE, inputmode: 'numeric', maxlength: 25 },
  read: (text, { text: other }) => {
    const number = readDigits(text, 4, 17)
    return number && number === readDigits(other('ach_account_number').trim(), 4, 17) ? number : null
  },
})

const account_type = (words: FieldWords): Field => ({
  name: 'ach_account_type',
  ...words.account_type,
  width: 'half',
  choices: [
    { value: 'checking', label: words.account_type.checking },
    { value: 'savings', label: words.account_type.savings },
  ],
  read: text => (text === 'checking' || text === 'savings' ? text : null),
})

const is_company = (words: FieldWords): Field => ({
  name: 'ach_is_company',
  ...words.is_company,
  width: 'half',
  choices: [
    { value: '0', label: words.is_company.person },
    { value: '1', label: words.is_company.business },
  ],
  read: text => (text === '0' || text === '1' ? text : null),
})

const dl_number = (words: FieldWords): Field => ({
  name: 'ach_dl_number',
  ...words.dl_number,
  width: 'half',
  attributes: { ...PRIVATE, maxlength: 50 },
  identifier: true,
  read: line(1, 50),
})

const dl_state = (words: FieldWords): Field => ({
  name: 'ach_dl_state',
  ...words.dl_state,
  invalid: words.state.invalid,
  width: 'half',
  attributes: { ...PRIVATE, maxlength: 2, autocapitalize: 'characters' },
  read: state,
})

const dob_year = (words: FieldWords): Field => ({
  name: 'ach_dob_year',
  ...words.dob_year,
  width: 'half',
  attributes: { autocomplete: 'bday-year', inputmode: 'numeric', maxlength: 4 },
  read: (text, { today }) => (/^(?:19|20)\d{2}$/.test(text) && Number(text) <= today.year ? text : null),
})

/** The fields a requirement adds. None where the form has them anyway. */
const REQUIREMENTS: Record<string, readonly ((words: FieldWords) => Field)[]> = {
  account_holder_name: [],
  routing: [],
  account_number: [],
  account_type: [],
  check_number: [
    words => ({
      name: 'ach_check_number',
      ...words.check_number,
      width: 'half',
      attributes: { ...PRIVATE, inputmode: 'numeric', maxlength: 15 },
      identifier: true,
      read: digits(1, 15),
    }),
  ],
  billing_street: [
    words => ({
      name: 'ach_billing_street',
      ...words.street,
      attributes: { autocomplete: 'billing address-line1', maxlength: 32, autocapitalize: 'words' },
      read: line(1, 32),
    }),
  ],
  billing_city: [
    words => ({
      name: 'ach_billing_city',
      ...words.city,
      attributes: { autocomplete: 'billing address-level2', maxlength: 36, autocapitalize: 'words' },
      read: line(1, 36),
    }),
  ],
  billing_state: [
    words => ({
      name: 'ach_billing_state',
      ...words.state,
      width: 'half',
      attributes: { autocomplete: 'billing address-level1', maxlength: 2, autocapitalize: 'characters' },
      read: state,
    }),
  ],
  billing_zip: [
    words => ({
      name: 'ach_billing_zip',
      ...words.zip,
      width: 'half',
      attributes: { autocomplete: 'billing postal-code', inputmode: 'numeric', maxlength: 10 },
      read: text => (/^\d{5}(?:-\d{4})?$/.test(text) ? text : null),
    }),
  ],
  billing_phone: [
    words => ({
      name: 'ach_billing_phone',
      ...words.phone,
      width: 'half',
      attributes: { type: 'tel', autocomplete: 'tel-national', maxlength: 16 },
      read: text => readDigits(text.replace(/[().]/g, ''), 10, 10),
    }),
  ],
  driver_license: [dl_number, dl_state],
  identity_verification: [dob_year],
}

/**
 * Returns the fields of the form, or null when the terminal requires what a page cannot provide, such as a check image
 * or a swipe.
 */
export function bankFields(
  { required, offered = [] }: BankMethod,
  { form: { fields: words } }: Words,
): FormField[] | null {
  const needed = required.map(fieldsFor)
  if (needed.some(fields => fields === null)) return null
  const always = [routing, account_number, account_number_again, account_type, is_company, account_holder_name]
  const all = new Set([...always, ...needed.flatMap(fields => fields ?? [])])
  const more = offered.flatMap(name => fieldsFor(name) ?? []).filter(field => !all.has(field))
  return [
    ...[...all].map(field => ({ field: field(words), required: true })),
    ...more.map(field => ({ field: field(words), required: false })),
  ]
}

function fieldsFor(requirement: string): readonly ((words: FieldWords) => Field)[] | null {
  return Object.hasOwn(REQUIREMENTS, requirement) ? (REQUIREMENTS[requirement] ?? null) : null
}

/** Returns the instrument from the values of `bankFields`. */
export function bankInstrument(value: (name: string) => string | null): BankInstrument {
  return {
    payment_method: 'ach',
    account_holder_name: value('ach_account_holder_name') ?? '',
    routing: value('ach_routing') ?? '',
    account_number: value('ach_account_number') ?? '',
    account_type: value('ach_account_type') === 'savings' ? 'savings' : 'checking',
    is_company: value('ach_is_company') === '1',
    check_number: value('ach_check_number'),
    billing_street: value('ach_billing_street'),
    billing_city: value('ach_billing_city'),
    billing_state: value('ach_billing_state'),
    billing_zip: value('ach_billing_zip'),
    billing_phone: value('ach_billing_phone'),
    dl_number: value('ach_dl_number'),
    dl_state: value('ach_dl_state'),
    dob_year: value('ach_dob_year'),
  }
}
