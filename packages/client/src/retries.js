/** When a request is sent again, and after how long. Pure: nothing here waits or sends. */

/** Milliseconds. */
const FIRST_WAIT = 250
const LONGEST_WAIT = 8000

/**
 * @typedef {object} Try What became of one try.
 * @property {number | null} status Null where no whole answer came.
 * @property {number | null} retry_after Seconds, as the answer says.
 * @property {boolean} never_left Whether the request certainly did not arrive.
 */

/**
 * Whether to send it again. Every write that can be repeated has an idempotency key, so that none of these can be done
 * twice: the connection broke, the gateway or a proxy in front failed, too many requests, or the first one still runs.
 * @param {Try} last
 */
export function isWorthAnother({ status, retry_after }) {
  return status === null || status === 429 || status >= 500 || (status === 409 && retry_after !== null)
}

/**
 * Whether the request may have been done although this try brought no final answer. 429 is said before anything is
 * begun.
 * @param {Try} last
 */
export function leavesOpen({ status, retry_after, never_left }) {
  return status === null ? !never_left : status >= 500 || (status === 409 && retry_after !== null)
}

/**
 * Whether an answer says nothing about an earlier try: that one may have been done, and this one was turned away.
 * @param {number} status
 */
export function saysNothingOfEarlier(status) {
  return status === 401 || status === 403 || status === 429
}

/**
 * Returns milliseconds to wait: twice as long each time, spread at random so that clients that failed together do not
 * come back together, and never less than the gateway asks for.
 * @param {number} tries How many were made.
 * @param {number | null} retry_after Seconds.
 * @param {() => number} [random]
 */
export function waitAfter(tries, retry_after, random = Math.random) {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1))
  return (retry_after ?? 0) * 1000 + random() * longest
}

/** What Node says of connections that were never made. */
const REFUSED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/**
 * Whether this is an error of a connection that was never made. Where a platform does not tell, as browsers, it is not.
 * @param {unknown} error
 * @returns {boolean}
 */
export function neverLeft(error) {
  const { code, cause, errors } = /** @type {{ code?: unknown, cause?: unknown, errors?: unknown[] }} */ (error ?? {})
  if (Array.isArray(errors) && errors.length > 0) return errors.every(neverLeft)
  return REFUSED.includes(String(code)) || (cause !== undefined && neverLeft(cause))
}
