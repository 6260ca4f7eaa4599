/** Commands of the operator, one file each. Never here: business rules; a command calls what the service calls. */
import { encryptionKeyBinding } from '../auth/encryption-key.ts'
import { bindingOf } from '../payments/vault/vault.ts'
import type { Binding } from '../ports/cipher.ts'
import { type Credential, credentialBinding } from '../resources/postbackconfig/credentials.ts'
import { hashKeyBinding } from '../resources/user/user.ts'

/** A row with what its seal is bound to. */
export interface SealedRow {
  id: string
  root_id: string
  location_id: string
  sealed: string
}

/** A column of sealed values, and how each of its values is bound to its place. */
export interface SealedColumn {
  table: string
  column: string
  /** The column that `root_id` of the binding is read from, when it is not called so. */
  root_column?: string
  /** The column that `location_id` of the binding is read from. */
  location_column: string
  /** The column that holds the id of the ring key, where there is one; it says at a glance what is still to be done. */
  key_column: string | null
  binding(row: SealedRow): Binding
}

/** Every column that holds seals. A test compares this list with the columns of the database. */
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
    table: 'developer',
    column: 'encryption_key_sealed',
    // Software belongs to no location.
    root_column: 'id',
    location_column: 'id',
    key_column: null,
    binding: encryptionKeyBinding,
  },
  credential('basic_auth_username'),
  credential('basic_auth_password'),
  credential('signing_secret'),
  credential('signing_secret_old'),
]

/** What a postback configuration proves itself with to its receiver. */
function credential(field: Credential): SealedColumn {
  return {
    table: 'postbackconfig',
    column: `${field}_sealed`,
    location_column: 'location_id',
    key_column: null,
    binding: row => credentialBinding(row, field),
  }
}
