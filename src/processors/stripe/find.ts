import type StripeClient from 'stripe'
import { momentOf } from '../../lib/id.ts'
import type { Found, Outcome } from '../../ports/processor.ts'
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
import { ruledOutParams } from './wire.ts'

/** Seconds that clocks may differ by, and seconds in which a request is sent after its reference was made. */
const BEFORE = 60
const AFTER = 120
const PAGE = 100
/** So many of the latest are looked through for a request that has arrived and is not in its time: clocks differ. */
const LATEST = 1_000

const NOT_SEEN: Found = { seen: false }

export interface Finder {
  find(asked: Inquiry): Promise<Found>
  ruleOut(asked: Inquiry): Promise<Found>
  /** Returns the id of the intent that an order made; null where there is none. */
  locate(original: Pick<Original, 'reference' | 'processor_reference'>): Promise<string | null>
  intent(id: string): Promise<Intent>
}

/**
 * What became of requests. Stripe cannot be asked by a reference of ours at once (its search lags behind by
 * minutes), but its lists never lag: an order is looked for among the intents of its time, and what acts on it at its
 * intent. All functions throw where Stripe gives no answer that tells.
 */
export function finder(client: () => Promise<StripeClient>): Finder {
  const intent = async (id: string): Promise<Intent> => {
    const found = readIntent(await (await client()).paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
    if (found.id !== id) throw new Error('another intent was answered')
    return found
  }

  const orderIntent = async ({ reference, processor_reference }: Named, among: Among): Promise<Intent | null> => {
    if (processor_reference?.startsWith('pi_')) return intent(processor_reference)
    const { paymentIntents } = await client()
    const { part, most } = among(reference)
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
      const { part, most } = among(asked.reference)
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
  }
}

/** Which part of a list is looked through for a reference. */
type Among = (reference: string) => { part: { created?: { gte: number; lte: number }; limit: number }; most?: number }
const ofItsTime: Among = reference => ({ part: { created: windowOf(reference), limit: PAGE } })
const ofTheLatest: Among = () => ({ part: { limit: PAGE }, most: LATEST })

type Named = Pick<Inquiry, 'reference' | 'processor_reference'>

/**
 * A key is taken by the first request that arrives under it; whatever comes later under the same key with other
 * parameters is refused (https://docs.stripe.com/api/idempotent_requests). An intent that nobody can pay takes the
 * place of a request that has not arrived. Keys are kept for a day at least, longer than any request is on its way.
 */
function ruler(
  client: () => Promise<StripeClient>,
  search: (asked: Inquiry, among: Among) => Promise<Found>,
): Finder['ruleOut'] {
  return async asked => {
    const { reference, original } = asked
    const { paymentIntents } = await client()
    try {
      const { id } = await paymentIntents.create(ruledOutParams(reference), { idempotencyKey: reference })
      // Left open it would stay among the unfinished ones. It can be paid by nobody, so that failing here does no harm.
      await paymentIntents.cancel(id, {}, { idempotencyKey: `${reference}-ruled-out` }).catch(() => undefined)
      return NOT_SEEN
    } catch (error) {
      if ((error as { rawType?: unknown } | null)?.rawType !== 'idempotency_error') throw error
    }
    const found = await search(asked, ofItsTime)
    if (found.seen) return found
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

/** Returns the time in which a request was sent, Unix seconds. Throws for a reference that tells none. */
function windowOf(reference: string): { gte: number; lte: number } {
  const moment = momentOf(reference)
  if (moment === null) throw new Error('this reference does not tell when it was made')
  const seconds = Math.floor(moment / 1000)
  return { gte: seconds - BEFORE, lte: seconds + AFTER }
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
