import type { UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { invalidField } from '../../lib/problem.ts'
import type { Poster } from '../../ports/poster.ts'
import { POSTBACK } from './postback_log.ts'

interface Config {
  id: string
  root_id: string
  location_id: string
  resource: string
}

/** Which postbacks are sent again, and where to. */
export interface ReplayRequest {
  /** The period in which they were created, in Unix seconds, both inclusive. */
  from_ts: number
  to_ts: number
  statuses: readonly number[]
  /** Only these; null for all. */
  ids: readonly string[] | null
  url: string | null
}

const MOST = 10_000

/** Throws a 422 when an address can never be called; where a name resolves to is checked on every call. */
export function checkUrl(poster: Poster, url: string | null | undefined): void {
  const problem = url == null ? null : poster.objection(url)
  if (problem) throw invalidField('url', `Url ${problem}`)
}

/**
 * Stores copies of completed postbacks in their order and returns the ids of the copies. The message and its id stay
 * the same, so that a receiver can recognise it.
 */
export async function enqueueReplays(
  work: UnitOfWork,
  config: Config,
  request: ReplayRequest,
  seconds: number,
): Promise<string[]> {
  const rows = await work.query<{ id: string }>(
    `insert into postback_log (id, root_id, location_id, postback_config_id, resource, type, resource_id, postback_status_id,
       number_of_attempts, next_run_ts, message_id, replay_of_id, url, event_id, expands, record, data, created_ts, modified_ts, created_user_id)
     select left($1::text, 11) || left(md5($1::text || old.id), 13), old.root_id, old.location_id, old.postback_config_id, old.resource,
       old.type, old.resource_id, ${POSTBACK.new}, 0, $2::bigint, old.message_id, old.id, coalesce($3::text, old.url), old.event_id,
       old.expands, old.record, old.data, $2::bigint, $2::bigint, $4::text
       from (select * from postback_log
              where postback_config_id = $5 and root_id = $6 and next_run_ts is null and postback_status_id = any($7::int[])
                and created_ts between $8 and $9 and ($10::text[] is null or id = any($10))
                and (data is not null or record is not null)
              order by place limit ${MOST}) old
      order by old.place
     returning id`,
    [
      newId(seconds * 1000),
      seconds,
      request.url,
      work.actor.caller.user_id,
      config.id,
      config.root_id,
      request.statuses,
      request.from_ts,
      request.to_ts,
      request.ids,
    ],
  )
  return rows.map(({ id }) => id)
}

/** Stores a test postback that reports no event; returns its id. */
export async function enqueuePing(work: UnitOfWork, config: Config, seconds: number): Promise<string> {
  const id = newId(seconds * 1000)
  await work.query(
    `insert into postback_log (id, root_id, location_id, postback_config_id, resource, type, resource_id, postback_status_id,
       number_of_attempts, next_run_ts, message_id, data, created_ts, modified_ts, created_user_id)
     values ($1, $2, $3, $4, $5, 'PING', $4, ${POSTBACK.new}, 0, $6, $1, $7, $6, $6, $8)`,
    [
      id,
      config.root_id,
      config.location_id,
      config.id,
      config.resource,
      seconds,
      JSON.stringify({ id: config.id }),
      work.actor.caller.user_id,
    ],
  )
  return id
}
