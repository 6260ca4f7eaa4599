import { encryptionKeyBinding } from '../auth/encryption-key.ts'
import { keyBinding } from '../lib/sealed-key.ts'
import { credentialsBinding } from '../payments/accounts/stored-account.ts'
import { correctedDataBinding } from '../payments/bank/bank-item.ts'
import { bindingOf } from '../payments/vault/vault.ts'
import type { Binding } from '../ports/cipher.ts'
import { type Credential, credentialBinding } from '../resources/postbackconfig/credentials.ts'
import { secondFactorBinding } from '../resources/user/second-factor.ts'
import { hashKeyBinding } from '../resources/user/user.ts'

/** A sealed value and what its seal is bound to. */
export interface SealedRow {
  id: string
  root_id: string
  location_id: string
  sealed: string
}

/** A column of sealed values and how each of them is bound to its row. */
export interface SealedColumn {
  table: string
  column: string
  /** The column of the binding's `root_id` when it has another name. */
  root_column?: string
  /** The column of the binding's `location_id`. */
  location_column: string
  /** The column with the id of the ring key, which shows what is still to be wrapped; null where there is none. */
  key_column: string | null
  binding(row: SealedRow): Binding
}

/** Every sealed column. A test compares this list with the database. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'instrument',
    column: 'sealed',
    location_column: 'location_id',
    key_column: 'key_id',
    binding: bindingOf,
  },
  {
    table: '"user"',
    column: 'user_hash_key_sealed',
    location_column: 'primary_location_id',
    key_column: null,
    binding: hashKeyBinding,
  },
  {
    table: '"user"',
    column: 'second_factor_sealed',
    location_column: 'primary_location_id',
    key_column: null,
    binding: secondFactorBinding,
  },
  {
    table: 'developer',
    column: 'encryption_key_sealed',
    // Software belongs to no location.
    root_column: 'id',
    location_column: 'id',
    key_column: null,
    binding: encryptionKeyBinding,
  },
  {
    table: 'processor_credentials',
    column: 'sealed',
    location_column: 'processor_account_id',
    key_column: null,
    binding: ({ id, root_id, location_id }) => credentialsBinding({ id, root_id, processor_account_id: location_id }),
  },
  {
    table: 'ach_item',
    column: 'corrected_data_sealed',
    location_column: 'root_id',
    key_column: null,
    binding: correctedDataBinding,
  },
  key('location', 'location_api_key', 'id'),
  key('location', 'ticket_hash_key', 'id'),
  key('hostedpaymentpage', 'encryption_key', 'location_id'),
  credential('basic_auth_username'),
  credential('basic_auth_password'),
  credential('signing_secret'),
  credential('signing_secret_old'),
]

/** A field of reach `key`. */
function key(table: string, name: string, location_column: string): SealedColumn {
  const binding = (row: SealedRow) => keyBinding(row, name)
  return { table, column: `${name}_sealed`, location_column, key_column: null, binding }
}

/** Credentials that a postback configuration presents to its receiver. */
function credential(field: Credential): SealedColumn {
  return {
    table: 'postbackconfig',
    column: `${field}_sealed`,
    location_column: 'location_id',
    key_column: null,
    binding: row => credentialBinding(row, field),
  }
}
