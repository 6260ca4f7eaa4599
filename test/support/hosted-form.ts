import { createHmac, randomUUID } from 'node:crypto'
import type { Json, Shop } from './app.ts'

/**
 * Forms that one user signed in the same second share a limit of tries, so every form here is signed in a second of its
 * own.
 */
const signed = new Set<number>()

/** The latest second that nothing was signed in. */
function freeSecond(now: number): number {
  let second = now
  while (signed.has(second)) second -= 1
  signed.add(second)
  return second
}

type Form = 'payform' | 'accountform'

/** Who signs, and how; the merchant's administrator, over user and time, unless something else is said. */
export interface Signing {
  user?: { user_id: string; user_hash_key: string }
  /** Whether the address has a signature over its data as well. */
  data_hash?: boolean
  /** Parameters that replace what was signed. */
  over?: Record<string, string>
}

/** The parameters of a signature, as a merchant's server makes them. */
export function signature(t: Shop, { user = t.merchants[0].user, over = {} }: Signing = {}): Record<string, string> {
  const timestamp = over.timestamp ?? String(freeSecond(t.clock.seconds()))
  const hash = createHmac('sha256', user.user_hash_key)
    .update(user.user_id + timestamp)
    .digest('hex')
  return { 'developer-id': t.developer_id, 'user-id': user.user_id, timestamp, 'hash-key': hash }
}

/** `data` of an address; put under its wrapper unless it is a string. */
export function formData(form: Form, data: Json): string {
  const wrapped = { [form === 'payform' ? 'transaction' : 'accountvault']: data }
  return typeof data === 'string' ? data : Buffer.from(JSON.stringify(wrapped)).toString('hex')
}

/** The signed address of a hosted form. */
export function formAddress(t: Shop, form: Form, data: Json, signing: Signing = {}): string {
  const { user = t.merchants[0].user, over = {} } = signing
  const signs = signature(t, signing)
  const hex = formData(form, data)
  const data_hash = createHmac('sha256', user.user_hash_key)
    .update(user.user_id + signs.timestamp + hex)
    .digest('hex')
  const query = { ...signs, data: hex, ...(signing.data_hash ? { 'data-hash': data_hash } : {}), ...over }
  return `/v2/${form}?${new URLSearchParams(query)}`
}

/** What a form needs at least, with an id of its own. */
export const payment = (t: Shop, over: Json = {}): Json => ({
  location_id: t.merchants[0].child_location_id,
  transaction_amount: '12.00',
  transaction_api_id: randomUUID(),
  ...over,
})

export const account = (t: Shop, over: Json = {}): Json => ({
  location_id: t.merchants[0].child_location_id,
  account_vault_api_id: randomUUID(),
  ...over,
})
