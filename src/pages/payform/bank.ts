import { abaValid } from '../../lib/aba.ts'
import { digits, type Field, type FormField, line, readDigits } from './field.ts'

/** What the bank terminal of a debit requires, by the requirement names of contract 2.15. */
export interface BankMethod {
  required: readonly string[]
  /** Optional fields beside them. */
  offered?: readonly string[]
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

const account_holder_name: Field = {
  name: 'ach_account_holder_name',
  label: 'Account holder name',
  missing: 'Enter the name of the account holder.',
  invalid: 'Enter a name of at most 32 characters.',
  attributes: { autocomplete: 'name', maxlength: 32, autocapitalize: 'words', spellcheck: 'false' },
  read: line(1, 32),
}

const routing: Field = {
  name: 'ach_routing',
  label: 'Routing number',
  hint: '9 digits, at the lower left of a check',
  missing: 'Enter the routing number.',
  invalid: 'That routing number is not 9 digits long or has a mistyped digit.',
  check: 'routing',
  attributes: { ...PRIVATE, inputmode: 'numeric', maxlength: 11 },
  read: text => {
    const number = readDigits(text, 9, 9)
    return number && abaValid(number) ? number : null
  },
}

const account_number: Field = {
  name: 'ach_account_number',
  label: 'Account number',
  missing: 'Enter the account number.',
  invalid: 'An account number has 4 to 17 digits.',
  check: 'account-number',
  secret: true,
  width: 'half',
  attributes: { ...PRIVATE, inputmode: 'numeric', maxlength: 25 },
  read: digits(4, 17),
}

const account_number_again: Field = {
  name: 'ach_account_number_again',
  label: 'Repeat number',
  missing: 'Enter the account number a second time.',
  invalid: 'The two account numbers differ.',
  check: 'account-number-again',
  secret: true,
  width: 'half',
  attributes: { ...PRIVATE, inputmode: 'numeric', maxlength: 25 },
  read: (text, { text: other }) => {
    const number = readDigits(text, 4, 17)
    return number && number === readDigits(other('ach_account_number').trim(), 4, 17) ? number : null
  },
}

const account_type: Field = {
  name: 'ach_account_type',
  label: 'Account type',
  missing: 'Choose the type of the account.',
  invalid: 'Choose checking or savings.',
  width: 'half',
  choices: [
    { value: 'checking', label: 'Checking' },
    { value: 'savings', label: 'Savings' },
  ],
  read: text => (text === 'checking' || text === 'savings' ? text : null),
}

const is_company: Field = {
  name: 'ach_is_company',
  label: 'Account belongs to',
  missing: 'Choose who the account belongs to.',
  invalid: 'Choose a person or a business.',
  width: 'half',
  choices: [
    { value: '0', label: 'A person' },
    { value: '1', label: 'A business' },
  ],
  read: text => (text === '0' || text === '1' ? text : null),
}

const dl_number: Field = {
  name: 'ach_dl_number',
  label: 'Driver’s license',
  missing: 'Enter the driver’s license number.',
  invalid: 'Enter a license number of at most 50 characters.',
  width: 'half',
  attributes: { ...PRIVATE, maxlength: 50 },
  identifier: true,
  read: line(1, 50),
}

const dl_state: Field = {
  name: 'ach_dl_state',
  label: 'License state',
  missing: 'Enter the state of the license.',
  invalid: 'Enter the two letters of the state, such as CA.',
  width: 'half',
  attributes: { ...PRIVATE, maxlength: 2, autocapitalize: 'characters' },
  read: state,
}

const dob_year: Field = {
  name: 'ach_dob_year',
  label: 'Year of birth',
  hint: '4 digits; your bank uses it to confirm who you are',
  missing: 'Enter the account holder’s year of birth.',
  invalid: 'Enter a year of birth of 4 digits.',
  width: 'half',
  attributes: { autocomplete: 'bday-year', inputmode: 'numeric', maxlength: 4 },
  read: (text, { today }) => (/^(?:19|20)\d{2}$/.test(text) && Number(text) <= today.year ? text : null),
}

/** The fields a requirement adds. None where the form has them anyway. */
const REQUIREMENTS: Record<string, readonly Field[]> = {
  account_holder_name: [],
  routing: [],
  account_number: [],
  account_type: [],
  check_number: [
    {
      name: 'ach_check_number',
      label: 'Check number',
      missing: 'Enter the check number.',
      invalid: 'A check number has at most 15 digits.',
      width: 'half',
      attributes: { ...PRIVATE, inputmode: 'numeric', maxlength: 15 },
      identifier: true,
      read: digits(1, 15),
    },
  ],
  billing_street: [
    {
      name: 'ach_billing_street',
      label: 'Street address',
      missing: 'Enter the street address of the account holder.',
      invalid: 'Enter a street address of at most 32 characters.',
      attributes: { autocomplete: 'billing address-line1', maxlength: 32, autocapitalize: 'words' },
      read: line(1, 32),
    },
  ],
  billing_city: [
    {
      name: 'ach_billing_city',
      label: 'City',
      missing: 'Enter the city.',
      invalid: 'Enter a city of at most 36 characters.',
      attributes: { autocomplete: 'billing address-level2', maxlength: 36, autocapitalize: 'words' },
      read: line(1, 36),
    },
  ],
  billing_state: [
    {
      name: 'ach_billing_state',
      label: 'State',
      missing: 'Enter the state.',
      invalid: 'Enter the two letters of the state, such as CA.',
      width: 'half',
      attributes: { autocomplete: 'billing address-level1', maxlength: 2, autocapitalize: 'characters' },
      read: state,
    },
  ],
  billing_zip: [
    {
      name: 'ach_billing_zip',
      label: 'ZIP code',
      missing: 'Enter the ZIP code.',
      invalid: 'Enter a ZIP code of 5 digits, or of 9 with a dash.',
      width: 'half',
      attributes: { autocomplete: 'billing postal-code', inputmode: 'numeric', maxlength: 10 },
      read: text => (/^\d{5}(?:-\d{4})?$/.test(text) ? text : null),
    },
  ],
  billing_phone: [
    {
      name: 'ach_billing_phone',
      label: 'Phone number',
      missing: 'Enter a phone number.',
      invalid: 'A phone number has 10 digits.',
      width: 'half',
      attributes: { type: 'tel', autocomplete: 'tel-national', maxlength: 16 },
      read: text => readDigits(text.replace(/[().]/g, ''), 10, 10),
    },
  ],
  driver_license: [dl_number, dl_state],
  identity_verification: [dob_year],
}

/**
 * Returns the fields of the form, or null when the terminal requires what a page cannot provide, such as a check image
 * or a swipe.
 */
export function bankFields({ required, offered = [] }: BankMethod): FormField[] | null {
  const needed = required.map(fieldsFor)
  if (needed.some(fields => fields === null)) return null
  const always = [routing, account_number, account_number_again, account_type, is_company, account_holder_name]
  const all = new Set([...always, ...needed.flatMap(fields => fields ?? [])])
  const more = offered.flatMap(name => fieldsFor(name) ?? []).filter(field => !all.has(field))
  return [...formFields(all, true), ...formFields(more, false)]
}

function fieldsFor(requirement: string): readonly Field[] | null {
  return Object.hasOwn(REQUIREMENTS, requirement) ? (REQUIREMENTS[requirement] ?? null) : null
}

function formFields(fields: Iterable<Field>, required: boolean): FormField[] {
  return [...fields].map(field => ({ field, required }))
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
