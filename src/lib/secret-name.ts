/**
 * Names whose values are secrets in bodies, headers, queries and texts. Dashes, underscores, capitals and the
 * brackets of form fields make no difference.
 */
const SECRETS = [
  // Card and bank accounts.
  ...[
    'account_number',
    'card_number',
    'number',
    'pan',
    'cvv',
    'cvv2',
    'cvc',
    'csc',
    'cavv',
    'payment_token',
    'pin',
    'pin_block',
  ],
  ...['track_data', 'e_track_data', 'routing', 'aba', 'dda', 'image_front', 'image_back'],
  // Identifies a person to a bank.
  ...['ssn', 'ssn4', 'dl_number', 'dob_year', 'date_of_birth'],
  // Passwords and keys.
  ...['password', 'old_password', 'new_password', 'password_hash', 'basic_auth_password', 'secret', 'client_secret'],
  ...['user_api_key', 'user_hash_key', 'hash_key', 'ticket_hash_key', 'location_api_key', 'api_key', 'x_api_key'],
  ...['encryption_key', 'private_key'],
  ...['second_factor', 'second_factor_secret', 'second_factor_url', 'recovery_codes'],
  // Credentials of a session.
  ...['authorization', 'proxy_authorization', 'cookie', 'set_cookie', 'access_token', 'refresh_token', 'id_token'],
]

/** Secrets as plain values, but records otherwise: `{"token": {"id": …, "token": "…"}}`. */
const RECORDS_TOO = ['token', 'ticket']

/** Secrets in addresses only: elsewhere these names are harmless and useful in a log. */
const IN_ADDRESSES = ['developer_id', 'data_hash', 'code', 'code_verifier', 'data', 'e_data', 'signature']

const joined = (names: string[]) => new Set(names.map(name => name.replaceAll('_', '')))
const always = joined(SECRETS)
const values = joined([...SECRETS, ...RECORDS_TOO])
const inAddresses = joined([...SECRETS, ...RECORDS_TOO, ...IN_ADDRESSES])

/** Returns whether the value of this key is a secret. */
export function isSecretKey(key: string, value: unknown): boolean {
  const isRecord = typeof value === 'object' && !Array.isArray(value)
  return (isRecord ? always : values).has(plain(key))
}

/** Returns whether the query parameter of this name is a secret. */
export function isSecretParameter(name: string): boolean {
  return inAddresses.has(plain(name))
}

/** The secret names as alternatives of a regular expression, without `number`, which is an ordinary word in texts. */
export const SECRET_NAMES_PATTERN = [...SECRETS, ...RECORDS_TOO]
  .filter(name => name !== 'number')
  .map(name => name.replaceAll('_', '[-_]?'))
  .join('|')

const WORDS_APART = /[-_\s]/g

/** `accountvault[account_number]`, `Account-Number` and `accountNumber` are all `accountnumber`. */
function plain(name: string): string {
  const inner = name.endsWith(']') ? name.slice(name.lastIndexOf('[') + 1, -1) : name
  return inner.replace(WORDS_APART, '').toLowerCase()
}
