import type { Database, Tx } from '../db/database.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import {
  contentMark,
  currentForm,
  eventMark,
  FIRST_HASH,
  isEarlierForm,
  linkHash,
  MARK_LETTERS,
  SEALED_COLUMNS,
  type SealedEvent,
} from './seal-marks.ts'

/** The number of this lock among the advisory locks of the database. */
const SEAL_LOCK = 7_265_102
const MOST_EVENTS = 2000
/** Events of one link. Verifying a broken link compares event by event. */
const MOST_IN_LINK = 500

interface Unsealed extends SealedEvent {
  xid: number
}

interface Link {
  root_id: string
  position: number
  hash: string
}

export interface SealParts {
  db: Database
  cipher: Pick<Cipher, 'fingerprint' | 'fingerprintLike'>
  clock: Clock
}

/**
 * Seals the events since the last time: one link for each location tree that has new events, chained to the link
 * before. No write waits for it, and of several processes one does it. Returns how many events were sealed.
 */
export async function sealEvents(parts: SealParts): Promise<number> {
  let total = 0
  for (;;) {
    const sealed = await parts.db.transaction(tx => sealSome(parts, tx))
    total += sealed
    if (sealed < MOST_EVENTS) return total
  }
}

async function sealSome({ cipher, clock }: SealParts, tx: Tx): Promise<number> {
  const [lock] = await tx.query<{ acquired: boolean }>(ACQUIRE, [SEAL_LOCK])
  if (!lock?.acquired) return 0
  const [counts] = await tx.query<{ restored: boolean }>(
    'select xid > pg_snapshot_xmax(pg_current_snapshot())::text::bigint as restored from event_sealing',
  )
  if (counts?.restored) await restartSealing(tx)
  const events = await tx.query<Unsealed>(UNSEALED)
  const last = events.at(-1)
  if (!last) return 0
  await storeLinks(tx, cipher, clock.seconds(), events)
  await tx.run('update event_sealing set xid = $1, event_id = $2', [last.xid, last.id])
  return events.length
}

/**
 * Of several parts the look merges what their indexes give in their order: PostgreSQL, which takes it for a handful of
 * events, would read and sort all that wait, each time anew where a million do.
 */
const ACQUIRE = `select pg_try_advisory_xact_lock($1) as acquired, set_config('enable_sort', 'off', true)`

/**
 * Only transactions older than every running one, so that no event can still appear before one that is sealed. Where
 * sealing has come to is asked in queries of their own, from whose answers the index is read: joined with that table,
 * which the planner takes for hundreds of rows, the whole trail would be.
 */
const UNSEALED = `
select ${SEALED_COLUMNS}, e.xid
  from event e
 where e.xid >= (select xid from event_sealing)
   and (e.xid, e.id) > ((select xid from event_sealing), (select event_id from event_sealing))
   and e.id > (select floor_id from event_sealing)
   and e.xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
 order by e.xid, e.id
 limit ${MOST_EVENTS}`

/**
 * A database restored from a dump counts transactions from the start again. Restored events are recognised by their
 * ids, which follow the time of day; those that were not sealed yet are sealed as if they were new.
 */
async function restartSealing(tx: Tx): Promise<void> {
  await tx.run(
    `update event_sealing set xid = 0, event_id = '', floor_id = coalesce(
       (select max(id) from event where id in (select unnest(event_ids) from event_seal)), '')`,
  )
}

async function storeLinks(tx: Tx, cipher: SealParts['cipher'], seconds: number, events: Unsealed[]): Promise<void> {
  const trees = Map.groupBy(events, event => event.root_id)
  const ends = await tx.query<Link>(ENDS, [[...trees.keys()]])
  for (const [root_id, own] of trees) {
    let end = ends.find(each => each.root_id === root_id) ?? { root_id, position: 0, hash: FIRST_HASH }
    for (let at = 0; at < own.length; at += MOST_IN_LINK) {
      end = await storeLink(tx, cipher, seconds, end, own.slice(at, at + MOST_IN_LINK))
    }
  }
}

const ENDS = `
select r.root_id, s.position, s.hash
  from unnest($1::text[]) as r (root_id)
 cross join lateral (select position, hash from event_seal where root_id = r.root_id order by position desc limit 1) s`

/** A link is never in an earlier form than the one before, whatever this process knows of the ring. */
function laterForm(form: string, hash_before: string): string {
  return isEarlierForm(form, hash_before) ? hash_before : form
}

async function storeLink(
  tx: Tx,
  cipher: SealParts['cipher'],
  seconds: number,
  { root_id, position: before, hash: hash_before }: Link,
  events: Unsealed[],
): Promise<Link> {
  const position = before + 1
  const like = laterForm(currentForm(cipher), hash_before)
  const marks = events.map(event => eventMark(cipher, like, event))
  const content = contentMark(cipher, like, marks)
  const hash = linkHash(cipher, like, { root_id, position, content, hash_before })
  await tx.run(
    `insert into event_seal (root_id, position, event_ids, marks, content, hash, made_ts) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      root_id,
      position,
      events.map(({ id }) => id),
      marks.map(mark => mark.slice(0, MARK_LETTERS)),
      content,
      hash,
      seconds,
    ],
  )
  return { root_id, position, hash }
}

/**
 * Expressions for the columns of the audit trail whose values depend on the server, for backups. Transaction numbers
 * differ from server to server: in a backup 0 marks an event as sealed and 1 as not yet sealed, and sealing has come as
 * far as 0. Every number that a server assigns is larger.
 */
export const PORTABLE_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  event: {
    xid: `(select case when (event.xid, event.id) <= (s.xid, s.event_id) or event.id <= s.floor_id then 0 else 1 end from event_sealing s)`,
  },
  event_sealing: { xid: '1', event_id: `''`, floor_id: `''` },
}
