import { Resources } from './resources.generated.js';
import type { RequestOptions } from '../types/api.js';
import type { Request, TollgateOptions } from './requests.js';
/** @import { RequestOptions } from '../types/api.js' */
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
}
export { ApiError, AuthenticationError, ConflictError, ConnectionError, NotFoundError, PermissionError, PostbackSignatureError, RateLimitError, ServerError, TollgateError, UnknownOutcomeError, ValidationError, } from './errors.js';
export { formAddress, hashKey, signPostback, verifyPostback } from './signatures.js';
