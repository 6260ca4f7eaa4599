// biome-ignore-all lint/style/noRestrictedGlobals: how long to use secrets before looking for newer ones
import type { Queryable } from '../../db/database.ts'
import type { Row } from '../../definition/resource.ts'
import { invalidField } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Connector, Processor } from '../../ports/processor.ts'
import type { Action } from '../../ports/processor-request.ts'
import type { location } from '../../resources/location/location.ts'
import type { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { ACCOUNT, openAccount, type StoredAccount } from '../accounts/stored-account.ts'
import type { NewPayment } from '../payments.ts'

export type Product = Row<typeof producttransaction>
export type Place = Row<typeof location>

/** A payment with the product it is deposited through and the location it is made at. */
export interface Route {
  payment: NewPayment
  product: Product
  /** What the processor is called with: the product's account, or that of the payment a refund gives back. */
  account: StoredAccount
  /** Null where the location of a recurring has been deleted. */
  place: Place | null
  /** The product that may take the payment where the processor certainly did not make it. */
  second?: string | null
}

/** The name under which accounts find their connector that name none. */
export const UNNAMED = ''

/** Connectors by name. */
export type Connectors = Readonly<Record<string, Connector>>

/** Connectors by name, each opening the secrets of an account by itself. */
export type Processors = Readonly<Record<string, (account: StoredAccount) => Processor>>

/**
 * Connectors that open what is sealed. The same account, read once, is the same processor; its secrets are nowhere
 * else.
 */
export function unsealing(cipher: Pick<Cipher, 'open'>, connectors: Connectors): Processors {
  return Object.fromEntries(
    Object.entries(connectors).map(([name, connect]) => {
      const opened = new WeakMap<StoredAccount, Processor>()
      const open = (account: StoredAccount): Processor => {
        const processor = opened.get(account) ?? connect(openAccount(cipher, account))
        opened.set(account, processor)
        return processor
      }
      return [name, open]
    }),
  )
}

/** What the request that makes a payment has loaded; everything else that records its outcome loads it again. */
export interface KnownFacts {
  product?: Product | null | undefined
  place?: Place | null | undefined
  /** Of the instrument; see `Instrument`. */
  card_class?: string | null | undefined
}

/** Returns the processor of an account. Throws a 422 when it is not connected or does not offer the action. */
export function route(processors: Processors, account: StoredAccount, action: Action): Processor {
  const processor = processorOf(processors, account)
  if (!processor) throw invalidField('product_transaction_id', `Product Transaction Id ${notConnected(account)}.`)
  if (!processor.actions[action])
    throw invalidField(
      'action',
      `Action ${action} is not offered by processor ${account.connector ?? account.processor}.`,
    )
  return processor
}

function notConnected({ connector }: StoredAccount): string {
  return connector === null
    ? 'has no account at a processor yet'
    : `is of processor ${connector}, which is not connected`
}

/** Returns the processor of an account; undefined when it is not connected any more. */
export function processorOf(processors: Processors, account: StoredAccount): Processor | undefined {
  const name = account.connector ?? UNNAMED
  return Object.hasOwn(processors, name) ? processors[name]?.(account) : undefined
}

/** Whether bank payments of an account leave with files of ours; otherwise its processor sends them. */
export function leavesByFile({ connector }: Pick<StoredAccount, 'connector'>): boolean {
  return connector === null || connector === 'ach-file'
}

/** Returns the terms of a product for a payment; where its processor sends bank payments, with that. */
export async function termsOf(
  db: Pick<Queryable, 'query'>,
  payment: OfAccount & { payment_method: string },
  product: Product,
): Promise<Product & { is_sent_by_processor?: boolean }> {
  if (payment.payment_method !== 'ach' || leavesByFile(await accountOf(db, payment))) return product
  return { ...product, is_sent_by_processor: true }
}

/** What names its account at a processor: a product, a payment, an attempt, a batch. */
export interface OfAccount {
  root_id: string
  processor_account_id: string
}

/** More than a process uses in a day; each is a few hundred bytes. */
const MOST_KNOWN = 20_000
/** Milliseconds for which secrets are used without looking whether there are newer ones. */
const FRESH_MS = 1_000
const known = new Map<string, { account: StoredAccount; read_at: number }>()

/**
 * Returns an account. One without secrets that was read is never read again by this process, because accounts do not
 * change; secrets are replaced, so one with them is read again after a second.
 */
export async function accountOf(db: Pick<Queryable, 'query'>, of: OfAccount): Promise<StoredAccount> {
  const { root_id, processor_account_id: id } = of
  const found = known.get(id)
  const now = performance.now()
  if (found?.account.root_id === root_id && (!found.account.sealed || found.read_at > now - FRESH_MS))
    return found.account
  const [read] = await db.query<StoredAccount>(`${ACCOUNT} where a.id = $1 and a.root_id = $2`, [id, root_id])
  if (!read) throw new Error(`there is no processor account ${id}`)
  const is_same = found?.account.root_id === root_id && found.account.credentials_id === read.credentials_id
  const account = is_same ? found.account : read
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(id, { account, read_at: now })
  return account
}

/** Returns the processor an earlier request went to; undefined when it is not connected any more. */
export async function processorFor(
  { db, processors }: { db: Pick<Queryable, 'query'>; processors: Processors },
  of: OfAccount,
): Promise<Processor | undefined> {
  return processorOf(processors, await accountOf(db, of))
}
