import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { bodyFrom } from './body.js'
import { EVENTS } from './events.js'
import { makeHistory } from './fixtures.js'
import { listen } from './listen.js'
import { clockTime, inShort } from './print.js'
import { Problem } from './problem.js'
import { shopOf } from './sandbox.js'

/** @import { Stage } from './events.js' */
/** @import { Printer } from './print.js' */
/** @import { Sandbox } from './sandbox.js' */

/**
 * @typedef {object} Call
 * @property {Sandbox} sandbox
 * @property {Printer} printer
 * @property {readonly string[]} words What follows the name of the command.
 * @property {Record<string, any>} options
 * @property {Record<string, string | undefined>} env
 * @property {AbortSignal} until Ends what runs on.
 */

/** How often the request log is asked for what is new, in milliseconds. */
const LOOK_MS = 500

/**
 * Every command: what it is called with, what it does, and how.
 * @type {Record<string, { takes: string, says: string, run: (call: Call) => Promise<void> }>}
 */
export const COMMANDS = {
  listen: {
    takes: '[resource …]',
    says: 'print postbacks as they come, and forward them (--forward-to)',
    run: runListen,
  },
  trigger: { takes: 'event', says: 'make something happen; without an event, list what can', run: runTrigger },
  logs: { takes: '', says: 'print the requests that the sandbox answers (--once: those so far)', run: runLogs },
  clock: { takes: '[span]', says: "show the sandbox's clock, or move it ahead: P1D, P2W, P1M, PT6H", run: runClock },
  fixtures: { takes: '', says: 'make a shop with a year of history (--months); moves the clock', run: runFixtures },
  get: {
    takes: 'path [name=value …]',
    says: 'GET /v2/path; the rest is the query',
    run: call => runRequest(call, 'GET'),
  },
  post: {
    takes: 'path [record.field=value …]',
    says: 'POST, with these fields or --data',
    run: call => runRequest(call, 'POST'),
  },
  put: {
    takes: 'path [record.field=value …]',
    says: 'PUT, with these fields or --data',
    run: call => runRequest(call, 'PUT'),
  },
  delete: { takes: 'path', says: 'DELETE', run: call => runRequest(call, 'DELETE') },
}

/** @param {Call} call */
async function runListen({ sandbox, printer, words, options, env, until }) {
  const given = options.secret ?? env.TOLLGATE_SIGNING_SECRET
  const secret = given ?? `whsec_${randomBytes(32).toString('base64')}`
  const forward_to = options['forward-to'] === undefined ? null : addressOf(options['forward-to'])
  await listen(sandbox, printer, { forward_to, resources: words, secret, until })
}

/**
 * A port alone, or an address without a scheme, is one of this machine.
 * @param {string} given
 */
function addressOf(given) {
  const whole = /^\d+(\/|$)/.test(given)
    ? `http://127.0.0.1:${given}`
    : given.includes('://')
      ? given
      : `http://${given}`
  if (!URL.canParse(whole)) throw new Problem(`--forward-to ${given} is no address.`)
  return whole
}

/** @param {Call} call */
async function runTrigger({ sandbox, printer, words }) {
  const [name] = words
  if (name === undefined) {
    for (const [event, [says]] of Object.entries(EVENTS)) printer.tell(`${event.padEnd(18)} ${says}`, { event, says })
    return
  }
  const event = EVENTS[name]
  if (!event) throw new Problem(`There is no event ${name}; trigger without one lists them.`)
  const stage = await stageOf(sandbox)
  for (const [resource, record] of await event[1](stage))
    printer.tell(inShort(resource, record), { [resource]: record })
}

/**
 * Nothing is made to happen at a gateway that is no sandbox.
 * @param {Sandbox} sandbox
 * @returns {Promise<Stage>}
 */
async function stageOf(sandbox) {
  await sandbox.control('GET', 'clock')
  return {
    tollgate: sandbox.tollgate,
    shop: await shopOf(sandbox),
    async advance(span) {
      await sandbox.control('POST', 'clock', { advance: span })
    },
    async today() {
      const { now } = await sandbox.control('GET', 'clock')
      return new Date(now * 1000).toISOString().slice(0, 10)
    },
  }
}

/** @param {Call} call */
async function runLogs({ sandbox, printer, options, until }) {
  let last = 0
  do {
    const { requests } = await sandbox.control('GET', `requests?since=${last}`)
    for (const each of requests) {
      last = each.number
      const { method, path, status, duration_ms, refusal } = each
      const why = refusal ? `\n          ${refusal}` : ''
      printer.tell(`${clockTime(each.at_ms)}  ${status}  ${method.padEnd(6)} ${path}  ${duration_ms} ms${why}`, each)
    }
    if (!options.once) await pause(LOOK_MS, null, { signal: until }).catch(() => null)
  } while (!options.once && !until.aborted)
}

/** @param {Call} call */
async function runClock({ sandbox, printer, words }) {
  const [span] = words
  if (span === undefined) {
    const { now } = await sandbox.control('GET', 'clock')
    return printer.tell(timeOf(now), { now })
  }
  const moved = await sandbox.control('POST', 'clock', { advance: span })
  const { events, to } = moved
  const lines = events.map((/** @type {any} */ { ts, event, id }) => `${timeOf(ts)}  ${event}  ${id}`)
  printer.tell([...lines, timeOf(to)].join('\n'), moved)
}

/** @param {number} seconds */
function timeOf(seconds) {
  return new Date(seconds * 1000).toISOString()
}

/** @param {Call} call */
async function runFixtures({ sandbox, printer, options }) {
  const months = Number(options.months ?? 12)
  if (!Number.isInteger(months) || months < 1 || months > 60) throw new Problem('--months is 1 to 60.')
  if (!options.yes)
    throw new Problem(`This moves the sandbox's clock ${months} months ahead, and it never goes back. Say --yes.`)
  const stage = await stageOf(sandbox)
  const made = await makeHistory(stage, months, month => printer.note(`month ${month} of ${months}`))
  const words = Object.entries(made).map(([name, count]) => `${count} ${name}`)
  printer.tell(words.join(', '), made)
}

/**
 * @param {Call} call
 * @param {'GET' | 'POST' | 'PUT' | 'DELETE'} method
 */
async function runRequest({ sandbox, printer, words, options }, method) {
  const [path, ...fields] = words
  if (!path) throw new Problem(`${method.toLowerCase()} needs a path, such as tags.`)
  const whole = /^\/?(v2|o)\//.test(path) ? `/${path.replace(/^\//, '')}` : `/v2/${path.replace(/^\//, '')}`
  const asks = method === 'GET' || method === 'DELETE'
  const query = asks ? bodyFrom(fields, undefined) : undefined
  const body = asks ? undefined : bodyFrom(fields, options.data)
  const key = options.key === undefined ? {} : { idempotency_key: options.key }
  const answer = await sandbox.tollgate.request(method, whole, { ...(query ? { query } : {}), body, ...key })
  if (answer !== undefined) printer.tell(JSON.stringify(answer, null, 2), answer)
}
