import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Tollgate } from '../index.js'
import { trimEnd } from '../trim-end.js'
import { EXIT, Problem } from './problem.js'

/** @import { UserKey } from '../credentials.js' */

/**
 * @typedef {object} Sandbox The gateway that a command works with.
 * @property {string} base_url
 * @property {Tollgate} tollgate
 * @property {(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<any>} control
 *   Uses a control of the sandbox.
 */

/**
 * Returns the gateway that the environment names, or the sandbox that was started in this folder or one above it.
 * Throws a Problem where there is none.
 * @param {Record<string, string | undefined>} env
 * @param {{ sandbox?: string | undefined, merchant?: string | undefined, cwd?: string }} options
 * @returns {Sandbox}
 */
export function openSandbox(env, { sandbox, merchant = '1', cwd = process.cwd() }) {
  const keys = keysOf(env) ?? keysIn(sandbox ?? fileFrom(env, cwd), Number(merchant))
  const { base_url } = keys
  const password = env.TOLLGATE_SANDBOX_PASSWORD
  const authorization = password ? { authorization: `Basic ${btoa(`sandbox:${password}`)}` } : {}
  return {
    base_url,
    tollgate: new Tollgate(keys),
    async control(method, path, body) {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const headers = { 'content-type': 'application/json', ...authorization }
      const response = await fetch(`${base_url}/sandbox/${path}`, { method, headers, ...sent }).catch(() => {
        throw new Problem(`Nothing answers at ${base_url}. Is the sandbox running? (npm start)`, EXIT.unreachable)
      })
      if (response.status === 404) throw new Problem(`${base_url} is no sandbox.`, EXIT.unreachable)
      if (response.status === 401) throw new Problem('Set TOLLGATE_SANDBOX_PASSWORD.', EXIT.failed)
      const answer = await response.json()
      if (!response.ok)
        throw new Problem(
          Object.values(answer.errors ?? { _: answer.message })
            .flat()
            .join(' '),
          EXIT.failed,
        )
      return answer
    },
  }
}

/** @param {Record<string, string | undefined>} env */
function keysOf(env) {
  const { TOLLGATE_URL, TOLLGATE_DEVELOPER_ID, TOLLGATE_USER_ID, TOLLGATE_USER_API_KEY } = env
  if (!TOLLGATE_URL) return null
  if (!TOLLGATE_DEVELOPER_ID || !TOLLGATE_USER_ID || !TOLLGATE_USER_API_KEY)
    throw new Problem('With TOLLGATE_URL go TOLLGATE_DEVELOPER_ID, TOLLGATE_USER_ID and TOLLGATE_USER_API_KEY.')
  return {
    base_url: trimEnd(TOLLGATE_URL, '/'),
    developer_id: TOLLGATE_DEVELOPER_ID,
    user_id: TOLLGATE_USER_ID,
    user_api_key: TOLLGATE_USER_API_KEY,
  }
}

/**
 * Returns the path of sandbox.json, which `npm start` writes.
 * @param {Record<string, string | undefined>} env
 * @param {string} cwd
 */
function fileFrom(env, cwd) {
  if (env.TOLLGATE_HOME) return join(env.TOLLGATE_HOME, 'sandbox.json')
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = join(folder, '.tollgate', 'sandbox.json')
    if (existsSync(found)) return found
    if (folder === dirname(folder))
      throw new Problem(
        'No sandbox here: start one (npm start) and run this in its folder, or say --sandbox path/to/sandbox.json, or set TOLLGATE_URL and keys.',
        EXIT.unreachable,
      )
  }
}

/**
 * @param {string} path
 * @param {number} number Of the merchant, counted from 1.
 */
function keysIn(path, number) {
  /** @type {{ base_url: string, developer_id: string, merchants: { user: UserKey }[] }} */
  let file
  try {
    file = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Problem(`${path} cannot be read.`, EXIT.unreachable)
  }
  const user = file.merchants[number - 1]?.user
  if (!user) throw new Problem(`--merchant is 1 to ${file.merchants.length}.`)
  const { user_id, user_api_key } = user
  return { base_url: file.base_url, developer_id: file.developer_id, user_id, user_api_key }
}

/**
 * @typedef {object} Shop Where the user works, and the products that take his payments.
 * @property {string} location_id
 * @property {string} card
 * @property {string | null} bank
 */

/**
 * @param {Sandbox} sandbox
 * @returns {Promise<Shop>}
 */
export async function shopOf({ tollgate }) {
  const { primary_location_id } = await tollgate.users.getCurrent()
  const location_id = String(primary_location_id)
  const { records } = await tollgate.producttransactions.list({ location_id, sort: 'id' }).page()
  const productOf = (/** @type {string} */ method) =>
    records.find(({ payment_method }) => payment_method === method)?.id
  const card = productOf('cc')
  if (!card) throw new Problem('The location of this user has no product that takes cards.', EXIT.failed)
  return { location_id, card, bank: productOf('ach') ?? null }
}
