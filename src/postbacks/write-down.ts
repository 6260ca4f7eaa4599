import type { Database } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import { POSTBACK } from '../resources/postback_log/postback_log.ts'
import type { attemptOf } from './post.ts'
import type { HeldPostback } from './queue.ts'

/** A try that is over. */
export interface Tried {
  held: HeldPostback
  attempt: ReturnType<typeof attemptOf>
  /** When it began, Unix milliseconds of our clock, and when it was over. */
  began_ms: number
  ended: number
}

const ATTEMPTS = `
insert into postback_attempt (id, root_id, location_id, postback_config_id, postback_log_id, number_of_attempts, succeeded,
  url, request_headers, response_status, response_headers, response_body, error, duration_ms, created_ts, modified_ts)
select id, root_id, location_id, config_id, log_id, number, succeeded, url, request_headers::json, response_status,
       response_headers::json, response_body, error, duration_ms, created_ts, created_ts
  from json_to_recordset($1::json) as tried (id text, root_id text, location_id text, config_id text, log_id text, number int,
       succeeded boolean, url text, request_headers text, response_status int, response_headers text, response_body text,
       error text, duration_ms int, created_ts bigint)`

/** A canceled postback that was on its way stays canceled unless it arrived. */
const LOGS = `
update postback_log set number_of_attempts = tried.number, postback_status_id = tried.status, next_run_ts = tried.next,
       leased_until = null, modified_ts = tried.now
  from json_to_recordset($1::json) as tried (id text, number int, status int, next bigint, now bigint)
 where postback_log.id = tried.id
   and (postback_log.next_run_ts is not null or tried.status = ${POSTBACK.sent})`

/** What comes behind a postback that waits for its next try waits with it. */
const FOLLOWERS = `
update postback_log set next_run_ts = greatest(next_run_ts, tried.next)
  from json_to_recordset($1::json) as tried (config_id text, resource_id text, place bigint, next bigint)
 where postback_config_id = tried.config_id and postback_log.resource_id = tried.resource_id
   and postback_log.place > tried.place and next_run_ts is not null and next_run_ts < tried.next`

/** Stores tries and what follows from each, all in one transaction. */
export async function writeDown(db: Database, tried: readonly Tried[]): Promise<void> {
  const attempts = tried.map(({ held, attempt, began_ms }) => ({
    ...attempt,
    id: newId(began_ms),
    root_id: held.root_id,
    location_id: held.location_id,
    config_id: held.postback_config_id,
    log_id: held.id,
    number: held.number_of_attempts + 1,
    created_ts: Math.floor(began_ms / 1000),
  }))
  const logs = tried.map(each => ({
    id: each.held.id,
    number: each.held.number_of_attempts + 1,
    now: each.ended,
    ...fate(each),
  }))
  const waiting = tried
    .map((each, index) => ({
      config_id: each.held.postback_config_id,
      resource_id: each.held.resource_id,
      place: each.held.place,
      next: logs[index]!.next,
    }))
    .filter(({ next }) => next !== null)
  await db.transaction(async tx => {
    await tx.run(ATTEMPTS, [JSON.stringify(attempts)])
    await tx.run(LOGS, [JSON.stringify(logs)])
    if (waiting.length > 0) await tx.run(FOLLOWERS, [JSON.stringify(waiting)])
  })
}

/** 2xx is delivered; anything else is tried again after the interval, as often as the configuration says (contract section 6). */
function fate({ held, attempt, ended }: Tried): { status: number; next: number | null } {
  if (attempt.succeeded) return { status: POSTBACK.sent, next: null }
  if (held.number_of_attempts + 1 >= held.config.number_of_attempts) return { status: POSTBACK.failed, next: null }
  return { status: POSTBACK.retrying, next: ended + held.config.attempt_interval }
}
