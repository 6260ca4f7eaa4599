/** OAuth 2.0, for software that acts for users of merchants who allowed it. */

import { ConnectionError, OAuthError, UnknownOutcomeError } from './errors.js'
import { neverLeft } from './retries.js'
import { trimEnd } from './trim-end.js'

/**
 * @typedef {object} OAuthOptions
 * @property {string} base_url The address of the gateway.
 * @property {string} client_id
 * @property {string} [client_secret] A public integration has none, and proves itself by PKCE.
 * @property {number} [timeout_ms] 60,000 unless another is given.
 * @property {typeof fetch} [fetch] In place of the platform's own.
 */

/**
 * @typedef {object} OAuthTokens What the consent of a user was exchanged for.
 * @property {string} access_token
 * @property {string} refresh_token
 * @property {number} expires_in Seconds.
 * @property {string} user_id Who allowed it.
 * @property {string | null} [state] As it was sent.
 */

/** An integration at a gateway. */
export class OAuth {
  #options

  /** @param {OAuthOptions} options */
  constructor({ base_url, timeout_ms = 60_000, ...options }) {
    const send = options.fetch ?? ((/** @type {string} */ url, /** @type {RequestInit} */ init) => fetch(url, init))
    this.#options = { ...options, address: trimEnd(base_url, '/'), timeout_ms, send }
  }

  /**
   * Returns the address where a user allows it. Keep `state`, and compare it when the user comes back.
   * @param {{ redirect_uri: string, state: string, code_challenge?: string }} asked
   */
  authorizationAddress({ redirect_uri, state, code_challenge }) {
    const { address, client_id } = this.#options
    const proof = code_challenge === undefined ? {} : { code_challenge, code_challenge_method: 'S256' }
    const query = { response_type: 'code', client_id, redirect_uri, scope: 'api', state, ...proof }
    return `${address}/o/authorize?${new URLSearchParams(query)}`
  }

  /**
   * Returns the tokens for a code, which is good once.
   * @param {string} code
   * @param {{ redirect_uri: string, code_verifier?: string }} asked As the user was sent.
   * @returns {Promise<OAuthTokens>}
   */
  async exchange(code, { redirect_uri, code_verifier }) {
    const proof = code_verifier === undefined ? {} : { code_verifier }
    return this.#post('/o/token', { grant_type: 'authorization_code', code, redirect_uri, ...proof })
  }

  /**
   * Returns new tokens. The refresh token may be another one: keep it in place of the old one.
   * @param {string} refresh_token
   * @returns {Promise<OAuthTokens>}
   */
  async refresh(refresh_token) {
    return this.#post('/o/token', { grant_type: 'refresh_token', refresh_token })
  }

  /**
   * Ends a token, and with a refresh token everything that was granted with it.
   * @param {string} token
   * @returns {Promise<void>}
   */
  async revoke(token) {
    await this.#post('/o/revoke', { token })
  }

  /**
   * Sends it once: a code that is shown twice ends what it gave.
   * @param {string} path
   * @param {Record<string, string>} sent
   */
  async #post(path, sent) {
    const { address, client_id, client_secret, timeout_ms, send } = this.#options
    const body = new URLSearchParams({ ...sent, client_id, ...(client_secret ? { client_secret } : {}) })
    const context = { method: 'POST', path, idempotency_key: null }
    const signal = AbortSignal.timeout(timeout_ms)
    /** @type {Response} */
    let response
    /** @type {string} */
    let text
    try {
      response = await send(`${address}${path}`, { method: 'POST', body, signal, redirect: 'manual' })
      text = await response.text()
    } catch (cause) {
      if (neverLeft(cause)) throw new ConnectionError('no answer', { ...context, cause })
      const message = 'it was sent, and whether it was done is not known; have the user allow it again'
      throw new UnknownOutcomeError(message, { ...context, cause })
    }
    const answer = parsed(text)
    if (response.ok) return answer
    const asked = Number(response.headers.get('retry-after') ?? Number.NaN)
    const retry_after = Number.isNaN(asked) ? null : asked
    const request_id = response.headers.get('x-request-id')
    throw new OAuthError({ ...context, status: response.status, body: answer, retry_after, request_id })
  }
}

/**
 * Returns a new `code_verifier` and its `code_challenge` (RFC 7636).
 * @returns {Promise<{ code_verifier: string, code_challenge: string }>}
 */
export async function pkce() {
  const code_verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
  return { code_verifier, code_challenge: base64url(new Uint8Array(digest)) }
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  const text = btoa(String.fromCharCode(...bytes))
  return trimEnd(text.replaceAll('+', '-').replaceAll('/', '_'), '=')
}

/**
 * @param {string} text
 * @returns {any}
 */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
