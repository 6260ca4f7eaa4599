import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Database } from '../db/database.ts'
import { addressGroup } from '../lib/address-group.ts'
import { localDate } from '../lib/local-date.ts'
import { forbidden, Refusal, unauthorized } from '../lib/problem.ts'
import type { Clock } from '../ports/clock.ts'
import { countAttempt, mayAttempt } from './attempt-limiter.ts'
import { verifyPassword } from './password.ts'
import { type Account, COUNT_FAILURE, FIND_ACCOUNT, isOpen, NOTE_SIGN_IN } from './sign-in-account.ts'

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
}

/** Who signed in. */
export interface SignedIn {
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
 * Signs somebody in by domain, username and password. Throws 401, the same for every reason, or 429. Who wants an `own_password` has no
 * use for one that somebody else has set: it is refused with 403 and stays good for being replaced.
 */
export type SignIn = (login: Login, address: string | null, wants?: 'own_password') => Promise<SignedIn>

type Attempt = (...asked: Parameters<SignIn>) => Promise<SignedIn | null>

/** Failures are answered at the next multiple of this, so that their delay tells nothing about what was wrong. */
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
 * Users are locked after some failures in a row, for a while: the counter is in the database and follows the gateway's clock.
 * While a user is locked the right password is answered like a wrong one, or guessing could go on. A password that somebody
 * else has set signs in once (contract 4.8).
 */
export function signIn({ db, clock, limits }: SignInParts): SignIn {
  const verifications = pLimit(CONCURRENT_VERIFICATIONS)
  const verify = (password: string, password_mark: string | null): Promise<boolean> => {
    if (verifications.activeCount + verifications.pendingCount >= CONCURRENT_VERIFICATIONS + MOST_WAITING)
      throw new Refusal(429, 'Too many people sign in at this moment.', null, { 'retry-after': '2' })
    return verifications(() => verifyPassword(password, password_mark))
  }

  const attempt: Attempt = async (login, address, wants) => {
    const [account] = await db.query<Account>(FIND_ACCOUNT, [login.domain.toLowerCase(), login.username.toLowerCase()])
    const right = await verify(login.password, account?.password_mark ?? null)
    const seconds = clock.seconds()
    if (account && right && isOpen(account, seconds)) {
      if (wants && account.requires_new_password) throw forbidden(NOT_OWN)
      const today = localDate(seconds, account.zone).toString()
      const values = [account.user_id, account.password_mark, seconds, today, address?.slice(0, 64) ?? null]
      if ((await db.run(NOTE_SIGN_IN, values)) > 0) return account
    }
    if (account) await db.run(COUNT_FAILURE, [account.user_id, seconds, limits.attempts, limits.lock_seconds])
    return null
  }

  return async (login, address, wants) => {
    const began = performance.now()
    const counter = { [`sign-in ${addressGroup(address ?? '')}`]: { most: limits.failures_per_address } }
    const may = await mayAttempt({ db, clock }, counter)
    if (!may.allowed) throw tooMany(may.retry_after)
    const signed_in = await attempt(login, address, wants)
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
