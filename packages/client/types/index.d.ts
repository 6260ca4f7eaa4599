import { Resources } from './resources.generated.js';
import type { RequestOptions, Terminalrun } from '../types/api.js';
import type { Request, TollgateOptions } from './requests.js';
/** @import { RequestOptions, Terminalrun } from '../types/api.js' */
/** @import { Request, TollgateOptions } from './requests.js' */
/**
 * A gateway, as one caller uses it. Every resource of the API is a property, by the name of its path:
 * `tollgate.transactions.create({ … })`.
 */
export declare class Tollgate extends Resources {
    #private;
    /** @param {TollgateOptions} options */
    constructor(options: TollgateOptions);
    /**
     * Sends any request, as the API has it, and returns the body of the answer: with the same retries and errors.
     * @param {Request['method']} method
     * @param {string} path Such as `/v2/tags?page=2`.
     * @param {{ query?: Record<string, unknown>, body?: unknown } & RequestOptions} [options]
     * @returns {Promise<any>}
     */
    request(method: Request['method'], path: string, { query, body, ...options }?: {
        query?: Record<string, unknown>;
        body?: unknown;
    } & RequestOptions): Promise<any>;
    /**
     * Returns a run at a terminal once it has ended, or as it stands when the time is over.
     * @param {Terminalrun} run As `routertransactions.start` returns it.
     * @param {{ at_most_ms?: number, every_ms?: number, signal?: AbortSignal }} [options]
     * @returns {Promise<Terminalrun>}
     */
    waitForRun(run: Terminalrun, { at_most_ms, every_ms, signal }?: {
        at_most_ms?: number;
        every_ms?: number;
        signal?: AbortSignal;
    }): Promise<Terminalrun>;
}
export { ApiError, AuthenticationError, ConflictError, ConnectionError, NotFoundError, OAuthError, PermissionError, PostbackSignatureError, RateLimitError, ServerError, TollgateError, UnknownOutcomeError, UnusableSecretError, ValidationError, } from './errors.js';
export { OAuth, pkce } from './oauth.js';
export { formAddress, hashKey, signCardTicket, signOnAddress, signPostback, verifyPostback } from './signatures.js';
export { leaveCard } from './tickets.js';
