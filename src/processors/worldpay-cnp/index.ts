import { randomUUID } from 'node:crypto'
import { within } from '../../lib/within.ts'
import type { IncomingFiles, OpenFolder } from '../../ports/incoming-files.ts'
import {
  type Connector,
  type Found,
  NO_RESPONSE_DATA,
  type Outcome,
  type Processor,
  type ProcessorMemory,
  SETTLED_WITHIN,
} from '../../ports/processor.ts'
import type { Action, Inquiry, Original, ProcessorRequest } from '../../ports/processor-request.ts'
import { NoAnswer, type ProcessorHttp } from '../http.ts'
import { certify } from './certification.ts'
import { LEVEL3_LINES_MAX } from './level3.ts'
import { reported } from './reports.ts'
import { followUpOf, missing3ds, orderOf, type Referred, releaseAfter } from './transactions.ts'
import {
  type Answer,
  answers,
  type Merchant,
  outcomeOf,
  type Queried,
  queryOf,
  readAnswer,
  readQueried,
  SystemError,
  TurnedDown,
  writeRequest,
} from './wire.ts'
import { NotOffered, type Written } from './xml.ts'

/** Production. Worldpay's test system is `https://payments.vantivprelive.com/vap/communicator/online`. */
const PRODUCTION = 'https://payments.vantivcnp.com/vap/communicator/online'

const REPORT_GROUP = 'Default Report Group'

