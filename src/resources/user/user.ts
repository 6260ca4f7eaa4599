import { USER_TYPES } from '../../definition/caller.ts'
import { choice, date, flag, id, integer, json, list, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, type Fact, known, many, one } from '../../definition/resource.ts'
import { EMAIL_ADDRESS } from '../../lib/email-address.ts'
import { zoned } from '../../lib/local-date.ts'
import { openSchema } from '../../lib/object-schema.ts'

/** Defaults of `ui_prefs` (contract 2.8). */
export const UI_PREFS = {
  entry_page: 'dashboard',
  page_size: 15,
  report_export_type: 'csv',
  process_method: 'virtual_terminal',
  default_terminal: null,
}

const UI_PREFS_SCHEMA = openSchema({
  entry_page: { type: 'string', description: 'The page that opens first.' },
  page_size: { type: 'integer', description: 'Rows of a list.' },
  report_export_type: { type: 'string', description: 'The format of exported reports.' },
  process_method: { type: 'string', description: 'Where payments are taken: virtual_terminal or a terminal.' },
  default_terminal: { type: ['string', 'null'], description: 'The terminal that is chosen first.' },
})

const PASSWORD = {
  pattern: /^(?=.*\p{L})(?=.*\p{Nd})(?=.*[^\p{L}\p{Nd}\s])/su,
  says: 'must contain a letter, a digit and a special character.',
}
const API_KEY = { pattern: /^[\x21-\x7e]*$/, says: 'must contain printable ASCII characters without spaces only.' }

const phone = () => text(undefined, 10, 'PU')
const never = (what: string) => ({ of: () => null, schema: { type: 'null', description: what } })

/** What an API key may be limited to, when it is made. */
export const API_KEY_LIMITS = {
  user_api_key_scope: text(undefined, 64, 'P', {
    example: 'invoices payments',
    note: 'Either all, or one or more of read, invoices and payments, separated by spaces. It limits the rights of the user. Default: all.',
  }),
  user_api_key_expire_ts: stamp('P', { note: 'When the API key ends. Left out: never.' }),
  user_api_key_addresses: list(43, 'P', {
    example: ['203.0.113.0/24'],
    note: 'Addresses and networks from which the API key may be used. Left out: any.',
  }),
}

/** What a hash key may be limited to. Payers open what it signs, from any address. */
export const HASH_KEY_LIMITS = {
  user_hash_key_expire_ts: stamp('P', { note: 'When the hash key ends. Left out: never.' }),
}

