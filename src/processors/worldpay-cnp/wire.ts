import type { XmlElement } from '@rgrove/parse-xml'
import { NO_RESPONSE_DATA, type Outcome } from '../../ports/processor.ts'
import type { Action } from '../../ports/processor-request.ts'
import { addressCheck } from './address-check.ts'
import { MEANINGS } from './codes.ts'
import type { Meaning } from './meaning.ts'
import { elementsOf, only, readDocument, startTag, textOf, type Written, writeElement } from './xml.ts'

/** What a merchant is known by at Worldpay. */
export interface Merchant {
  merchant_id: string
  user: string
  password: string
  report_group: string
}

const VERSION = '12.34'
const NAMESPACE = 'http://www.vantivcnp.com/schema'

/** Returns the document of one transaction. The id is ours: one that comes again is answered as the first was. */
export function writeRequest(merchant: Merchant, id: string, transaction: Written, customer_id?: string): string {
  const { merchant_id, user, password, report_group } = merchant
  const authentication = writeElement([
    'authentication',
    [
      ['user', user],
      ['password', password],
    ],
  ])
  const attributes = { id, reportGroup: report_group, customerId: customer_id?.trim().slice(0, 50) }
  const body = writeElement(transaction, attributes)
  const start = startTag('cnpOnlineRequest', { version: VERSION, xmlns: NAMESPACE, merchantId: merchant_id })
  return `<?xml version="1.0" encoding="UTF-8"?>${start}${authentication}${body}</cnpOnlineRequest>`
}

/** The statement that asks for everything that arrived under an id of ours. */
export function queryOf(reference: string): Written {
  return ['queryTransaction', [['origId', reference]]]
}

/**
 * The whole request was turned down before anything was carried out. `setup`: for whom it is, or with which
 * password; `invalid`: it does not fit the schema, or something in it is not allowed; `busy`: too many connections.
 */
export class TurnedDown extends Error {
  readonly why: 'setup' | 'invalid' | 'busy'

  constructor(why: 'setup' | 'invalid' | 'busy') {
    super(TURNED_DOWN[why])
    this.why = why
  }
}

const TURNED_DOWN = {
  setup: 'Worldpay does not accept the user, the password or the merchant id.',
  invalid: 'Worldpay did not accept the request as it was sent.',
  busy: 'Worldpay allows no more connections at the moment.',
} as const

/** Whether anything was carried out is not said. A user of another version of cnpAPI gets it for every request. */
export class SystemError extends Error {
  constructor() {
    super(`Worldpay answered with a system error; the user may not be set up for version ${VERSION} of cnpAPI.`)
  }
}

/** What Worldpay says of one transaction. */
export interface Answer {
  /** The element's name, `saleResponse` */
  element: string
  code: string
  cnp_txn_id: string | null
  auth_code: string | null
  approved_amount: bigint | null
  avs_result: string | null
  cvv_result: string | null
  network_transaction_id: string | null
  token: string | null
}

const BEGINS_INVALID = 'Error validating xml data against the schema'

/**
 * Reads the answer to a request. Throws a `TurnedDown` where nothing was carried out; any other error says that it was
 * not understood. What it says of an error is not repeated, as it may hold what was sent.
 */
function readEnvelope(body: string): XmlElement {
  const root = readDocument(body)
  if (root.name !== 'cnpOnlineResponse') throw new Error('the answer is not one of cnpAPI')
  const { response, message = '' } = root.attributes
  if (response === '2' || response === '3') throw new TurnedDown('setup')
  if (response === '4') throw new TurnedDown('busy')
  if (response === '5' || (response === '1' && message.startsWith(BEGINS_INVALID))) throw new TurnedDown('invalid')
  if (response !== '0') throw new SystemError()
  const [transaction, second] = elementsOf(root)
  if (!transaction || second) throw new Error('the answer is not to one transaction')
  return transaction
}

/** Reads the answer to a transaction under an id. Throws as `readEnvelope` does, and for the answer to another one. */
export function readAnswer(body: string, id: string): Answer {
  return answerOf(readEnvelope(body), id)
}

function answerOf(element: XmlElement, id: string): Answer {
  if (element.attributes.id !== id) throw new Error('this is the answer to another request')
  const code = textOf(element, 'response')
  if (!code || !/^\d{3}$/.test(code)) throw new Error('the answer has no response code')
  const fraud = only(element, 'fraudResult')
  const token = only(element, 'tokenResponse')
  return {
    element: element.name,
    code,
    cnp_txn_id: digitsOf(element, 'cnpTxnId', 19),
    auth_code: textOf(element, 'authCode'),
    approved_amount: amountOf(digitsOf(element, 'approvedAmount', 12)),
    avs_result: fraud && textOf(fraud, 'avsResult'),
    cvv_result: fraud && textOf(fraud, 'cardValidationResult'),
    network_transaction_id: textOf(element, 'networkTransactionId'),
    token: (token && textOf(token, 'cnpToken')) ?? textOf(element, 'cnpToken'),
  }
}

function digitsOf(element: XmlElement, name: string, most: number): string | null {
  const text = textOf(element, name)
  if (text !== null && !(/^\d+$/.test(text) && text.length <= most))
    throw new Error(`${name} of the answer is no number`)
  return text
}

function amountOf(digits: string | null): bigint | null {
  return digits === null ? null : BigInt(digits)
}

