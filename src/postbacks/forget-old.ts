import type { Database } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'

/** Finished postbacks and their attempts are kept for this long; replays reach as far back. */
const KEPT_SECONDS = 30 * 24 * 60 * 60
const CHUNK = 5_000

/** Deletes old finished postbacks, in chunks so that locks are short. Returns how many. */
export async function forgetOldPostbacks(db: Database, clock: Clock): Promise<number> {
  let all = 0
  for (;;) {
    const gone = await db.run(
      `delete from postback_log where id in (
         select id from postback_log where created_ts < $1 and next_run_ts is null order by created_ts limit ${CHUNK})`,
      [clock.seconds() - KEPT_SECONDS],
    )
    all += gone
    if (gone < CHUNK) return all
  }
}
