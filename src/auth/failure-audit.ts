import type { Database } from '../db/database.ts'
import type { AccessTrail } from '../events/access-trail.ts'
import { type AuditEvent, ROOTLESS } from '../events/record-events.ts'
import { looksLikeId } from '../lib/id.ts'
import { Refusal } from '../lib/problem.ts'
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

/** Records sign-ins, and every failed authentication, in the audit trail (PCI DSS 10.2.1.4). */
export interface FailureAudit {
  /** Returns the same authenticators; those 401s are recorded with the name of the authenticator. */
  watchAuthenticators(authenticators: readonly Authenticator[]): Authenticator[]
  /** Records the 401s that come from no authenticator. */
  watchIdentify(identify: Identify): Identify
  /** Records sign-ins with a password, good and bad. */
  watchSignIn(signIn: SignIn): SignIn
  /** Records that what is no user could not authenticate: an integration, an agent, a link that names `user_id`. */
  record(method: string, address: string | null, user_id?: string): Promise<void>
}

const USER = `select id, root_id, primary_location_id from "user" where id = $1`

export function failureAudit(db: Database, trail: AccessTrail): FailureAudit {
  const record = ({ method, address, request_id, user }: Failure): Promise<void> =>
    trail.note({
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
      details: null,
    })
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
    watchSignIn: signIn => async (login, address, purpose) => {
      const user = await watch(signIn(login, address, purpose), async () => ({
        method: 'password',
        address,
        user: await findByName(db, login),
      }))
      await trail.note(signedIn(user, address))
      return user
    },
    record: async (method, address, user_id) => record({ method, address, user: await findUser(user_id) }),
  }
}

function signedIn(user: Awaited<ReturnType<SignIn>>, address: string | null): AuditEvent {
  const { user_id, root_id, primary_location_id } = user
  return {
    caller: { root_id, user_id, method: 'password', credential: null, address },
    location_id: primary_location_id,
    noun: 'user',
    record_id: user_id,
    verb: 'signed_in',
    details: null,
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
    username,
  ])
  return user ? { id: user.user_id, root_id: user.root_id, primary_location_id: user.primary_location_id } : null
}
