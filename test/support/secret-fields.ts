import { randomBytes, randomInt } from 'node:crypto'
import type { AnyField } from '../../src/definition/resource.ts'
import { withCheckDigit } from './cards.ts'
import type { Secret } from './leaks.ts'

/**
 * What every field that is read and not stored is: a secret, and how to make one, or no secret at all. A new such field
 * has to be entered here, and is then part of the test.
 */
const SECRETS: Record<string, (field: AnyField) => Omit<Secret, 'name'>> = {
  account_number: () => ({ text: cardNumber() }),
  cvv: () => ({ text: shortDigits(4), is_short: true }),
  track_data: () => ({ text: stripe() }),
  e_track_data: () => ({ text: word(60) }),
  image_front: () => ({ text: word(40) }),
  image_back: () => ({ text: word(40) }),
  cavv: () => ({ text: word(28) }),
  xid: () => ({ text: word(28) }),
  payment_token: () => ({ text: word(60) }),
  dl_number: () => ({ text: `L${digits(12)}` }),
  ssn4: () => ({ text: shortDigits(4), is_short: true }),
  dob_year: () => ({ text: shortDigits(4), is_short: true }),
  password: () => ({ text: password() }),
  old_password: () => ({ text: password() }),
  second_factor: () => ({ text: word(24) }),
  user_api_key: () => ({ text: word(40) }),
  user_hash_key: () => ({ text: word(30) }),
  // Shown by their expand to users who may change them.
  basic_auth_username: () => ({ text: word(24), in_answers: true }),
  basic_auth_password: () => ({ text: word(24), in_answers: true }),
}

const HARMLESS = new Set([
  ...[
    'eci',
    'three_d_secure_version',
    'action',
    'routing',
    'exp_date',
    'ticket',
    'run_avs',
    'tags',
    'files',
    'dl_state',
    'transaction_id',
    'transactions',
    'user_id',
    'auth_role_id',
    'bank_funded_only_override',
    'keep_keys',
  ],
  ...[
    'previous_transaction_id',
    'previous_transaction_api_id',
    'previous_account_vault_id',
    'refund_approval_id',
    'previous_account_vault_api_id',
  ],
  ...[
    'location_api_id',
    'contact_api_id',
    'account_vault_api_id',
    'device_term_api_id',
    'branding_domain_id',
    'is_new_domain',
    'update_if_exists',
  ],
  ...['move_account_vault', 'move_account_vault_transactions', 'level3_data', 'id', 'title', 'location_id', 'amount'],
])

/** Returns a secret for this field, null when it holds none; throws when the field is not classified. */
export function secretFor(name: string, field: AnyField): Secret | null {
  const make = SECRETS[name]
  if (make) return { name, ...make(field) }
  if (HARMLESS.has(name)) return null
  throw new Error(`say in test/support/secret-fields.ts whether ${name} is a secret`)
}

const PREFIXES = ['4', '51', '6011', '3528'] as const

/**
 * A card number of a brand that is accepted. Its last four, which are shown, begin with 1, so that no short secret
 * equals them.
 */
export function cardNumber(): string {
  const prefix = PREFIXES[randomInt(PREFIXES.length)]!
  return withCheckDigit(`${prefix}${digits(12 - prefix.length)}1${digits(3)}`, 16)
}

/** An American Express number, the one brand whose security code has four digits. */
export function amexNumber(): string {
  return withCheckDigit(`37${digits(9)}1${digits(2)}`, 15)
}

/** 15 digits; the last four as those of cards. */
export function bankNumber(): string {
  return `9${digits(10)}1${digits(3)}`
}

/** Both tracks of a random card; the digits after the month are what a clone of the card would need. */
export function stripe(number = cardNumber()): string {
  const secret = digits(13)
  return `%B${number}^EXAMPLE/PAT^30121010${secret}?;${number}=30121010${secret}?`
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

/**
 * Begins with one zero, as no port, process id, year or last four does that a log or a table may hold by chance, and no
 * group of a test card's number that pages show.
 */
export function shortDigits(count: number): string {
  return `0${randomInt(1, 10)}${digits(count - 2)}`
}

export function word(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length)
}

/** Letters, digits and a special character, as the rule for passwords wants. */
export function password(): string {
  return `Pw!7${word(20)}`
}
