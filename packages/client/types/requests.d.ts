import type { RequestOptions } from '../types/api.js';
import type { Identity } from './credentials.js';
export type Settings = {
    /**
     * The address of the gateway, such as `https://pay.example.com`.
     */
    base_url: string;
    /**
     * The calling software.
     */
    developer_id: string;
    /**
     * How long one try may take: 60,000 unless another is given. Requests at terminals have
     * 310,000.
     */
    timeout_ms?: number;
    /**
     * How long a call may take with all its tries: 180,000 unless another is given.
     */
    deadline_ms?: number;
    /**
     * 6 unless another is given; 1 never sends anything again.
     */
    most_tries?: number;
    /**
     * In place of the platform's own.
     */
    fetch?: typeof fetch;
    /**
     * Returns milliseconds, for signatures; a sandbox whose clock was moved has its own.
     */
    now?: () => number;
};
export type TollgateOptions = Settings & Identity;
export type Request = {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    /**
     * Below the address of the gateway, as the description of the API has it: `/v2/tags/{id}`.
     */
    path: string;
    /**
     * What stands in the path in the places of the names.
     */
    ids?: readonly string[];
    query?: Record<string, unknown>;
    /**
     * Sent as JSON.
     */
    body?: unknown;
    /**
     * Sent in place of JSON.
     */
    form?: FormData;
    /**
     * A person at a terminal is waited for.
     */
    is_slow?: boolean;
    /**
     * The answer is taken as a file.
     */
    is_file?: boolean;
    options?: RequestOptions;
};
export type Answer = {
    status: number;
    headers: Headers;
    /**
     * Undefined where there is none; a Blob where a file was asked for.
     */
    body: any;
};
/** Sends requests, and sends them again where that can do no harm. */
export declare class Requests {
    #private;
    /** @param {TollgateOptions} options */
    constructor(options: TollgateOptions);
    /**
     * Returns the answer. Throws an error of this package, or the reason of the caller's signal.
     * @param {Request} request
     * @param {boolean} [is_open] Whether it needs no user.
     * @returns {Promise<Answer>}
     */
    send(request: Request, is_open?: boolean): Promise<Answer>;
}
/**
 * Ends with the reason of the signal where that comes first.
 * @param {number} milliseconds
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
export declare function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
