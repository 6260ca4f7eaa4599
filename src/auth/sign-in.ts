// biome-ignore-all lint/style/noRestrictedGlobals: a failed sign-in takes a multiple of a fixed time
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { enqueue } from '../db/jobs.ts'
import type { Effect } from '../definition/rules.ts'
import { addressGroup, addressSite } from '../lib/address-group.ts'
import { newId } from '../lib/id.ts'
import { localDate } from '../lib/local-date.ts'
import { forbidden, Refusal, unauthorized } from '../lib/problem.ts'
import { hostOf } from '../lib/web-address.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import { useCode } from '../resources/user/second-factor.ts'
import { needsSecondFactor } from '../resources/user/sign-in-policy.ts'
import { countAttempt, mayAttempt } from './attempt-limiter.ts'
import type { HashingQueue } from './hashing-queue.ts'
import { type Counters, countFailure, isLocked, placeOf, rememberPlace } from './sign-in-places.ts'

/** What a person types to sign in (contract 5.2). */
export interface Login {
  username: string
  password: string
  domain: string
  /** A code of the user's app, or a recovery code. */
  second_factor?: string | null
}

export interface SignInLimits {
  /** Wrong passwords in a row before a user is locked at the address they come from. */
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
  /** Of the password that he signed in with: what is opened by it ends with it. */
  password_mark: string | null
}

/** What a sign-in is for: a token of the API, a page, or the page where a second factor is set up. */
export type SignInPurpose = 'token' | 'page' | 'second factor'

/**
 * Signs a user in by domain, username, password and, where he has a second factor, a code of it. Throws 401, the same
 * for every reason but a code that is missing, 403, or 429. On pages a password that another user has set is refused
 * and can still be replaced.
 */
export type SignIn = (login: Login, address: string | null, purpose: SignInPurpose) => Promise<SignedIn>

/** Checks what a user says of his own credentials; failures count as those of sign-ins do. Throws 429. */
export type CheckOwn = (
  user_id: string,
  sent: { password: string; second_factor?: string | null },
  address: string | null,
) => Promise<boolean>

/** Failures are returned at the next multiple of this, so that their delay does not tell what was wrong. */
const PACE_MS = 250
/** A /48 of IPv6 may be many households. */
const SITES = 3

/** Returns the job that tells a user of a sign-in from an address that is not known. */
export type NewPlaceEffect = (place: { user_id: string; address: string; signed_in_ts: number }) => Effect

interface SignInParts {
  db: Database
  clock: Clock
  cipher: Cipher
  limits: SignInLimits
  hashing: HashingQueue
  publicUrl(): string
  newPlace: NewPlaceEffect
}

interface Attempt {
  account: Account
  password: string
  second_factor: string | null
  address: string | null
  purpose: SignInPurpose | 'own'
}

/**
 * Users are locked for a while after some failures in a row, first at the address they come from; the counters are in
 * the database and follow the clock port. The right password of a locked user gets the same response as a wrong one, or
 * guessing could go on. A password that another user has set works once (contract 4.8).
 */
export function signIn(parts: SignInParts): { signIn: SignIn; checkOwn: CheckOwn } {
  const { db, clock, limits, hashing } = parts
  const paced = async <T>(address: string | null, work: () => Promise<T | null>): Promise<T | null> => {
    const began = performance.now()
    const most = limits.failures_per_address
    const site = addressSite(address ?? '')
    const counter = {
      [`sign-in ${addressGroup(address ?? '')}`]: { most },
      ...(site ? { [`sign-in ${site}`]: { most: most * SITES } } : {}),
    }
    const verdict = await mayAttempt({ db, clock }, counter)
    if (!verdict.allowed) throw tooMany(verdict.retry_after)
    const done = await work()
    if (done !== null) return done
    await countAttempt({ db, clock }, counter)
    await pause(PACE_MS - ((performance.now() - began) % PACE_MS))
    return null
  }
  const accountOf = async (text: string, values: readonly unknown[]) =>
    (await db.query<Account>(text, values))[0] ?? null
  return {
    async signIn({ domain, username, password, second_factor = null }, address, purpose) {
      const signed_in = await paced(address, async () => {
        const account = await accountOf(FIND_ACCOUNT, [hostOf(domain) ?? domain.toLowerCase(), username])
        if (account) return judge(parts, { account, password, second_factor, address, purpose })
        await hashing.verify(password, null, { address })
        return null
      })
      if (!signed_in) throw unauthorized(FAILED)
      return signed_in
    },
    async checkOwn(user_id, { password, second_factor = null }, address) {
      const account = await accountOf(FIND_OWN, [user_id])
      if (!account) return false
      const work = () => judge(parts, { account, password, second_factor, address, purpose: 'own' })
      return (await paced(address, work)) !== null
    },
  }
}

