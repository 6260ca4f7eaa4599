import { createHmac } from 'node:crypto'
import type { SeededMerchant } from '../../sandbox/seed.ts'
import type { Json } from './app.ts'

/** What a merchant's server gives the page of its payer. */
export function signedOrder(merchant: SeededMerchant, seconds: number, order_id: string): Json {
  const { location_api_key, ticket_hash_key } = merchant
  const text = location_api_key + String(seconds) + order_id
  const signature = createHmac('sha256', ticket_hash_key).update(text).digest('hex')
  return { location_api_key, timestamp: seconds, order_id, signature }
}
