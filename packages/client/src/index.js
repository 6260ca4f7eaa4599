import { Requests } from './requests.js'
import { Resources } from './resources.generated.js'

/** @import { RequestOptions } from '../types/api.js' */
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
}

export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  PostbackSignatureError,
  RateLimitError,
  ServerError,
  TollgateError,
  UnknownOutcomeError,
  ValidationError,
} from './errors.js'
export { formAddress, hashKey, signPostback, verifyPostback } from './signatures.js'
