// biome-ignore-all lint/style/noRestrictedGlobals: until when a stored request may be submitted
import { currentLane } from '../../db/lanes.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { grouped } from '../../lib/grouped.ts'
import { remembered } from '../../lib/remembered.ts'
import type { Outcome } from '../../ports/processor.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { NewPayment } from '../payments.ts'
import { postOutcome, postOutcomes } from '../posting/post-outcome.ts'
import { addSurcharge } from '../requirements/add-surcharge.ts'
import { type CheckedAccount, checkAccount, checkRoute } from '../requirements/check-requirements.ts'
import { isDuplicate } from '../risk/duplicate.ts'
import { holdToApproval } from '../risk/refund-approval.ts'
import { claimOf, takePlaces } from '../risk/velocity.ts'
import { openAccounts } from '../vault/funding.ts'
import { type Attempt, markReportedFailed, openAttempts, pollLater } from './attempt.ts'
import { chosenRoute } from './choose-product.ts'
import { isDoubtful, lostUntil } from './lost-gateway.ts'
import { storedOriginal } from './original.ts'
import { isDecided, isOpen, isUnderway, reportedFailed, verbOf } from './outcome.ts'
import { asRoot, type PaymentContext, type RecordingContext, retryDelay } from './payment-context.ts'
import { declineOf, isRefused, isScheduled, NOT_SET_UP, type PaymentPlan, resolveRoute } from './plan.ts'
import { type AuthorisedPayments, followUpRequest, type PendingRequest, paymentRequest } from './processor-request.ts'
import {
  type DecidedOutcome,
  decide,
  endingOf,
  type LearnedOutcome,
  lateVoids,
  lockingAttempts,
  openReversals,
  postingOf,
  type Recorded,
  reversingOf,
  truncateOutcome,
} from './record-outcome.ts'
import { processorFor, type Route } from './routing.ts'
import { secondTry } from './second-try.ts'
import {
  type AskedPayment,
  DUPLICATE,
  isLikeOthers,
  lockedFor,
  needsSecondPerson,
  type StoredPayment,
  standsAlone,
  storeAlone,
  storeTransactions,
  THROTTLED,
} from './store-transaction.ts'
import { COMMUNICATION_ERROR, NOT_SENT, submit } from './submit.ts'
import { noteUnderway } from './underway.ts'

/**
 * The life of a payment, in the order in which it runs:
 *
 *   plan       resolveRoute → checkRoute → openAccounts → checkAccount       nothing is stored
 *   authorise  storeTransactions → takePlaces → openAttempts                  committed before anything is submitted
 *   submit     submit, polled while the caller waits                         no database connection is held
 *              (secondTry → submit, where the first processor certainly did not make it and a second one is named)
 *   record     lock → decide → post outcomes, end attempts → open reversals  one transaction with notices' jobs,
 *                                                                            tried again while the caller waits
 *
 * A single payment is a group of one. A process that dies on the way leaves an open attempt, which the resolver ends
 * with the processor's own word.
 */
export async function makePayment(context: PaymentContext, actor: Actor, payment: NewPayment): Promise<TransactionRow> {
  const [plan] = await planPayments(context, actor, [payment])
  const { rows, requests } = await authorisePayment(context, actor, plan!)
  const [request] = requests
  return request ? submitRequest(context, actor, request) : rows[0]!
}

/**
 * Resolves product, location and account of each payment and checks its requirements. Throws a 422 on the field that
 * is wrong. A scheduled payment has no caller who could correct it, so there the refusal becomes a decline.
 */
