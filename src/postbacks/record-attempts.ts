import type { Database } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { POSTBACK } from '../resources/postback_log/postback_log.ts'
import type { attemptOf } from './post.ts'
import type { Config, LeasedPostback } from './queue.ts'

export interface FinishedAttempt {
  postback: LeasedPostback
  attempt: ReturnType<typeof attemptOf>
  /** When it began, in Unix milliseconds of the clock port. */
  began_ms: number
  /** When it ended, in Unix seconds. */
  ended_ts: number
}

const INSERT_ATTEMPTS = `
insert into postback_attempt (id, root_id, location_id, postback_config_id, postback_log_id, number_of_attempts, succeeded,
  url, request_headers, response_status, response_headers, response_body, error, duration_ms, created_ts, modified_ts)
select id, root_id, location_id, config_id, log_id, number, succeeded, url, request_headers::json, response_status,
       response_headers::json, response_body, error, duration_ms, created_ts, created_ts
  from json_to_recordset($1::json) as attempt (id text, root_id text, location_id text, config_id text, log_id text, number int,
       succeeded boolean, url text, request_headers text, response_status int, response_headers text, response_body text,
       error text, duration_ms int, created_ts bigint)`

/** A postback that was canceled while in flight stays canceled unless it was delivered. */
const UPDATE_LOGS = `
update postback_log set number_of_attempts = attempt.number, postback_status_id = attempt.status, next_run_ts = attempt.next,
       leased_until = null, modified_ts = attempt.now
  from json_to_recordset($1::json) as attempt (id text, number int, status int, next bigint, now bigint)
 where postback_log.id = attempt.id
   and (postback_log.next_run_ts is not null or attempt.status = ${POSTBACK.sent})`

/** Later postbacks about the same record wait as long as the one that is retried. */
const DELAY_LATER_ONES = `
update postback_log set next_run_ts = greatest(next_run_ts, attempt.next)
  from json_to_recordset($1::json) as attempt (config_id text, resource_id text, place bigint, next bigint)
 where postback_config_id = attempt.config_id and postback_log.resource_id = attempt.resource_id
   and postback_log.place > attempt.place and next_run_ts is not null and next_run_ts < attempt.next`

/** Stores attempts and the next state of their postbacks in one transaction. */
export async function recordAttempts(db: Database, finished: readonly FinishedAttempt[]): Promise<void> {
  const attempts = finished.map(({ postback, attempt, began_ms }) => ({
    ...attempt,
    id: newId(began_ms),
    root_id: postback.root_id,
    location_id: postback.location_id,
    config_id: postback.postback_config_id,
    log_id: postback.id,
    number: postback.number_of_attempts + 1,
    created_ts: Math.floor(began_ms / 1000),
  }))
  const logs = finished.map(each => ({
    id: each.postback.id,
    number: each.postback.number_of_attempts + 1,
    now: each.ended_ts,
    ...nextState(each),
  }))
  const retried = finished
    .map(({ postback }, index) => ({
      config_id: postback.postback_config_id,
      resource_id: postback.resource_id,
      place: postback.place,
      next: logs[index]!.next,
    }))
    .filter(({ next }) => next !== null)
  await db.transaction(async tx => {
    await tx.run(INSERT_ATTEMPTS, [JSON.stringify(attempts)])
    await tx.run(UPDATE_LOGS, [JSON.stringify(logs)])
    if (retried.length > 0) await tx.run(DELAY_LATER_ONES, [JSON.stringify(retried)])
  })
}

/**
 * A 2xx is delivered. Anything else is retried after the interval, as often as the configuration says (contract section
 * 6).
 */
function nextState({ postback, attempt, ended_ts }: FinishedAttempt): { status: number; next: number | null } {
  const { config, number_of_attempts } = postback
  if (attempt.succeeded) return { status: POSTBACK.sent, next: null }
  if (number_of_attempts + 1 >= config.number_of_attempts) return { status: POSTBACK.failed, next: null }
  return { status: POSTBACK.retrying, next: ended_ts + config.attempt_interval }
}

/** Disables a configuration for this reason and notifies its merchant. */
export type DisableConfig = (config: Config, reason: string) => Promise<void>

/** A receiver is dead when it accepted nothing for this long and refused at least so many attempts. */
const DEAD_SECONDS = 5 * 24 * 60 * 60
const DEAD_ATTEMPTS = 20

/**
 * Returns a function that keeps since when each receiver has been failing, and disables the configuration of one that
 * has failed for too long. A healthy receiver costs no statement.
 */
export function receiverHealth(db: Database, disable: DisableConfig) {
  return async (finished: readonly FinishedAttempt[]): Promise<void> => {
    const byConfig = Map.groupBy(finished, each => each.postback.postback_config_id)
    for (const [id, attempts] of byConfig) {
      const { postback, ended_ts } = attempts.at(-1)!
      const { failing_since_ts } = postback.config
      if (attempts.some(({ attempt }) => attempt.succeeded)) {
        if (failing_since_ts !== null) await db.run(RECOVERED, [id])
      } else if (failing_since_ts === null) {
        await db.run(FAILING, [id, ended_ts])
      } else if (
        ended_ts - failing_since_ts >= DEAD_SECONDS &&
        (await failures(db, postback.config)) >= DEAD_ATTEMPTS
      ) {
        const days = Math.floor((ended_ts - failing_since_ts) / 86400)
        await disable(postback.config, `No postback was accepted for ${days} days.`)
      }
    }
  }
}

const RECOVERED = 'update postbackconfig set failing_since_ts = null where id = $1 and failing_since_ts is not null'
const FAILING = 'update postbackconfig set failing_since_ts = $2 where id = $1 and failing_since_ts is null'

async function failures(db: Database, { id, failing_since_ts }: Config): Promise<number> {
  const text = `select count(*) as failures from (select 1 from postback_attempt
    where postback_config_id = $1 and created_ts >= $2 and not succeeded limit ${DEAD_ATTEMPTS}) latest`
  return (await db.query<{ failures: number }>(text, [id, failing_since_ts]))[0]?.failures ?? 0
}
