import type { Queryable } from '../../db/database.ts'

const PIECE = 2_000
const SHARDS = 64

/**
 * Deletes runs at terminals that ended before a time (Unix seconds), so many in one statement, with their place in the
 * totals of lists. One whose payment is open, or lies in a batch that is not closed, stays. Returns how many.
 */
export async function trimRuns(db: Queryable, before: number, stopping?: AbortSignal): Promise<number> {
  let all = 0
  for (let last: readonly [number, string] = [0, '']; ; ) {
    const [row] = await db.query<Piece>(TRIM, [...last, before])
    const { looked_at, last_ts, last_id, gone } = row!
    all += gone
    if (looked_at < PIECE || stopping?.aborted) return all
    last = [last_ts, last_id]
  }
}

interface Piece {
  looked_at: number
  last_ts: number
  last_id: string
  gone: number
}

const TRIM = `
with looked_at as materialized (
  select id, root_id, transaction_id, ended_ts from terminalrun
   where (ended_ts, id) > ($1, $2) and ended_ts < $3 order by ended_ts, id limit ${PIECE}),
gone as (
  delete from terminalrun r using looked_at l
   where r.id = l.id and r.root_id = l.root_id
     and not exists (
       select from transaction t left join transactionbatch b on b.root_id = t.root_id and b.id = t.transaction_batch_id
        where t.root_id = l.root_id and t.id = l.transaction_id
          and (t.outcome is null or t.outcome not in ('approved', 'declined') or t.doing is not null or t.stuck_ts is not null
            or b.processing_status_id not in (2, 6)))
  returning r.root_id, r.location_id, r.deleted_ts),
counted as (
  insert into tally (noun, root_id, place, shard, records, moves)
  select 'terminalrun', root_id, location_id, pg_backend_pid() % ${SHARDS}, -count(*), 1 from gone where deleted_ts is null
   group by root_id, location_id
      on conflict (noun, root_id, place, shard) do update set records = tally.records + excluded.records, moves = tally.moves + 1)
select (select count(*)::integer from looked_at) as looked_at,
       (select ended_ts from looked_at order by ended_ts desc, id desc limit 1) as last_ts,
       (select id from looked_at order by ended_ts desc, id desc limit 1) as last_id,
       (select count(*)::integer from gone) as gone`
