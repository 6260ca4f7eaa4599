import { momentOf } from '../lib/id.ts'
import { type Parameters, rowsOf } from './rows-of.ts'

/** Rows that share the count of one place. Each database backend adds to its own, so that none waits. */
const SHARDS = 64

/** An id this old is given to no new record: no write takes as long. */
export const LATE_MS = 15 * 60_000

/** Whether a record stands at the new end of lists by age, where it changes the place of no older one. */
export function isNewest(id: unknown, now: number): boolean {
  return (momentOf(String(id)) ?? 0) > now - LATE_MS
}

/** What is added to the tally of a place: records, and how often older ones changed their places. */
interface Step {
  place: string
  records: number
  moves: number
}

/** Returns the steps of a record from one place to another; null where it was not there before, or is no more. */
export function stepsOf(from: string | null, to: string | null, is_newest: boolean): Step[] {
  if (from === to) return []
  const left = from === null ? [] : [{ place: from, records: -1, moves: 1 }]
  return to === null ? left : [...left, { place: to, records: 1, moves: from === null && is_newest ? 0 : 1 }]
}

/** Returns what adds these steps to the tallies of a noun. */
export function addToTallies(
  of: { noun: string; root_id: unknown },
  steps: readonly Step[],
  params: Parameters,
): string {
  const rows = [...Map.groupBy(steps, ({ place }) => place)].map(([place, each]) => ({
    ...of,
    place,
    records: each.reduce((sum, { records }) => sum + records, 0),
    moves: each.reduce((sum, { moves }) => sum + moves, 0),
  }))
  return `insert into tally (noun, root_id, place, shard, records, moves)
 select noun, root_id, place, pg_backend_pid() % ${SHARDS}, records, moves from ${rowsOf('tally', rows, params)} order by place
 on conflict (noun, root_id, place, shard) do update set records = tally.records + excluded.records, moves = tally.moves + excluded.moves`
}
