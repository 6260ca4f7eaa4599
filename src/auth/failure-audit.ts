import type { Database } from '../db/database.ts'
import { recordEvents } from '../events/record-events.ts'
import { addressGroup } from '../lib/address-group.ts'
import { looksLikeId } from '../lib/id.ts'
import { Refusal } from '../lib/problem.ts'
import { rateLimit } from '../lib/rate-limit.ts'
import type { Clock } from '../ports/clock.ts'
import type { Authenticator, Credentials, Identify } from './identify.ts'
import { FIND_ACCOUNT, type SignIn } from './sign-in.ts'

interface Failure {
  method: string
  address: string | null
  request_id?: string | undefined
  /**
   * The user named, if there is one. What names no user is not recorded: it may be a password typed in the wrong field.
   */
  user: { id: string; root_id: string; primary_location_id: string } | null
}

/** Records failed authentications in the audit trail (PCI DSS 10.2.1.4). */
export interface FailureAudit {
  /** Returns the same authenticators; those 401s are recorded with the name of the authenticator. */
  watchAuthenticators(authenticators: readonly Authenticator[]): Authenticator[]
  /** Records the 401s that come from no authenticator. */
  watchIdentify(identify: Identify): Identify
  watchSignIn(signIn: SignIn): SignIn
  /** Records that an integration or a link could not authenticate; `user_id` as it was sent, where one was. */
  record(method: string, address: string | null, user_id?: string): Promise<void>
}

/**
 * Failures of one address (of IPv6: one /64) that are recorded singly in a minute. Further ones are only counted, so
 * that a flood does not fill the trail.
 */
const EACH_A_MINUTE = 60
const MOST_ADDRESSES = 10_000
/** Stands for the location tree of a failure that names no user. */
const ROOTLESS = ''

const USER = `select id, root_id, primary_location_id from "user" where id = $1`

export function failureAudit(db: Database, clock: Clock): FailureAudit {
  const limit = rateLimit(EACH_A_MINUTE)
  const unrecorded = new Map<string, number>()

  const record = async ({ method, address, request_id, user }: Failure): Promise<void> => {
    const group = addressGroup(address ?? '')
    const others = unrecorded.get(group) ?? 0
    if (limit(group) !== null) {
      if (unrecorded.size < MOST_ADDRESSES) unrecorded.set(group, others + 1)
      return
    }
    unrecorded.delete(group)
    await recordEvents(db, clock, [
      {
        caller: {
          root_id: user?.root_id ?? ROOTLESS,
          user_id: null,
          method,
          credential: null,
          address,
          ...(request_id === undefined ? {} : { request_id }),
        },
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
  const recorded = new WeakSet<object>()
  const watch = async <T>(work: Promise<T>, failure: () => Promise<Failure>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof Refusal && error.status === 401 && !recorded.has(error)) {
        recorded.add(error)
        await record(await failure())
      }
      throw error
    }
  }

  return {
    watchAuthenticators: authenticators =>
      authenticators.map(authenticator => ({
        ...authenticator,
        identify: credentials =>
          watch(authenticator.identify(credentials), async () => ({
            method: authenticator.name,
            address: credentials.address,
            request_id: credentials.request_id,
            user: await findUser(userIdOf(credentials)),
          })),
      })),
    watchIdentify: identify => credentials =>
      watch(identify(credentials), async () => ({
        method: 'none',
        address: credentials.address,
        request_id: credentials.request_id,
        user: null,
      })),
    watchSignIn: signIn => (login, address, requires) =>
      watch(signIn(login, address, requires), async () => ({
        method: 'password',
        address,
        user: await findByName(db, login),
      })),
    record: async (method, address, user_id) => record({ method, address, user: await findUser(user_id) }),
  }
}

function userIdOf({ header, parameter }: Credentials): string | undefined {
  return header('user-id') ?? parameter('user-id')
}

async function findByName(
  db: Database,
  { domain, username }: { domain: string; username: string },
): Promise<Failure['user']> {
  if (domain.includes('\u0000') || username.includes('\u0000')) return null
  const [user] = await db.query<{ user_id: string; root_id: string; primary_location_id: string }>(FIND_ACCOUNT, [
    domain.toLowerCase(),
    username.toLowerCase(),
  ])
  return user ? { id: user.user_id, root_id: user.root_id, primary_location_id: user.primary_location_id } : null
}
