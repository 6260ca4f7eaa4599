import { List } from './list.js'

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
export function resource(requests, operations) {
  const entries = Object.entries(operations).map(([name, operation]) => [name, callOf(requests, operation)])
  return Object.fromEntries(entries)
}

/**
 * Arguments come in the order of the request: what stands in the path, what is sent, and the rest by name.
 * @param {Requests} requests
 * @param {Operation} operation
 */
function callOf(requests, operation) {
  const { method, path, returns, is_slow = false, is_file = false, is_async = false } = operation
  const placed = path.match(/\{\w+\}/g)?.length ?? 0
  const has_input = operation.sends !== undefined || operation.attaches !== undefined
  return (/** @type {any[]} */ ...given) => {
    const ids = given.slice(0, placed).filter(id => id !== undefined && id !== null && id !== '')
    if (ids.length < placed) throw new TypeError(`${method} ${path} needs an id.`)
    const [input, second] = has_input ? given.slice(placed) : [undefined, ...given.slice(placed)]
    if (operation.is_list) {
      const options = given[placed + 1] ?? {}
      return new List(requests, { method, path, ids, query: second ?? {}, options }, returns ?? '')
    }
    const { query, options } = parted(second ?? {}, operation.asks ?? [])
    const sent = inputOf(operation, input)
    const headers = is_async ? { prefer: 'respond-async', ...options.headers } : options.headers
    const request = { method, path, ids, query, options: { ...options, headers }, is_slow, is_file }
    const answered = requests.send({ ...request, ...sent })
    return answered.then(({ body }) => (returns === undefined ? body : body[returns]))
  }
}

/**
 * What a query may hold is known by name; everything else is about the request itself.
 * @param {Record<string, unknown>} given
 * @param {readonly string[]} asks
 * @returns {{ query: Record<string, unknown>, options: RequestOptions }}
 */
function parted(given, asks) {
  const entries = Object.entries(given)
  const query = entries.filter(([name]) => asks.includes(name))
  const options = entries.filter(([name]) => !asks.includes(name))
  return { query: Object.fromEntries(query), options: Object.fromEntries(options) }
}

/**
 * @param {Operation} operation
 * @param {any} input
 * @returns {Pick<Request, 'body' | 'form'>}
 */
function inputOf({ sends, attaches, carries, fixed = {} }, input) {
  if (attaches !== undefined) {
    const form = new FormData()
    form.append(attaches, input, input.name ?? attaches)
    return { form }
  }
  if (sends === undefined) return {}
  if (carries !== undefined && input?.[carries]?.length > 0) return { form: formOf(sends, carries, input) }
  const fields = { ...input, ...fixed }
  return { body: sends === '' ? fields : { [sends]: fields } }
}

/**
 * Returns a record as a form, as the API reads it: `quickinvoice[title]`, `quickinvoice[tags][0]`, maps as JSON.
 * @param {string} name
 * @param {string} carries
 * @param {Record<string, any>} record
 */
function formOf(name, carries, { [carries]: files, ...fields }) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) {
    if (Array.isArray(value))
      for (const [index, each] of value.entries()) form.append(`${name}[${field}][${index}]`, textOf(each))
    else if (value !== undefined) form.append(`${name}[${field}]`, textOf(value))
  }
  for (const [index, file] of Array.from(files).entries())
    form.append(`${name}[${carries}][${index}]`, file, file.name ?? `${carries}-${index + 1}`)
  return form
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function textOf(value) {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return String(value ?? '')
}
