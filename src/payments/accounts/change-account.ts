import { isDeepStrictEqual } from 'node:util'
import type { Row } from '../../definition/resource.ts'
import type { Actor, Store, UnitOfWork } from '../../definition/store.ts'
import { eventInsert } from '../../events/record-events.ts'
import { newId } from '../../lib/id.ts'
import { notFound } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import type { Connectors } from '../lifecycle/routing.ts'
import type { AccountChange } from '../payments.ts'
import { limitsOf } from './amount-limits.ts'
import type { GivenSettings } from './settings.ts'
import { ACCOUNT, credentialsBinding, type StoredAccount, secretsOf } from './stored-account.ts'

export interface AccountParts {
  store: Store
  cipher: Cipher
  clock: Clock
  connectors: Connectors
}

/** What a product's payments go through from now on. */
export interface Connection extends GivenSettings {
  connector: string
  /** Whether the connector takes secrets at all. */
  has_secrets: boolean
}

/** Gives a product its connector and its account there. Throws a 404 when the caller does not see the product. */
export function connectProduct(parts: AccountParts, actor: Actor, id: string, to: Connection): Promise<AccountChange> {
  return parts.store.transaction(actor, async work => {
    const product = await locked(work, id)
    const now = await accountNow(work, product)
    if (isSame(now, to)) {
      if (!(await renewSecrets(parts, work, now, to))) return 'nothing'
      await note(parts, work, product, 'processor_secrets', to)
      return 'secrets'
    }
    const account_id = newId(parts.clock.now())
    const owner = to.has_secrets ? ((await ownerOf(work, product, to)) ?? account_id) : null
    await insertVersion(parts, work, now, { id: account_id, ...to, credentials_account_id: owner })
    await renewSecrets(parts, work, await read(work, account_id, product.root_id), to)
    const set = { processor_account_id: account_id, ...limitsOf(parts.connectors, to.connector) }
    await work.update(producttransaction, product, set)
    await note(parts, work, product, 'processor_set', to)
    return 'account'
  })
}

/**
 * Takes a product from its connector: nothing new begins there, and what is open stays reachable. Returns false when it
 * has none.
 */
export function disconnectProduct(parts: AccountParts, actor: Actor, id: string): Promise<boolean> {
  return parts.store.transaction(actor, async work => {
    const product = await locked(work, id)
    const now = await accountNow(work, product)
    if (now.connector === null) return false
    const account_id = newId(parts.clock.now())
    const nothing = { connector: null, settings: {}, credentials_account_id: null }
    await insertVersion(parts, work, now, { id: account_id, ...nothing })
    const was = { connector: now.connector, settings: now.connector_settings, secrets: {} }
    const set = { processor_account_id: account_id, ...limitsOf(parts.connectors, null) }
    await work.update(producttransaction, product, set)
    await note(parts, work, product, 'processor_removed', was)
    return true
  })
}

type Product = Row<typeof producttransaction>

/** The product's lock makes one change of its account follow the other. */
async function locked(work: UnitOfWork, id: string): Promise<Product> {
  const product = await work.lock(producttransaction, id)
  if (!product) throw notFound()
  return product
}

function accountNow(work: UnitOfWork, product: Product): Promise<StoredAccount> {
  return read(work, product.processor_account_id, product.root_id)
}

async function read(work: UnitOfWork, id: string, root_id: string): Promise<StoredAccount> {
  const [account] = await work.query<StoredAccount>(`${ACCOUNT} where a.id = $1 and a.root_id = $2`, [id, root_id])
  if (!account) throw new Error(`there is no processor account ${id}`)
  return account
}

function isSame(now: StoredAccount, to: Connection): boolean {
  return (
    now.connector === to.connector &&
    isDeepStrictEqual(now.connector_settings, to.settings) &&
    (now.credentials_account_id !== null) === to.has_secrets
  )
}

/** Returns the first version with this connector and these settings, which holds the secrets of all of them. */
async function ownerOf(work: UnitOfWork, product: Product, to: Connection): Promise<string | null> {
  const [first] = await work.query<{ id: string }>(
    `select credentials_account_id as id from processor_account
      where root_id = $1 and product_transaction_id = $2 and connector = $3 and connector_settings = $4::jsonb
        and credentials_account_id is not null limit 1`,
    [product.root_id, product.id, to.connector, JSON.stringify(to.settings)],
  )
  return first?.id ?? null
}

interface NewVersion {
  id: string
  connector: string | null
  settings: Record<string, string>
  credentials_account_id: string | null
}

/** Stores the version after this one; what the product itself says of its account stays as it is. */
async function insertVersion(
  { clock }: AccountParts,
  work: UnitOfWork,
  { root_id, product_transaction_id, processor, settings, version }: StoredAccount,
  next: NewVersion,
): Promise<void> {
  const text = `
    insert into processor_account (id, root_id, product_transaction_id, version, processor, settings, connector, connector_settings,
      credentials_account_id, created_ts)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
  const kept = [root_id, product_transaction_id, version + 1, processor, JSON.stringify(settings)]
  const given = [next.connector, JSON.stringify(next.settings), next.credentials_account_id, clock.seconds()]
  await work.query(text, [next.id, ...kept, ...given])
}

/** Stores the secrets of an account where they differ from those it has. Returns whether they do. */
async function renewSecrets(
  { cipher, clock }: AccountParts,
  work: UnitOfWork,
  account: StoredAccount,
  { secrets }: Connection,
): Promise<boolean> {
  const { root_id, credentials_account_id: processor_account_id, credentials_version, sealed } = account
  if (processor_account_id === null) return false
  if (sealed !== null && isDeepStrictEqual(secretsOf(cipher, account), secrets)) return false
  const of = { id: newId(clock.now()), root_id, processor_account_id }
  await work.query(
    `insert into processor_credentials (id, root_id, processor_account_id, version, sealed, created_ts)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      of.id,
      root_id,
      processor_account_id,
      (credentials_version ?? 0) + 1,
      cipher.seal(JSON.stringify(secrets), credentialsBinding(of)),
      clock.seconds(),
    ],
  )
  return true
}

/** The event says which settings there are, and of secrets the names. */
async function note(
  { clock }: AccountParts,
  work: UnitOfWork,
  { id, location_id }: Product,
  verb: string,
  { connector, settings, secrets }: Pick<Connection, 'connector' | 'settings' | 'secrets'>,
): Promise<void> {
  const details = { connector, settings, secrets: Object.keys(secrets) }
  const about = { location_id, noun: producttransaction.name, record_id: id, verb, details }
  const values: unknown[] = []
  await work.query(eventInsert([{ caller: work.actor.caller, ...about }], clock, values), values)
}
