import { pause, Requests } from './requests.js'
import { Resources } from './resources.generated.js'

/** @import { RequestOptions, Terminalrun } from '../types/api.js' */
/** @import { Request, TollgateOptions } from './requests.js' */

/**
 * A gateway, as one caller uses it. Every resource of the API is a property, by the name of its path:
 * `tollgate.transactions.create({ … })`.
 */
export class Tollgate extends Resources {
  #requests

  /** @param {TollgateOptions} options */
  constructor(options) {
    const requests = new Requests(options)
    super(requests)
    this.#requests = requests
  }

  /**
   * Sends any request, as the API has it, and returns the body of the answer: with the same retries and errors.
   * @param {Request['method']} method
   * @param {string} path Such as `/v2/tags?page=2`.
   * @param {{ query?: Record<string, unknown>, body?: unknown } & RequestOptions} [options]
   * @returns {Promise<any>}
   */
  async request(method, path, { query = {}, body, ...options } = {}) {
    const answer = await this.#requests.send({ method, path, query, body, options })
    return answer.body
  }

  /**
   * Returns a run at a terminal once it has ended, or as it stands when the time is over.
   * @param {Terminalrun} run As `routertransactions.start` returns it.
   * @param {{ at_most_ms?: number, every_ms?: number, signal?: AbortSignal }} [options]
   * @returns {Promise<Terminalrun>}
   */
  async waitForRun(run, { at_most_ms = 310_000, every_ms = 1000, signal } = {}) {
    const until = Date.now() + at_most_ms
    let last = run
    while (last.status !== 'ended' && Date.now() < until) {
      await pause(every_ms, signal)
      last = await this.terminalruns.get(run.id, { signal })
    }
    return last
  }
}

export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  OAuthError,
  PermissionError,
  PostbackSignatureError,
  RateLimitError,
  ServerError,
  TollgateError,
  UnknownOutcomeError,
  UnusableSecretError,
  ValidationError,
} from './errors.js'
export { OAuth, pkce } from './oauth.js'
export { formAddress, hashKey, signCardTicket, signOnAddress, signPostback, verifyPostback } from './signatures.js'
export { leaveCard } from './tickets.js'
