import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Database } from '../db/database.ts'
import { addressGroup } from '../lib/address-group.ts'
import { localDate } from '../lib/local-date.ts'
import { forbidden, Refusal, unauthorized } from '../lib/problem.ts'
import type { Clock } from '../ports/clock.ts'
import { countAttempt, mayAttempt } from './attempt-limiter.ts'
import { verifyPassword } from './password.ts'

/** What a person types to sign in (contract 5.2). */
export interface Login {
  username: string
  password: string
  domain: string
}

export interface SignInLimits {
  /** Wrong passwords in a row before a user is locked. */
  attempts: number
  lock_seconds: number
  /** Failures from one address in a quarter of an hour. */
  failures_per_address: number
  /** Wrong keys and secrets from one address in a quarter of an hour. */
  wrong_keys_per_address: number
}

interface SignedIn {
  user_id: string
  root_id: string
  username: string
  first_name: string | null
  last_name: string
  primary_location_id: string
  user_type_id: number
  /** The user's time zone, or his location's. */
  zone: string
}

/**
 * Signs a user in by domain, username and password. Throws 401, the same for every reason, or 429. Where an
 * `own_password` is required, one that another user has set is refused with 403 and can still be replaced.
 */
export type SignIn = (login: Login, address: string | null, requires?: 'own_password') => Promise<SignedIn>

/** Failures are returned at the next multiple of this, so that their delay does not tell what was wrong. */
const PACE_MS = 250

/** Passwords verified at the same time in this process: each takes 19 MiB and a thread for a tenth of a second. */
const CONCURRENT_VERIFICATIONS = 2
const MOST_WAITING = 60

interface SignInParts {
  db: Database
  clock: Clock
  limits: SignInLimits
}

/**
 * Users are locked for a while after some failures in a row; the counter is in the database and follows the clock port.
 * The right password of a locked user gets the same response as a wrong one, or guessing could go on. A password that
 * another user has set works once (contract 4.8).
 */
export function signIn({ db, clock, limits }: SignInParts): SignIn {
  const verifications = pLimit(CONCURRENT_VERIFICATIONS)
  const verify = (password: string, password_mark: string | null): Promise<boolean> => {
    if (verifications.activeCount + verifications.pendingCount >= CONCURRENT_VERIFICATIONS + MOST_WAITING)
      throw new Refusal(429, 'Too many people sign in at this moment.', null, { 'retry-after': '2' })
    return verifications(() => verifyPassword(password, password_mark))
  }

  const attempt = async (...[login, address, requires]: Parameters<SignIn>): Promise<SignedIn | null> => {
    const [account] = await db.query<Account>(FIND_ACCOUNT, [login.domain.toLowerCase(), login.username.toLowerCase()])
    const is_right = await verify(login.password, account?.password_mark ?? null)
    const seconds = clock.seconds()
    if (account && is_right && canSignIn(account, seconds)) {
      if (account.forms_only) throw forbidden('This user opens hosted forms, and may do nothing else.')
      if (requires && account.requires_new_password) throw forbidden(NOT_OWN)
      const today = localDate(seconds, account.zone).toString()
      const values = [account.user_id, account.password_mark, seconds, today, address?.slice(0, 64) ?? null]
      if ((await db.run(RECORD_SIGN_IN, values)) > 0) return account
    }
    if (account) await db.run(COUNT_FAILURE, [account.user_id, seconds, limits.attempts, limits.lock_seconds])
    return null
  }

  return async (login, address, requires) => {
    const began = performance.now()
    const counter = { [`sign-in ${addressGroup(address ?? '')}`]: { most: limits.failures_per_address } }
    const verdict = await mayAttempt({ db, clock }, counter)
    if (!verdict.allowed) throw tooMany(verdict.retry_after)
    const signed_in = await attempt(login, address, requires)
    if (signed_in) return signed_in
    await countAttempt({ db, clock }, counter)
    await pause(PACE_MS - ((performance.now() - began) % PACE_MS))
    throw unauthorized(FAILED)
  }
}

const NOT_OWN = 'Your password was set by somebody else. Change it to one of your own first.'

const FAILED =
  'The domain, username or password is not right, the password was good for one use, or too many tries have locked the user for a while.'

function tooMany(retry_after: number): Refusal {
  const text = 'Too many failed sign-ins came from your address.'
  return new Refusal(429, text, null, { 'retry-after': String(retry_after) })
}

interface Account extends SignedIn {
  password_mark: string | null
  password_spent: boolean
  requires_new_password: boolean
  forms_only: boolean
  login_locked_until_ts: number | null
}

/** Whether the right password would sign this user in now (Unix seconds). */
function canSignIn({ password_spent, login_locked_until_ts }: Account, seconds: number): boolean {
  return !password_spent && (login_locked_until_ts === null || login_locked_until_ts <= seconds)
}

/** Finds an active user by domain and username. Of two merchants with the same domain the first one counts. */
export const FIND_ACCOUNT = `
select u.id as user_id, u.root_id, u.username, u.first_name, u.last_name, u.primary_location_id, u.user_type_id,
       coalesce(nullif(u.tz, ''), nullif(l.tz, ''), 'America/New_York') as zone,
       u.password_mark, u.password_spent, u.requires_new_password, u.login_locked_until_ts,
       u.forms_only
  from branding_domain d
  join "user" u on u.domain_id = d.id and lower(u.username) = $2 and u.deleted_ts is null and u.status_id = 1
  join location l on l.id = u.primary_location_id and l.deleted_ts is null
 where lower(d.url) = $1 and d.deleted_ts is null
 order by d.created_ts, d.id
 limit 1`

/**
 * Changes no row when meanwhile the password was changed or used up, or the user was locked: of two concurrent sign-ins
 * with a password for one use, one succeeds.
 */
const RECORD_SIGN_IN = `
update "user"
   set login_attempts = 0, login_locked_until_ts = null, last_login_ts = $3, current_login = $4, current_login_ip = $5,
       password_spent = requires_new_password
 where id = $1 and password_mark = $2 and not password_spent and status_id = 1 and deleted_ts is null
   and (login_locked_until_ts is null or login_locked_until_ts <= $3)`

/**
 * Counting starts anew after a lock. While a lock lasts nothing is counted, so that no user can be kept locked for
 * ever.
 */
const COUNT_FAILURE = `
update "user"
   set login_attempts = case when login_locked_until_ts is null then login_attempts + 1 else 1 end,
       login_locked_until_ts = case
         when (case when login_locked_until_ts is null then login_attempts + 1 else 1 end) >= $3 then $2::bigint + $4::bigint
       end
 where id = $1 and (login_locked_until_ts is null or login_locked_until_ts <= $2)`
