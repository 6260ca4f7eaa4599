import type StripeClient from 'stripe'
import type { SettledRequest } from '../../ports/processor.ts'
import { lineNumbers } from '../settled-lines.ts'
import { plainly, record, required, text, whole } from './outcome.ts'
import type { Terms } from './wire.ts'

type Settled = AsyncIterable<readonly SettledRequest[]>

const PAGE = 100
const GONE_BACK: ReadonlySet<string> = new Set(['failed', 'canceled'])
/** Payments and refunds, of cards and of banks. */
const OF_PAYMENTS: ReadonlySet<string> = new Set(['charge', 'payment', 'refund', 'payment_refund'])
/** What a failed refund, or a debit that failed or came back after it was paid, takes back. */
const TAKEN_BACK: ReadonlySet<string> = new Set(['refund_failure', 'payment_failure_refund', 'payment_reversal'])

/**
 * Yields the payments and refunds of the payouts that began between two moments, a page at a time. Stripe tells what a
 * payout consists of only where it makes payouts by itself.
 */
export async function* settledRequests(
  client: () => Promise<StripeClient>,
  { product_transaction_id }: Terms,
  { since, until }: { since: number; until: number },
): Settled {
  const stripe = await client()
  const payouts = stripe.payouts.list({ created: { gte: since, lt: until }, limit: PAGE })
  for await (const payout of eachOf(payouts)) {
    const { id, automatic, status, created } = record(payout)
    if (automatic !== true || GONE_BACK.has(required(status))) continue
    yield* linesOf(stripe, { batch: required(id), settled_ts: whole(created), product_transaction_id })
  }
}

interface Of {
  batch: string
  settled_ts: number
  product_transaction_id: string
}

/**
 * Within a payout each payment and refund is one line. What takes one back comes later than it, and Stripe lists the
 * latest first: it is kept until that comes, or stands for itself where that was paid out before.
 */
async function* linesOf(stripe: StripeClient, of: Of): Settled {
  let page: SettledRequest[] = []
  const back = new Map<string, SettledRequest>()
  const numbered = lineNumbers()
  const transactions = stripe.balanceTransactions.list({ payout: of.batch, limit: PAGE, expand: ['data.source'] })
  for await (const transaction of eachOf(transactions)) {
    const { line, takes_back } = lineOf(record(transaction), of) ?? {}
    if (!line) continue
    const { processor_reference } = line
    const whole_line = sumOf(line, back.get(processor_reference))
    back.delete(processor_reference)
    if (takes_back) back.set(processor_reference, whole_line)
    else page.push(numbered(whole_line))
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length + back.size > 0) yield [...page, ...[...back.values()].map(numbered)]
}

function sumOf(line: SettledRequest, other: SettledRequest | undefined): SettledRequest {
  return other ? { ...line, amount: line.amount + other.amount, fee: (line.fee ?? 0n) + (other.fee ?? 0n) } : line
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

/** Returns a movement of the balance; null for what is no payment of this product, such as a fee. */
function lineOf(
  moved: Record<string, unknown>,
  { batch, settled_ts, product_transaction_id }: Of,
): { line: SettledRequest; takes_back: boolean } | null {
  const type = required(moved.type)
  if (!OF_PAYMENTS.has(type) && !TAKEN_BACK.has(type)) return null
  const { metadata, payment_intent, id, object } = record(moved.source)
  const { reference, action, product_transaction_id: product } = record(metadata ?? {})
  if (product !== undefined && product !== product_transaction_id) return null
  // A void of what was captured is a refund at Stripe, and has no transaction of its own here.
  const is_void = object === 'refund' && action === 'void'
  const of_payment = object !== 'refund' || is_void
  const line = {
    reference: text(reference),
    processor_reference: (of_payment ? text(payment_intent) : null) ?? required(id),
    amount: BigInt(whole(moved.amount)),
    settled_ts,
    batch,
    fee: BigInt(whole(moved.fee)),
    funding_reference: batch,
  }
  return { line, takes_back: is_void || TAKEN_BACK.has(type) }
}
