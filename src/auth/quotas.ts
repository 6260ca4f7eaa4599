import type { Database, Queryable } from '../db/database.ts'
import type { UnitOfWork } from '../definition/store.ts'
import { type QuotaLimits, type Span, spanAt, type Used, type UsedUp, usedUpText } from '../lib/quotas.ts'
import type { Clock } from '../ports/clock.ts'
import type { Quotas } from '../ports/quotas.ts'

interface Parts {
  db: Database
  clock: Clock
  limits: QuotaLimits
  /** Called when a merchant meets a quota; at most once for each span by one process. */
  warn(root_id: string, used: Used, says: string): Promise<unknown>
}

const MOST_WARNED = 10_000

/**
 * Every use adds to the rows of its spans and brings the limits along: the check `merchant_use_within` is the limit, so
 * no two processes can both take what is left.
 */
export function quotas({ db, clock, limits, warn }: Parts): Quotas {
  const warned = new Set<string>()
  const warnOnce = async (root_id: string, found: UsedUp): Promise<UsedUp> => {
    const name = `${root_id} ${found.used} ${found.span} ${found.until_ts}`
    if (warned.has(name)) return found
    if (warned.size >= MOST_WARNED) warned.clear()
    warned.add(name)
    await warn(root_id, found.used, `${capital(usedUpText(found))}. More is refused or held back.`)
    return found
  }
  const usedUp = async (root_id: string, used: Used, amount = 1): Promise<UsedUp | null> => {
    const spans = spansOf(limits[used], clock.seconds())
    const rows = await db.query<{ span: Span }>(OVER, [root_id, used, amount, ...columnsOf(spans)])
    const over = spans.find(({ span }) => rows.some(row => row.span === span))
    return over ? warnOnce(root_id, { used, ...over, most: over.most ?? 0 }) : null
  }
  const take = async (root_id: string, used: Used, amount = 1, is_again = false): Promise<UsedUp | null> => {
    const spans = spansOf(limits[used], clock.seconds())
    try {
      await add(db, root_id, used, amount, spans)
      return null
    } catch (error) {
      if (!isBeyond(error)) throw error
      const found = await usedUp(root_id, used, amount)
      // Where nothing is used up any more, the span has ended since, or another use was given back.
      return found ?? (is_again ? { used, ...spans[0]!, most: spans[0]!.most ?? 0 } : take(root_id, used, amount, true))
    }
  }
  return {
    usedUp,
    take: (root_id, used, amount) => take(root_id, used, amount),
    takeIn: (work, used, amount) =>
      add(work, work.actor.caller.root_id, used, amount, spansOf(limits[used], clock.seconds())),
    async giveBack(work, used, amount) {
      await work.query(GIVE_BACK, [work.actor.caller.root_id, used, amount])
    },
  }
}

interface CountedSpan {
  span: Span
  begins_ts: number
  until_ts: number | null
  most: number | null
}

/** The spans in the order in which their rows are locked. */
function spansOf(most: QuotaLimits[Used], seconds: number): CountedSpan[] {
  return (['hour', 'day', 'month', 'all'] as const).flatMap(span => {
    const limit = most[span]
    if (limit === undefined) return []
    const { begins_ts, ends_ts } = spanAt(span, seconds)
    return [{ span, begins_ts, until_ts: ends_ts, most: limit === 0 ? null : limit }]
  })
}

function columnsOf(spans: readonly CountedSpan[]): [Span[], number[], (number | null)[]] {
  return [spans.map(({ span }) => span), spans.map(({ begins_ts }) => begins_ts), spans.map(({ most }) => most)]
}

async function add(
  db: Pick<Queryable, 'query'> | UnitOfWork,
  root_id: string,
  used: Used,
  amount: number,
  spans: readonly CountedSpan[],
): Promise<void> {
  await db.query(ADD, [root_id, used, amount, ...columnsOf(spans)])
}

const ADD = `
insert into merchant_use (root_id, what, span, begins_ts, used, most)
select $1, $2, span, begins_ts, $3, most
  from unnest($4::text[], $5::bigint[], $6::bigint[]) as spans (span, begins_ts, most)
    on conflict (root_id, what, span, begins_ts)
    do update set used = merchant_use.used + excluded.used, most = excluded.most`

/** A use without a row is none yet. */
const OVER = `
select s.span
  from unnest($4::text[], $5::bigint[], $6::bigint[]) as s (span, begins_ts, most)
  left join merchant_use u on (u.root_id, u.what, u.span, u.begins_ts) = ($1, $2, s.span, s.begins_ts)
 where coalesce(u.used, 0) + $3 > s.most`

const GIVE_BACK = `
update merchant_use set used = greatest(0, used - $3) where root_id = $1 and what = $2 and span = 'all'`

function isBeyond(error: unknown): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === 'merchant_use_within'
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The longest span with an end is a month. */
const KEPT_SECONDS = 62 * 86_400

/** Forgets counts of spans that are over. Returns how many rows went. */
export function purgeUses(db: Queryable, clock: Clock): Promise<number> {
  return db.run(`delete from merchant_use where span <> 'all' and begins_ts < $1`, [clock.seconds() - KEPT_SECONDS])
}
