import type { Database } from '../db/database.ts'
import { noteEvents } from '../events/note-event.ts'
import { addressGroup } from '../lib/address-group.ts'
import { looksLikeId } from '../lib/id.ts'
import { Refusal } from '../lib/problem.ts'
import { rateLimit } from '../lib/rate-limit.ts'
import type { Clock } from '../ports/clock.ts'
import type { Identify } from './identify.ts'
import type { Credentials, Method } from './method.ts'
import type { SignIn } from './sign-in.ts'
import { FIND_ACCOUNT } from './sign-in-account.ts'

/** Somebody who was not let in. */
interface Failure {
  method: string
  address: string | null
  /** Whom he said to be, where such a user exists: otherwise it may be anything, a password typed in the wrong field too. */
  user: { id: string; root_id: string; primary_location_id: string } | null
}

/** Puts failed authentications into the audit trail (PCI DSS 10.2.1.4). */
export interface AuthFailures {
  /** The same methods; what they refuse with 401 is noted. */
  watchMethods(methods: readonly Method[]): Method[]
  /** What is refused before or beside any method. */
  watchIdentify(identify: Identify): Identify
  watchSignIn(signIn: SignIn): SignIn
  /** An integration that could not prove itself. */
  note(method: string, address: string | null): Promise<void>
}

/** Of one address (of IPv6 a whole subscriber's), in a minute, each by itself; what is more is counted, so that a flood does not fill the trail. */
const EACH_A_MINUTE = 60
const MOST_ADDRESSES = 10_000
const ROOTLESS = ''

const USER = `select id, root_id, primary_location_id from "user" where id = $1`

export function authFailures(db: Database, clock: Clock): AuthFailures {
  const room = rateLimit(EACH_A_MINUTE)
  const uncounted = new Map<string, number>()

  const note = async ({ method, address, user }: Failure): Promise<void> => {
    const from = addressGroup(address ?? '')
    const others = uncounted.get(from) ?? 0
    if (room(from) !== null) {
      if (uncounted.size < MOST_ADDRESSES) uncounted.set(from, others + 1)
      return
    }
    uncounted.delete(from)
    await noteEvents(db, clock, [
      {
        caller: { root_id: user?.root_id ?? ROOTLESS, user_id: null, method, credential: null, address },
        location_id: user?.primary_location_id ?? null,
        noun: 'user',
        record_id: user?.id ?? '',
        verb: 'refused',
        details: others > 0 ? { also_refused: others } : null,
      },
    ])
  }
  const findUser = async (id: string | undefined): Promise<Failure['user']> => {
    if (!id || !looksLikeId(id)) return null
    return (await db.query<NonNullable<Failure['user']>>(USER, [id]))[0] ?? null
  }
  const noted = new WeakSet<object>()
  const watch = async <T>(work: Promise<T>, failure: () => Promise<Failure>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof Refusal && error.status === 401 && !noted.has(error)) {
        noted.add(error)
        await note(await failure())
      }
      throw error
    }
  }

  return {
    watchMethods: methods =>
      methods.map(method => ({
        ...method,
        identify: credentials =>
          watch(method.identify(credentials), async () => ({
            method: method.name,
            address: credentials.address,
            user: await findUser(claimed(credentials)),
          })),
      })),
    watchIdentify: identify => credentials =>
      watch(identify(credentials), async () => ({ method: 'none', address: credentials.address, user: null })),
    watchSignIn: signIn => (login, address, wants) =>
      watch(signIn(login, address, wants), async () => ({ method: 'password', address, user: await named(db, login) })),
    note: (method, address) => note({ method, address, user: null }),
  }
}

function claimed({ header, parameter }: Credentials): string | undefined {
  return header('user-id') ?? parameter('user-id')
}

async function named(
  db: Database,
  { domain, username }: { domain: string; username: string },
): Promise<Failure['user']> {
  if (domain.includes('\u0000') || username.includes('\u0000')) return null
  const found = await db.query<{ user_id: string; root_id: string; primary_location_id: string }>(FIND_ACCOUNT, [
    domain.toLowerCase(),
    username.toLowerCase(),
  ])
  const [user] = found
  return user ? { id: user.user_id, root_id: user.root_id, primary_location_id: user.primary_location_id } : null
}
