import type StripeClient from 'stripe'
import type { SettledRequest } from '../../ports/processor.ts'
import { plainly, record, required, text, whole } from './outcome.ts'

type Settled = AsyncIterable<readonly SettledRequest[]>

const PAGE = 100
const GONE_BACK: ReadonlySet<string> = new Set(['failed', 'canceled'])
/** Card payments and refunds; those of banks and others; what a failed debit or refund takes back. */
const OF_PAYMENTS: ReadonlySet<string> = new Set([
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'payment_failure_refund',
  'payment_reversal',
])

/**
 * Yields the payments and refunds of the payouts that began between two moments, a page at a time. Stripe tells what a
 * payout consists of only where it makes payouts by itself.
 */
export async function* settledRequests(client: () => Promise<StripeClient>, since: number, until: number): Settled {
  const stripe = await client()
  const payouts = stripe.payouts.list({ created: { gte: since, lt: until }, limit: PAGE })
  for await (const payout of eachOf(payouts)) {
    const { id, automatic, status, created } = record(payout)
    if (automatic !== true || GONE_BACK.has(required(status))) continue
    const batch = required(id)
    yield* linesOf(stripe, batch, whole(created))
  }
}

async function* linesOf(stripe: StripeClient, batch: string, settled_ts: number): Settled {
  let page: SettledRequest[] = []
  const transactions = stripe.balanceTransactions.list({ payout: batch, limit: PAGE, expand: ['data.source'] })
  for await (const transaction of eachOf(transactions)) {
    const line = lineOf(record(transaction), batch, settled_ts)
    if (line) page.push(line)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Yields a list over its pages. Throws errors of one plain line. */
async function* eachOf<T>(list: AsyncIterable<T>): AsyncIterable<T> {
  const items = list[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await plainly(items.next())
    if (done) return
    yield value
  }
}

/** Returns a movement of the balance as a payment or a refund; null for what is neither, such as a fee. */
function lineOf(moved: Record<string, unknown>, batch: string, settled_ts: number): SettledRequest | null {
  if (!OF_PAYMENTS.has(required(moved.type))) return null
  const source = record(moved.source)
  const { metadata, payment_intent, id, object } = source
  const processor_reference = object === 'charge' ? (text(payment_intent) ?? required(id)) : required(id)
  return {
    reference: text(record(metadata ?? {}).reference),
    processor_reference,
    amount: BigInt(whole(moved.amount)),
    settled_ts,
    batch,
    fee: BigInt(whole(moved.fee)),
    funding_reference: batch,
  }
}
