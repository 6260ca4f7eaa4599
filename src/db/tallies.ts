import { type Parameters, rowsOf } from './rows-of.ts'

/** Rows that share the count of one place. Each database backend adds to its own, so that none waits. */
const SHARDS = 64

/** Returns what counts so many more, or fewer, `records` at places. */
export function addToTallies(
  rows: readonly { noun: string; root_id: unknown; place: string; records: number }[],
  params: Parameters,
): string {
  return `insert into tally (noun, root_id, place, shard, records)
 select noun, root_id, place, pg_backend_pid() % ${SHARDS}, records from ${rowsOf('tally', rows, params)} order by place
 on conflict (noun, root_id, place, shard) do update set records = tally.records + excluded.records`
}