export async function planPayments(
  context: PaymentContext,
  actor: Actor,
  payments: readonly NewPayment[],
): Promise<PaymentPlan[]> {
  const read = context.store.reader(asRoot(actor).caller)
  const routes: (Route & { is_refused: boolean })[] = []
  for (const payment of payments) {
    const route = await resolveRoute(context.db, read, payment)
    routes.push({ ...route, is_refused: await isRefused(route, () => checkRoute(context.processors, route)) })
  }
  const accounts = await openAccounts(context, actor, routes)
  const lost_until = payments.some(isScheduled) ? await lostUntil(context.db) : null
  const plans: PaymentPlan[] = []
  for (const [index, { is_refused: is_refused_there, ...asked }] of routes.entries()) {
    const funding = accounts[index]!
    const adds = asked.product.surcharge_id !== null
    const given = adds ? { ...asked, payment: await addSurcharge(read, asked, funding, actor.caller) } : asked
    const route = given.product.processor_rules ? await chosenRoute(context, read, given, funding) : given
    const is_refused =
      route === given ? is_refused_there : await isRefused(route, () => checkRoute(context.processors, route))
    let account: CheckedAccount = { payer: null, is_blocked: false }
    const is_unmet =
      is_refused ||
      (await isRefused(route, async () => {
        account = await checkAccount(read, route, funding)
      }))
    const decline = is_unmet ? NOT_SET_UP : declineOf(context, route, funding, account)
    const plan = { ...route, funding, payer: account.payer, decline }
    plans.push({ ...plan, is_doubtful: lost_until !== null && isDoubtful(plan, lost_until) })
  }
  return plans
}

/** Stores the intent of one payment and commits. The database has the last word on whether it is a duplicate. */
async function authorisePayment(context: PaymentContext, actor: Actor, plan: PaymentPlan): Promise<AuthorisedPayments> {
  const authorise = (planned: PaymentPlan) =>
    context.store.transaction(asRoot(actor), work => authorisePayments(context, work, [{ plan: planned }]))
  try {
    const begun_ms = performance.now()
    if (claimOf(plan, context.clock.seconds()) || !isLikeOthers(plan)) return await authorise(plan)
    if (!standsAlone(plan)) return await authoriseTogether(context)({ plan, actor: asRoot(actor) })
    return authorised(context, [await storeAlone(context, asRoot(actor), plan)], begun_ms)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return authorise({ ...plan, decline: DUPLICATE })
  }
}

/**
 * Stores the intent of payments inside the open transaction. What already ends in a decline is stored as one. Limits
 * are taken last but for the attempts, because all payments of a product queue for them. Whether anything else
 * `follows` in it.
 */
export async function authorisePayments(
  context: PaymentContext,
  work: UnitOfWork,
  planned: readonly Omit<AskedPayment, 'claim'>[],
  follows = true,
): Promise<AuthorisedPayments> {
  const begun_ms = performance.now()
  const seconds = context.clock.seconds()
  const claims = planned.map(({ plan }) => (plan.decline ? null : claimOf(plan, seconds)))
  const payments = await storeTransactions(
    context,
    work,
    planned.map((each, index) => ({ ...each, claim: claims[index]! })),
    follows || claims.some(claim => claim !== null),
  )
  const within = await takePlaces(work, claims)
  for (const [index, { plan, row }] of payments.entries())
    if (!within[index])
      payments[index] = { plan, row: await postOutcome(work, row, THROTTLED, 'created', seconds), attempt: null }
  // Last: a refund that is declined here uses no approval up.
  for (const { plan, row, attempt } of payments)
    if (attempt && needsSecondPerson(plan)) await holdToApproval(work, plan, row, seconds)
  const attempts = payments.flatMap(({ attempt }, index) => (claims[index] && attempt) || [])
  await openAttempts(work, attempts, context.retry_policy, seconds)
  return authorised(context, payments, begun_ms)
}

/**
 * Stores the intent of a payment for which its invoice or its original is locked, together with others of its merchant
 * that arrive while one is being stored.
 */
const authoriseTogether = remembered((context: PaymentContext) =>
  grouped(
    (asked: Asked) => `${currentLane()} ${asked.actor.caller.root_id}`,
    async group => {
      const stored = await context.store.transaction(group[0]!.actor, work =>
        authorisePayments(context, work, group, false),
      )
      return stored.rows.map((row, index) => ({
        rows: [row],
        requests: [stored.requests[index]!],
        latest_ms: stored.latest_ms,
      }))
    },
    asked => lockedFor(asked.plan),
  ),
)

interface Asked {
  plan: PaymentPlan
  actor: Actor
}