/** What a query found: nothing, something that is still being carried out, or the answers that were given. */
export type Queried = 'not_found' | 'underway' | 'not_enabled' | readonly Answer[]

/** Reads the answer to a query about a reference. Throws as `readEnvelope` does, and for what cannot be understood. */
export function readQueried(body: string, id: string, reference: string): Queried {
  const element = readEnvelope(body)
  const { name, attributes } = element
  if (name !== 'queryTransactionResponse' && name !== 'queryTransactionUnavailableResponse')
    throw new Error('the answer is not one to a query')
  if (attributes.id !== id) throw new Error('this is the answer to another query')
  const code = textOf(element, 'response')
  if (code === '151') return 'not_found'
  if (code === '152') return 'underway'
  if (code === '153') return 'not_enabled'
  const results = only(element, 'results_max10')
  if (code !== '150' || !results) throw new Error('the answer to a query cannot be understood')
  return elementsOf(results).map(result => answerOf(result, reference))
}

/** The elements that answer an action. */
const ANSWERS: Readonly<Partial<Record<Action, readonly string[]>>> = {
  sale: ['saleResponse'],
  authonly: ['authorizationResponse'],
  avsonly: ['authorizationResponse', 'echeckVerificationResponse'],
  force: ['captureGivenAuthResponse'],
  refund: ['creditResponse', 'echeckCreditResponse'],
  credit: ['creditResponse', 'echeckCreditResponse'],
  debit: ['echeckSalesResponse', 'echeckSaleResponse'],
  void: ['voidResponse', 'authReversalResponse', 'echeckVoidResponse'],
  authcomplete: ['captureResponse'],
  partialreversal: ['authReversalResponse'],
}

export function answers(action: Action, { element }: Answer): boolean {
  return ANSWERS[action]?.includes(element) ?? false
}

/** An action and the amount that was asked for, in minor units. */
export interface Asked {
  action: Action
  amount: bigint
}

/**
 * Returns what an answer means for what was asked. Throws where it cannot be believed: another amount, an approval
 * without the number that it is captured and given back by, a code that nobody has documented.
 */
export function outcomeOf(answer: Answer, asked: Asked): Outcome {
  if (!answers(asked.action, answer)) throw new Error('this is the answer to another kind of request')
  const meaning = MEANINGS[answer.code]
  if (!meaning) throw new Error('the response code is not documented')
  const { text } = meaning
  const { cnp_txn_id, auth_code, cvv_result } = answer
  const said = {
    ...NO_RESPONSE_DATA,
    verbiage: text.toUpperCase(),
    response_message: `${answer.code} ${text}`,
    ...addressCheck(answer.avs_result),
    cvv_response: cvv_result?.slice(0, 1) ?? null,
    processor_reference: cnp_txn_id,
  }
  const result = resultOf(meaning, answer, asked)
  if (result === 'declined') return { ...said, result, ...declineOf(meaning, answer, asked) }
  if (cnp_txn_id === null) throw new Error('an approval has no cnpTxnId')
  const { network_transaction_id, token } = answer
  return {
    ...said,
    result,
    reason_code_id: approvedReason(meaning, asked),
    auth_code: auth_code?.slice(0, 6) ?? null,
    auth_amount: result === 'approved' ? approvedAmount(answer, asked) : null,
    ...(network_transaction_id ? { network_transaction_id } : {}),
    ...(token ? { token } : {}),
  }
}

function resultOf({ result }: Meaning, { code, auth_code, element }: Answer, { action }: Asked): Meaning['result'] {
  // Nothing is held of an expired authorization; a refund that takes back an unsettled payment ends both.
  if ((code === '306' && action === 'void') || (code === '363' && action === 'refund')) return 'approved'
  // A payment that was only received is not approved yet. What follows one is carried out by Worldpay from then on.
  if (code === '001' && (element === 'saleResponse' || element === 'authorizationResponse')) return 'pending'
  // Published as an approval as well as a decline; one has a code.
  if ((code === '141' || code === '142') && !auth_code) return 'declined'
  return result
}

/** Approvals with a reason of their own. */
const REASONS: Partial<Record<Action, number>> = { authcomplete: 1001, force: 1002 }

function approvedReason({ result, reason_code_id }: Meaning, { action }: Asked): number {
  if (result !== 'declined' && reason_code_id !== 1000) return reason_code_id
  return REASONS[action] ?? 1000
}

function declineOf(meaning: Meaning, { code }: Answer, { action }: Asked) {
  const { reason_code_id, decline_class = 'hard', text, advice_code, is_setup } = meaning
  return {
    reason_code_id: meaning.result === 'declined' ? reason_code_id : 1601,
    decline_class,
    ...(advice_code ? { advice_code } : {}),
    ...(code === '362' && action === 'void' ? { settled: true as const } : {}),
    ...(code === '360' && action === 'void' ? { unrecorded: true as const } : {}),
    ...(is_setup ? { misconfigured: `Worldpay: ${text} (code ${code}).` } : {}),
  }
}

function approvedAmount({ code, approved_amount }: Answer, { action, amount }: Asked): bigint {
  if (action === 'avsonly') return amount
  if (code === '010') {
    if (approved_amount === null || approved_amount <= 0n || approved_amount >= amount)
      throw new Error('a partial approval has no amount of its own')
    return approved_amount
  }
  if (approved_amount !== null && approved_amount !== amount) throw new Error('another amount was approved')
  return amount
}
