import type { Caller } from '../../definition/caller.ts'
import { unauthorized } from '../../lib/problem.ts'
import type { Clock } from '../../ports/clock.ts'
import { type CredentialStore, permitKey } from '../credential-store.ts'
import { type Authenticator, basicCredentials, type Credentials } from '../identify.ts'
import { type SecretGuesses, tooManyGuesses } from '../secret-guesses.ts'

interface Pair {
  user_id: string
  user_api_key: string
}

interface UserKeyParts {
  store: CredentialStore
  guesses: SecretGuesses
  clock: Clock
}

/** User id and API key, by headers, by query or as Basic authorization (contract 5.1). */
export function userKey({ store, guesses, clock }: UserKeyParts): Authenticator {
  return {
    name: 'user-key',
    reads: credentials => pairOf(credentials) !== null,
    async identify(credentials): Promise<Caller> {
      const pair = pairOf(credentials)
      const holder = pair && (await store.callerByKey(pair.user_id, pair.user_api_key))
      const { address } = credentials
      const wait = await guesses.secondsToWait(address, holder?.caller.user_id ?? null, { of: pair?.user_id })
      if (wait !== null) throw tooManyGuesses(wait)
      if (!holder) throw unauthorized(undefined, WRONG_PAIR)
      permitKey(holder, address, clock.seconds())
      return address === null ? holder.caller : { ...holder.caller, address }
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
