import { credentialOf } from './credentials.js'
import { ConnectionError, errorOf, UnknownOutcomeError } from './errors.js'
import { isWorthAnother, leavesOpen, neverLeft, saysNothingOfEarlier, waitAfter } from './retries.js'
import { trimEnd } from './trim-end.js'

/** @import { RequestOptions } from '../types/api.js' */
/** @import { Identity, Login } from './credentials.js' */

/**
 * @typedef {object} Settings
 * @property {string} base_url The address of the gateway, such as `https://pay.example.com`.
 * @property {string} developer_id The calling software.
 * @property {number} [timeout_ms] How long one try may take: 60,000 unless another is given. Requests at terminals have
 *   310,000.
 * @property {number} [deadline_ms] How long a call may take with all its tries: 180,000 unless another is given.
 * @property {number} [most_tries] 6 unless another is given; 1 never sends anything again.
 * @property {typeof fetch} [fetch] In place of the platform's own.
 * @property {() => number} [now] Returns milliseconds, for signatures; a sandbox whose clock was moved has its own.
 */

/**
 * @typedef {Settings & Identity} TollgateOptions
 */

/**
 * @typedef {object} Request
 * @property {'GET' | 'POST' | 'PUT' | 'DELETE'} method
 * @property {string} path Below the address of the gateway, as the description of the API has it: `/v2/tags/{id}`.
 * @property {readonly string[]} [ids] What stands in the path in the places of the names.
 * @property {Record<string, unknown>} [query]
 * @property {unknown} [body] Sent as JSON.
 * @property {FormData} [form] Sent in place of JSON.
 * @property {boolean} [is_slow] A person at a terminal is waited for.
 * @property {boolean} [is_file] The answer is taken as a file.
 * @property {RequestOptions} [options]
 */

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Headers} headers
 * @property {any} body Undefined where there is none; a Blob where a file was asked for.
 */

/** Longer than a terminal takes at most, which is 300 seconds. */
const TERMINAL_MS = 310_000

/** Sends requests, and sends them again where that can do no harm. */
export class Requests {
  #settings
  #credential

  /** @param {TollgateOptions} options */
  constructor(options) {
    const { base_url, developer_id, timeout_ms = 60_000, deadline_ms = 180_000, most_tries = 6 } = options
    if (!base_url || !developer_id) throw new TypeError('Tollgate needs base_url and developer_id.')
    const address = trimEnd(base_url, '/')
    // Called as a function of its own: browsers refuse a fetch that has lost its window.
    const send = options.fetch ?? ((/** @type {string} */ url, /** @type {RequestInit} */ init) => fetch(url, init))
    this.#settings = { address, developer_id, timeout_ms, deadline_ms, most_tries, send }
    this.#credential = credentialOf(options, { signIn: login => this.#signIn(login), now: options.now ?? Date.now })
  }

