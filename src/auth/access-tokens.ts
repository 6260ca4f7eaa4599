import type { Database } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import { newId } from '../lib/id.ts'
import { unauthorized } from '../lib/problem.ts'
import { randomLetters } from '../lib/random-letters.ts'
import { redactText } from '../lib/redact-text.ts'
import { writtenLater } from '../lib/written-later.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { CredentialStore } from './credential-store.ts'
import { ttlCache } from './ttl-cache.ts'

/** Access tokens end after so many seconds without a successful request (contract 5.2). */
export const IDLE_SECONDS = 15 * 60

/** However much it is used, a token ends so many seconds after the sign-in. */
export const LIFE_SECONDS = 12 * 60 * 60

/** Longer than any process takes to store a use. */
const UNWRITTEN_SECONDS = 60

/** The user of a token. */
export interface Bearer {
  caller: Caller
  requires_new_password: boolean
  /** Call it when the request has succeeded: the token has its fifteen minutes again. */
  touch(): void
}

/** Where a session began. */
interface SignedInFrom {
  address: string | null
  user_agent: string | null
}

/** A token that is good now, without the token. */
interface LiveSession extends SignedInFrom {
  id: string
  created_ts: number
  used_ts: number
  expire_ts: number
  /** The page that it is good for; null for one of the API. */
  page: string | null
}

interface Owner {
  user_id: string
  root_id: string
}

export interface AccessTokens {
  /**
   * Returns a new token for this user, for the API or for one page. It cannot be read again. Throws 401 when the user,
   * or the password that he signed in with, has gone meanwhile.
   */
  issue(
    user: { user_id: string; root_id: string; password_mark?: string | null },
    page?: string,
    from?: SignedInFrom,
  ): Promise<{ id: string; token: string }>
  /**
   * Returns null for a token that is unknown, idle for too long or ended, for one whose user is gone or inactive, and
   * for one that was issued for the API or another page.
   */
  bearerOf(token: string, page?: string): Promise<Bearer | null>
  /** Ends a live token that `may` allows to be ended. Returns false when there is none. */
  end(token: string, may: (holder: { user_id: string; root_id: string }) => boolean, page?: string): Promise<boolean>
  /** Returns the live tokens of a user, the last used first. */
  sessions(owner: Owner): Promise<LiveSession[]>
  /** Ends one token of a user. Returns false when there is none. */
  endSession(owner: Owner, id: string): Promise<boolean>
  /** Ends all tokens of a user but one. They are refused everywhere once `CredentialStore.invalidate` has resolved. */
  endAll(user_id: string, except: string | null): Promise<void>
  /** Deletes tokens that have been idle for too long. Returns how many. */
  purge(): Promise<number>
  /** Stores the latest uses; call it before the process ends. */
  flush(): Promise<void>
}

interface StoredToken {
  mark: string
  id: string
  user_id: string
  root_id: string
  used_ts: number
  created_ts: number
}

type Lifetime = Pick<StoredToken, 'mark' | 'used_ts' | 'created_ts'>

const FIND = 'select mark, id, user_id, root_id, used_ts, created_ts from access_token where mark = any($1)'
const OF_USER = `
select mark, id, created_ts, used_ts, address, user_agent, page from access_token
 where root_id = $1 and user_id = $2 order by used_ts desc, id desc limit 500`
const END = `delete from access_token where root_id = $1 and user_id = $2 and id = $3 returning mark, used_ts, created_ts`
/** Waits for a change of the password, which ends the tokens there are: one that came later would outlive it. */
const ISSUE = `
insert into access_token (mark, id, root_id, user_id, created_ts, used_ts, page, address, user_agent)
select $1, $2, u.root_id, u.id, $5, $5, $7, $8, $9 from "user" u
 where u.id = $4 and u.root_id = $3 and u.status_id = 1 and u.deleted_ts is null
   and ($6::text is null or u.password_mark = $6)
   for share`
const LONGEST_AGENT = 255
/** 190 random bits. */
const TOKEN_LETTERS = 32

interface TokenParts {
  db: Database
  cipher: Cipher
  clock: Clock
  credentials: CredentialStore
}

/**
 * The tokens of contract 5.2, stored as keyed hashes so that they outlive a restart and work in every process. A cached
 * token can accept a request, but not refuse one: another process may have seen it used.
 */
