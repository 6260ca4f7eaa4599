import { type Money, parseMoney } from '../../lib/money.ts'

/** What an answer holds; strict reading: what cannot be understood throws, and never becomes an approval. */
export type Json = Readonly<Record<string, unknown>>

/** An answer as a whole: whether its request was carried out, and the code that says why not. */
export interface Envelope {
  is_ok: boolean
  code: string
  body: Json
}

/** What became of a request that moves money. */
export interface TransactionAnswer {
  /** 1 approved, 2 declined, 3 error, 4 held for review. */
  response_code: string
  /** The response reason code and its text. */
  code: string
  text: string
  auth_code: string | null
  avs: string | null
  cvv: string | null
  /** Their id; null where nothing was stored. */
  transaction_id: string | null
  /** Their id of the payment that was acted on. */
  original_id: string | null
  network_transaction_id: string | null
  /** Minor units; of prepaid cards only. */
  approved: Money | null
  split_tender_id: string | null
  /** Nothing is carried out in test mode, and what is approved has no id then. */
  is_test: boolean
}

/** A transaction as their records have it. */
export interface Details {
  transaction_id: string
  status: string
  code: string
  text: string
  invoice: string | null
  auth_code: string | null
  avs: string | null
  cvv: string | null
  /** Minor units. */
  authorized: Money
  /** Minor units that are settled, or will be. */
  settles: Money
  network_transaction_id: string | null
  split_tender_id: string | null
  /** NACHA's code of a debit that was sent back, and when. */
  returned: { code: string; ts: number } | null
  /** The bank account, its numbers masked; null for a card. */
  bank_account: Json | null
  last_four: string | null
}

/** A line of a list. */
export interface Listed {
  transaction_id: string
  invoice: string | null
  status: string
  /** Minor units. */
  settles: Money
  /** Unix seconds. */
  submitted_ts: number
  last_four: string | null
}

export interface Batch {
  id: string
  state: string
  /** Unix seconds; null while it is not settled. */
  settled_ts: number | null
}

/** Reads the JSON of an answer, which begins with a byte order mark. Throws for all else, and for another request's. */
export function readEnvelope(body: string, refId: string | null): Envelope {
  const answer = object(JSON.parse(body.replace(/^\uFEFF/, '')))
  const messages = object(answer.messages)
  const { resultCode } = messages
  if (resultCode !== 'Ok' && resultCode !== 'Error') throw new Error('the answer does not say how it went')
  const is_ok = resultCode === 'Ok'
  if (refId !== null && answer.refId !== refId && (is_ok || answer.refId !== undefined))
    throw new Error('this is the answer to another request')
  return { is_ok, code: text(object(first(messages.message)).code) ?? '', body: answer }
}

/** Reads what became of a transaction; null where the answer has none. */
export function readTransaction({ is_ok, body }: Envelope): TransactionAnswer | null {
  if (body.transactionResponse === undefined || body.transactionResponse === null) return null
  const answer = object(body.transactionResponse)
  const response_code = text(answer.responseCode) ?? ''
  if (!/^[1-4]$/.test(response_code)) throw new Error('the answer has no response code')
  if (!is_ok && (response_code === '1' || response_code === '4')) throw new Error('the answer contradicts itself')
  return {
    response_code,
    ...reasonOf(answer),
    auth_code: filledText(answer.authCode),
    avs: filledText(answer.avsResultCode),
    cvv: filledText(answer.cvvResultCode),
    transaction_id: transactionId(answer.transId),
    original_id: transactionId(answer.refTransID),
    network_transaction_id: filledText(answer.networkTransId),
    approved: answer.prePaidCard ? parseMoney(object(answer.prePaidCard).approvedAmount) : null,
    split_tender_id: transactionId(answer.splitTenderId),
    is_test: answer.testRequest === '1' || (response_code === '1' && text(answer.transId) === '0'),
  }
}

/** Errors say more than messages. */
function reasonOf({ errors, messages }: Json): { code: string; text: string } {
  const error = first(errors)
  if (error !== undefined) {
    const { errorCode, errorText } = object(error)
    return { code: text(errorCode) ?? '', text: plain(errorText) }
  }
  const message = first(messages)
  const { code, description } = message === undefined ? {} : object(message)
  return { code: text(code) ?? '', text: plain(description) }
}