/** Returns the account when everything is right, else null, after it was counted. */
async function judge(parts: SignInParts, attempt: Attempt): Promise<Account | null> {
  const { db, cipher, clock, limits, hashing, publicUrl, newPlace } = parts
  const { account, password, second_factor, address, purpose } = attempt
  const is_right = await hashing.verify(password, account.password_mark, { address })
  const seconds = clock.seconds()
  const held = { ...account, id: account.user_id }
  const used =
    account.second_factor_ts !== null && second_factor ? await useCode(cipher, held, second_factor, seconds) : null
  const verdict = await db.transaction(async tx => {
    const [row] = await tx.query<LockedAccount>(LOCK_ACCOUNT, [account.user_id])
    if (!row) return 'failed'
    const place = await placeOf(tx, row, address, seconds)
    if (isLocked(place, row, seconds)) return 'failed'
    const is_current = row.password_mark === account.password_mark
    const is_spent = purpose !== 'own' && row.password_spent
    // What was read of the second factor may have changed since.
    const has_factor = row.second_factor_ts !== null
    const is_wrong_code = has_factor && second_factor !== null && !(used && isSameFactor(row, account))
    if (!is_right || !is_current || is_spent || is_wrong_code) {
      const is_code = is_right && is_current && is_wrong_code
      await countFailure(tx, row, place, limits, { seconds, is_code })
      return 'failed'
    }
    const missing = purpose === 'own' ? null : whatIsMissing(attempt, has_factor)
    if (missing) return missing
    if (has_factor && used)
      await tx.run(USE_CODE, [account.user_id, used.second_factor_step ?? null, used.recovery_code_marks ?? null])
    if (purpose === 'own') return 'right'
    const today = localDate(seconds, account.zone).toString()
    await tx.run(RECORD_SIGN_IN, [account.user_id, place.is_known, seconds, today, address?.slice(0, 64) ?? null])
    await rememberPlace(tx, row, place, seconds)
    if (!place.is_known && row.last_login_ts !== null) {
      // A place of IPv6 is half an address, which cannot be looked up.
      const shown = place.address.includes(':') && address ? address.slice(0, 64) : place.address
      const effect = newPlace({ user_id: row.user_id, address: shown, signed_in_ts: seconds })
      await enqueue(tx, effect, { id: newId(clock.now()), root_id: row.root_id, seconds })
    }
    return 'right'
  })
  if (verdict === 'rights') throw forbidden('This user opens hosted forms, and may do nothing else.')
  if (verdict === 'code') throw new Refusal(401, CODE_MISSING, null, { 'second-factor': 'required' })
  if (verdict === 'factor') throw forbidden(`${FACTOR_MISSING} ${publicUrl()}${SECOND_FACTOR_PATH}.`)
  if (verdict === 'own password') throw forbidden(NOT_OWN)
  return verdict === 'right' ? account : null
}

/** Returns what a sign-in with the right password lacks; null when nothing is. */
function whatIsMissing({ account, second_factor, purpose }: Attempt, has_factor: boolean): Missing | null {
  if (account.forms_only) return 'rights'
  if (purpose !== 'token' && account.requires_new_password) return 'own password'
  if (has_factor) return second_factor ? null : 'code'
  return purpose !== 'second factor' && needsSecondFactor(account.second_factor_of, account.user_type_id)
    ? 'factor'
    : null
}

