/** @import { FileFormat, List as ListOf, Page } from '../types/api.js' */
/** @import { Request, Requests } from './requests.js' */

/**
 * A list that is read page by page, as its records are asked for: `for await (const tag of tollgate.tags.list())`.
 * @template T
 * @implements {ListOf<T>}
 */
export class List {
  #requests
  #request
  #plural

  /**
   * @param {Requests} requests
   * @param {Request} request
   * @param {string} plural The name of the list in its answers.
   */
  constructor(requests, request, plural) {
    this.#requests = requests
    this.#request = request
    this.#plural = plural
  }

  /**
   * Returns one page: the first, or the one that `page` of the query names.
   * @returns {Promise<Page<T>>}
   */
  async page() {
    const { body } = await this.#requests.send(this.#request)
    return { records: body[this.#plural], meta: body.meta }
  }

  /**
   * Returns all records that match as one file, in the order of the list and without pages.
   * @param {FileFormat} format
   * @returns {Promise<Blob>}
   */
  async file(format) {
    const query = { ...this.#request.query, _format: format }
    const { body } = await this.#requests.send({ ...this.#request, query, is_file: true })
    return body
  }

  /**
   * All records from that page on. A list that changes meanwhile may show a record twice or leave one out, however it
   * is sorted: a deletion moves the records behind it to an earlier page. Collect the records before you delete them,
   * or take a file, which has each one once.
   * @returns {AsyncGenerator<T, void, undefined>}
   */
  async *[Symbol.asyncIterator]() {
    for (let number = Number(this.#request.query?.page ?? 1); ; number += 1) {
      const query = { ...this.#request.query, page: number }
      const { body } = await this.#requests.send({ ...this.#request, query })
      yield* body[this.#plural]
      if (!body.meta?.pagination?.links?.next) return
    }
  }
}
