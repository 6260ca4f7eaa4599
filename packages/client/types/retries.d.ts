/** When a request is sent again, and after how long. Pure: nothing here waits or sends. */
export type Try = {
    /**
     * Null where no whole answer came.
     */
    status: number | null;
    /**
     * Seconds, as the answer says.
     */
    retry_after: number | null;
    /**
     * Whether the request certainly did not arrive.
     */
    never_left: boolean;
};
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
export declare function isWorthAnother({ status, retry_after }: Try): boolean;
/**
 * Whether the request may have been done although this try brought no final answer. 429 is said before anything is
 * begun.
 * @param {Try} last
 */
export declare function leavesOpen({ status, retry_after, never_left }: Try): boolean;
/**
 * Whether an answer says nothing about an earlier try: that one may have been done, and this one was turned away.
 * @param {number} status
 */
export declare function saysNothingOfEarlier(status: number): status is 401 | 403 | 429;
/**
 * Returns milliseconds to wait: twice as long each time, spread at random so that clients that failed together do not
 * come back together, and never less than the gateway asks for.
 * @param {number} tries How many were made.
 * @param {number | null} retry_after Seconds.
 * @param {() => number} [random]
 */
export declare function waitAfter(tries: number, retry_after: number | null, random?: () => number): number;
/**
 * Whether this is an error of a connection that was never made. Where a platform does not tell, as browsers, it is not.
 * @param {unknown} error
 * @returns {boolean}
 */
export declare function neverLeft(error: unknown): boolean;
