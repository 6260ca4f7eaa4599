import type { Database, Queryable } from '../db/database.ts'
import type { Store } from '../definition/store.ts'
import { writtenLater } from '../lib/written-later.ts'
import type { Clock } from '../ports/clock.ts'
import { policyOf, type SignInPolicy } from '../resources/user/sign-in-policy.ts'
import { switchOff } from '../resources/user/switch-off.ts'

const DAY = 86_400
/** A user who goes on working is written once in so long. */
const WRITTEN_AGAIN_SECONDS = DAY / 2
const MOST_REMEMBERED = 50_000
const FLUSH_MS = 1_000

/** Notes that users come, to the day, so that those who do not come any more are known. */
export interface Activity {
  /** Call it at each request of a user; it costs no query. */
  note(user_id: string | null): void
  /** Stores what was noted. A process that dies loses a second of it. */
  flush(): Promise<void>
}

const STORE = 'update "user" set last_active_ts = $2 where id = any($1) and coalesce(last_active_ts, 0) < $2'

export function activity(db: Queryable, clock: Clock): Activity {
  const noted = new Map<string, number>()
  let unwritten = new Set<string>()
  const { soon, flush } = writtenLater(FLUSH_MS, async () => {
    if (unwritten.size === 0) return
    const ids = [...unwritten].toSorted()
    unwritten = new Set()
    try {
      await db.run(STORE, [ids, clock.seconds()])
    } catch {
      // Forgotten here, they are noted and written again with their next request.
      for (const id of ids) noted.delete(id)
    }
  })
  return {
    note(user_id) {
      const seconds = clock.seconds()
      if (user_id === null || seconds - (noted.get(user_id) ?? 0) < WRITTEN_AGAIN_SECONDS) return
      if (noted.size >= MOST_REMEMBERED) noted.clear()
      noted.set(user_id, seconds)
      unwritten.add(user_id)
      soon()
    },
    flush,
  }
}

interface InactivityParts {
  db: Database
  store: Store
  clock: Clock
  /** That of the gateway; a merchant may ask for fewer days. */
  policy: SignInPolicy
  endSessions(user_id: string, except: string | null): Promise<void>
  invalidateCredentials(): Promise<void>
}

const PIECE = 200

/** Who was never seen counts from now on: users of before this was watched, and those a command has made. */
const FIRST_SEEN = `
update "user" set last_active_ts = $1 where (id, root_id) in
  (select id, root_id from "user" where last_active_ts is null and status_id = 1 and deleted_ts is null limit ${PIECE})`

const FEWEST_DAYS = 'select min(user_inactive_days) as days from location where user_inactive_days is not null'

/** Payers are never switched off: their accounts are no access to card data. */
const CANDIDATES = `
select u.id, u.root_id, u.last_active_ts, r.password_min_length, r.password_history, r.user_inactive_days
  from "user" u join location r on r.id = u.root_id
 where u.status_id = 1 and u.deleted_ts is null and u.last_active_ts < $1 and (u.last_active_ts, u.id) > ($2, $3)
   and u.user_type_id <> 100
 order by u.last_active_ts, u.id limit ${PIECE}`

interface Candidate {
  id: string
  root_id: string
  last_active_ts: number
  password_min_length: number | null
  password_history: number | null
  user_inactive_days: number | null
}

/**
 * Switches off the users who have not come for as long as gateway or merchant say (PCI DSS 8.2.6), each in a
 * transaction of his own with his event. An administrator switches them on again. Returns how many.
 */
export async function switchOffInactive(parts: InactivityParts, stopping: AbortSignal): Promise<number> {
  const { db, clock, policy } = parts
  const seconds = clock.seconds()
  while (!stopping.aborted && (await db.run(FIRST_SEEN, [seconds])) === PIECE);
  const [fewest] = await db.query<{ days: number | null }>(FEWEST_DAYS)
  const days = [policy.inactive_days, fewest?.days ?? 0].filter(each => each > 0)
  if (days.length === 0) return 0
  const before = seconds - Math.min(...days) * DAY
  let switched_off = 0
  for (let last: [number, string] = [0, '']; !stopping.aborted; ) {
    const found = await db.query<Candidate>(CANDIDATES, [before, ...last])
    for (const candidate of found) {
      const { inactive_days } = policyOf(policy, candidate)
      if (inactive_days > 0 && (await endAccess(parts, candidate, seconds - inactive_days * DAY))) switched_off += 1
      last = [candidate.last_active_ts, candidate.id]
    }
    if (found.length < PIECE) break
  }
  if (switched_off > 0) await parts.invalidateCredentials()
  return switched_off
}

async function endAccess({ store, endSessions }: InactivityParts, user: Candidate, before: number): Promise<boolean> {
  if (!(await switchOff(store, user, before))) return false
  await endSessions(user.id, null)
  return true
}
