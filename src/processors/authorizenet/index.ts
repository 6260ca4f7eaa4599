import { within } from '../../lib/within.ts'
import type { Connector, Found, Outcome, Processor, ProcessorAccount } from '../../ports/processor.ts'
import type { Inquiry, ProcessorRequest } from '../../ports/processor-request.ts'
import { NoAnswer, type ProcessorHttp } from '../http.ts'
import { type Details, type Envelope, readEnvelope, readTransaction, type TransactionAnswer } from './answers.ts'
import { certify } from './certify.ts'
import {
  ALREADY_CAPTURED,
  DUPLICATE,
  declinedOutcome,
  NOT_VOIDABLE,
  PARTLY_APPROVED,
  refusalOf,
  unknownOutcome,
} from './codes.ts'
import { LINES_MAX } from './level3.ts'
import { readNotifications } from './notifications.ts'
import {
  approvedOutcome,
  captureOfRecord,
  NOT_UNDERSTOOD,
  nothingToVoid,
  outcomeOfAnswer,
  outcomeOfRecord,
  outcomeOfRefusal,
  PARTLY,
  UNSETTLED,
  voidedOutcome,
  voidOfRecord,
} from './outcomes.ts'
import type { Part } from './part.ts'
import { type Ask, detailsOf, searchFor, settledBetween, takenBetween } from './records.ts'
import {
  type Beginning,
  type Credentials,
  captureRequest,
  envelope,
  MEMORY,
  missing3ds,
  paymentRequest,
  refundRequest,
  shortReference,
  voidRequest,
} from './wire.ts'

const PRODUCTION = 'https://api.authorize.net/xml/v1/request.api'
const NO_ANSWER = 'COMMUNICATION ERROR'
const NOT_SENT = 'COMMUNICATION ERROR, NOT SENT'
/** Kinds of bank payments that eCheck.Net has. */
const ECHECK_TYPES: readonly string[] = ['PPD', 'WEB', 'CCD', 'TEL', 'ARC', 'BOC']
const NO_SUCH_ECHECK_TYPE = '247'
const NOT_FOUND = '16'
const INELIGIBLE = '54'
const AWAITING_SETTLEMENT = '50'

/** Authorize.Net: cards, eCheck.Net, wallets and stored profiles over its JSON API. It settles by itself. */
export function authorizenet({ http }: { http: ProcessorHttp }): Connector {
  return Object.assign((account: ProcessorAccount) => open(http, account), {
    refunds_by_reference: true as const,
    takes: [
      {
        name: 'url',
        title: 'Address',
        fallback: PRODUCTION,
        format: /^https?:\/\/\S+$/,
        of_test: /^https?:\/\/apitest\./,
      },
      { name: 'login_id', title: 'API Login ID', format: /^\S{1,25}$/ },
      { name: 'transaction_key', title: 'Transaction Key', is_secret: true as const, format: /^\S{1,16}$/ },
      {
        name: 'signature_key',
        title: 'Signature Key',
        is_secret: true as const,
        fallback: null,
        format: /^[0-9a-fA-F]{128}$/,
      },
    ],
  })
}

/** What became of sending a request: an answer about a transaction, or an outcome without one. */
type Sent = { answer: TransactionAnswer } | { outcome: Outcome }

type Post = (name: string, refId: string | null, body: Part) => Promise<string>

function open(http: ProcessorHttp, account: ProcessorAccount): Processor {
  const { url = PRODUCTION, login_id = '', transaction_key = '', signature_key } = account.credentials
  const credentials: Credentials = { login_id, transaction_key }
  const headers = { 'content-type': 'application/json' }
  const post: Post = async (name, refId, body) =>
    (await http.call({ method: 'POST', url, headers, body: envelope(name, credentials, refId, body) })).body
  const ask: Ask = async (name, body) => readEnvelope(await post(name, null, body), null)
  const calls: Calls = { ask, send: (request, part) => send(post, request, part) }
  const begin = (action: Beginning) => (request: ProcessorRequest) => beginPayment(calls, action, request)
  const actions: Processor['actions'] = {
    sale: begin('sale'),
    authonly: begin('authonly'),
    avsonly: begin('avsonly'),
    force: begin('force'),
    debit: begin('debit'),
    credit: begin('credit'),
    refund: request => (request.original ? refund(calls, request) : beginPayment(calls, 'credit', request)),
    void: request => voidPayment(calls, request),
    authcomplete: request => capture(calls, request),
  }
  return {
    name: 'authorizenet',
    memory: MEMORY,
    actions,
    level3_lines_max: LINES_MAX,
    missing3ds,
    wallets: ['apple_pay', 'google_pay'],
    check: () => check(ask),
    certify: () => certify(actions, url),
    find: asked => find(ask, asked),
    tells_returns: true,
    settled: (since, until) => settledBetween(ask, since, until),
    taken: (since, until) => takenBetween(ask, since, until),
    read: message => readNotifications(message, signature_key),
  }
}

