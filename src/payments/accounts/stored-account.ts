import type { Binding, Cipher } from '../../ports/cipher.ts'
import type { ProcessorAccount } from '../../ports/processor.ts'

/** A version of a product's account as it is stored. Its secrets stay sealed until its processor is opened. */
export interface StoredAccount extends Omit<ProcessorAccount, 'credentials'> {
  /** What its product names, `zgate` for one; not the connector. */
  processor: string
  /** Null where it names none. */
  connector: string | null
  connector_settings: Readonly<Record<string, string>>
  /** The version whose secrets it uses; null where the connector takes none. */
  credentials_account_id: string | null
  /** The set of secrets that counts; null where there is none. */
  credentials_id: string | null
  credentials_version: number | null
  sealed: string | null
}

/** Reads accounts, as `a`, each with the newest of its sets of secrets. */
export const ACCOUNT = `
select a.id, a.root_id, a.product_transaction_id, a.version, a.processor, a.settings, a.connector, a.connector_settings,
       a.credentials_account_id, newest.id as credentials_id, newest.version as credentials_version, newest.sealed
  from processor_account a
  left join lateral (
    select c.id, c.version, c.sealed from processor_credentials c
     where c.root_id = a.root_id and c.processor_account_id = a.credentials_account_id
     order by c.version desc limit 1) as newest on true`

/** Returns an account as its connector gets it: the connector's name, and what the operator gave, secrets opened. */
export function openAccount(cipher: Pick<Cipher, 'open'>, account: StoredAccount): ProcessorAccount {
  const { id, root_id, product_transaction_id, version, processor, settings, connector, connector_settings } = account
  const credentials = { ...connector_settings, ...secretsOf(cipher, account) }
  return { id, root_id, product_transaction_id, version, processor: connector ?? processor, settings, credentials }
}

/** Returns the secrets of an account in clear. */
export function secretsOf(cipher: Pick<Cipher, 'open'>, account: StoredAccount): Record<string, string> {
  const { root_id, credentials_account_id, credentials_id, sealed } = account
  if (credentials_account_id === null || credentials_id === null || sealed === null) return {}
  const binding = credentialsBinding({ id: credentials_id, root_id, processor_account_id: credentials_account_id })
  return JSON.parse(cipher.open(sealed, binding))
}

/** Returns what a set of secrets is bound to: itself, its merchant and its account. */
export function credentialsBinding(of: { id: string; root_id: string; processor_account_id: string }): Binding {
  return { location_id: of.root_id, record_id: of.id, field: `credentials of ${of.processor_account_id}` }
}
