/** Signatures by WebCrypto, which Node, Deno and browsers have alike. */

import { PostbackSignatureError } from './errors.js'
import { trimEnd } from './trim-end.js'

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

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
 * @property {string} user_id A user with `forms_only`: the payer sees the whole address.
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
 * time. Throws a `PostbackSignatureError` where the signature is not right.
 * @param {string | Uint8Array} body As it came: not parsed and written again.
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {string | readonly string[]} secret The `signing_secret` of the configuration, or several of them.
 * @param {{ tolerance_seconds?: number, now?: () => number }} [options] `now` returns milliseconds.
 * @returns {Promise<VerifiedPostback>}
 */
export async function verifyPostback(body, headers, secret, { tolerance_seconds = TOLERANCE, now = Date.now } = {}) {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name =>
    headerOf(headers, name),
  )
  if (!id || !time || !signatures) throw new PostbackSignatureError('The postback is not signed.')
  if (!/^\d{1,12}$/.test(time) || Math.abs(now() / 1000 - Number(time)) > tolerance_seconds)
    throw new PostbackSignatureError('The signature of the postback is too old, or from the future.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = bytesOf(`${id}.${time}.${text}`)
  const given = signatures.split(' ').flatMap(each => (each.startsWith('v1,') ? [decoded(each.slice(3))] : []))
  for (const each of [secret].flat()) {
    const key = await keyOf(decoded(each.replace(/^whsec_/, '')), 'verify')
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return postbackOf(id, text)
  }
  throw new PostbackSignatureError('The signature of the postback is wrong.')
}

/**
 * Returns the headers that sign a body as a postback is signed, to try a receiver with.
 * @param {string} body
 * @param {string} secret
 * @param {{ id: string, timestamp?: number }} of `timestamp` in Unix seconds; the present time when left out.
 * @returns {Promise<{ 'webhook-id': string, 'webhook-timestamp': string, 'webhook-signature': string }>}
 */
export async function signPostback(body, secret, { id, timestamp = Math.floor(Date.now() / 1000) }) {
  const key = await keyOf(decoded(secret.replace(/^whsec_/, '')), 'sign')
  const signed = await crypto.subtle.sign('HMAC', key, bytesOf(`${id}.${timestamp}.${body}`))
  const signature = `v1,${btoa(String.fromCharCode(...new Uint8Array(signed)))}`
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
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
 * Returns the bytes of base64, none for what is not.
 * @param {string} text
 */
function decoded(text) {
  try {
    return Uint8Array.from(atob(text), each => each.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/**
 * A postback is JSON or, where the configuration says `api-form`, a form with the same names.
 * @param {string} id
 * @param {string} text
 * @returns {VerifiedPostback}
 */
function postbackOf(id, text) {
  const sent = text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
  const { type, resource, number_of_attempts, data } = sent
  return { id, type, resource, number_of_attempts: Number(number_of_attempts), data: parsed(data) }
}

/** @param {string} data */
function parsed(data) {
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}
