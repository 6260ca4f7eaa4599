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
  /** Wrong codes since the last right one. */
  second_factor_failures: number | null
}

/** A user at an address (of IPv6: at one /64). */
export interface Place {
  address: string
  failures: number
  locked_until_ts: number | null
  /** He has signed in there lately, so that failures elsewhere do not keep him out. */
  is_known: boolean
}

interface StoredPlace {
  failures: number
  locked_ts: number | null
  locked_until_ts: number | null
  signed_in_ts: number | null
}

/** Reads the place of an attempt, inside the transaction that has locked the user. */
export async function placeOf(
  tx: Queryable,
  { user_id, root_id, password_set_ts }: Counters,
  address: string | null,
  seconds: number,
): Promise<Place> {
  const group = addressGroup(address ?? '').slice(0, 64)
  const [found] = await tx.query<StoredPlace>(
    'select failures, locked_ts, locked_until_ts, signed_in_ts from sign_in_place where root_id = $1 and user_id = $2 and address = $3',
    [root_id, user_id, group],
  )
  const { failures = 0, locked_ts = null, locked_until_ts = null, signed_in_ts = null } = found ?? {}
  const is_over = locked_ts !== null && locked_ts < (password_set_ts ?? 0)
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
insert into sign_in_place (root_id, user_id, address, failures, locked_ts, locked_until_ts, signed_in_ts, expires_ts)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (root_id, user_id, address) do update
   set failures = excluded.failures, locked_ts = excluded.locked_ts, locked_until_ts = excluded.locked_until_ts,
       signed_in_ts = coalesce(excluded.signed_in_ts, sign_in_place.signed_in_ts),
       expires_ts = greatest(excluded.expires_ts, sign_in_place.expires_ts)`

/** With every ten wrong codes in a row locks last twice as long, to a day: there are only a million codes. */
const CODES_UNTIL_LONGER = 10
const LONGEST_LOCK = 86_400

/**
 * Counts a failure, of the user at this place and of the user in all, and locks what has had enough. Call it while no
 * lock lasts: nothing is counted then, so that nobody can be kept locked for ever. Counting starts anew after a lock.
 * `is_code`: the password was right, and the code of the second factor was not.
 */
export async function countFailure(
  tx: Queryable,
  counters: Counters,
  place: Place,
  limits: LockLimits,
  { seconds, is_code }: { seconds: number; is_code: boolean },
): Promise<void> {
  const { user_id, root_id } = counters
  const wrong_codes = (counters.second_factor_failures ?? 0) + (is_code ? 1 : 0)
  const times = is_code ? 2 ** Math.min(Math.floor((wrong_codes - 1) / CODES_UNTIL_LONGER), 10) : 1
  const until = seconds + Math.max(limits.lock_seconds, Math.min(limits.lock_seconds * times, LONGEST_LOCK))
  const failures = place.locked_until_ts === null ? place.failures + 1 : 1
  const lock = failures >= limits.attempts ? [seconds, until] : [null, null]
  const expires_ts = until + FORGOTTEN_AFTER
  await tx.run(STORE_PLACE, [root_id, user_id, place.address, failures, ...lock, null, expires_ts])
  const in_all = counters.login_locked_until_ts === null || place.is_known ? counters.login_attempts + 1 : 1
  const is_enough = !place.is_known && in_all >= Math.max(limits.attempts, MOST_ELSEWHERE)
  const elsewhere = is_enough ? until : place.is_known ? counters.login_locked_until_ts : null
  await tx.run(COUNT, [user_id, in_all, elsewhere, wrong_codes])
}

const COUNT =
  'update "user" set login_attempts = $2, login_locked_until_ts = $3, second_factor_failures = $4 where id = $1'

/** Remembers that the user has signed in there. */
export async function rememberPlace(tx: Queryable, counters: Counters, place: Place, seconds: number): Promise<void> {
  const { root_id, user_id } = counters
  await tx.run(STORE_PLACE, [root_id, user_id, place.address, 0, null, null, seconds, seconds + KNOWN_SECONDS])
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
