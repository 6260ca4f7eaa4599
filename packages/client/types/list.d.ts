/** @import { FileFormat, List as ListOf, Page } from '../types/api.js' */
/** @import { Request, Requests } from './requests.js' */
import type { FileFormat, List as ListOf, Page } from '../types/api.js';
import type { Request, Requests } from './requests.js';
/**
 * A list that is read page by page, as its records are asked for: `for await (const tag of tollgate.tags.list())`.
 * @template T
 * @implements {ListOf<T>}
 */
export declare class List<T> implements ListOf<T> {
    #private;
    /**
     * @param {Requests} requests
     * @param {Request} request
     * @param {string} plural The name of the list in its answers.
     */
    constructor(requests: Requests, request: Request, plural: string);
    /**
     * Returns one page: the first, or the one that `page` of the query names.
     * @returns {Promise<Page<T>>}
     */
    page(): Promise<Page<T>>;
    /**
     * Returns all records that match as one file, in the order of the list and without pages.
     * @param {FileFormat} format
     * @returns {Promise<Blob>}
     */
    file(format: FileFormat): Promise<Blob>;
    /**
     * All records from that page on. A list that changes meanwhile may show a record twice or leave one out, however it
     * is sorted: a deletion moves the records behind it to an earlier page. Collect the records before you delete them,
     * or take a file, which has each one once.
     * @returns {AsyncGenerator<T, void, undefined>}
     */
    [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined>;
}
