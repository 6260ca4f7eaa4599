import { firstIdAt } from '../../lib/id.ts'

interface Rows {
  query<T>(text: string, values: readonly unknown[]): Promise<T[]>
}

const CHUNK = 2000
const SHARDS = 64

/**
 * Deletes logs of mails and texts older than `before` (Unix seconds), so many in one statement, with their place in the
 * totals of lists. One that is still to be sent stays. Returns how many.
 */
export async function trimMessages(db: Rows, before: number, stopping?: AbortSignal): Promise<number> {
  let all = 0
  for (const table of ['log_email', 'log_sms']) {
    for (let gone = CHUNK; gone === CHUNK && !stopping?.aborted; all += gone) {
      const [row] = await db.query<{ gone: number }>(trimOf(table), [firstIdAt(before * 1000)])
      gone = row?.gone ?? 0
    }
  }
  return all
}

function trimOf(table: string): string {
  return `
with old as (
  select id, root_id from ${table} where id < $1 and status not in ('queued', 'sending')
   order by id limit ${CHUNK} for update skip locked),
gone as (
  delete from ${table} t using old where t.root_id = old.root_id and t.id = old.id
  returning t.root_id, t.location_id, t.deleted_ts),
counted as (
  insert into tally (noun, root_id, place, shard, records, moves)
  select '${table}', root_id, location_id, pg_backend_pid() % ${SHARDS}, -count(*), 1 from gone where deleted_ts is null
   group by root_id, location_id
      on conflict (noun, root_id, place, shard) do update set records = tally.records + excluded.records, moves = tally.moves + 1)
select count(*)::integer as gone from gone`
}
