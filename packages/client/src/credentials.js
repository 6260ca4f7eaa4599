/** How a caller says who he is: the ways of the API, each as the headers that it sends. */

import { hashKey } from './signatures.js'

/**
 * @typedef {{ user_id: string, user_api_key: string }} UserKey A user and his API key.
 * @typedef {{ user_id: string, user_hash_key: string }} UserHashKey A user and the key he signs with; taken at
 *   payments, stored accounts and taxes only.
 * @typedef {{ access_token: string, renew_token?: () => Promise<string> }} AccessToken A token of `/v2/token` or of
 *   OAuth. `renew_token` returns another one when it has ended; without it somebody else renews.
 * @typedef {{ domain: string, username: string, password: string, second_factor?: string }} Login
 *   A person; the token is made when it is needed, and made again when it has ended.
 * @typedef {UserKey | UserHashKey | AccessToken | Login} Identity
 */

/**
 * @typedef {object} Credential
 * @property {() => Promise<Record<string, string>>} headers Returns what to send with the next request.
 * @property {() => void} [renew] Called after a 401: the next headers are made anew. Only where that may help.
 */

/**
 * Returns the credential of a caller. Throws a TypeError where none of the four ways is complete.
 * @param {Partial<UserKey & UserHashKey & AccessToken & Login>} given
 * @param {{ signIn: (login: Login) => Promise<string>, now: () => number }} parts `now` returns milliseconds.
 * @returns {Credential}
 */
export function credentialOf(given, { signIn, now }) {
  const { user_id, user_api_key, user_hash_key, access_token, domain, username, password, second_factor } = given
  const { renew_token } = given
  if (user_id && user_api_key) return fixed({ 'user-id': user_id, 'user-api-key': user_api_key })
  if (user_id && user_hash_key) return signed({ user_id, user_hash_key }, now)
  if (access_token && renew_token) return signedIn(renew_token, access_token)
  if (access_token) return fixed({ 'access-token': access_token })
  if (domain && username && password)
    return signedIn(() => signIn({ domain, username, password, ...(second_factor ? { second_factor } : {}) }))
  throw new TypeError(
    'Tollgate needs user_id with user_api_key or user_hash_key, or access_token, or domain, username and password.',
  )
}

/**
 * @param {Record<string, string>} headers
 * @returns {Credential}
 */
function fixed(headers) {
  return { headers: async () => headers }
}

/**
 * Every request is signed with its own time.
 * @param {UserHashKey} key
 * @param {() => number} now
 * @returns {Credential}
 */
function signed({ user_id, user_hash_key }, now) {
  return {
    async headers() {
      const timestamp = Math.floor(now() / 1000)
      const hash_key = await hashKey({ user_id, user_hash_key, timestamp })
      return { 'user-id': user_id, timestamp: String(timestamp), 'hash-key': hash_key }
    },
  }
}

/**
 * Requests that come while the token is being made wait for it; a token that could not be made is asked for again.
 * @param {() => Promise<string>} signIn
 * @param {string} [first] A token that is there already.
 * @returns {Credential}
 */
function signedIn(signIn, first) {
  /** @type {Promise<string> | null} */
  let token = first === undefined ? null : Promise.resolve(first)
  return {
    async headers() {
      token ??= signIn().catch(error => {
        token = null
        throw error
      })
      return { 'access-token': await token }
    },
    renew() {
      token = null
    },
  }
}
