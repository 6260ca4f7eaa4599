import type { Settable } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { isExpired } from '../../lib/exp-date.ts'
import { localDate } from '../../lib/local-date.ts'
import { Refusal } from '../../lib/problem.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { REASON, type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import type { NewPayment, Source } from '../payments.ts'
import { declinedRun } from '../posting/declined-run.ts'
import { type Claim, claimOf, isLimited, takePlaces } from '../risk/velocity.ts'
import { type Funding, fundingOfOpened, keepFunding } from '../vault/funding.ts'
import type { Opened } from '../vault/vaulting.ts'
import { openAttempts } from './attempt.ts'
import {
  type Ask,
  askOf,
  type Begun,
  BLOCKED,
  firstAttempt,
  type Plan,
  planOf,
  recordOf,
  storePending,
  THROTTLED,
} from './intent.ts'
import { declined } from './outcome.ts'
import { asRoot, type PaymentContext } from './payment-context.ts'

type Set = Settable<typeof transaction>
type KeptSource = Extract<Source, { kind: 'instrument' }>

/** A payment from an account that the vault keeps. */
export interface KeptPayment extends NewPayment {
  source: KeptSource
}

/** A payment that is ready to be written down: with all it takes to send it, or with the decline it ends in without being sent. */
export type Prepared = { plan: Plan } | { begun: Begun; declined: Set }

/**
 * Reads everything that payments from kept accounts need, all accounts in one go; stores nothing. What cannot be made at all
 * (a product switched off, a card that has expired) becomes a decline: nobody waits for an answer that says what is wrong.
 */
export async function prepareAll(
  context: PaymentContext,
  actor: Actor,
  payments: readonly KeptPayment[],
): Promise<Prepared[]> {
  const read = context.store.reader(asRoot(actor).caller)
  const opened = await context.vaulting.openAll(
    actor.caller,
    payments.map(({ source }) => source.instrument_id),
  )
  const prepared: Prepared[] = []
  for (const payment of payments) {
    const funding = fundingFrom(opened, payment.source)
    try {
      const plan = await planOf(context, read, payment, () => funding)
      const decline = hasExpired(context, plan) ? EXPIRED : plan.is_blocked ? BLOCKED : null
      prepared.push(decline ? { begun: plan, declined: decline } : { plan })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const product = await read.one(producttransaction, payment.product_transaction_id, 'product_transaction_id')
      prepared.push({ begun: { payment, product, funding, payer: null }, declined: NOT_SET_UP })
    }
  }
  return prepared
}

function fundingFrom(opened: ReadonlyMap<string, Opened>, source: KeptSource): Funding {
  const found = opened.get(source.instrument_id)
  if (!found) throw new Error(`there is no instrument ${source.instrument_id}`)
  return fundingOfOpened(found, source)
}

function hasExpired(context: PaymentContext, { funding: { account }, zone }: Plan): boolean {
  return account?.payment_method === 'cc' && isExpired(account.exp_date, localDate(context.clock.seconds(), zone))
}

const EXPIRED = declined({ reason_code_id: REASON.expired, verbiage: 'EXPIRED CARD', response_message: null })
const NOT_SET_UP = declined({ reason_code_id: REASON.setup, verbiage: 'SETUP ISSUE', response_message: null })

/** Payments in the books, in the order given, and what has to be sent for them. */
export interface Entered {
  rows: TransactionRow[]
  asks: Ask[]
  /** Performance time after which none of them may be sent: the resolver may be asking about them by the time it is answered. */
  latest_ms: number
}

/** Step one for many payments, inside the caller's open transaction. */
export async function enterAll(
  context: PaymentContext,
  work: UnitOfWork,
  wanted: readonly Prepared[],
): Promise<Entered> {
  const { lease_seconds, call_ms, poll_ms } = context.retry_policy
  const latest_ms = performance.now() + lease_seconds * 1000 - call_ms - poll_ms
  const claims = wanted.map(each =>
    'plan' in each ? claimOf(each.plan, each.plan.zone, context.clock.seconds()) : null,
  )
  const prepared = await throttle(work, wanted, claims)
  const rows: TransactionRow[] = []
  for (const [index, each] of prepared.entries())
    rows.push(await enter(context, work, each, claims[index]?.date ?? null))
  const asked = prepared.flatMap((each, index) => ('plan' in each ? [{ plan: each.plan, row: rows[index]! }] : []))
  const attempts = await openAttempts(
    work,
    asked.map(({ plan, row }) => firstAttempt(plan, row)),
    context.retry_policy,
    context.clock.seconds(),
  )
  const opened = new Map(attempts.map(attempt => [attempt.id, attempt]))
  const asks = asked.map(({ plan, row }) => {
    const attempt = opened.get(row.id)
    if (!attempt) throw new Error(`transaction ${row.id} has no attempt`)
    return askOf(plan, row, attempt)
  })
  // Who has no limit is only counted, and last: the count of a product is passed one by one.
  await takePlaces(
    work,
    claims.flatMap(claim => (claim && !isLimited(claim) ? [claim] : [])),
  )
  return { rows, asks, latest_ms }
}

/** What is beyond a limit of its product is declined; whoever comes first in the list has the place. */
async function throttle(
  work: UnitOfWork,
  prepared: readonly Prepared[],
  claims: readonly (Claim | null)[],
): Promise<Prepared[]> {
  const limited = claims.flatMap((claim, index) => (claim && isLimited(claim) ? [{ claim, index }] : []))
  const taken = await takePlaces(
    work,
    limited.map(({ claim }) => claim),
  )
  const beyond = new Set(limited.filter((_, at) => !taken[at]).map(({ index }) => index))
  return prepared.map((each, index) =>
    'plan' in each && beyond.has(index) ? { begun: each.plan, declined: THROTTLED } : each,
  )
}

async function enter(
  context: PaymentContext,
  work: UnitOfWork,
  prepared: Prepared,
  velocity_date: string | null,
): Promise<TransactionRow> {
  const begun = 'plan' in prepared ? prepared.plan : prepared.begun
  const kept = await keepFunding(context, work, begun.payment.location_id, begun.funding)
  const record = recordOf(context, begun, kept.set)
  if ('plan' in prepared) return storePending(work, { ...record, velocity_date })
  const ended = { ...record, ...prepared.declined, reference: record.id! }
  return work.insert(transaction, ended, { effects: declinedRun(null, ended as TransactionRow) })
}
