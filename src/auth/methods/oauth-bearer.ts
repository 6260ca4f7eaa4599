import type { Caller } from '../../definition/caller.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Credentials, Method } from '../method.ts'
import { ACCESS_PREFIX } from '../oauth/store.ts'
import type { OauthTokens } from '../oauth/tokens.ts'

/**
 * An OAuth access token (contract 5.5), as `Authorization: Bearer` and in the header and query form that the contract has for
 * the tokens of users. It is known by how it begins, so that it needs no look-up among those.
 */
export function oauthBearer(tokens: OauthTokens): Method {
  return {
    name: 'oauth',
    reads: credentials => tokenOf(credentials) !== null,
    async identify(credentials): Promise<Caller> {
      const caller = await tokens.callerOf(tokenOf(credentials) ?? '')
      if (caller) return { ...caller, address: credentials.address }
      const challenge = { 'www-authenticate': 'Bearer realm="Tollgate", error="invalid_token"' }
      throw new Refusal(401, 'Your request was made with invalid credentials.', null, challenge)
    },
  }
}

function tokenOf({ header, parameter }: Credentials): string | null {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(header('authorization') ?? '')?.[1]
  if (bearer) return bearer
  const token = header('access-token') ?? parameter('access-token')
  return token?.startsWith(ACCESS_PREFIX) ? token : null
}
