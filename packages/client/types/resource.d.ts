import type { Request, Requests } from './requests.js';
export type Operation = {
    method: Request['method'];
    path: string;
    /**
     * What the fields are called in the body: the resource. Empty: they are the body themselves.
     */
    sends?: string;
    /**
     * The name under which a file is sent.
     */
    attaches?: string;
    /**
     * The field whose files make the body a form.
     */
    carries?: string;
    /**
     * Fields that are always sent so.
     */
    fixed?: Record<string, unknown>;
    /**
     * What its query may hold.
     */
    asks?: readonly string[];
    /**
     * What the record or the list is called in the answer; the whole body when left out.
     */
    returns?: string;
    is_list?: true;
    /**
     * It answers with a file.
     */
    is_file?: true;
    /**
     * It waits for a person at a terminal.
     */
    is_slow?: true;
    /**
     * It is answered at once, with the run at the terminal.
     */
    is_async?: true;
};
/** @import { RequestOptions } from '../types/api.js' */
/** @import { Request, Requests } from './requests.js' */
/**
 * @typedef {object} Operation One operation, as the description of the API has it.
 * @property {Request['method']} method
 * @property {string} path
 * @property {string} [sends] What the fields are called in the body: the resource. Empty: they are the body themselves.
 * @property {string} [attaches] The name under which a file is sent.
 * @property {string} [carries] The field whose files make the body a form.
 * @property {Record<string, unknown>} [fixed] Fields that are always sent so.
 * @property {readonly string[]} [asks] What its query may hold.
 * @property {string} [returns] What the record or the list is called in the answer; the whole body when left out.
 * @property {true} [is_list]
 * @property {true} [is_file] It answers with a file.
 * @property {true} [is_slow] It waits for a person at a terminal.
 * @property {true} [is_async] It is answered at once, with the run at the terminal.
 */
/**
 * Returns an object with one function for each operation. What they take and return is said by their generated types.
 * @template T
 * @param {Requests} requests
 * @param {Record<string, Operation>} operations
 * @returns {T}
 */
export declare function resource<T>(requests: Requests, operations: Record<string, Operation>): T;
