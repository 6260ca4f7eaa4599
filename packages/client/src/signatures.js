/** Signatures by WebCrypto, which Node, Deno and browsers have alike. */

import { PostbackSignatureError, UnusableSecretError } from './errors.js'
import { trimEnd } from './trim-end.js'

const HMAC = { name: 'HMAC', hash: 'SHA-256' }
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {'sign' | 'verify'} use
 */
const keyOf = (key, use) => crypto.subtle.importKey('raw', key, HMAC, false, [use])

/** @param {string} text */
const bytesOf = text => new TextEncoder().encode(text)

/**
 * @param {string} user_hash_key
 * @param {string} text
 */
async function signatureOf(user_hash_key, text) {
  if (!user_hash_key) throw new UnusableSecretError('The key to sign with is empty.')
  const signed = await crypto.subtle.sign('HMAC', await keyOf(bytesOf(user_hash_key), 'sign'), bytesOf(text))
  return hexOf(new Uint8Array(signed))
}

/** @param {Uint8Array} bytes */
function hexOf(bytes) {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Returns the `hash-key` that identifies a user: HMAC-SHA-256 over user id and time, keyed with `user_hash_key`, in
 * hex. It is good for 15 minutes, at the paths that take signatures: payments, stored accounts and forms.
 * @param {{ user_id: string, user_hash_key: string, timestamp: number }} signed `timestamp` in Unix seconds.
 * @returns {Promise<string>}
 */
export function hashKey({ user_id, user_hash_key, timestamp }) {
  return signatureOf(user_hash_key, `${user_id}${timestamp}`)
}

/**
 * @typedef {object} FormSigner Whose forms they are.
 * @property {string} base_url The address of the gateway.
 * @property {string} developer_id
 * @property {string} user_id The payer sees the whole address: for forms a user with `forms_only`.
 * @property {string} user_hash_key
 */

/**
 * Returns the address of a form that a payer fills in in a frame: `payform` takes a payment, `accountform` stores an
 * account. The data is signed too, so that nobody can change the amount. Made on a server, shortly before it is shown.
 * @param {FormSigner} signer
 * @param {'payform' | 'accountform'} form
 * @param {Record<string, unknown>} data `{ transaction: {…} }` or `{ accountvault: {…} }`, with the options of the
 *   form.
 * @param {{ timestamp?: number }} [options] Unix seconds; the present time when left out.
 * @returns {Promise<string>}
 */
export async function formAddress(signer, form, data, { timestamp = Math.floor(Date.now() / 1000) } = {}) {
  const { base_url, developer_id, user_id, user_hash_key } = signer
  const hex = hexOf(bytesOf(JSON.stringify(data)))
  const query = new URLSearchParams({
    'developer-id': developer_id,
    'user-id': user_id,
    'hash-key': await hashKey({ user_id, user_hash_key, timestamp }),
    timestamp: String(timestamp),
    data: hex,
    'data-hash': await signatureOf(user_hash_key, `${user_id}${timestamp}${hex}`),
  })
  return `${trimEnd(base_url, '/')}/v2/${form}?${query}`
}

/**
 * Returns the address of a sign-on link: it makes or updates a contact and opens its page, or a form that charges. It
 * is good for 15 minutes, and holds no key. Made on a server, when the payer asks for it.
 * @param {FormSigner} signer
 * @param {Record<string, unknown>} data `location_id`, `contact_api_id` and fields of the contact; `transaction_amt`,
 *   or `route` and `params`, to charge.
 * @param {{ timestamp?: number }} [options] Unix seconds; the present time when left out.
 * @returns {Promise<string>}
 */
export async function signOnAddress(signer, data, { timestamp = Math.floor(Date.now() / 1000) } = {}) {
  const { base_url, developer_id, user_id, user_hash_key } = signer
  const hex = hexOf(bytesOf(JSON.stringify(data)))
  const query = new URLSearchParams({
    'developer-id': developer_id,
    'user-id': user_id,
    timestamp: String(timestamp),
    data: hex,
    signature: await signatureOf(user_hash_key, `contactsso.${user_id}.${timestamp}.${hex}`),
  })
  return `${trimEnd(base_url, '/')}/v2/contactsso?${query}`
}

/**
 * @typedef {object} CardOrder What is paid, and by whose key it is signed.
 * @property {string} location_api_key
 * @property {string} ticket_hash_key
 * @property {string} order_id
 * @property {number} [timestamp] Unix seconds; the present time when left out.
 */

/**
 * Returns what a page of a shop needs to leave a payer's card at the gateway: good once, for 15 minutes. Made on a
 * server.
 * @param {CardOrder} order
 * @returns {Promise<{ location_api_key: string, timestamp: string, order_id: string, signature: string }>}
 */
export async function signCardTicket({ location_api_key, ticket_hash_key, order_id, timestamp }) {
  const at = String(timestamp ?? Math.floor(Date.now() / 1000))
  const signature = await signatureOf(ticket_hash_key, `${location_api_key}${at}${order_id}`)
  return { location_api_key, timestamp: at, order_id, signature }
}

/**
 * @typedef {object} VerifiedPostback
 * @property {string} id The same for every try of one postback: what was taken once need not be taken again.
 * @property {'CREATE' | 'UPDATE' | 'DELETE' | 'PING'} type
 * @property {string} resource
 * @property {number} number_of_attempts The number of this try, counted from 1.
 * @property {any} data The record, as it was at that moment; `{ id }` of the configuration for a PING.
 */

/** Seconds that the signature of a postback may be old, or ahead. */
const TOLERANCE = 300

/**
 * Verifies the signature of a postback (Standard Webhooks) and returns what it says. WebCrypto compares in constant
 * time. Throws a `PostbackSignatureError` for a postback that must not be believed, and an `UnusableSecretError` when
 * one of the secrets is no signing secret, whatever the others are.
 * @param {string | Uint8Array} body As it came: not parsed and written again.
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {string | readonly string[]} secret The `signing_secret` of the configuration, or several of them.
 * @param {{ tolerance_seconds?: number, now?: () => number }} [options] `now` returns milliseconds.
 * @returns {Promise<VerifiedPostback>}
 */
export async function verifyPostback(body, headers, secret, { tolerance_seconds = TOLERANCE, now = Date.now } = {}) {
  const keys = [secret].flat().map(secretBytes)
  if (keys.length === 0) throw new UnusableSecretError('No signing secret was given.')
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name =>
    headerOf(headers, name),
  )
  if (!id || !time || !signatures) throw new PostbackSignatureError('The postback is not signed.')
  if (!/^\d{1,12}$/.test(time) || Math.abs(now() / 1000 - Number(time)) > tolerance_seconds)
    throw new PostbackSignatureError('The signature of the postback is too old, or from the future.')
  const signed = signedBytes(id, time, body)
  const given = signatures.split(' ').flatMap(each => (each.startsWith('v1,') ? (decoded(each.slice(3)) ?? []) : []))
  for (const bytes of keys) {
    const key = await keyOf(bytes, 'verify')
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return postbackOf(id, body)
  }
  throw new PostbackSignatureError('The signature of the postback is wrong.')
}

