import type StripeClient from 'stripe'
import { momentOf } from '../../lib/id.ts'
import type { Found, Outcome, TakenOrder } from '../../ports/processor.ts'
import type { Inquiry, Original } from '../../ports/processor-request.ts'
import { BANK_DISPUTES } from './codes.ts'
import {
  cancelOutcome,
  captureOutcome,
  declinedOutcome,
  type Intent,
  incrementOutcome,
  orderOutcome,
  plainly,
  readIntent,
  record,
  refundOutcome,
  required,
  verificationOutcome,
  whole,
} from './outcome.ts'
import { plainKey, ruledOutParams } from './wire.ts'

/** Seconds for differing clocks and for a request in transit. */
const BEFORE = 60
const AFTER = 120
const PAGE = 100
/** So many of the latest are looked through for a request that has arrived and is not in its time: clocks differ. */
const LATEST = 1_000

const NOT_SEEN: Found = { seen: false }

/** Orders that are sent with a statement descriptor. */
const DESCRIBED: readonly string[] = ['sale', 'authonly']

export interface Finder {
  find(asked: Inquiry): Promise<Found>
  ruleOut(asked: Inquiry): Promise<Found>
  /** Returns the id of the intent that an order made; null where there is none. */
  locate(original: Pick<Original, 'reference' | 'processor_reference' | 'sent'>): Promise<string | null>
  intent(id: string): Promise<Intent>
  taken(since: number, until: number): AsyncIterable<readonly TakenOrder[]>
}

/**
 * What became of requests. Stripe cannot be asked by a reference of ours at once (its search lags behind by
 * minutes), but its lists never lag: an order is looked for among the intents of the time in which it was sent, and
 * what acts on it at its intent. All functions throw where Stripe gives no answer that tells.
 */
