import type { Caller } from '../../definition/caller.ts'
import { forbidden, unauthorized } from '../../lib/problem.ts'
import type { AccessTokens } from '../access-tokens.ts'
import type { Authenticator, Credentials } from '../identify.ts'

/** A token from `POST /v2/token`, as a header or in the query (contract 5.2). */
export function accessToken(tokens: AccessTokens): Authenticator {
  return {
    name: 'token',
    reads: credentials => tokenOf(credentials) !== undefined,
    async identify(credentials): Promise<Caller> {
      const bearer = await tokens.bearerOf(tokenOf(credentials) ?? '')
      if (!bearer) throw unauthorized('The access-token is not valid or has expired.', SIGN_IN)
      if (bearer.requires_new_password && !changesPassword(credentials, bearer.caller))
        throw forbidden('Your password was set by somebody else: change it first, with PUT /v2/users/{your id}.')
      credentials.onSuccess(bearer.touch)
      return { ...bearer.caller, address: credentials.address }
    },
  }
}

const SIGN_IN = 'access-token is none that is good now: sign in again with POST /v2/token.'

function tokenOf({ header, parameter }: Credentials): string | undefined {
  return header('access-token') || parameter('access-token') || undefined
}

/** A user who signed in with a password for one use may only replace it, and read his own record to do so. */
function changesPassword({ verb, path }: Credentials, { user_id }: Caller): boolean {
  if (verb === 'GET') return path === '/v2/users/me'
  return verb === 'PUT' && path === `/v2/users/${user_id}`
}