export function accessTokens({ db, cipher, clock, credentials }: TokenParts): AccessTokens {
  const stored = ttlCache(
    async (marks): Promise<StoredToken | null> => (await db.query<StoredToken>(FIND, [marks.split(' ')]))[0] ?? null,
  )
  const uses = lastUsedWriter(db)
  credentials.onInvalidate(stored.clear)
  // A page's token has another mark than the same letters would have at the API, which so never finds it.
  const marked = (token: string, page?: string): [string, string] =>
    page === undefined ? ['access_token', token] : ['page_token', `${page} ${token}`]

  const endOf = ({ mark, used_ts, created_ts }: Lifetime): number =>
    Math.min(Math.max(used_ts, uses.latest(mark)) + IDLE_SECONDS, created_ts + LIFE_SECONDS)
  const isOver = (token: Lifetime): boolean => endOf(token) <= clock.seconds()
  const findLive = async (token: string, page?: string): Promise<StoredToken | null> => {
    if (!isToken(token)) return null
    const marks = cipher.fingerprints(...marked(token, page)).join(' ')
    const cached = stored.peek(marks)
    if (cached && !isOver(cached)) return cached
    const fresh = await stored.reload(marks)
    return fresh && !isOver(fresh) ? fresh : null
  }

  const sessions = async ({ root_id, user_id }: Owner): Promise<LiveSession[]> => {
    await uses.flush()
    const rows = await db.query<LiveSession & { mark: string }>(OF_USER, [root_id, user_id])
    return rows
      .map(({ mark, ...row }) => ({ ...row, expire_ts: endOf({ mark, ...row }) }))
      .filter(({ expire_ts }) => expire_ts > clock.seconds())
  }

  return {
    async issue({ user_id, root_id, password_mark = null }, page, from) {
      const token = randomLetters(TOKEN_LETTERS)
      const id = newId(clock.now())
      const values = [cipher.fingerprint(...marked(token, page)), id, root_id, user_id, clock.seconds(), password_mark]
      const agent = from?.user_agent ? redactText(from.user_agent).toWellFormed().slice(0, LONGEST_AGENT) : null
      const where = [page ?? null, from?.address ?? null, agent]
      if ((await db.run(ISSUE, [...values, ...where])) === 0) throw unauthorized('The password was changed meanwhile.')
      return { id, token }
    },
    async bearerOf(token, page) {
      await credentials.ensureFresh()
      const found = await findLive(token, page)
      const user = found && (await credentials.user(found.user_id))
      if (!found || !user) return null
      return {
        caller: { ...user.caller, method: 'token', credential: found.id },
        requires_new_password: user.requires_new_password,
        touch: () => uses.record(found.mark, clock.seconds()),
      }
    },
    async end(token, may, page) {
      const found = await findLive(token, page)
      if (!found || !may(found)) return false
      const ended = await db.run('delete from access_token where mark = $1', [found.mark])
      await credentials.invalidate()
      return ended > 0
    },
    sessions,
    async endSession({ root_id, user_id }, id) {
      const [ended] = await db.query<Lifetime>(END, [root_id, user_id, id])
      await credentials.invalidate()
      return ended !== undefined && !isOver(ended)
    },
    async endAll(user_id, except) {
      await db.run('delete from access_token where user_id = $1 and id is distinct from $2', [user_id, except])
    },
    async purge() {
      await uses.flush()
      const now = clock.seconds()
      return db.run('delete from access_token where used_ts <= $1 or created_ts <= $2', [
        now - IDLE_SECONDS - UNWRITTEN_SECONDS,
        now - LIFE_SECONDS,
      ])
    },
    flush: uses.flush,
  }
}

function isToken(text: string): boolean {
  return /^[A-Za-z0-9]{16,64}$/.test(text)
}

/** When tokens were last used: known in this process at once, and in the database soon after. */
interface LastUsedWriter {
  record(mark: string, seconds: number): void
  /** Returns the last use recorded in this process, in Unix seconds; 0 when there was none lately. */
  latest(mark: string): number
  flush(): Promise<void>
}

/** Uses less than this many clock seconds after the previous one are written once a second, together. */
const CLOSE_SECONDS = 5
const FLUSH_MS = 1_000
const MOST = 10_000

const UPDATE = `
update access_token t
   set used_ts = greatest(t.used_ts, v.used_ts)
  from unnest($1::text[], $2::bigint[]) as v (mark, used_ts)
 where t.mark = v.mark`

/**
 * A request does not wait until its token's use is written, and a busy token is written once a second instead of once a
 * request. The idle limit stays exact: this process uses what it recorded itself, and a use after a pause is written at
 * once.
 */
function lastUsedWriter(db: Database): LastUsedWriter {
  const latest = new Map<string, number>()
  let unwritten = new Map<string, number>()
  let writing: Promise<unknown> = Promise.resolve()

  const { soon, flush } = writtenLater(FLUSH_MS, async () => {
    if (unwritten.size > 0) {
      const batch = [...unwritten].toSorted(([one], [other]) => (one < other ? -1 : 1))
      unwritten = new Map()
      const values = [batch.map(([mark]) => mark), batch.map(([, seconds]) => seconds)]
      // A failed write loses nothing that matters: the next use writes again, and the request itself has succeeded.
      writing = writing.then(() => db.run(UPDATE, values)).catch(() => undefined)
    }
    await writing
  })

  return {
    record(mark, seconds) {
      const before = latest.get(mark) ?? 0
      if (seconds <= before) return
      if (latest.size >= MOST) latest.clear()
      latest.set(mark, seconds)
      unwritten.set(mark, seconds)
      if (seconds - before >= CLOSE_SECONDS) void flush()
      else soon()
    },
    latest: mark => latest.get(mark) ?? 0,
    flush,
  }
}
