/** What the browser of a payer sends by itself, so that no card comes to the server of a shop. */

import { ConnectionError, errorOf } from './errors.js'
import { trimEnd } from './trim-end.js'

/**
 * @typedef {object} LeftCard
 * @property {string} id What a transaction or an account vault takes as `ticket`, once and within 15 minutes.
 * @property {string} order_id
 * @property {string} first_six
 * @property {string} last_four
 * @property {string} account_type The brand of the card.
 * @property {number} expire_ts Unix seconds.
 */

/**
 * @typedef {object} TypedCard What a payer typed.
 * @property {string} card_number
 * @property {string} exp_date MMYY.
 * @property {string} [cvv]
 * @property {string} [account_holder_name]
 * @property {string} [billing_street]
 * @property {string} [billing_zip]
 */

/**
 * Leaves a card at the gateway and returns the ticket for it. The page's origin has to be one of the location's
 * `ticket_origins`. May be called again after a mistake: the second card takes the place of the first.
 * @param {string} base_url The address of the gateway.
 * @param {{ location_api_key: string, timestamp: string, order_id: string, signature: string }} signed As
 *   `signCardTicket` made it on the server of the shop.
 * @param {TypedCard} card
 * @returns {Promise<LeftCard>}
 */
export async function leaveCard(base_url, signed, card) {
  const context = { method: 'POST', path: '/v2/cardtickets', idempotency_key: null }
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ cardticket: { ...signed, ...card } })
  /** @type {Response} */
  let response
  /** @type {any} */
  let answer
  try {
    response = await fetch(`${trimEnd(base_url, '/')}${context.path}`, { method: 'POST', headers, body })
    answer = await response.json()
  } catch (cause) {
    // A ticket moves no money, so that nothing was done that matters.
    throw new ConnectionError('no answer', { ...context, cause })
  }
  if (response.ok) return answer.cardticket
  const request_id = response.headers.get('x-request-id')
  throw errorOf({ ...context, request_id, status: response.status, body: answer, retry_after: null })
}