export function finder(client: () => Promise<StripeClient>): Finder {
  const intent = async (id: string): Promise<Intent> => {
    const found = readIntent(await (await client()).paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
    if (found.id !== id) throw new Error('another intent was answered')
    return found
  }

  const orderIntent = async (named: Named, among: Among): Promise<Intent | null> => {
    const { reference, processor_reference } = named
    if (processor_reference?.startsWith('pi_')) return intent(processor_reference)
    const { paymentIntents } = await client()
    const { part, most } = among(named)
    const listed = paymentIntents.list({ ...part, expand: ['data.latest_charge'] })
    const found = await firstOf(listed, reference, most)
    return found === null ? null : readIntent(found)
  }

  const locate: Finder['locate'] = async original => {
    const { processor_reference: id } = original
    return id?.startsWith('pi_') ? id : ((await orderIntent(original, ofItsTime))?.id ?? null)
  }

  const follow = (asked: Inquiry) => findFollowUp(client, { intent, locate }, asked)

  const search = async (asked: Inquiry, among: Among): Promise<Found> => {
    if (asked.original) return follow(asked)
    if (asked.action === 'avsonly') {
      const { setupIntents } = await client()
      const { part, most } = among(asked)
      const listed = setupIntents.list({ ...part, expand: ['data.latest_attempt'] })
      const found = await firstOf(listed, asked.reference, most)
      return found === null ? NOT_SEEN : seen(verificationOutcome(found, asked))
    }
    const found = await orderIntent(asked, among)
    if (!found) return NOT_SEEN
    const outcome = orderOutcome(found, asked)
    const is_back = asked.action === 'debit' && outcome.result === 'approved' && found.charge?.is_disputed
    return seen(is_back ? { ...outcome, ...(await returnOf(await client(), found.id)) } : outcome)
  }

  const ruleOut = ruler(client, search)
  return {
    find: asked => plainly(search(asked, ofItsTime)),
    ruleOut: asked => plainly(ruleOut(asked)),
    locate: original => plainly(locate(original)),
    intent: id => plainly(intent(id)),
    taken: (since, until) => takenBetween(client, since, until),
  }
}

/** Yields the intents made between two moments (Unix seconds, the later one exclusive) that took or hold money. */
async function* takenBetween(
  client: () => Promise<StripeClient>,
  since: number,
  until: number,
): AsyncGenerator<TakenOrder[]> {
  const { paymentIntents } = await client()
  const created = { gte: since, lt: until }
  for await (const each of paymentIntents.list({ created, limit: PAGE, expand: ['data.latest_charge'] })) {
    const { id, status, amount, amount_received, amount_capturable, metadata, charge } = readIntent(each)
    // A bank debit takes days, and nothing of it is received until then.
    const taken = status === 'processing' ? amount : amount_received || amount_capturable
    if (taken === 0) continue
    const about = {
      reference: metadata.reference ?? null,
      processor_reference: id,
      last_four: charge?.last_four ?? null,
    }
    yield [{ ...about, amount: BigInt(taken), ts: whole(record(each).created) }]
  }
}

/** Which part of a list is looked through for a request. */
type Among = (named: Named) => { part: { created?: { gte: number; lte: number }; limit: number }; most?: number }
const ofItsTime: Among = named => ({ part: { created: windowOf(named), limit: PAGE } })
const ofTheLatest: Among = () => ({ part: { limit: PAGE }, most: LATEST })

type Named = Pick<Inquiry, 'reference' | 'processor_reference' | 'sent'>

/**
 * A key is taken by the first request that arrives under it; whatever comes later under the same key with other
 * parameters is refused (https://docs.stripe.com/api/idempotent_requests). An intent that nobody can pay takes the
 * place of a request that has not arrived: from then on none arrives any more. Keys are kept for a day only, longer
 * than any request is on its way. An older request may have been carried out under a key that is forgotten, so that a
 * free key says nothing of the past: that is looked up once the key is taken.
 */
function ruler(
  client: () => Promise<StripeClient>,
  search: (asked: Inquiry, among: Among) => Promise<Found>,
): Finder['ruleOut'] {
  /** Takes a key. Returns false where a request has taken it before. */
  const take = async (reference: string, key: string): Promise<boolean> => {
    const { paymentIntents } = await client()
    try {
      const { id } = await paymentIntents.create(ruledOutParams(reference), { idempotencyKey: key })
      // Left open it would stay among the unfinished ones. It can be paid by nobody, so that failing here does no harm.
      await paymentIntents.cancel(id, {}, { idempotencyKey: `${key}-ruled-out` }).catch(() => undefined)
      return true
    } catch (error) {
      if ((error as { rawType?: unknown } | null)?.rawType !== 'idempotency_error') throw error
      return false
    }
  }
  return async asked => {
    const { reference, original, action } = asked
    const is_free = await take(reference, reference)
    // Stripe may free the key of a request that it refuses: the one without a descriptor has a key of its own.
    const is_sent_twice = is_free && DESCRIBED.includes(action) && !(await take(reference, plainKey(reference)))
    const found = await search(asked, ofItsTime)
    if (found.seen || (is_free && !is_sent_twice)) return found
    // It has arrived. What acts on another payment would be there, had it been carried out.
    if (original) return seen(declinedOutcome(1667, 'REFUSED, NOTHING DONE'))
    const late = await search(asked, ofTheLatest)
    if (late.seen) return late
    throw new Error('the request has arrived, and is not where it is looked for')
  }
}

async function findFollowUp(
  client: () => Promise<StripeClient>,
  { intent, locate }: Pick<Finder, 'intent' | 'locate'>,
  asked: Inquiry,
): Promise<Found> {
  const { action, original, reference, amount } = asked
  const id = original ? await locate(original) : null
  if (id === null || original?.action === 'refund') return NOT_SEEN
  if (action === 'refund') return findRefund(await client(), id, asked)
  const found = await intent(id)
  if (action === 'authcomplete')
    return found.metadata.capture === reference ? seen(captureOutcome(found, asked)) : NOT_SEEN
  if (action === 'authincrement')
    return found.metadata.increment === reference ? seen(incrementOutcome(found, asked)) : NOT_SEEN
  if (found.status === 'canceled') return seen(cancelOutcome(found, id, amount))
  return findRefund(await client(), id, asked)
}

async function findRefund(client: StripeClient, payment_intent: string, asked: Inquiry): Promise<Found> {
  const refund = await firstOf(client.refunds.list({ payment_intent, limit: PAGE }), asked.reference)
  return refund === null ? NOT_SEEN : seen(refundOutcome(refund, asked))
}

function seen(outcome: Outcome): Found {
  return { seen: true, outcome }
}

/** Returns what bears a reference, of a list that goes on over pages; null where nothing does. */
async function firstOf(list: AsyncIterable<unknown>, reference: string, most = Infinity): Promise<unknown> {
  let left = most
  for await (const item of list) {
    if (record(record(item).metadata ?? {}).reference === reference) return item
    left -= 1
    if (left <= 0) return null
  }
  return null
}

/** Returns the time in which a request was sent, Unix seconds. Throws where nothing tells it. */
function windowOf({ reference, sent }: Named): { gte: number; lte: number } {
  const moment = momentOf(reference)
  if (!sent && moment === null) throw new Error('nothing tells when the request was sent')
  const seconds = Math.floor((moment ?? 0) / 1000)
  const { since, until } = sent ?? { since: seconds, until: seconds }
  return { gte: since - BEFORE, lte: until + AFTER }
}

/** Returns the bank's return of a debit that had been paid: Stripe tells it as a dispute. */
async function returnOf(client: StripeClient, payment_intent: string): Promise<Pick<Outcome, 'returned'>> {
  for await (const item of client.disputes.list({ payment_intent, limit: PAGE })) {
    const { created, reason, network_reason_code: code } = record(item)
    const told = typeof code === 'string' && /^R\d\d$/.test(code) ? code : BANK_DISPUTES[required(reason)]
    return { returned: { code: told ?? 'R10', ts: whole(created) } }
  }
  return {}
}
