import type { Queryable } from '../../db/database.ts'
import { firstIdAt } from '../../lib/id.ts'
import type { KnownRequest, Processor } from '../../ports/processor.ts'
import { inquiryOf } from '../lifecycle/original.ts'
import { isDecided } from '../lifecycle/outcome.ts'
import type { Connected } from './connected.ts'

/** An order as it is stored here: an attempt, or a payment at a terminal, which its device sent itself. */
export interface OwnOrder {
  id: string
  root_id: string
  location_id: string
  product_transaction_id: string | null
  transaction_id: string | null
  action: string
  /** `open`: its outcome is still asked about, so it contradicts nothing. */
  state: 'open' | 'approved' | 'declined'
  /** Minor units: what was approved, or requested where that is not stored. */
  amount: string
  /** Minor units; null where what the processor approved is not stored. */
  auth_amount: string | null
}

type Verdict = 'same' | 'open' | 'order_unrecorded' | 'order_unseen' | 'order_result' | 'order_amount'

/** One order on both sides; null where a side does not know it. */
export interface Compared {
  verdict: Verdict
  order: KnownRequest | null
  own: OwnOrder | null
}

/** Orders that are asked for, and held in memory, at a time. */
const PART = 5000
const CHUNK = 1000

/**
 * Compares all orders of a processor between two moments (Unix seconds, the later one exclusive), in both directions.
 * Goes through time in parts of some thousand attempts, so that memory does not grow with their number. Changes
 * nothing and judges neither side. Throws when the processor cannot be reached.
 */
export async function* compareOrders(
  db: Queryable,
  connected: Connected,
  since: number,
  until: number,
): AsyncGenerator<readonly Compared[]> {
  let from = since
  while (from < until) {
    const to = Math.min(until, await endOfPart(db, from, until))
    yield* comparePart(db, connected, from, to)
    from = to
  }
}

/** Returns the moment by which some thousand more attempts were made; `until` when there are fewer. */
async function endOfPart(db: Queryable, from: number, until: number): Promise<number> {
  const [row] = await db.query<{ created_ts: number }>(
    `select created_ts from attempt where id >= $1 and id < $2 order by id offset ${PART} limit 1`,
    [firstIdAt(from * 1000), firstIdAt(until * 1000)],
  )
  return Math.max(from + 1, row?.created_ts ?? until)
}

async function* comparePart(
  db: Queryable,
  { processor, accounts }: Connected,
  from: number,
  to: number,
): AsyncGenerator<readonly Compared[]> {
  const orders = onceEach((await processor.requests?.(from, to)) ?? [])
  const known = new Set(orders.map(({ reference }) => reference))
  for (let at = 0; at < orders.length; at += CHUNK) yield await compareWithBooks(db, orders.slice(at, at + CHUNK))
  if (!processor.requests) return
  const ids = accounts.map(({ id }) => id)
  for await (const attempts of attemptsBetween(db, ids, from, to)) {
    const unlisted = attempts.filter(({ id }) => !known.has(id))
    yield await Promise.all(unlisted.map(own => askAbout(db, processor, own)))
  }
}

/** A request that a processor has approved twice under one reference took both amounts. */
function onceEach(listed: readonly KnownRequest[]): KnownRequest[] {
  const once = new Map<string, KnownRequest>()
  for (const order of listed) {
    const before = once.get(order.reference)
    const is_twice = before?.result === 'approved' && order.result === 'approved'
    const amount = is_twice ? before.amount + order.amount : order.amount
    if (before?.result !== 'approved' || is_twice) once.set(order.reference, { ...order, amount })
  }
  return [...once.values()]
}

async function compareWithBooks(db: Queryable, orders: readonly KnownRequest[]): Promise<Compared[]> {
  const own = await ownOrders(
    db,
    orders.map(({ reference }) => reference),
  )
  return orders.map(order => compare(order, own.get(order.reference) ?? null))
}

/** An order outside of the list, as of the second before or after, is asked about before it counts as unknown. */
export async function askAbout(db: Queryable, processor: Processor, own: OwnOrder): Promise<Compared> {
  if (own.state === 'open') return compare(null, own)
  const found = await processor.find(await inquiryOf(db, { ...own, amount: BigInt(own.amount) }))
  if (!found.seen) return compare(null, own)
  const { result, auth_amount } = found.outcome
  const amount = auth_amount ?? BigInt(own.amount)
  return compare({ reference: own.id, action: own.action, amount, result, ts: 0 }, own)
}

export function compare(order: KnownRequest | null, own: OwnOrder | null): Compared {
  return { order, own, verdict: verdictOf(order, own) }
}

function verdictOf(order: KnownRequest | null, own: OwnOrder | null): Verdict {
  if (own?.state === 'open') return 'open'
  if (!own) return 'order_unrecorded'
  if (!order) return own.state === 'approved' ? 'order_unseen' : 'same'
  if (!isDecided(order)) return 'open'
  if (order.result !== own.state) return 'order_result'
  const isOff = own.auth_amount !== null && BigInt(own.auth_amount) !== order.amount
  return own.state === 'approved' && isOff ? 'order_amount' : 'same'
}

/** Returns stored orders by the reference that the processor knows. */
export async function ownOrders(db: Queryable, references: readonly string[]): Promise<Map<string, OwnOrder>> {
  const attempts = await db.query<OwnOrder>(ATTEMPTS, [references])
  const own = new Map(attempts.map(row => [row.id, row]))
  const others = references.filter(reference => !own.has(reference))
  const runs = others.length === 0 ? [] : await db.query<OwnOrder>(RUNS, [others])
  for (const run of runs) own.set(run.id, run)
  return own
}

// One that was given up is still watched: an approval found later is reversed.
const ordersIn = (place: '' | 'archived_') => `
select a.id, a.root_id, t.location_id, t.product_transaction_id, a.transaction_id, a.action,
       case when a.state in ('pending', 'unknown') or a.watch_ts is not null then 'open'
            when a.state = 'declined' then 'declined' else 'approved' end as state,
       coalesce(a.auth_amount, a.amount)::text as amount, a.auth_amount::text as auth_amount
  from ${place}attempt a join ${place}transaction t on t.root_id = a.root_id and t.id = a.transaction_id`
const ATTEMPTS = `${ordersIn('')} where a.id = any($1) union all ${ordersIn('archived_')} where a.id = any($1)`
// What is archived was compared while it lived.
const BETWEEN = `${ordersIn('')}
 where a.id > $1 and a.id < $2 and a.processor_account_id = any($3) and a.state <> 'declined'
 order by a.id limit ${CHUNK}`

/**
 * A run that failed authorised nothing; what was declined may have been reversed, so it is not judged. The amount of
 * its payment may have changed since.
 */
const RUNS = `
select r.id, r.root_id, r.location_id, r.product_transaction_id, r.transaction_id, r.action,
       case r.result when 'approved' then 'approved' when 'failed' then 'declined' else 'open' end as state,
       coalesce(t.auth_amount, r.transaction_amount, 0)::text as amount, null::text as auth_amount
  from terminalrun r left join transaction t on t.root_id = r.root_id and t.id = r.transaction_id
 where r.id = any($1)`

async function* attemptsBetween(
  db: Queryable,
  accounts: readonly string[],
  from: number,
  to: number,
): AsyncGenerator<OwnOrder[]> {
  let last = firstIdAt(from * 1000)
  for (;;) {
    const rows = await db.query<OwnOrder>(BETWEEN, [last, firstIdAt(to * 1000), accounts])
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    yield rows
  }
}
