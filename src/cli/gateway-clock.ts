import type { Queryable } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'

/** The time of the gateway behind this database: the machine's, and in a sandbox as far ahead as it was moved. */
export async function gatewayClock(db: Queryable, machine: Clock): Promise<Clock> {
  const [row] = await db.query<{ ahead_ms: number }>('select ahead_ms from sandbox_clock where id = 1')
  const millis = () => machine.now() + (row?.ahead_ms ?? 0)
  return { now: millis, seconds: () => Math.floor(millis() / 1000) }
}
