import { momentOf } from '../../lib/id.ts'
import type { SettledRequest, TakenOrder } from '../../ports/processor.ts'
import type { Inquiry } from '../../ports/processor-request.ts'
import { lineNumbers } from '../settled-lines.ts'
import { type Batch, type Details, type Envelope, type Listed, readBatches, readDetails, readList } from './answers.ts'
import type { Part } from './part.ts'
import { MEMORY, referenceOf, shortReference } from './wire.ts'

/** Sends a request and returns its answer. Throws where there is none, or one that makes no sense. */
export type Ask = (name: string, body: Part) => Promise<Envelope>

const PAGE = 1000
const PAGES_MAX = 100_000
/** Clocks differ. */
const SLACK_SECONDS = 600
/** "getSettledBatchListRequest": the longest time between the ends of a list of batches. */
const SPAN_SECONDS = MEMORY.finds
const NOTHING_FOUND = 'I00004'

/** Returns a transaction by their id. Throws where it cannot be read: then nothing is known. */
export async function detailsOf(ask: Ask, transaction_id: string): Promise<Details> {
  const answer = await ask('getTransactionDetailsRequest', { transId: transaction_id })
  if (!answer.is_ok) throw new Error(`Authorize.Net does not show transaction ${transaction_id}: ${answer.code}`)
  return readDetails(answer, transaction_id)
}

/**
 * Returns their id of a request by its reference; null where they have none. What is not settled comes newest first,
 * and is read back to the moment from which it may have been sent; what is settled by then is in a batch of the days
 * after the last one at which it may have been.
 */
export async function searchFor(ask: Ask, { reference, sent }: Sought): Promise<string | null> {
  const invoice = shortReference(reference)
  const made = momentOf(reference)
  const moment = Math.floor((made ?? 0) / 1000)
  const since = (sent?.since ?? moment) - SLACK_SECONDS
  const until = (sent?.until ?? moment) + SPAN_SECONDS
  for await (const page of pages(ask, 'getUnsettledTransactionListRequest', {}, true)) {
    const found = page.find(each => each.invoice === invoice)
    if (found) return found.transaction_id
    if (page.some(each => each.submitted_ts < since)) break
  }
  if (made === null && !sent) throw new Error('nothing tells when the request was sent')
  for (const batch of await batchesBetween(ask, since, until))
    for await (const page of pages(ask, 'getTransactionListRequest', { batchId: batch.id }, false)) {
      const found = page.find(each => each.invoice === invoice)
      if (found) return found.transaction_id
    }
  return null
}

type Sought = Pick<Inquiry, 'reference' | 'sent'>

/** Statuses of what took nothing and holds nothing. */
const NOTHING_TAKEN: ReadonlySet<string> = new Set([
  'declined',
  'voided',
  'expired',
  'generalError',
  'communicationError',
  'failedReview',
  'settlementError',
])

/**
 * Yields what was sent between two moments (Unix seconds, the later one exclusive) and took or holds money: first what
 * is not settled, then the batches since.
 */
export async function* takenBetween(ask: Ask, since: number, until: number): AsyncGenerator<TakenOrder[]> {
  const taken = (list: readonly Listed[]): TakenOrder[] =>
    list.flatMap(({ transaction_id, invoice, status, settles, submitted_ts: ts, last_four }) => {
      if (NOTHING_TAKEN.has(status) || status.startsWith('refund') || ts < since || ts >= until) return []
      const reference = invoice === null ? null : referenceOf(invoice)
      return [{ reference, processor_reference: transaction_id, amount: settles, last_four, ts }]
    })
  for await (const page of pages(ask, 'getUnsettledTransactionListRequest', {}, true)) {
    yield taken(page)
    if (page.some(each => each.submitted_ts < since)) break
  }
  for (const { id } of await batchesBetween(ask, since, until + SPAN_SECONDS))
    for await (const page of pages(ask, 'getTransactionListRequest', { batchId: id }, false)) yield taken(page)
}

/** Yields a list by pages of at most a thousand. */
async function* pages(ask: Ask, name: string, about: Part, newest_first: boolean): AsyncGenerator<Listed[]> {
  for (let offset = 1; offset <= PAGES_MAX; offset += 1) {
    const sorting = { orderBy: 'submitTimeUTC', orderDescending: newest_first }
    const paging = { limit: String(PAGE), offset: String(offset) }
    const list = readList(listed(await ask(name, { ...about, sorting, paging })))
    if (list.length > 0) yield list
    if (list.length < PAGE) return
  }
}

/** Returns the batches that were closed between two moments (Unix seconds), as far as they are settled. */
async function batchesBetween(ask: Ask, since: number, until: number): Promise<Batch[]> {
  const batches: Batch[] = []
  for (let from = since; from < until; from += SPAN_SECONDS) {
    const to = Math.min(until, from + SPAN_SECONDS)
    const span = { firstSettlementDate: dateTime(from), lastSettlementDate: dateTime(to) }
    const answer = await ask('getSettledBatchListRequest', { includeStatistics: false, ...span })
    batches.push(...readBatches(listed(answer)))
  }
  const once = new Map(batches.map(batch => [batch.id, batch]))
  return [...once.values()]
}

/**
 * Yields what was settled between two moments (Unix seconds, the later one exclusive), batch by batch. Fees and
 * transfers to the merchant's bank are the acquirer's, and not told here.
 */
export async function* settledBetween(ask: Ask, since: number, until: number): AsyncGenerator<SettledRequest[]> {
  for (const { id, settled_ts } of await batchesBetween(ask, since, until)) {
    if (settled_ts === null || settled_ts < since || settled_ts >= until) continue
    const numbered = lineNumbers()
    for await (const page of pages(ask, 'getTransactionListRequest', { batchId: id }, false)) {
      yield page.flatMap(each => settledRequest(each, id, settled_ts)).map(numbered)
      for (const each of page) if (each.status === RETURNED) yield [await returnOf(ask, each, settled_ts)]
    }
  }
}

const RETURNED = 'returnedItem'

/** A debit that its bank has sent back stays in its batch; the money went back on another day. */
async function returnOf(ask: Ask, debit: Listed, debited_ts: number): Promise<SettledRequest> {
  const { returned } = await detailsOf(ask, debit.transaction_id)
  const [back] = settledRequest(debit, `returned ${returned?.code ?? ''}`.trim(), returned?.ts ?? debited_ts)
  return { ...back!, amount: -debit.settles }
}

/** A batch lists declined and voided requests too. */
function settledRequest(
  { transaction_id, invoice, status, settles }: Listed,
  batch: string,
  settled_ts: number,
): SettledRequest[] {
  const sign = SIGNS[status]
  if (sign === undefined) return []
  const reference = invoice === null ? null : referenceOf(invoice)
  const about = { reference, processor_reference: transaction_id, batch, settled_ts }
  return [{ ...about, amount: sign * settles, fee: null, funding_reference: null }]
}

/** What each status did to the merchant's money when its batch was settled. */
const SIGNS: Readonly<Record<string, bigint>> = {
  settledSuccessfully: 1n,
  [RETURNED]: 1n,
  chargeback: 1n,
  chargebackReversal: 1n,
  refundSettledSuccessfully: -1n,
  // They had been approved, and no money has moved.
  settlementError: 0n,
  generalError: 0n,
}

function listed(answer: Envelope): Envelope {
  if (answer.is_ok || answer.code === NOTHING_FOUND) return answer
  throw new Error(`Authorize.Net does not show a list: ${answer.code}`)
}

function dateTime(seconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString({ smallestUnit: 'second' })
}