interface Calls {
  ask: Ask
  send(request: ProcessorRequest, part: Part): Promise<Sent>
}

/** Sends once. Never throws. */
async function send(post: Post, request: ProcessorRequest, transactionRequest: Part): Promise<Sent> {
  const refId = shortReference(request.reference)
  let body: string
  try {
    body = await post('createTransactionRequest', refId, { transactionRequest })
  } catch (error) {
    return { outcome: unanswered(error) }
  }
  try {
    const read = readEnvelope(body, refId)
    const answer = readTransaction(read)
    return answer ? { answer } : { outcome: outcomeOfRefusal(read) }
  } catch {
    return { outcome: unknownOutcome(NOT_UNDERSTOOD) }
  }
}

function unanswered(error: unknown): Outcome {
  const never_left = error instanceof NoAnswer && error.never_left
  return never_left ? { ...unknownOutcome(NOT_SENT), never_left } : unknownOutcome(NO_ANSWER)
}

async function beginPayment(calls: Calls, action: Beginning, request: ProcessorRequest): Promise<Outcome> {
  const { instrument } = request
  if (action === 'debit' && instrument?.kind === 'bank' && !ECHECK_TYPES.includes(instrument.sec_code))
    return refusedHere(NO_SUCH_ECHECK_TYPE, 'This eCheck.Net type is not allowed.')
  const sent = await calls.send(request, paymentRequest(action, request))
  return 'outcome' in sent ? sent.outcome : concluded(calls.ask, request, sent.answer)
}

/** Returns the outcome of an answer. The same request again is answered as a duplicate: what it was is looked up. */
async function concluded(ask: Ask, request: ProcessorRequest, answer: TransactionAnswer): Promise<Outcome> {
  if (answer.code === DUPLICATE) return knownOutcome(() => find(ask, request))
  if (answer.code === PARTLY_APPROVED && answer.split_tender_id !== null) {
    try {
      await release(ask, answer.split_tender_id)
    } catch {
      return unknownOutcome(NO_ANSWER)
    }
  }
  return outcomeOfAnswer(request, answer) ?? unknownOutcome(NOT_UNDERSTOOD)
}

/** Returns what their records say; unknown where they say nothing yet. */
async function knownOutcome(look: () => Promise<Found>): Promise<Outcome> {
  const found = await look().catch(() => null)
  return found?.seen ? found.outcome : unknownOutcome(NOT_UNDERSTOOD)
}

/** Ends a group of payments of which a partly approved one is the first and last: it is held back until then. */
async function release(ask: Ask, splitTenderId: string): Promise<void> {
  const answer = await ask('updateSplitTenderGroupRequest', { splitTenderId, splitTenderStatus: 'completed' })
  if (!answer.is_ok) throw new Error(`Authorize.Net does not release a partial approval: ${answer.code}`)
}

function refusedHere(code: string, text: string): Outcome {
  return declinedOutcome(code, text, refusalOf(code))
}

/** Returns their id of the payment that is acted on; null where they have never seen it. */
async function originalId(ask: Ask, { original }: Pick<Inquiry, 'original'>): Promise<string | null> {
  if (!original) return null
  return original.processor_reference ?? searchFor(ask, original)
}

/** Whoever waits for a request has given it up some seconds later, and it must not be sent any more. */
const LOOK_MS = 5_000

/** What is looked up before a request is sent; where that fails or takes long, certainly nothing is sent. */
async function before<T>(look: () => Promise<T>): Promise<{ known: T } | { outcome: Outcome }> {
  try {
    return { known: await within(LOOK_MS, look()) }
  } catch {
    return { outcome: { ...unknownOutcome(NOT_SENT), never_left: true } }
  }
}

async function voidPayment(calls: Calls, request: ProcessorRequest): Promise<Outcome> {
  const original = await before(() => originalId(calls.ask, request))
  if ('outcome' in original) return original.outcome
  const id = original.known
  if (id === null) return refusedHere(NOT_FOUND, 'The transaction cannot be found.')
  const sent = await calls.send(request, voidRequest(id))
  if ('outcome' in sent) return sent.outcome
  const { answer } = sent
  // What is settled cannot be voided, and what was voided before is not found either.
  if (NOT_VOIDABLE.has(answer.code)) return whyNotVoided(calls.ask, id, answer)
  const outcome = outcomeOfAnswer(request, answer)
  if (outcome?.result !== 'approved') return outcome ?? unknownOutcome(NOT_UNDERSTOOD)
  return (answer.original_id ?? answer.transaction_id) === id ? voidedOutcome(answer) : unknownOutcome(NOT_UNDERSTOOD)
}

async function whyNotVoided(ask: Ask, id: string, answer: TransactionAnswer): Promise<Outcome> {
  const details = await detailsOf(ask, id).catch(() => null)
  if (details === null) return unknownOutcome(NO_ANSWER)
  if (details.status === 'voided') return nothingToVoid(details)
  const found = voidOfRecord(details)
  return found.seen ? found.outcome : refusedHere(answer.code, answer.text)
}

