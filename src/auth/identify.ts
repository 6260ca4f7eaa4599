import { ownedBy } from '../db/lanes.ts'
import type { Caller } from '../definition/caller.ts'
import { forbidden, Refusal, unauthorized } from '../lib/problem.ts'
import { costOf, type RateLimit } from '../lib/rate-limit.ts'

/** What identifies a caller, taken from headers and query; both forms use dashes (contract section 5). */
export interface Credentials {
  header(name: string): string | undefined
  parameter(name: string): string | undefined
  /** The path without its query; one authenticator works on some paths only. */
  path: string
  /** The HTTP method. */
  verb: string
  address: string | null
  /** The id under which the request is answered and logged. */
  request_id?: string
  /** Told who it is. */
  identified?(caller: Pick<Caller, 'root_id'>): void
  /** Registers what runs when the request has succeeded, before the response is sent. */
  onSuccess(run: () => void): void
}

/**
 * One way to authenticate. Authenticators are tried in a fixed order; the first whose credentials are present decides.
 */
export interface Authenticator {
  name: string
  /** Whether the request carries credentials of this kind. */
  reads(credentials: Credentials): boolean
  /** Returns the caller; throws a 401 Refusal when the credentials are not valid. */
  identify(credentials: Credentials): Promise<Caller>
}

const FORM_PATH = /^\/v2\/(?:payform|accountform)s?(?:\/|$)/

/** Whether a path is that of a hosted form, whose address a payer sees. */
export function opensForm(path: string): boolean {
  return FORM_PATH.test(path)
}

/** Throws 403 where a user who may open hosted forms only asks for anything else, by whatever credential. */
export function permitPath({ forms_only }: Caller, { path }: Pick<Credentials, 'path'>): void {
  if (forms_only && !opensForm(path)) throw forbidden('This user opens hosted forms, and may do nothing else.')
}

/** Returns name and password of Basic authorization; null when the header has another form. */
export function basicCredentials(authorization: string | undefined): { username: string; password: string } | null {
  const match = /^Basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '')
  if (!match) return null
  const text = Buffer.from(match[1]!, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return { username: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) }
}

/** Turns credentials into a Caller. Nothing downstream depends on which authenticator was used. */
export type Identify = (credentials: Credentials) => Promise<Caller>

/** Throws 401 unless the request names known software. Every request has to, before anything else (contract 4.1). */
export type CheckDeveloper = (credentials: Credentials) => Promise<void>

interface IdentifierParts {
  /** In the order in which they are tried. */
  authenticators: readonly Authenticator[]
  knowsDeveloper(developer_id: string): Promise<boolean>
  /** Resolves once cached credentials are recent enough to be used. */
  ensureFresh(): Promise<void> | undefined
  /** Notes that a user has come. */
  note(user_id: string | null): void
  /** Of each user. */
  limit: RateLimit
}

const NO_DEVELOPER = 'A valid developer-id is required.'

export function developerCheck({
  knowsDeveloper,
  ensureFresh,
}: Pick<IdentifierParts, 'knowsDeveloper' | 'ensureFresh'>): CheckDeveloper {
  return async credentials => {
    await ensureFresh()
    const developer_id = credentials.header('developer-id') ?? credentials.parameter('developer-id')
    if (!developer_id) throw unauthorized(NO_DEVELOPER, 'developer-id is missing: send it as a header.')
    if (!(await knowsDeveloper(developer_id)))
      throw unauthorized(NO_DEVELOPER, 'developer-id is none that is active here.')
  }
}

/** Returns what is missing of the credentials that a request was to carry, from the names of what it does carry. */
function missingCredential({ header, parameter }: Credentials): string {
  const has = (name: string): boolean => Boolean(header(name) || parameter(name))
  if (has('authorization')) return 'Authorization is neither Basic with user id and key, nor Bearer with a token.'
  if (has('hash-key')) return `A signature needs user-id, timestamp and hash-key: ${missing(has, SIGNATURE)} missing.`
  if (has('user-api-key')) return 'user-id is missing: send it beside user-api-key.'
  if (has('user-id')) return 'user-api-key is missing: send it beside user-id.'
  return 'There are no credentials: send user-id and user-api-key as headers, or an access-token.'
}

const SIGNATURE = ['user-id', 'timestamp', 'hash-key']

function missing(has: (name: string) => boolean, names: readonly string[]): string {
  const absent = names.filter(name => !has(name))
  return `${absent.join(' and ')} ${absent.length === 1 ? 'is' : 'are'}`
}

export function identifier({ authenticators, limit, note, ...parts }: IdentifierParts): Identify {
  const checkDeveloper = developerCheck(parts)
  return async credentials => {
    await checkDeveloper(credentials)
    const authenticator = authenticators.find(each => each.reads(credentials))
    if (!authenticator) throw unauthorized(undefined, missingCredential(credentials))
    const caller = await authenticator.identify(credentials)
    note(caller.user_id)
    permitPath(caller, credentials)
    const wait = limit(caller.user_id ?? caller.root_id, costOf(credentials.verb))
    if (wait !== null)
      throw new Refusal(429, 'Too many requests come with your credentials.', null, { 'retry-after': String(wait) })
    await ownedBy(caller.root_id)
    const { request_id } = credentials
    return request_id === undefined ? caller : { ...caller, request_id }
  }
}