/**
 * `begun_ms` lies before the attempts were leased: a slow statement must not let a request leave as its lease ends.
 * Doubtful ones are left to the resolver, which asks first.
 */
function authorised(context: PaymentContext, payments: readonly StoredPayment[], begun_ms: number): AuthorisedPayments {
  return {
    rows: payments.map(({ row }) => row),
    requests: payments.flatMap(({ plan, row, attempt }) =>
      attempt && !attempt.is_doubtful ? [paymentRequest(context, plan, row, attempt)] : [],
    ),
    latest_ms: latestSubmission(context, begun_ms),
  }
}

/** Returns the performance time after which attempts that were leased at `begun_ms` must not be submitted. */
function latestSubmission({ retry_policy }: PaymentContext, begun_ms: number): number {
  const { lease_seconds, probe_wait_ms, call_ms, poll_ms } = retry_policy
  return begun_ms + lease_seconds * 1000 - probe_wait_ms - call_ms - poll_ms
}

/** Stores the intents of actions that nobody waits for, and submits them as scheduled payments are. */
export async function submitActions(
  context: PaymentContext,
  actor: Actor,
  authorise: () => Promise<PendingRequest[]>,
): Promise<void> {
  const begun_ms = performance.now()
  const requests = await authorise()
  await submitPayments(context, actor, { rows: [], requests, latest_ms: latestSubmission(context, begun_ms) })
}

/**
 * Submits a request and records its outcome. One that never left is declined; one that stays unknown is reported as
 * failed, because a caller waits.
 * Where neither can be stored nothing has been reported: the payment is shown as open, and the resolver stores what the
 * processor says. Never throws: a caller who got an error would try again.
 */
export async function submitRequest(
  context: PaymentContext,
  actor: Actor,
  pending: PendingRequest,
): Promise<TransactionRow> {
  const { sent, outcome } = await submitted(context, actor, pending)
  const { row, attempt, known } = sent
  try {
    if (outcome.never_left) return await recordAndReverse(context, actor, { attempt, outcome: NOT_SENT, known })
    if (outcome.result === 'unknown') return await reportFailed(context, actor, attempt)
    if (isUnderway(outcome)) return await noteUnderway(context, actor, attempt, outcome)
    return await recordAndReverse(context, actor, { attempt, outcome, known })
  } catch (error) {
    leaveToResolver(context, [attempt], error)
    return attempt.purpose === 'order' ? row : { ...row, ...COMMUNICATION_ERROR }
  }
}

/** Submits a request, and once more to a second processor where the first one certainly did not make the payment. */
async function submitted(
  context: PaymentContext,
  actor: Actor,
  pending: PendingRequest,
): Promise<{ sent: PendingRequest; outcome: Outcome }> {
  const { attempt, processor, request, second } = pending
  const outcome = await submit(context, { account: attempt.processor_account_id, processor, request })
  const next = second ? await secondTry(context, actor, { attempt, second }, outcome) : null
  return next ? submitted(context, actor, next) : { sent: pending, outcome }
}

function leaveToResolver({ log }: PaymentContext, attempts: readonly Pick<Attempt, 'id'>[], error: unknown): void {
  const { message } = error as Error
  log.error({ attempts: attempts.map(({ id }) => id), message }, 'outcomes could not be stored; the resolver will')
}

/**
 * Submits scheduled payments at once and records their outcomes in groups as they arrive. An unknown outcome stays
 * open for the resolver, also where nothing has left: no caller would make the payment again. A request that is late is
 * not submitted, because the resolver may be polling it already.
 */
export async function submitPayments(
  context: PaymentContext,
  actor: Actor,
  { requests, latest_ms }: AuthorisedPayments,
): Promise<void> {
  await Promise.all(
    requests.map(async pending => {
      if (performance.now() > latest_ms) return
      const { sent, outcome } = await submitted(context, actor, pending)
      const { attempt, known } = sent
      if (outcome.result === 'unknown') await pollLater(context.db, attempt.id, retryDelay(1, context.retry_policy))
      else if (isUnderway(outcome)) await noteUnderway(context, actor, attempt, outcome)
      else
        await recordAndReverse(context, actor, { attempt, outcome, known }).catch(error =>
          leaveToResolver(context, [attempt], error),
        )
    }),
  )
}

