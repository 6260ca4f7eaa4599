import type { Database } from '../db/database.ts'
import { isFree, lease, SKIP_LOCKED } from '../db/lease.ts'
import { keepWeeks } from '../db/weeks.ts'
import type { Row } from '../definition/resource.ts'
import type { Clock } from '../ports/clock.ts'
import { POSTBACK } from '../resources/postback_log/postback_log.ts'
import type { postbackconfig } from '../resources/postbackconfig/postbackconfig.ts'

export type Config = Row<typeof postbackconfig>

/** An open postback that this process holds until its lease ends. */
export interface LeasedPostback {
  id: string
  root_id: string
  location_id: string
  postback_config_id: string
  resource: string
  type: string
  resource_id: string
  /** Attempts made so far. */
  number_of_attempts: number
  message_id: string
  url: string | null
  data: string
  place: number
  /** Of the request that changed the record; null where none did. */
  request_id: string | null
  config: Config
}

/** Longer than the time between two renewals, so that only a dead process loses its leases. */
const LEASE_SECONDS = 12
export const RENEW_MS = 4_000

/** Skips from one configuration with open postbacks to the next in the index, however many postbacks each has. */
const DUE_CONFIGS = `
with recursive open (id) as (
  (select postback_config_id from postback_log where next_run_ts is not null order by 1 limit 1)
  union all
  select (select postback_config_id from postback_log
           where next_run_ts is not null and postback_config_id > open.id order by 1 limit 1)
    from open where open.id is not null)
select config.* from open join postbackconfig config on config.id = open.id
 where exists (select from postback_log
                where postback_config_id = open.id and next_run_ts is not null and next_run_ts <= $1)`

/**
 * Claims of each configuration as many as there is room for, the longest due first, and of each record only its
 * earliest open postback: events of a record are delivered in their order.
 */
const postbacks = lease<Omit<LeasedPostback, 'config'>>({
  table: 'postback_log',
  column: 'leased_until',
  open: 'next_run_ts is not null',
  pick: `
  select picked.id from unnest($3::text[], $4::int[]) as wanted (config_id, room), lateral (
    select id from postback_log one
     where postback_config_id = wanted.config_id and next_run_ts is not null and next_run_ts <= $2 and data is not null
       and ${isFree('leased_until')} and id <> all($5::text[])
       and not exists (
         select from postback_log earlier
          where earlier.postback_config_id = one.postback_config_id and earlier.resource_id = one.resource_id
            and earlier.next_run_ts is not null and earlier.place < one.place)
     order by next_run_ts, place
     limit wanted.room
       ${SKIP_LOCKED}) picked`,
  returning: `postback_log.id, root_id, location_id, postback_config_id, resource, type, resource_id, number_of_attempts,
          message_id, url, data, place,
          (select request_id from event where event.id = event_id) as request_id`,
})

/**
 * A postback that was stored while the attempt of the one before it was being recorded does not wait for that one's
 * retry yet. It would count as due although it cannot be sent, and the sandbox clock waits until nothing is due.
 */
const DELAY_LATER_ONES = `
update postback_log later set next_run_ts = before.next_run_ts
  from (
    select one.id, max(earlier.next_run_ts) as next_run_ts
      from postback_log one
      join postback_log earlier on earlier.postback_config_id = one.postback_config_id
       and earlier.resource_id = one.resource_id and earlier.place < one.place and earlier.next_run_ts > $1
     where one.postback_config_id = any($2) and one.next_run_ts <= $1
     group by one.id) before
 where later.id = before.id and later.next_run_ts <= $1`

/** The statements by which processes share the open postbacks. */
export function postbackQueue(db: Database) {
  return {
    /** Whether anything is to be rendered or sent: what an idle process asks, over and over. */
    async isBusy(seconds: number): Promise<boolean> {
      const text = `select exists (select from postback_log where data is null and next_run_ts is not null)
                        or exists (select from postback_log where next_run_ts <= $1) as busy`
      return (await db.query<{ busy: boolean }>(text, [seconds]))[0]!.busy
    },
    /** Returns the configurations that have a postback due. */
    dueConfigs: (seconds: number) => db.query<Config>(DUE_CONFIGS, [seconds]),
    async claim(
      seconds: number,
      open: readonly { config: Config; room: number }[],
      except: readonly string[],
    ): Promise<LeasedPostback[]> {
      const ids = open.map(({ config }) => config.id)
      const rooms = open.map(({ room }) => room)
      const rows = await postbacks.claim(db, LEASE_SECONDS, [seconds, ids, rooms, except])
      const configs = new Map(open.map(({ config }) => [config.id, config]))
      return rows.map(row => ({ ...row, config: configs.get(row.postback_config_id)! }))
    },
    renew: (ids: readonly string[]) =>
      postbacks.renew(
        db,
        ids.map(id => ({ id })),
        LEASE_SECONDS,
      ),
    /** A configuration that was disabled or deleted gets no earlier events either. */
    cancel: (config_id: string, seconds: number) =>
      db.run(
        `update postback_log set postback_status_id = ${POSTBACK.canceled}, next_run_ts = null, leased_until = null,
           record = null, modified_ts = $2
          where postback_config_id = $1 and next_run_ts is not null`,
        [config_id, seconds],
      ),
    /** Lets postbacks wait as long as an earlier one about the same record. */
    delayLaterOnes: (seconds: number, config_ids: readonly string[]) => db.run(DELAY_LATER_ONES, [seconds, config_ids]),
    async anyDue(seconds: number): Promise<boolean> {
      const text = 'select 1 from postback_log where next_run_ts is not null and next_run_ts <= $1 limit 1'
      return (await db.query(text, [seconds])).length > 0
    },
  }
}

/** SQL of the earliest moment at which a postback is due. */
export const POSTBACKS_DUE = 'select min(next_run_ts) from postback_log where next_run_ts is not null'

export type PostbackQueue = ReturnType<typeof postbackQueue>

/** Finished postbacks and attempts are kept for this long at least, a week more at most. Replays reach as far back. */
export const KEPT_SECONDS = 30 * 24 * 60 * 60

/** Drops the weeks of old postbacks and attempts, and makes those that come. Returns about how many rows are gone. */
export async function purgePostbacks(db: Database, clock: Clock): Promise<number> {
  const now = clock.seconds()
  const logs = await keepWeeks(db, 'postback_log', now, now - KEPT_SECONDS)
  return logs + (await keepWeeks(db, 'postback_attempt', now, now - KEPT_SECONDS))
}