/** A person or program that calls the API or signs in. It belongs to a location and sees that and all below it. */
export const user = defineResource({
  name: 'user',
  plural: 'users',
  spec: '2.8, 4.8',
  scope: 'primary_location_id',
  fields: {
    id: id(),
    username: text(1, 64, 'RPU', { note: 'Unique within a domain; capitals make no difference.' }),
    first_name: text(undefined, 64, 'PU'),
    last_name: text(1, 64, 'RPU'),
    company_name: text(undefined, 64, 'PU'),
    email: text(1, 128, 'RPU', { format: EMAIL_ADDRESS }),
    address: text(undefined, 64, 'PU'),
    city: text(undefined, 100, 'PU'),
    state: text(undefined, 100, 'PU'),
    zip: text(undefined, 10, 'PU'),
    cell_phone: phone(),
    home_phone: phone(),
    office_phone: phone(),
    office_ext_phone: phone(),
    account_number: text(undefined, 32, 'PU', { holds: 'identifier' }),
    date_of_birth: date('PU', { unlogged: true }),
    contact_id: ref('contact', 'PU'),
    domain_id: ref('branding_domain', 'P', { always: true, note: "Left out on create: the primary location's." }),
    branding_domain_id: ref('branding_domain', 'P', { reach: 'input', note: 'Another name of domain_id on create.' }),
    branding_domain_url: text(undefined, 64, 'S', { note: 'The domain to sign in with.' }),
    primary_location_id: ref('location', 'RPU', { note: 'The user sees this location and all below it.' }),
    user_type_id: choice(USER_TYPES, 'RPU', {
      means: {
        100: 'Contact',
        200: 'Operator',
        250: 'Client Admin',
        300: 'Manager',
        400: 'Clerk',
        500: 'Read only',
        600: 'and to 1000: as 500',
      },
      note: 'Nobody can give more rights than his own.',
    }),
    status_id: choice([0, 1], 'PU', { fallback: 1, means: { 0: 'inactive', 1: 'active' } }),
    forms_only: flag('PU', {
      fallback: false,
      as: 'boolean',
      note: 'Opens hosted forms (payform, accountform) by signature; everything else is refused with 403.',
    }),
    email_trx_receipt: flag('PU', { fallback: false, as: 'boolean' }),
    locale: text(undefined, 8, 'PU'),
    tz: text(undefined, 30, 'PU', { note: "Time zone name; the primary location's counts when empty." }),
    password: text(8, 128, 'PU', {
      holds: 'secret',
      reach: 'input',
      format: PASSWORD,
      note: 'Without one there is no signing in by password. One set for somebody else is good for one use.',
    }),
    old_password: text(undefined, 128, 'PU', {
      holds: 'secret',
      reach: 'input',
      note: "Needed to change the own password; the caller's own is needed to create a user with a password or keys by an access token.",
    }),
    second_factor: text(undefined, 64, 'P', {
      holds: 'secret',
      reach: 'input',
      note: 'A code, where old_password is needed on create and the caller has a second factor.',
    }),
    keep_keys: flag('U', {
      reach: 'input',
      note: 'Sent with a password: true keeps the keys of the user, false ends them. Left out, they end, unless the request has a user_api_key.',
    }),
    user_api_key: text(16, 64, 'P', {
      holds: 'secret',
      reach: 'input',
      format: API_KEY,
      note: 'A key of the own choice, on create only; always null in answers.',
    }),
    user_hash_key: text(24, 36, 'P', {
      holds: 'secret',
      reach: 'input',
      format: API_KEY,
      note: 'A key to sign with of the own choice, on create only; always null in answers. generateuserhashkey makes one.',
    }),
    user_api_key_ts: stamp('S', { note: 'When the API key was made; null without one.' }),
    ...API_KEY_LIMITS,
    user_hash_key_ts: stamp('S', { note: 'When the hash key was made; null until it was shown once.' }),
    ...HASH_KEY_LIMITS,
    requires_new_password: flag('S', { fallback: false, as: 'string' }),
    login_attempts: integer(undefined, 'S', { fallback: 0, note: 'Failed ones since the last success.' }),
    last_login_ts: stamp('S', {}),
    current_login: date('S'),
    current_login_ip: text(undefined, 64, 'S'),
    terms_accepted_ts: stamp('S', {}),
    terms_agree_ip: text(undefined, undefined, 'S'),
    terms_condition_id: text(undefined, 36, 'S'),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    ui_prefs: json(4000, 'PU', {
      fallback: UI_PREFS,
      schema: UI_PREFS_SCHEMA,
      note: 'Keys left out keep their value. default_terminal starts as the oldest active terminal of the primary location.',
    }),
    user_api_key_mark: text(undefined, 64, 'S', { reach: 'secret', note: 'Keyed hash; the key itself is not kept.' }),
    user_hash_key_sealed: text(undefined, undefined, 'S', {
      reach: 'secret',
      note: 'Encrypted, because HMAC needs it back.',
    }),
    password_mark: text(undefined, undefined, 'S', { reach: 'secret', note: 'argon2id.' }),
    former_password_marks: list(255, 'S', { reach: 'secret', note: 'argon2id, the latest first.' }),
    second_factor_sealed: text(undefined, undefined, 'S', {
      reach: 'secret',
      note: 'The secret of the app, encrypted.',
    }),
    second_factor_ts: stamp('S', { reach: 'hidden', note: 'In use since.' }),
    second_factor_step: integer(undefined, 'S', { reach: 'hidden', note: 'Of the last code: each counts once.' }),
    second_factor_failures: integer(undefined, 'S', { reach: 'hidden', note: 'Wrong codes in a row.' }),
    recovery_code_marks: list(64, 'S', { reach: 'secret', note: 'Keyed hashes of those that are left.' }),
    last_active_ts: stamp('S', { reach: 'hidden', note: 'The day of the latest request or sign-in.' }),
    password_set_ts: stamp('S', { reach: 'hidden' }),
    login_locked_until_ts: stamp('S', {
      reach: 'hidden',
      note: 'No sign-in by password before, after too many failures.',
    }),
    username_twin: text(undefined, 36, 'S', {
      reach: 'hidden',
      note: 'Set for who had the name of another user, but for capitals, before such names were refused.',
    }),
    password_spent: flag('S', { fallback: false, reach: 'hidden', note: 'A password good for one use has had it.' }),
  },
  derived: {
    status: { of: row => row.status_id, schema: { type: 'integer', description: 'status_id' }, column: 'status_id' },
    user_api_key: never('Never shown; generateuserapikey answers a new one once.'),
    user_hash_key: never('Never shown; generateuserhashkey answers a new one once.'),
    current_date_time: {
      of: currentDateTime,
      schema: { type: 'string', description: "Now in the user's zone", examples: ['2026-03-11T10:38:26-0700'] },
    },
  },
  expands: {
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    primary_location: one('location', 'primary_location_id'),
    contact: one('contact', 'contact_id'),
    branding_domain: one('branding_domain', 'domain_id'),
    changelogs: many('changelog', 'model_id'),
  },
  order: [
    ...['id', 'username', 'first_name', 'last_name', 'company_name', 'email', 'address', 'city', 'state', 'zip'],
    ...['cell_phone', 'home_phone', 'office_phone', 'office_ext_phone', 'account_number', 'date_of_birth'],
    ...['contact_id', 'domain_id', 'branding_domain_url', 'primary_location_id', 'user_type_id', 'status_id', 'status'],
    ...['email_trx_receipt', 'locale', 'tz', 'user_api_key', 'user_hash_key', 'requires_new_password'],
    ...['login_attempts', 'last_login_ts', 'current_login', 'current_login_ip', 'current_date_time'],
    ...[
      'terms_accepted_ts',
      'terms_agree_ip',
      'terms_condition_id',
      'created_ts',
      'modified_ts',
      'created_user_id',
      'ui_prefs',
      'forms_only',
    ],
    ...['user_api_key_ts', 'user_api_key_scope', 'user_api_key_expire_ts', 'user_api_key_addresses'],
    ...['user_hash_key_ts', 'user_hash_key_expire_ts'],
  ],
  constraints: { user_username_key: 'username', user_username_folded_key: 'username' },
  about: [
    'Setting up',
    'A person or a program that calls the API or signs in. It belongs to a location and sees that and all below it.',
    {
      first_name: 'First name.',
      last_name: 'Last name.',
      company_name: 'The company the user works for.',
      email: 'Where the user is mailed.',
      address: 'Street and number.',
      city: 'City of the address.',
      state: 'State of the address.',
      zip: 'ZIP code of the address.',
      cell_phone: 'Mobile number, ten digits.',
      home_phone: 'Phone number at home, ten digits.',
      office_phone: 'Phone number at work, ten digits.',
      office_ext_phone: 'Extension of the number at work.',
      account_number: "The user's number at the merchant.",
      date_of_birth: 'Date of birth.',
      contact_id: 'The contact that a user of type contact is.',
      status_id: 'Whether the user may sign in.',
      email_trx_receipt:
        'Whether the user is mailed what payers pay on invoices, paylinks and hosted pages of the primary location and those below it.',
      locale: 'The language of the user, such as en-US.',
      user_api_key_scope: 'Scope of the API key.',
      user_api_key_addresses: 'From where the API key may be used.',
      requires_new_password: 'Whether the user has to choose a new password.',
      last_login_ts: 'When the user last signed in.',
      current_login: 'The latest sign-in.',
      current_login_ip: 'The network address of the latest sign-in.',
      terms_accepted_ts: 'When the user accepted the terms.',
      terms_agree_ip: 'The network address from which the terms were accepted.',
      terms_condition_id: 'Which terms were accepted.',
    },
  ],
})

/** Returns what a sealed hash key is bound to: the root, because a user's primary location may change. */
export function hashKeyBinding(row: { id: string; root_id: string }): {
  location_id: string
  record_id: string
  field: string
} {
  return { location_id: row.root_id, record_id: row.id, field: 'user_hash_key' }
}

/** Without a zone of its own a user gets the caller's, which in the user's own record is the location's. */
function currentDateTime(row: Record<string, unknown>, fact: Fact): string {
  const local = zoned(fact.seconds, (row.tz as string | null) || fact.zone)
  return `${local.toPlainDateTime().toString({ smallestUnit: 'second' })}${local.offset.slice(0, 6).replace(':', '')}`
}