/** Reports an attempt of unknown outcome as failed to the caller who waits; an approval is reversed from now on. */
function reportFailed(context: PaymentContext, actor: Actor, attempt: Attempt): Promise<TransactionRow> {
  return lockingAttempts(context, actor, [{ attempt }], async (work, [locked]) => {
    const { row, attempt: held } = locked!
    if (!isOpen(held) || held.told_ts !== null) return row
    const seconds = context.clock.seconds()
    await markReportedFailed(work, held.id, seconds, retryDelay(1, context.retry_policy))
    if (held.purpose === 'reversal') return row
    return postOutcome(work, row, reportedFailed(held), verbOf(row, held), seconds)
  })
}

/**
 * Records outcomes with everything that follows from them, in one database transaction and in the order given. May be
 * called twice for one attempt (its caller and the resolver can both learn the outcome); the second call finds it
 * recorded.
 */
export function recordOutcomes(
  context: PaymentContext,
  actor: Actor,
  learned: readonly LearnedOutcome[],
): Promise<Recorded[]> {
  const storable = learned.map(each => ({ ...each, outcome: truncateOutcome(each.outcome) }))
  return lockingAttempts(context, actor, storable, (work, locked) => recordLocked(context, work, locked, false))
}

/** Records the outcomes of locked attempts inside the open transaction; whether anything `follows` in it. */
export async function recordLocked(
  context: RecordingContext,
  work: UnitOfWork,
  locked: readonly Omit<DecidedOutcome, 'decision'>[],
  follows = true,
): Promise<Recorded[]> {
  const seconds = context.clock.seconds()
  const decided: DecidedOutcome[] = []
  for (const each of locked) decided.push({ ...each, decision: await decide(context, work, each) })
  const closing = [...endingOf(decided, seconds), ...lateVoids(context, work, decided)]
  const wanted = decided.flatMap(each => reversingOf(each) ?? [])
  const rows = await postOutcomes(work, decided.map(postingOf), seconds, closing, follows || wanted.length > 0)
  const reversals = await openReversals(context, work, wanted, seconds)
  return rows.map((row, index) => ({ row, reversal: reversals.get(locked[index]!.attempt.id) ?? null }))
}

/**
 * Records an outcome, together with others of its merchant that arrive while one is being recorded: all payments of a
 * product queue for the sums of its batch, so one database transaction takes many of them further. Never two of one
 * transaction: its caller and the resolver may both learn an outcome, and it counts once.
 */
const recordTogether = remembered((context: PaymentContext) =>
  grouped(
    ({ actor: { caller } }: { actor: Actor; learned: LearnedOutcome }) => caller.root_id,
    group => {
      const outcomes = group.map(each => ({ ...each.learned, actor: asRoot(each.actor) }))
      return recordOutcomes(context, group[0]!.actor, outcomes)
    },
    ({ learned: { attempt } }) => attempt.transaction_id,
  ),
)

/** Records the outcome of one attempt, and reverses an approval that must not stand. */
export async function recordAndReverse(
  context: PaymentContext,
  actor: Actor,
  learned: LearnedOutcome,
): Promise<TransactionRow> {
  return submitReversal(context, actor, await recordTogether(context)({ actor, learned }))
}

/**
 * Submits the reversal of an approval that must not stand, if there is one. If that fails, the resolver continues
 * with it.
 */
export async function submitReversal(
  context: PaymentContext,
  actor: Actor,
  { row, reversal }: Recorded,
): Promise<TransactionRow> {
  const processor = reversal && (await processorFor(context, reversal))
  if (!processor) return row
  const request = followUpRequest(reversal, await storedOriginal(context.db, reversal))
  const account = reversal.processor_account_id
  const outcome = await submit(context, { account, processor, request, is_reversal: true })
  try {
    if (isDecided(outcome)) return await recordAndReverse(context, actor, { attempt: reversal, outcome })
    await pollLater(context.db, reversal.id, retryDelay(1, context.retry_policy))
  } catch (error) {
    leaveToResolver(context, [reversal], error)
  }
  return row
}
