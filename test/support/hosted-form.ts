import { createHmac, randomUUID } from 'node:crypto'
import type { Json, TestApp } from './app.ts'

/**
 * Forms that one user signed in the same second share a limit of tries, so every form here is signed in a second of
 * its own.
 */
const SECONDS_APART = 600
let signed = 0

/**
 * The signed address of a hosted form, as a merchant's server makes it. `data` is put under its wrapper unless it is
 * a string.
 */
export function formAddress(
  t: TestApp,
  form: 'payform' | 'accountform',
  data: Json,
  over: Record<string, string> = {},
): string {
  const { user } = t.merchants[0]
  const timestamp = over.timestamp ?? String(t.clock.seconds() - (signed++ % SECONDS_APART))
  const hash = createHmac('sha256', user.user_hash_key)
    .update(user.user_id + timestamp)
    .digest('hex')
  const wrapped = { [form === 'payform' ? 'transaction' : 'accountvault']: data }
  const query = new URLSearchParams({
    'developer-id': t.developer_id,
    'user-id': user.user_id,
    timestamp,
    'hash-key': hash,
    data: typeof data === 'string' ? data : Buffer.from(JSON.stringify(wrapped)).toString('hex'),
    ...over,
  })
  return `/v2/${form}?${query}`
}

/** What a form needs at least, with an id of its own. */
export const payment = (t: TestApp, over: Json = {}): Json => ({
  location_id: t.merchants[0].child_location_id,
  transaction_amount: '12.00',
  transaction_api_id: randomUUID(),
  ...over,
})

export const account = (t: TestApp, over: Json = {}): Json => ({
  location_id: t.merchants[0].child_location_id,
  account_vault_api_id: randomUUID(),
  ...over,
})