  /**
   * Returns the answer. Throws an error of this package, or the reason of the caller's signal.
   * @param {Request} request
   * @param {boolean} [is_open] Whether it needs no user.
   * @returns {Promise<Answer>}
   */
  async send(request, is_open = false) {
    const { deadline_ms, most_tries } = this.#settings
    const { method, options = {} } = request
    const is_write = method !== 'GET' && !is_open
    const is_keyed = is_write && method !== 'DELETE'
    const key = is_keyed ? (options.idempotency_key ?? crypto.randomUUID()) : null
    const until = Date.now() + Math.max(deadline_ms, this.#timeoutOf(request))
    let may_be_done = false
    let has_renewed = false
    for (let tries = 1; ; tries += 1) {
      const last = await this.#once(request, { key, is_open, until })
      if (last.answer && isSuccess(last.answer)) return last.answer
      // The record may have gone with an earlier try whose answer was lost.
      if (last.status === 404 && method === 'DELETE' && may_be_done) return { ...last.answer, status: 204 }
      if (last.status === 401 && this.#credential.renew && !has_renewed && !is_open) {
        this.#credential.renew()
        has_renewed = true
        continue
      }
      may_be_done ||= is_write && leavesOpen(last)
      const wait = waitAfter(tries, last.retry_after)
      if (isWorthAnother(last) && tries < most_tries && Date.now() + wait < until) {
        await pause(wait, options.signal)
        continue
      }
      const is_open_still = may_be_done && (isWorthAnother(last) || saysNothingOfEarlier(last.status ?? 0))
      throw failure(request, key, last, is_open_still)
    }
  }

  /** @param {Request} request */
  #timeoutOf({ options = {}, is_slow = false }) {
    return (
      options.timeout_ms ?? (is_slow ? Math.max(TERMINAL_MS, this.#settings.timeout_ms) : this.#settings.timeout_ms)
    )
  }

  /**
   * @param {Login} login
   * @returns {Promise<string>}
   */
  async #signIn(login) {
    const { body } = await this.send({ method: 'POST', path: '/v2/token', body: login }, true)
    return body.token.token
  }

  /**
   * One try. Throws only where the caller's own signal ended it, or where signing in failed.
   * @param {Request} request
   * @param {{ key: string | null, is_open: boolean, until: number }} under
   */
  async #once(request, { key, is_open, until }) {
    const { address, developer_id, send } = this.#settings
    const { method, body, form, options = {}, is_file = false } = request
    const identity = is_open ? {} : await this.#credential.headers()
    const headers = {
      'developer-id': developer_id,
      accept: is_file ? '*/*' : 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...identity,
      ...options.headers,
    }
    const sent = body === undefined ? form : JSON.stringify(body)
    const left = Math.max(1, Math.min(this.#timeoutOf(request), until - Date.now()))
    const signals = [AbortSignal.timeout(left), ...(options.signal ? [options.signal] : [])]
    // Elsewhere the keys would go along; the API itself redirects nobody.
    const init = {
      method,
      headers,
      signal: AbortSignal.any(signals),
      redirect: /** @type {const} */ ('manual'),
      ...(sent === undefined ? {} : { body: sent }),
    }
    options.signal?.throwIfAborted()
    try {
      const response = await send(`${address}${addressOf(request)}`, init)
      const answer = { status: response.status, headers: response.headers, body: await bodyOf(response, is_file) }
      return { ...tryOf(answer), answer, error: null }
    } catch (error) {
      options.signal?.throwIfAborted()
      return { status: null, retry_after: null, never_left: neverLeft(error), answer: null, error }
    }
  }
}

/** @param {Answer} answer */
function isSuccess({ status }) {
  return status >= 200 && status < 300
}

/**
 * @param {Answer} answer
 * @returns {{ status: number | null, retry_after: number | null, never_left: boolean }}
 */
function tryOf({ status, headers }) {
  const asked = headers.get('retry-after')
  return { status, retry_after: asked !== null && /^\d+$/.test(asked) ? Number(asked) : null, never_left: false }
}

/**
 * Path and query. Lists of names are joined by commas, as the API reads them.
 * @param {Request} request
 */
function addressOf({ path, ids = [], query = {} }) {
  const rest = [...ids]
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.shift() ?? ''))
  const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? filled : `${filled}${filled.includes('?') ? '&' : '?'}${text}`
}

/**
 * Throws where the answer was cut off, or is no JSON although it is no error.
 * @param {Response} response
 * @param {boolean} is_file
 */
async function bodyOf(response, is_file) {
  if (is_file && response.ok) return response.blob()
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    // A proxy in front may say in HTML that the gateway is away.
    if (!response.ok) return text
    throw new TypeError('the answer is not JSON', { cause })
  }
}

/**
 * @param {Request} request
 * @param {string | null} idempotency_key
 * @param {{ status: number | null, retry_after: number | null, answer: Answer | null, error: unknown }} last
 * @param {boolean} is_open
 */
function failure({ method, path: whole }, idempotency_key, { retry_after, answer, error }, is_open) {
  // A query may hold credentials.
  const [path = whole] = whole.split('?')
  const request_id = answer?.headers.get('x-request-id') ?? null
  const location = answer?.headers.get('location') ?? null
  const context = { method, path, idempotency_key, request_id }
  const refused = answer && errorOf({ ...context, status: answer.status, body: answer.body, retry_after, location })
  const cause = refused ?? error
  if (is_open) {
    const how = idempotency_key === null ? 'delete it again' : 'ask again with the same idempotency_key'
    const text = `it was sent, and whether it was done is not known; ${how}`
    return new UnknownOutcomeError(text, { ...context, cause, location })
  }
  return refused ?? new ConnectionError(`no answer: ${inWords(error)}`, { ...context, cause })
}

/**
 * What was wrong with a connection; fetch itself only says that it failed.
 * @param {unknown} error
 * @returns {string}
 */
function inWords(error) {
  const { message, cause, code } = /** @type {{ message?: string, cause?: unknown, code?: string }} */ (error ?? {})
  return cause ? inWords(cause) : message || String(code ?? error)
}

/**
 * Ends with the reason of the signal where that comes first.
 * @param {number} milliseconds
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason)
    const end = () => {
      clearTimeout(timer)
      fail(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      done()
    }, milliseconds)
    signal?.addEventListener('abort', end, { once: true })
  })
}
