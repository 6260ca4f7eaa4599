import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { signPostback, verifyPostback } from '../index.js'
import { clockTime, inShort } from './print.js'
import { EXIT, Problem } from './problem.js'
import { shopOf } from './sandbox.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Printer } from './print.js' */
/** @import { Sandbox } from './sandbox.js' */

/** What is listened to unless resources are named. */
const RESOURCES = ['transaction', 'quickinvoice', 'paylink', 'recurring', 'contact', 'accountvault', 'transactionbatch']
/** Of these a configuration is for one product. */
const BY_PRODUCT = ['transaction', 'transactionbatch']
/** By this path configurations are known that a listener left behind when it was killed. */
const PATH = '/tollgate-dev/'
/** Shorter than the gateway waits for an answer. */
const FORWARD_MS = 9000

/**
 * @typedef {object} Listening
 * @property {string | null} forward_to The address that gets each postback; null where they are printed only.
 * @property {readonly string[]} resources
 * @property {string} secret Signs what is forwarded.
 * @property {AbortSignal} until Ends it.
 */

/**
 * Prints postbacks as they come, and forwards them. The gateway is told of a receiver on this machine for as long as
 * this runs; afterwards nothing of it is left there.
 * @param {Sandbox} sandbox
 * @param {Printer} printer
 * @param {Listening} options
 */
export async function listen(sandbox, printer, { forward_to, resources, secret, until }) {
  const { hostname } = new URL(sandbox.base_url)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new Problem('listen needs a gateway on this machine: another one cannot reach it.', EXIT.misused)
  await removeLeftBehind(sandbox)
  /** @type {string[]} */
  const secrets = []
  const path = `${PATH}${crypto.randomUUID()}`
  const server = createServer((request, response) => {
    const done = request.url === path ? receive(request, response, { secrets, forward_to, secret, printer }) : null
    if (!done) response.writeHead(404).end()
    done?.catch(error => {
      printer.note(`a postback was not taken: ${error.message}`)
      if (!response.headersSent) response.writeHead(400).end()
    })
  })
  await new Promise((ready, fail) => server.once('error', fail).listen(0, '127.0.0.1', () => ready(null)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  /** @type {string[]} */
  const made = []
  try {
    for (const fields of await configurations(sandbox, resources.length > 0 ? resources : RESOURCES)) {
      const url = `http://127.0.0.1:${port}${path}`
      const config = await sandbox.tollgate.postbackconfigs.create({ ...fields, url }, { expand: ['signing_secret'] })
      made.push(config.id)
      secrets.push(String(config.signing_secret))
    }
    printer.note(forward_to ? `Forwarding to ${forward_to}` : 'Listening; --forward-to sends them on')
    printer.note(`Signed with ${secret}`)
    await ended(until)
  } finally {
    await Promise.all(made.map(id => sandbox.tollgate.postbackconfigs.delete(id)))
    server.closeAllConnections()
    server.close()
  }
}

/** @param {AbortSignal} signal */
function ended(signal) {
  return new Promise(done => {
    if (signal.aborted) return done(null)
    signal.addEventListener('abort', () => done(null), { once: true })
  })
}

/**
 * Returns what the gateway is to post, one configuration for each resource, or for each product where it takes one.
 * @param {Sandbox} sandbox
 * @param {readonly string[]} resources
 */
async function configurations(sandbox, resources) {
  const { location_id, card, bank } = await shopOf(sandbox)
  const products = [card, ...(bank ? [bank] : [])]
  const often = { on_create: 1, on_update: 1, on_delete: 1, number_of_attempts: 3, attempt_interval: 5 }
  return resources.flatMap(resource => {
    // The gateway says which resources there are, should a name be wrong.
    const fields = /** @type {any} */ ({ location_id, resource, ...often })
    return BY_PRODUCT.includes(resource)
      ? products.map(product_transaction_id => ({ ...fields, product_transaction_id }))
      : [fields]
  })
}

/**
 * Removes configurations of listeners that were killed: nobody answers at their address any more.
 * @param {Sandbox} sandbox
 */
async function removeLeftBehind({ tollgate }) {
  for await (const { id, url } of tollgate.postbackconfigs.list({ page_size: 500 })) {
    if (!url?.startsWith('http://127.0.0.1:') || !url.includes(PATH)) continue
    const is_gone = await fetch(url).then(
      () => false,
      () => true,
    )
    if (is_gone) await tollgate.postbackconfigs.delete(id)
  }
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {Pick<Listening, 'forward_to' | 'secret'> & { secrets: readonly string[], printer: Printer }} how
 */
async function receive(request, response, { secrets, forward_to, secret, printer }) {
  const began = performance.now()
  const body = await text(request)
  const postback = await verifyPostback(body, request.headers, secrets)
  const { id, type, resource, data, number_of_attempts } = postback
  const status =
    forward_to === null ? 200 : await forward(forward_to, request, body, await signPostback(body, secret, { id }))
  response.writeHead(status ?? 502).end()
  const took = `${Math.round(performance.now() - began)} ms`
  const went = forward_to === null ? '' : `  → ${status ?? 'nothing answers'} in ${took}`
  const line = `${clockTime(Date.now())}  ${type.padEnd(6)}  ${inShort(resource, data)}${went}`
  printer.tell(line, { id, type, resource, number_of_attempts, data, ...(forward_to ? { forwarded: status } : {}) })
}

/**
 * Returns the status of the answer; null where there was none. It goes back to the gateway, which tries again as it
 * would with the address itself.
 * @param {string} address
 * @param {IncomingMessage} request
 * @param {string} body
 * @param {Record<string, string>} signature
 */
async function forward(address, request, body, signature) {
  const passed = ['content-type', 'user-agent', 'x-request-id', 'accept'].flatMap(name => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const headers = { ...Object.fromEntries(passed), ...signature }
  const signal = AbortSignal.timeout(FORWARD_MS)
  try {
    const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null
  }
}
