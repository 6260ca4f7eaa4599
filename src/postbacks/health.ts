import type { Database } from '../db/database.ts'
import type { Config } from './queue.ts'
import type { Tried } from './write-down.ts'

/** Switches a configuration off, for this reason, and tells its merchant. */
export type Health = (config: Config, reason: string) => Promise<void>

/** A receiver that took nothing for this long, and refused at least so many tries, is dead. */
const DEAD_SECONDS = 5 * 24 * 60 * 60
const DEAD_TRIES = 20

/** Notes since when a receiver takes nothing, and ends it when that is too long. A receiver that is well costs no statement. */
export function watchHealth(db: Database, disable: Health): (tried: readonly Tried[]) => Promise<void> {
  return async tried => {
    const groups = Map.groupBy(tried, each => each.held.postback_config_id)
    for (const [id, group] of groups) {
      const { config } = group.at(-1)!.held
      const { ended } = group.at(-1)!
      if (group.some(({ attempt }) => attempt.succeeded)) {
        if (config.failing_since_ts === null) continue
        await db.run(
          'update postbackconfig set failing_since_ts = null where id = $1 and failing_since_ts is not null',
          [id],
        )
      } else if (config.failing_since_ts === null) {
        await db.run('update postbackconfig set failing_since_ts = $2 where id = $1 and failing_since_ts is null', [
          id,
          ended,
        ])
      } else if (ended - config.failing_since_ts >= DEAD_SECONDS && (await failures(db, config)) >= DEAD_TRIES) {
        const days = Math.floor((ended - config.failing_since_ts) / 86400)
        await disable(config, `No postback was accepted for ${days} days.`)
      }
    }
  }
}

async function failures(db: Database, { id, failing_since_ts }: Config): Promise<number> {
  const text = `select count(*) as tries from (select 1 from postback_attempt
    where postback_config_id = $1 and created_ts >= $2 and not succeeded limit ${DEAD_TRIES}) latest`
  return (await db.query<{ tries: number }>(text, [id, failing_since_ts]))[0]?.tries ?? 0
}