async function capture(calls: Calls, request: ProcessorRequest): Promise<Outcome> {
  const original = await before(() => originalId(calls.ask, request))
  if ('outcome' in original) return original.outcome
  const id = original.known
  if (id === null) return refusedHere(NOT_FOUND, 'The transaction cannot be found.')
  const sent = await calls.send(request, captureRequest(request, id))
  if ('outcome' in sent) return sent.outcome
  const { answer } = sent
  if (answer.code === ALREADY_CAPTURED) return capturedBefore(calls.ask, request, id)
  const outcome = outcomeOfAnswer(request, answer)
  if (outcome?.result !== 'approved') return outcome ?? unknownOutcome(NOT_UNDERSTOOD)
  return answer.original_id === id ? approvedOutcome(request, answer, request.amount) : unknownOutcome(NOT_UNDERSTOOD)
}

/** It may have been this very request: then the amount is the same. */
async function capturedBefore(ask: Ask, request: ProcessorRequest, id: string): Promise<Outcome> {
  const details = await detailsOf(ask, id).catch(() => null)
  if (details === null) return unknownOutcome(NO_ANSWER)
  if (details.settles !== request.amount) return refusedHere(ALREADY_CAPTURED, 'It has been captured already.')
  return knownOutcome(async () => captureOfRecord(request, details))
}

async function refund(calls: Calls, request: ProcessorRequest): Promise<Outcome> {
  const looked = await before(async () => {
    const id = await originalId(calls.ask, request)
    return id === null ? null : detailsOf(calls.ask, id)
  })
  if ('outcome' in looked) return looked.outcome
  const details = looked.known
  if (details === null) return refusedHere(NOT_FOUND, 'The transaction cannot be found.')
  const sent = await calls.send(request, refundRequest(request, details.transaction_id, maskedPayment(details)))
  if ('outcome' in sent) return sent.outcome
  const { answer } = sent
  if (answer.code === INELIGIBLE && UNSETTLED.has(details.status))
    return refusedHere(AWAITING_SETTLEMENT, 'The payment is not settled yet: void it, or refund it later.')
  if (answer.response_code === '1' && answer.original_id !== details.transaction_id)
    return unknownOutcome(NOT_UNDERSTOOD)
  return concluded(calls.ask, request, answer)
}

/** The account of a payment as their records mask it, which is all that a refund has to name. */
function maskedPayment({ bank_account, last_four }: Details): Part {
  if (bank_account === null) return { creditCard: { cardNumber: last_four ?? '', expirationDate: 'XXXX' } }
  const { accountType, routingNumber, accountNumber, nameOnAccount, echeckType } = bank_account as Part
  return { bankAccount: { accountType, routingNumber, accountNumber, nameOnAccount, echeckType } }
}

/**
 * Voids and captures change a transaction and are found as its status; all else is a transaction of its own, found by
 * its invoice number.
 */
async function find(ask: Ask, asked: Inquiry): Promise<Found> {
  if (asked.action === 'void' || asked.action === 'authcomplete') {
    const id = await originalId(ask, asked)
    if (id === null) return { seen: false }
    const details = await detailsOf(ask, id)
    return asked.action === 'void' ? voidOfRecord(details) : captureOfRecord(asked, details)
  }
  const id = asked.processor_reference ?? (await searchFor(ask, asked))
  if (id === null) return { seen: false }
  const details = await releasedDetails(ask, id)
  if (details.invoice !== shortReference(asked.reference)) throw new Error(`transaction ${id} is another request's`)
  return { seen: true, outcome: outcomeOfRecord(asked, details) }
}

/** A partial approval whose release was lost is released now. */
async function releasedDetails(ask: Ask, id: string): Promise<Details> {
  const details = await detailsOf(ask, id)
  if (details.status !== PARTLY || details.split_tender_id === null) return details
  await release(ask, details.split_tender_id)
  return detailsOf(ask, id)
}

/** Logs in, and lists what is not settled: without that permission nothing could ever be looked up. */
async function check(ask: Ask): Promise<void> {
  const paging = { limit: '1', offset: '1' }
  const sorting = { orderBy: 'submitTimeUTC', orderDescending: true }
  await works(ask('authenticateTestRequest', {}))
  await works(ask('getUnsettledTransactionListRequest', { sorting, paging }))
}

async function works(asking: Promise<Envelope>): Promise<void> {
  const answer = await asking.catch(error => {
    if (error instanceof NoAnswer) throw new Error(error.message)
    throw new Error('The address does not answer as Authorize.Net does.')
  })
  if (answer.is_ok || answer.code === 'I00004') return
  throw new Error(refusalOf(answer.code)?.misconfigured ?? `Authorize.Net refuses the call with ${answer.code}.`)
}