const SETTINGS: NonNullable<Connector['takes']> = [
  {
    name: 'url',
    title: 'Address',
    fallback: PRODUCTION,
    format: /^https?:\/\/\S+$/,
    of_test: /^https?:\/\/[^/]*(prelive|testvantivcnp)\./,
  },
  { name: 'merchant_id', title: 'Merchant id', format: /^\S{1,50}$/ },
  { name: 'user', title: 'User', format: /^.{1,20}$/ },
  { name: 'password', title: 'Password', is_secret: true, format: /^.{1,20}$/ },
  {
    name: 'descriptors',
    title: 'Whether Worldpay has enabled custom billing descriptors: yes or no',
    fallback: 'no',
    format: /^(yes|no)$/,
  },
  { name: 'report_group', title: 'Report group', fallback: REPORT_GROUP, format: /^.{1,25}$/ },
  {
    name: 'reports',
    title: 'Folder of the Scheduled Secure Reports: file:///folder or sftp://user@host/folder',
    fallback: null,
    format: /^(file:\/\/\/\S*|sftp:\/\/[^\s:@/?#]+@[^\s@/?#]+\/\S*)$/,
  },
  { name: 'reports_password', title: 'Password at the SFTP server', is_secret: true, fallback: null },
  { name: 'reports_key', title: 'Private key for the SFTP server', is_secret: true, fallback: null },
  {
    name: 'reports_host_key',
    title: "Fingerprint of the SFTP server's key",
    fallback: null,
    format: /^SHA256:[A-Za-z0-9+/]{43}=?$/,
  },
]

/** What waits for a capture does not wait longer for the release of the rest. */
const RELEASE_MS = 3_000

interface Parts {
  http: ProcessorHttp
  openFolder: OpenFolder
}

/** Worldpay's cnpAPI (formerly Vantiv and Litle): cards, eChecks and tokens; Worldpay settles by itself. */
export function worldpayCnp({ http, openFolder }: Parts): Connector {
  const open: Connector = ({ credentials }) => {
    const { reports: url, reports_password, reports_key, reports_host_key, merchant_id = '' } = credentials
    const processor = processorOf(lineTo(http, credentials), credentials.descriptors === 'yes')
    if (!url) return processor
    const address = { url, password: reports_password ?? null, private_key: reports_key ?? null }
    const files = lazily(() => openFolder({ ...address, host_key: reports_host_key ?? null }))
    return {
      ...processor,
      ...reported(files, merchant_id),
      async check() {
        await processor.check?.()
        await files.incoming().catch(error => {
          throw new Error(`The reports of Worldpay cannot be read: ${(error as Error).message}`)
        })
      },
    }
  }
  return Object.assign(open, { refunds_by_reference: true as const, takes: SETTINGS })
}

/** A folder whose address is wrong fails where it is read, not where a payment is made. */
function lazily(open: () => IncomingFiles): IncomingFiles {
  return { incoming: async since => open().incoming(since), read: async name => open().read(name) }
}

/** The answer came with a status that no transaction is answered with. */
class Refused extends Error {}

/** Nothing was carried out: no such address, not for this caller, not this way. */
const NOTHING_DONE: readonly number[] = [401, 403, 404, 405, 417]

interface Line {
  /** Sends one document; returns the body of the answer. Throws a `NoAnswer`, a `Refused` or another error. */
  post(id: string, transaction: Written, customer_id?: string): Promise<string>
  query(reference: string): Promise<Queried>
}

function lineTo(http: ProcessorHttp, { url = PRODUCTION, ...given }: Readonly<Record<string, string>>): Line {
  const { merchant_id = '', user = '', password = '', report_group = REPORT_GROUP } = given
  const merchant: Merchant = { merchant_id, user, password, report_group }
  const line: Line = {
    async post(id, transaction, customer_id) {
      const headers = { 'content-type': 'text/xml; charset=utf-8' }
      const body = writeRequest(merchant, id, transaction, customer_id)
      const answer = await http.call({ method: 'POST', url, headers, body })
      if (NOTHING_DONE.includes(answer.status))
        throw new Refused(`Worldpay refused the call with status ${answer.status}.`)
      if (answer.status !== 200) throw new Error(`status ${answer.status}`)
      return answer.body
    },
    async query(reference) {
      const id = randomUUID()
      return readQueried(await line.post(id, queryOf(reference)), id, reference)
    },
  }
  return line
}

/** Without it the rest is held until its issuer lets go of it, so a release that fails fails no capture. */
async function release(post: Line['post'], capture: ProcessorRequest, authorization: Referred): Promise<void> {
  const rest = releaseAfter(capture, authorization)
  if (rest) await within(RELEASE_MS, post(`${capture.reference}-rest`, rest)).catch(() => {})
}

function processorOf({ post, query }: Line, has_descriptors: boolean): Processor {
  /** Returns an earlier request as Worldpay knows it; null where it has none. */
  async function referred(original: Original | undefined): Promise<Referred | null> {
    if (!original) return null
    const { processor_reference, action, reference } = original
    if (processor_reference) return { cnp_txn_id: processor_reference, is_authorization: action === 'authonly' }
    const found = await query(reference)
    if (typeof found === 'string' && found !== 'not_found') throw new Error('the original is not known yet')
    const answer = found === 'not_found' ? undefined : chosen(found, action === 'authcomplete' ? 'authonly' : action)
    if (!answer?.cnp_txn_id) return null
    return { cnp_txn_id: answer.cnp_txn_id, is_authorization: answer.element === 'authorizationResponse' }
  }

  /** Sends a request; what was never sent says so. */
  async function send(asked: ProcessorRequest): Promise<Outcome> {
    // Elsewhere a descriptor makes Worldpay decline the payment (346, 347).
    const request = has_descriptors ? asked : { ...asked, descriptor: undefined }
    let transaction: Written
    let original: Referred | null = null
    try {
      original = await referred(request.original)
      if (request.original && !original) return NO_ORIGINAL
      transaction = original ? followUpOf(request, original) : orderOf(request)
    } catch (error) {
      if (error instanceof NotOffered) return declined(1626, error.message)
      return turnedDown(error) ?? { ...unknown('ORIGINAL NOT FOUND OUT, NOT SENT'), never_left: true }
    }
    try {
      const body = await post(request.reference, transaction, request.customer_id)
      const outcome = outcomeOf(readAnswer(body, request.reference), request)
      if (outcome.result === 'approved' && original) await release(post, request, original)
      return outcome
    } catch (error) {
      if (error instanceof NoAnswer && error.never_left)
        return { ...unknown('NOT REACHED, NOT SENT'), never_left: true }
      return turnedDown(error) ?? unknown(error instanceof NoAnswer ? 'NO ANSWER' : 'ANSWER NOT UNDERSTOOD')
    }
  }

  async function find({ reference, action, amount }: Inquiry): Promise<Found> {
    const found = await query(reference)
    if (found === 'not_found') return { seen: false }
    if (found === 'underway') return { seen: true, outcome: unknown('NOT DECIDED YET') }
    if (found === 'not_enabled') throw new Error(NOT_ENABLED)
    const answer = chosen(found, action)
    if (!answer) throw new Error('the answer to a query has nothing of this kind')
    return { seen: true, outcome: outcomeOf(answer, { action, amount }) }
  }

  return {
    name: 'worldpay-cnp',
    memory: MEMORY,
    actions: {
      sale: send,
      authonly: send,
      avsonly: send,
      force: send,
      refund: send,
      debit: send,
      credit: send,
      void: send,
      authcomplete: send,
      partialreversal: send,
    },
    instruments: ['card', 'bank', 'token', 'wallet'],
    missing3ds,
    wallets: ['apple_pay'],
    level3_lines_max: LEVEL3_LINES_MAX,
    find,
    async check() {
      const found = await query(randomUUID()).catch(error => {
        if ([NoAnswer, TurnedDown, Refused, SystemError].some(known => error instanceof known)) throw error
        throw new Error('Worldpay answered, but not as cnpAPI does: the address may be wrong.')
      })
      if (found === 'not_enabled') throw new Error(NOT_ENABLED)
    },
    certify: () =>
      certify(async transaction => {
        const id = randomUUID()
        return readAnswer(await post(id, transaction), id)
      }),
  }
}

/**
 * "Online Duplicate Checking": a transaction is compared with those of the previous two days, by type, id and card.
 * Authorizations are not compared, and never sent again: only scheduled sales and debits are.
 * The cnpAPI guide does not say for how long queryTransaction finds one, so no more than the same is counted on.
 */
const MEMORY: ProcessorMemory = { repeats: 2 * 86_400, finds: 2 * 86_400, settles: SETTLED_WITHIN }

const NOT_ENABLED = 'Worldpay has not enabled queryTransaction for this merchant, so unknown outcomes cannot be found.'

/** Several requests under one id are one request that came more than once: an approval among them is the truth. */
function chosen(found: readonly Answer[], action: Action): Answer | undefined {
  const fitting = found.filter(answer => answers(action, answer))
  return fitting.find(({ code }) => code === '000' || code === '010') ?? fitting.at(-1)
}

function unknown(verbiage: string): Outcome {
  return { ...NO_RESPONSE_DATA, result: 'unknown', reason_code_id: 1531, verbiage }
}

function declined(reason_code_id: number, verbiage: string): Outcome {
  return { ...NO_RESPONSE_DATA, result: 'declined', reason_code_id, verbiage, decline_class: 'hard' }
}

const NO_ORIGINAL = declined(1668, 'WORLDPAY DOES NOT KNOW THE ORIGINAL')

/** Returns the outcome of a request that was refused as a whole, null for any other error. */
function turnedDown(error: unknown): Outcome | null {
  if (error instanceof Refused) return { ...declined(1540, 'SETUP ISSUE'), misconfigured: error.message }
  if (!(error instanceof TurnedDown)) return null
  if (error.why === 'setup') return { ...declined(1540, 'SETUP ISSUE'), misconfigured: error.message }
  // As sure as if it had never left: what takes an approval back is tried again.
  if (error.why === 'busy') return { ...unknown('PROCESSOR BUSY, NOTHING DONE'), never_left: true }
  return declined(1599, 'REQUEST NOT ACCEPTED BY THE PROCESSOR')
}
