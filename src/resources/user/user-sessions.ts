import type { Caller } from '../../definition/caller.ts'
import type { Command } from '../../definition/command.ts'
import { objectSchema } from '../../lib/object-schema.ts'
import { forbidden, notFound } from '../../lib/problem.ts'
import type { user } from './user.ts'

/** A sign-in that has not ended. */
interface SignedIn {
  id: string
  created_ts: number
  used_ts: number
  expire_ts: number
  page: string | null
  address: string | null
  user_agent: string | null
}

interface Owner {
  user_id: string
  root_id: string
}

export interface SignIns {
  all(owner: Owner): Promise<SignedIn[]>
  /** Returns false when the user has no such sign-in. */
  end(owner: Owner, id: string): Promise<boolean>
}

const STAMP = { type: 'integer' }
const SESSION = objectSchema({
  id: { type: 'string', description: 'Id of the session; the audit trail has it as `credential`.' },
  created_ts: { ...STAMP, description: 'When the user signed in.' },
  used_ts: { ...STAMP, description: 'When it was last used.' },
  expire_ts: {
    ...STAMP,
    description: 'When it ends: 15 minutes after its last use, and no later than 12 hours after the sign-in.',
  },
  is_current: { type: 'integer', enum: [0, 1], description: 'Whether this request was made with it.' },
  page: { type: ['string', 'null'], description: 'The page it is valid for; null for a token of the API.' },
  address: { type: ['string', 'null'], description: 'The network address of the sign-in; null where it is not known.' },
  user_agent: { type: ['string', 'null'], description: 'The `User-Agent` of the sign-in.' },
})

/** Throws 403 for integrations, limited keys and signatures: they act for users without being them. */
function ownerOf({ method, limited_key, user_id, root_id }: Caller): Owner {
  if (limited_key || user_id === null || (method !== 'token' && method !== 'user-key'))
    throw forbidden('Only users themselves see and end their sessions, with a token or a full API key.')
  return { user_id, root_id }
}

const sessions: Command<typeof user> = {
  name: 'sessions',
  method: 'GET',
  on: 'all',
  right: 'read',
  own: true,
  says: 'Lists the sessions of the caller that have not ended, the most recently used first.',
  operation: 'listSessions',
  returns: { schema: objectSchema({ sessions: { type: 'array', items: SESSION, description: 'The sign-ins.' } }) },
  async run({ actor: { caller }, parts }) {
    const found = await parts.signIns.all(ownerOf(caller))
    const shown = found.map(({ id, created_ts, used_ts, expire_ts, ...where }) => {
      const is_current = caller.method === 'token' && caller.credential === id ? 1 : 0
      return { id, created_ts, used_ts, expire_ts, is_current, ...where }
    })
    return { body: { sessions: shown } }
  },
}

const endsessions: Command<typeof user> = {
  name: 'endsessions',
  path: '/sessions',
  method: 'DELETE',
  on: 'all',
  right: 'update',
  own: true,
  query: { session_id: 'The session to end. If omitted, all sessions end except the one that makes the request.' },
  says: 'Ends one session of the caller, or all others. Every process refuses them once this has answered.',
  operation: 'endSessions',
  returns: 'nothing',
  refuses: ['missing'],
  async run({ actor: { caller }, query: { session_id }, parts }) {
    const owner = ownerOf(caller)
    if (session_id !== undefined) {
      if (session_id.includes('\u0000') || !(await parts.signIns.end(owner, session_id))) throw notFound()
      return null
    }
    await parts.endSessions(owner.user_id, caller.method === 'token' ? (caller.credential ?? null) : null)
    await parts.invalidateCredentials()
    return null
  },
}

export const sessionCommands = [sessions, endsessions]
