import type { Database } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { Raise, Warning } from './raise-alert.ts'
import { type Watched, WINDOW } from './watch-counts.ts'

interface Thresholds {
  /** Refusals of a merchant within half an hour. */
  refusals: number
  /** Percentage points by which the share of declined payments rises over that of the week before. */
  decline_points: number
}

interface Parts {
  db: Database
  clock: Clock
  raise: Raise
  thresholds: Thresholds
}

/** Looks through what was counted and noted, and warns of what is out of line. Returns how many warnings are new. */
export async function lookForAttacks(parts: Parts): Promise<number> {
  const warnings = [...(await refusals(parts)), ...(await declineRates(parts)), ...(await raisedLimits(parts))]
  return (await parts.raise(warnings)) + (await grantedRights(parts))
}

const WORDS: Partial<Record<Watched, string>> = {
  unauthorized: 'requests came with credentials that are not good',
  forbidden: 'requests asked for what their caller may not do',
  declined: 'payments were declined, more than were approved',
}

interface Counted {
  root_id: string
  what: Watched
  seen: number
}

/** Declines count where most payments are declined: whoever takes many payments has many declines every day. */
async function refusals({ db, clock, thresholds }: Parts): Promise<Warning[]> {
  const rows = await db.query<Counted>(RECENT, [clock.seconds() - 2 * WINDOW])
  const seenOf = (root_id: string, what: Watched): number =>
    rows.find(row => row.root_id === root_id && row.what === what)?.seen ?? 0
  return rows.flatMap(({ root_id, what, seen }) => {
    const words = WORDS[what]
    if (!words || seen < thresholds.refusals) return []
    if (what === 'declined' && seen <= seenOf(root_id, 'approved')) return []
    return [{ root_id, matter: 'many_refusals', subject: what, says: `Within half an hour ${seen} ${words}.` }]
  })
}

const RECENT = `
select root_id, what, sum(seen)::bigint as seen from watched_count where window_ts > $1 group by root_id, what`

const WEEK = 7 * 86_400
/** Below these a share says nothing. */
const FEWEST_NOW = 50
const FEWEST_BEFORE = 200

interface Share {
  root_id: string
  subject: string
  approved: number
  declined: number
  approved_before: number
  declined_before: number
}

/** Each product is compared with its own week, over the counts of those that have taken enough in the last hour. */
async function declineRates({ db, clock, thresholds }: Parts): Promise<Warning[]> {
  const hour = clock.seconds() - 4 * WINDOW
  const rows = await db.query<Share>(SHARES, [hour, hour - WEEK, FEWEST_NOW])
  return rows.flatMap(row => {
    const before = row.approved_before + row.declined_before
    if (before < FEWEST_BEFORE) return []
    const now = percentOf(row.declined, row.approved)
    const usual = percentOf(row.declined_before, row.approved_before)
    if (now - usual < thresholds.decline_points) return []
    const says = `Of the payments of product ${row.subject} in the last hour ${now} % were declined; in the week before it were ${usual} %.`
    return [{ root_id: row.root_id, matter: 'decline_rate', subject: row.subject, says }]
  })
}

const percentOf = (declined: number, approved: number): number => Math.round((100 * declined) / (declined + approved))

const OUTCOMES = `what in ('approved', 'declined')`
const SHARES = `
select n.root_id, n.subject, n.approved, n.declined, coalesce(b.approved, 0) as approved_before, coalesce(b.declined, 0) as declined_before
  from (select root_id, subject, coalesce(sum(seen) filter (where what = 'approved'), 0)::bigint as approved,
               coalesce(sum(seen) filter (where what = 'declined'), 0)::bigint as declined
          from watched_count where window_ts > $1 and ${OUTCOMES} group by root_id, subject having sum(seen) >= $3) n
 cross join lateral (
        select sum(seen) filter (where what = 'approved')::bigint as approved,
               sum(seen) filter (where what = 'declined')::bigint as declined
          from watched_count c
         where c.root_id = n.root_id and c.${OUTCOMES} and c.subject = n.subject and c.window_ts > $2 and c.window_ts <= $1) b`

/** While the lower limit still counts, a person can set it again. */
async function raisedLimits({ db, clock }: Parts): Promise<Warning[]> {
  const rows = await db.query<{ root_id: string; id: string }>(RAISED, [clock.seconds()])
  return rows.map(({ root_id, id }) => {
    const says = `The refund_approval_amount of product ${id} was raised or switched off, which counts within a day.`
    return { root_id, matter: 'refund_limit_raised', subject: id, says }
  })
}

const RAISED = `
select root_id, id from producttransaction
 where refund_approval_until_ts > $1 and coalesce(refund_approval_amount > refund_approval_was, true)`

interface Granted {
  id: number
  root_id: string
  user_id: string
  was: number | null
  became: number
  at_root: boolean
  by_user: string | null
  is_first: boolean
}

/** What was noted goes once the warning is stored: a process that ends between the two warns again, of the same. */
async function grantedRights({ db, raise }: Parts): Promise<number> {
  const rows = await db.query<Granted>(GRANTED)
  if (rows.length === 0) return 0
  const raised = await raise(rows.filter(({ is_first }) => !is_first).map(grantedWarning))
  await db.run('delete from granted_right where id = any($1)', [rows.map(({ id }) => id)])
  return raised
}

/** The first user of a merchant comes with it, and is no news. */
const GRANTED = `
select g.*, g.was is null and not exists (
         select from "user" u where u.root_id = g.root_id and u.id < g.user_id) as is_first
  from granted_right g order by g.id limit 200`

function grantedWarning({ root_id, user_id, was, became, at_root, by_user }: Granted): Warning {
  const how = was === null ? `was made with type ${became}` : `has type ${became} instead of ${was}`
  const where = at_root ? 'at the root' : 'below the root'
  const says = `User ${user_id} ${how}, ${where}, by ${by_user ? `user ${by_user}` : 'the operator'}.`
  return { root_id, matter: 'privilege_granted', subject: user_id, says }
}