/**
 * Returns the headers that sign a body as a postback is signed, to try a receiver with.
 * @param {string | Uint8Array} body
 * @param {string} secret
 * @param {{ id: string, timestamp?: number }} of `timestamp` in Unix seconds; the present time when left out.
 * @returns {Promise<{ 'webhook-id': string, 'webhook-timestamp': string, 'webhook-signature': string }>}
 */
export async function signPostback(body, secret, { id, timestamp = Math.floor(Date.now() / 1000) }) {
  const key = await keyOf(secretBytes(secret), 'sign')
  const signed = await crypto.subtle.sign('HMAC', key, signedBytes(id, String(timestamp), body))
  const signature = `v1,${btoa(String.fromCharCode(...new Uint8Array(signed)))}`
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
}

/**
 * Signs the bytes as they came, so that a byte order mark and bytes that are not UTF-8 count as what they are.
 * @param {string} id
 * @param {string} time
 * @param {string | Uint8Array} body
 */
function signedBytes(id, time, body) {
  const start = bytesOf(`${id}.${time}.`)
  const rest = typeof body === 'string' ? bytesOf(body) : body
  const signed = new Uint8Array(start.length + rest.length)
  signed.set(start)
  signed.set(rest, start.length)
  return signed
}

/**
 * Refuses text that is not base64. It would decode to an empty or wrong key, and forged postbacks would verify.
 * @param {string} secret
 */
function secretBytes(secret) {
  const bytes = typeof secret === 'string' ? decoded(secret.replace(/^whsec_/, '')) : null
  if (!bytes) throw new UnusableSecretError('A signing secret is whsec_ followed by base64, and nothing else.')
  return bytes
}

/**
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {string} name
 */
function headerOf(headers, name) {
  if (headers instanceof Headers) return headers.get(name)
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

/**
 * Returns the bytes of base64; null for text that is empty or is not base64.
 * @param {string} text
 */
function decoded(text) {
  if (text === '' || !BASE64.test(text)) return null
  return Uint8Array.from(atob(text), each => each.charCodeAt(0))
}

/**
 * A postback is JSON or, where the configuration says `api-form`, a form with the same names.
 * @param {string} id
 * @param {string | Uint8Array} body
 * @returns {VerifiedPostback}
 */
function postbackOf(id, body) {
  const { type, resource, number_of_attempts, data } = sentIn(body)
  const attempt = String(number_of_attempts)
  if (typeof type !== 'string' || typeof resource !== 'string' || data === undefined || !/^[1-9]\d{0,8}$/.test(attempt))
    throw new PostbackSignatureError('The signed body is not a postback.')
  return { id, type: /** @type {'PING'} */ (type), resource, number_of_attempts: Number(attempt), data: parsed(data) }
}

/**
 * @param {string | Uint8Array} body
 * @returns {Record<string, unknown>}
 */
function sentIn(body) {
  try {
    const text =
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    // URLSearchParams would drop a question mark at the start.
    return text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(`&${text}`))
  } catch (cause) {
    throw new PostbackSignatureError('The signed body is not a postback.', { cause })
  }
}

/** @param {unknown} data */
function parsed(data) {
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}
