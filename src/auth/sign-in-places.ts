import type { Queryable } from '../db/database.ts'
import { addressGroup } from '../lib/address-group.ts'

/** Wrong passwords of a user from all places where he has not signed in lately (PCI DSS 8.3.4: at most ten). */
const MOST_ELSEWHERE = 10
/** A place where a user has signed in is known for as long. */
const KNOWN_SECONDS = 90 * 86_400
const FORGOTTEN_AFTER = 86_400

interface LockLimits {
  /** Wrong passwords of a user from one place. */
  attempts: number
  lock_seconds: number
}

/** The user's own counters, for every place that is not known. */
export interface Counters {
  user_id: string
  root_id: string
  login_attempts: number
  login_locked_until_ts: number | null
  /** A new password ends the locks of before. */
  password_set_ts: number | null
}

/** A user at an address (of IPv6: at one /64). */
export interface Place {
  address: string
  failures: number
  locked_until_ts: number | null
  /** He has signed in there lately, so that failures elsewhere do not keep him out. */
  is_known: boolean
}

/** Reads the place of an attempt, inside the transaction that has locked the user. */
export async function placeOf(
  tx: Queryable,
  { user_id, root_id, password_set_ts }: Counters,
  address: string | null,
  { lock_seconds }: LockLimits,
  seconds: number,
): Promise<Place> {
  const group = addressGroup(address ?? '').slice(0, 64)
  const [found] = await tx.query<{ failures: number; locked_until_ts: number | null; signed_in_ts: number | null }>(
    'select failures, locked_until_ts, signed_in_ts from sign_in_place where root_id = $1 and user_id = $2 and address = $3',
    [root_id, user_id, group],
  )
  const { failures = 0, locked_until_ts = null, signed_in_ts = null } = found ?? {}
  const is_over = locked_until_ts !== null && locked_until_ts - lock_seconds < (password_set_ts ?? 0)
  return {
    address: group,
    failures: is_over ? 0 : failures,
    locked_until_ts: is_over ? null : locked_until_ts,
    is_known: signed_in_ts !== null && signed_in_ts > seconds - KNOWN_SECONDS,
  }
}

/** Whether nobody can sign in as this user from there now. */
export function isLocked(place: Place, { login_locked_until_ts }: Counters, seconds: number): boolean {
  const until = Math.max(place.locked_until_ts ?? 0, place.is_known ? 0 : (login_locked_until_ts ?? 0))
  return until > seconds
}

const STORE_PLACE = `
insert into sign_in_place (root_id, user_id, address, failures, locked_until_ts, signed_in_ts, expires_ts)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (root_id, user_id, address) do update
   set failures = excluded.failures, locked_until_ts = excluded.locked_until_ts,
       signed_in_ts = coalesce(excluded.signed_in_ts, sign_in_place.signed_in_ts),
       expires_ts = greatest(excluded.expires_ts, sign_in_place.expires_ts)`

/**
 * Counts a failure, of the user at this place and of the user in all, and locks what has had enough. Call it while no
 * lock lasts: nothing is counted then, so that nobody can be kept locked for ever. Counting starts anew after a lock.
 */
export async function countFailure(
  tx: Queryable,
  counters: Counters,
  place: Place,
  { attempts, lock_seconds }: LockLimits,
  seconds: number,
): Promise<void> {
  const { user_id, root_id } = counters
  const failures = place.locked_until_ts === null ? place.failures + 1 : 1
  const locked_until_ts = failures >= attempts ? seconds + lock_seconds : null
  const expires_ts = seconds + Math.max(lock_seconds, FORGOTTEN_AFTER)
  await tx.run(STORE_PLACE, [root_id, user_id, place.address, failures, locked_until_ts, null, expires_ts])
  const in_all = counters.login_locked_until_ts === null || place.is_known ? counters.login_attempts + 1 : 1
  const is_enough = !place.is_known && in_all >= Math.max(attempts, MOST_ELSEWHERE)
  const until = is_enough ? seconds + lock_seconds : place.is_known ? counters.login_locked_until_ts : null
  await tx.run('update "user" set login_attempts = $2, login_locked_until_ts = $3 where id = $1', [
    user_id,
    in_all,
    until,
  ])
}

/** Remembers that the user has signed in there. */
export async function rememberPlace(tx: Queryable, counters: Counters, place: Place, seconds: number): Promise<void> {
  const { root_id, user_id } = counters
  await tx.run(STORE_PLACE, [root_id, user_id, place.address, 0, null, seconds, seconds + KNOWN_SECONDS])
}

const PIECE = 1_000

/** Deletes places that mean nothing any more, in pieces. Returns how many. */
export async function purgePlaces(db: Queryable, seconds: number, stopping: AbortSignal): Promise<number> {
  for (let total = 0; ; ) {
    const done = await db.run(
      `delete from sign_in_place where (root_id, user_id, address) in
        (select root_id, user_id, address from sign_in_place where expires_ts < $1 order by expires_ts limit ${PIECE})`,
      [seconds],
    )
    total += done
    if (done < PIECE || stopping.aborted) return total
  }
}
