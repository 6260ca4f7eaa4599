import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'

/**
 * Forgets tickets that expired unused, and with them their cards: a number nobody can use any more must not be kept.
 * Used tickets stay, and so do their instruments, which belong to a vault or a transaction now. Returns how many went.
 */
export async function sweepTickets(db: Database, clock: Clock): Promise<number> {
  return db.run(
    `with gone as (delete from ticket where used_ts is null and expire_ts <= $1 returning instrument_id)
     delete from instrument where id in (select instrument_id from gone)`,
    [clock.seconds()],
  )
}