type Missing = 'rights' | 'own password' | 'code' | 'factor'

function isSameFactor(one: LockedAccount, other: Account): boolean {
  const codes = (account: LockedAccount | Account) => account.recovery_code_marks?.length ?? 0
  const is_unused = one.second_factor_step === other.second_factor_step && codes(one) === codes(other)
  return one.second_factor_ts === other.second_factor_ts && is_unused
}

/** Where a user sets up a second factor. */
export const SECOND_FACTOR_PATH = '/o/second-factor'

const CODE_MISSING = 'A code of your second factor is required: send it as second_factor.'
const FACTOR_MISSING = 'Your company asks for a second factor. Set one up at'
const NOT_OWN = 'Your password was set by somebody else. Change it to one of your own first.'

const FAILED =
  'The domain, username, password or code is not right, the password was good for one use, or too many tries have locked the user for a while.'

function tooMany(retry_after: number): Refusal {
  const text = 'Too many failed sign-ins came from your address.'
  return new Refusal(429, text, null, { 'retry-after': String(retry_after) })
}

interface LockedAccount extends Counters {
  password_mark: string | null
  password_spent: boolean
  last_login_ts: number | null
  second_factor_ts: number | null
  second_factor_step: number | null
  recovery_code_marks: string[] | null
}

interface Account extends SignedIn {
  requires_new_password: boolean
  second_factor_sealed: string | null
  second_factor_ts: number | null
  second_factor_step: number | null
  recovery_code_marks: string[] | null
  /** Whom the merchant asks for a second factor. */
  second_factor_of: number | null
  /** He opens hosted forms and does nothing else. */
  forms_only: boolean
}

const ACCOUNT = `
u.id as user_id, u.root_id, u.username, u.first_name, u.last_name, u.primary_location_id, u.user_type_id,
coalesce(nullif(u.tz, ''), nullif(l.tz, ''), 'America/New_York') as zone, u.password_mark, u.requires_new_password,
u.second_factor_sealed, u.second_factor_ts, u.second_factor_step, u.recovery_code_marks, r.second_factor_of, u.forms_only`

const PLACES_OF_USER = `
  join location l on l.id = u.primary_location_id and l.deleted_ts is null
  join location r on r.id = u.root_id`

/**
 * Finds an active user by domain and username. A domain that nobody owns signs nobody in; one merchant owns it. Names
 * are folded by the database alone, as its unique index does: folded elsewhere, a name could find somebody else.
 */
export const FIND_ACCOUNT = `
select ${ACCOUNT}
  from branding_domain d
  join "user" u on u.domain_id = d.id and username_key(u.username) = username_key($2) and u.deleted_ts is null and u.status_id = 1
   and (u.username_twin is null or lower(u.username) = lower($2))
  ${PLACES_OF_USER}
 where lower(d.url) = $1 and d.owned_ts is not null and d.deleted_ts is null
 order by lower(u.username) = lower($2) desc limit 1`

const FIND_OWN = `select ${ACCOUNT} from "user" u ${PLACES_OF_USER} where u.id = $1 and u.deleted_ts is null and u.status_id = 1`

const LOCK_ACCOUNT = `
select id as user_id, root_id, login_attempts, login_locked_until_ts, password_set_ts, password_mark, password_spent,
       second_factor_failures, last_login_ts,
       second_factor_ts, second_factor_step, recovery_code_marks
  from "user" where id = $1 and deleted_ts is null and status_id = 1 for no key update`

/** Where failures elsewhere have locked the user, that lock stays when he signs in at a place that is known. */
const RECORD_SIGN_IN = `
update "user"
   set login_attempts = 0, login_locked_until_ts = case when $2 then login_locked_until_ts end, last_login_ts = $3,
       last_active_ts = $3, current_login = $4, current_login_ip = $5, password_spent = requires_new_password
 where id = $1`

const USE_CODE = `
update "user" set second_factor_failures = 0, second_factor_step = coalesce($2, second_factor_step), recovery_code_marks = coalesce($3, recovery_code_marks)
 where id = $1`