/** Reads the details of a transaction. Throws where they are not what they should be. */
export function readDetails({ body }: Envelope, asked: string): Details {
  const found = object(body.transaction)
  const transaction_id = transactionId(found.transId)
  if (transaction_id !== asked) throw new Error('these are the details of another transaction')
  const payment = found.payment === undefined ? {} : object(found.payment)
  const account = payment.bankAccount ?? payment.creditCard
  const masked = account === undefined ? {} : object(account)
  return {
    transaction_id,
    status: required(found.transactionStatus),
    code: required(found.responseReasonCode),
    text: plain(found.responseReasonDescription),
    invoice: found.order === undefined ? null : filledText(object(found.order).invoiceNumber),
    auth_code: filledText(found.authCode),
    avs: filledText(found.AVSResponse),
    cvv: filledText(found.cardCodeResponse),
    authorized: amount(found.authAmount),
    settles: amount(found.settleAmount),
    network_transaction_id: filledText(found.networkTransId),
    split_tender_id: transactionId(found.splitTenderId),
    returned: returnedOf(found.returnedItems),
    bank_account: payment.bankAccount === undefined ? null : masked,
    last_four: filledText(masked.accountNumber ?? masked.cardNumber)?.slice(-4) ?? null,
  }
}

function returnedOf(items: unknown): Details['returned'] {
  const item = first(items)
  if (item === undefined) return null
  const { code, dateUTC } = object(item)
  return { code: required(code), ts: seconds(dateUTC) }
}

/** Reads a list of transactions; an empty one is left out of the answer. */
export function readList({ body }: Envelope): Listed[] {
  return many(body.transactions).map(each => {
    const { transId, invoiceNumber, transactionStatus, settleAmount, submitTimeUTC, accountNumber } = object(each)
    const transaction_id = transactionId(transId)
    if (transaction_id === null) throw new Error('a transaction in a list has no id')
    return {
      transaction_id,
      invoice: filledText(invoiceNumber),
      status: required(transactionStatus),
      settles: amount(settleAmount),
      submitted_ts: seconds(submitTimeUTC),
      last_four: filledText(accountNumber)?.slice(-4) ?? null,
    }
  })
}

export function readBatches({ body }: Envelope): Batch[] {
  return many(body.batchList).map(each => {
    const { batchId, settlementState, settlementTimeUTC } = object(each)
    const settled_ts = settlementTimeUTC === undefined ? null : seconds(settlementTimeUTC)
    return { id: required(batchId), state: required(settlementState), settled_ts }
  })
}

export function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('an object was expected')
  return value as Json
}

/** Lists come as arrays, alone or in an object that names what they hold. */
function many(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  const inner = Object.values(object(value))
  if (inner.length === 0) return []
  if (inner.length === 1 && Array.isArray(inner[0])) return inner[0]
  throw new Error('a list was expected')
}

function first(value: unknown): unknown {
  return many(value)[0]
}

/** Numbers and texts are written alike here and there. */
function text(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new Error('a text was expected')
}

function filledText(value: unknown): string | null {
  return text(value)?.trim() || null
}

function required(value: unknown): string {
  const given = filledText(value)
  if (given === null) throw new Error('a text is missing')
  return given
}

/** Digits; 0 means that there is none. */
function transactionId(value: unknown): string | null {
  const given = filledText(value)
  if (given === null || /^0+$/.test(given)) return null
  if (!/^\d{1,20}$/.test(given)) throw new Error('an id is none')
  return given
}

/** Up to four decimals, of which cents have two. */
function amount(value: unknown): Money {
  const money = parseMoney(String(value ?? '').replace(/(\.\d\d)0{1,2}$/, '$1'))
  if (money === null) throw new Error('an amount is none')
  return money
}

function seconds(value: unknown): number {
  const time = required(value)
  const instant = Temporal.Instant.from(/[zZ]|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`)
  return Math.floor(instant.epochMilliseconds / 1000)
}

/** A text for people. Numbers of accounts have no place in one, whoever wrote it. */
function plain(value: unknown): string {
  return (text(value) ?? '').replaceAll(/\d{4,}/g, '…').slice(0, 200)
}
