import type { Database, Queryable } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import { countedRows } from '../lib/counted-rows.ts'
import { localDate } from '../lib/local-date.ts'
import type { Clock } from '../ports/clock.ts'

/** Counts identifiers that were taken although they look like a card number. */
export interface CardLikeFields {
  count(caller: Pick<Caller, 'root_id'>, noun: string, fields: readonly string[]): void
  /** Stores what was counted since the last time. */
  flush(): Promise<void>
}

/** How often one field of a merchant looked like a card number. */
interface CardLikeField {
  root_id: string
  noun: string
  field: string
  seen: number
  /** ISO dates (UTC). */
  first: string
  last: string
}

const FLUSH_MS = 2_000
const KEPT_DAYS = 400

export function cardLikeFields(db: Database, clock: Clock): CardLikeFields {
  const { count, flush } = countedRows(db, STORE, FLUSH_MS)
  return {
    count({ root_id }, noun, fields) {
      for (const field of fields) count([root_id, noun, field, localDate(clock.seconds(), 'UTC').toString()])
    },
    flush,
  }
}

const STORE = `
insert into card_like_field (root_id, noun, field, date, seen)
select * from unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::bigint[])
on conflict (root_id, noun, field, date) do update set seen = card_like_field.seen + excluded.seen`

/** Returns what was counted since a moment (Unix seconds), most often seen first. */
export function cardLikeReport(db: Queryable, since: number): Promise<CardLikeField[]> {
  return db.query<CardLikeField>(
    `select root_id, noun, field, sum(seen)::bigint as seen, min(date)::text as first, max(date)::text as last
       from card_like_field where date >= to_timestamp($1)::date group by root_id, noun, field order by 4 desc, 1, 2, 3`,
    [since],
  )
}

/** Forgets old counts. Returns how many rows went. */
export function purgeCardLikeFields(db: Database, clock: Clock): Promise<number> {
  const since = clock.seconds() - KEPT_DAYS * 86_400
  return db.run('delete from card_like_field where date < to_timestamp($1)::date', [since])
}
