import type { Caller } from '../../definition/caller.ts'
import { unauthorized } from '../../lib/problem.ts'
import type { CredentialStore } from '../credential-store.ts'
import { type Authenticator, basicCredentials, type Credentials } from '../identify.ts'
import { type SecretGuesses, tooManyGuesses } from '../secret-guesses.ts'

interface Pair {
  user_id: string
  user_api_key: string
}

/** User id and API key, by headers, by query or as Basic authorization (contract 5.1). */
export function userKey(store: CredentialStore, guesses: SecretGuesses): Authenticator {
  return {
    name: 'user-key',
    reads: credentials => pairOf(credentials) !== null,
    async identify(credentials): Promise<Caller> {
      const pair = pairOf(credentials)
      const caller = pair && (await store.callerByKey(pair.user_id, pair.user_api_key))
      const wait = await guesses.secondsToWait(credentials.address, caller?.credential ?? null)
      if (wait !== null) throw tooManyGuesses(wait)
      if (!caller) throw unauthorized(undefined, WRONG_PAIR)
      return credentials.address === null ? caller : { ...caller, address: credentials.address }
    },
  }
}

/** One text, whichever is wrong, so that nobody learns which ids exist. */
const WRONG_PAIR = 'user-id and user-api-key do not belong together, or the user is not active.'

function pairOf(credentials: Credentials): Pair | null {
  for (const read of [credentials.header, credentials.parameter]) {
    const user_id = read('user-id')
    const user_api_key = read('user-api-key')
    if (user_id && user_api_key) return { user_id, user_api_key }
  }
  const basic = basicCredentials(credentials.header('authorization'))
  return basic?.username ? { user_id: basic.username, user_api_key: basic.password } : null
}
