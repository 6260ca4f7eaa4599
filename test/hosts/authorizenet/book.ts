import { createHash } from 'node:crypto'
import { formatMoney, parseMoney } from '../../../src/lib/money.ts'

/** A transaction in the book of Authorize.Net's host. */
export interface Entry {
  id: string
  invoice: string
  type: string
  status: string
  /** Minor units: asked for, approved, to be settled. */
  requested: bigint
  authorized: bigint
  settles: bigint
  code: string
  text: string
  auth_code: string
  avs: string
  cvv: string
  /** Of the card or bank account; nobody needs more of it. */
  last_four: string
  routing: string | null
  holder: string
  echeck_type: string | null
  network_id: string | null
  original_id: string | null
  split_tender_id: string | null
  submitted_ts: number
  batch: string | null
  returned: { code: string; ts: number } | null
  /** What makes another request the same one, and until when. */
  duplicate_key: string
  duplicate_until: number
}

export interface ClosedBatch {
  id: string
  state: 'settledSuccessfully' | 'settlementError'
  settled_ts: number
}

/** A transaction request, as far as the book reads it; its form has been checked. */
export interface Transaction {
  transactionType: string
  amount: string
  authCode?: string
  refTransId?: string
  poNumber?: string
  customer?: { id?: string }
  order?: { invoiceNumber?: string }
  billTo?: Record<string, string>
  payment?: {
    creditCard?: { cardNumber: string; expirationDate: string; cardCode?: string }
    bankAccount?: Record<'accountNumber' | 'routingNumber' | 'nameOnAccount' | 'echeckType', string>
    trackData?: { track1?: string; track2?: string }
  }
  transactionSettings?: { setting: { settingName: string; settingValue: string }[] }
}

/** What the issuer or a rule said: the response code, the reason, and what was approved. */
interface Verdict {
  response: '1' | '2' | '3' | '4'
  code: string
  approved?: bigint
  status?: string
}

const TEXTS: Readonly<Record<string, string>> = {
  1: 'This transaction has been approved.',
  2: 'This transaction has been declined.',
  4: 'This transaction has been declined.',
  6: 'The credit card number is invalid.',
  8: 'The credit card has expired.',
  11: 'A duplicate transaction has been submitted.',
  16: 'The transaction cannot be found.',
  19: 'An error occurred during processing. Please try again.',
  47: 'The amount requested for settlement cannot be greater than the original amount authorized.',
  54: 'The referenced transaction does not meet the criteria for issuing a credit.',
  55: 'The sum of credits against the referenced transaction would exceed original debit amount.',
  64: 'The referenced transaction was not approved.',
  252: 'Your order has been received. Thank you for your business!',
  295: 'The amount of this request was only partially approved on the given prepaid card.',
  310: 'This transaction has already been voided.',
  311: 'This transaction has already been captured.',
}

const textOf = (code: string): string => TEXTS[code] ?? 'This transaction cannot be accepted.'

/** The testing guide's ZIP codes: what the address check says, and a general decline. */
const AVS: Readonly<Record<string, string>> = {
  46201: 'A',
  46203: 'E',
  46204: 'G',
  46205: 'N',
  46206: 'P',
  46207: 'R',
  46208: 'S',
  46209: 'U',
  46211: 'W',
  46214: 'X',
  46217: 'Z',
}
const CVV: Readonly<Record<string, string>> = { 900: 'M', 901: 'N', 902: 'S', 903: 'U', 904: 'P' }
const DECLINED_ZIP = '46282'
const PARTIAL_ZIP = '46225'
const PARTIAL = 123n
const ECHECK_MOST = 10_000n
/** Seconds in which the same request counts as a duplicate: the default, and the most that a request can ask for. */
const DUPLICATE_WINDOW = 120
export const LONGEST_WINDOW = 28_800

/** The book: what was ordered, what became of it, and which batch it is in. */
export class Book {
  readonly entries: Entry[] = []
  readonly batches: ClosedBatch[] = []
  /** Reason codes for the next requests that begin something, in place of an approval. */
  readonly verdicts: string[] = []
  /** Whether the next payments are held for a review. */
  review: 'FDSAuthorizedPendingReview' | 'FDSPendingReview' | null = null
  readonly now: () => number
  #last = 60_000_000_000

  constructor(now: () => number) {
    this.now = now
  }

  /** Returns the answer to a transaction request, as it is found in `transactionResponse`. */
  carryOut(asked: Transaction): object {
    if (asked.transactionType === 'voidTransaction') return this.#void(asked)
    if (asked.transactionType === 'priorAuthCaptureTransaction') return this.#capture(asked)
    const key = duplicateKey(asked)
    const before = this.entries.find(entry => entry.duplicate_key === key && entry.duplicate_until > this.now())
    if (before) return refusal('11', { authCode: before.status === 'declined' ? '' : before.auth_code })
    const { refTransId } = asked
    if (asked.transactionType === 'refundTransaction' && refTransId) return this.#refund(asked, refTransId)
    return this.#begin(asked, this.#verdict(asked))
  }

  /** Settles what was captured; declined and voided ones leave the list with it. */
  close(state: ClosedBatch['state'] = 'settledSuccessfully'): string {
    const id = String(++this.#last)
    this.batches.push({ id, state, settled_ts: this.now() })
    for (const entry of this.entries) {
      if (entry.batch !== null || /^(authorizedPending|FDS)/.test(entry.status)) continue
      entry.batch = id
      const failed = state === 'settlementError' ? 'settlementError' : null
      if (entry.status === 'capturedPendingSettlement') entry.status = failed ?? 'settledSuccessfully'
      if (entry.status === 'refundPendingSettlement') entry.status = failed ?? 'refundSettledSuccessfully'
    }
    return id
  }

  byId(id: string): Entry | undefined {
    return this.entries.find(entry => entry.id === id)
  }

  /** What a person at the merchant decides on a payment that is held. */
  decide(id: string, is_approved: boolean): void {
    const entry = this.byId(id)!
    entry.status = is_approved ? captured(entry.type) : 'declined'
    if (!is_approved) entry.code = '254'
  }

  /** Ends a group of payments that were approved in part. */
  releaseGroup(split_tender_id: string): boolean {
    const group = this.entries.filter(entry => entry.split_tender_id === split_tender_id)
    for (const entry of group) if (entry.status === 'authorizedPendingRelease') entry.status = captured(entry.type)
    return group.length > 0
  }

  #verdict(asked: Transaction): Verdict {
    const { billTo, payment, amount, transactionSettings } = asked
    const scripted = this.verdicts.shift()
    if (scripted)
      return { response: ['2', '3', '4', '27', '44', '45', '65'].includes(scripted) ? '2' : '3', code: scripted }
    if (billTo?.zip === DECLINED_ZIP) return { response: '2', code: '2' }
    const money = parseMoney(amount)!
    if (payment?.bankAccount && money > ECHECK_MOST) return { response: '2', code: '2' }
    const { cardNumber = '', expirationDate = '2099-12' } = payment?.creditCard ?? {}
    if (cardNumber && !isLuhn(cardNumber)) return { response: '3', code: '6' }
    if (expiry(expirationDate) < dateTime(this.now()).slice(0, 7)) return { response: '2', code: '8' }
    if (this.review)
      return { response: '4', code: this.review === 'FDSPendingReview' ? '253' : '252', status: this.review }
    const partial = transactionSettings?.setting.some(
      ({ settingName, settingValue }) => settingName === 'allowPartialAuth' && settingValue === 'true',
    )
    if (billTo?.zip === PARTIAL_ZIP && money > PARTIAL)
      return partial
        ? { response: '4', code: '295', approved: PARTIAL, status: 'authorizedPendingRelease' }
        : { response: '2', code: '2' }
    return { response: '1', code: '1' }
  }

  #begin(asked: Transaction, { response, code, approved, status }: Verdict, original?: Entry): object {
    const entry = this.#entryOf(asked, original)
    // An error is not kept; a decline is.
    if (response === '3') return refusal(code)
    const is_credit = asked.transactionType === 'refundTransaction'
    entry.code = code
    entry.text = textOf(code)
    entry.authorized = response === '2' ? 0n : (approved ?? entry.requested)
    entry.settles = asked.transactionType === 'authOnlyTransaction' ? 0n : entry.authorized
    entry.status =
      response === '2' ? 'declined' : (status ?? (is_credit ? 'refundPendingSettlement' : captured(entry.type)))
    entry.split_tender_id = code === '295' ? String(++this.#last) : null
    this.entries.push(entry)
    return answerOf(entry, response)
  }

  #entryOf(asked: Transaction, original?: Entry): Entry {
    const { order, payment, amount, billTo, transactionSettings, authCode } = asked
    const { creditCard, bankAccount, trackData } = payment ?? {}
    const track = trackData?.track1 ?? trackData?.track2
    const number = bankAccount?.accountNumber ?? creditCard?.cardNumber ?? /\d{13,19}/.exec(track ?? '')?.[0] ?? '0002'
    const window = transactionSettings?.setting.find(({ settingName }) => settingName === 'duplicateWindow')
    const id = String(++this.#last)
    return {
      id,
      invoice: order?.invoiceNumber ?? '',
      type: asked.transactionType,
      status: '',
      requested: parseMoney(amount)!,
      authorized: 0n,
      settles: 0n,
      code: '',
      text: '',
      auth_code: bankAccount ? '' : (authCode ?? `A${id.slice(-5)}`),
      avs: bankAccount ? 'P' : (AVS[billTo?.zip ?? ''] ?? (billTo?.zip ? 'Y' : 'P')),
      cvv: creditCard?.cardCode ? (CVV[creditCard.cardCode] ?? 'M') : bankAccount ? '' : 'P',
      last_four: number.slice(-4),
      routing: bankAccount?.routingNumber ?? null,
      holder: bankAccount?.nameOnAccount ?? '',
      echeck_type: bankAccount?.echeckType ?? null,
      network_id: bankAccount ? null : `N${id}`,
      original_id: original?.id ?? null,
      split_tender_id: null,
      submitted_ts: this.now(),
      batch: null,
      returned: null,
      duplicate_key: duplicateKey(asked),
      duplicate_until: this.now() + Math.min(LONGEST_WINDOW, Number(window?.settingValue ?? DUPLICATE_WINDOW)),
    }
  }

  #void({ refTransId }: Transaction): object {
    const original = this.byId(refTransId ?? '')
    if (!original || original.batch !== null || original.status === 'declined') return refusal('16')
    if (original.status === 'voided') return { ...answerOf(original, '1', '310'), refTransID: original.id }
    original.status = 'voided'
    original.settles = 0n
    return { ...answerOf(original, '1'), refTransID: original.id }
  }

  #capture({ refTransId, amount }: Transaction): object {
    const original = this.byId(refTransId ?? '')
    if (original?.type !== 'authOnlyTransaction') return refusal('16')
    if (original.status === 'voided') return refusal('310')
    if (original.status !== 'authorizedPendingCapture') return refusal('311')
    const money = parseMoney(amount)!
    if (money > original.authorized) return refusal('47')
    original.status = 'capturedPendingSettlement'
    original.settles = money
    return { ...answerOf(original, '1', '1'), refTransID: original.id }
  }

  #refund(asked: Transaction, refTransId: string): object {
    const { amount, payment } = asked
    const original = this.byId(refTransId)
    if (!original) return refusal('16')
    const last_four = (payment?.creditCard?.cardNumber ?? payment?.bankAccount?.accountNumber ?? '').slice(-4)
    if (original.status !== 'settledSuccessfully' || last_four !== original.last_four) return refusal('54')
    const refunds = this.entries.filter(each => each.original_id === original.id && each.status.startsWith('refund'))
    const given_back = refunds.reduce((sum, each) => sum + each.settles, 0n)
    if (given_back + parseMoney(amount)! > original.settles) return refusal('55')
    const scripted = this.verdicts.shift()
    const answer = this.#begin(
      asked,
      scripted ? { response: '2', code: scripted } : { response: '1', code: '1' },
      original,
    )
    return { ...answer, refTransID: original.id }
  }
}

function captured(type: string): string {
  return type === 'authOnlyTransaction' ? 'authorizedPendingCapture' : 'capturedPendingSettlement'
}

function refusal(code: string, more: object = {}): object {
  const errors = [{ errorCode: code, errorText: textOf(code) }]
  const none = { authCode: '', avsResultCode: 'P', cvvResultCode: '', transId: '0', refTransID: '', testRequest: '0' }
  return { responseCode: '3', ...none, ...more, errors }
}

export const masked = (number: string): string => `XXXX${number.slice(-4)}`

function answerOf(entry: Entry, responseCode: string, code: string = entry.code): object {
  const said =
    responseCode === '2'
      ? { errors: [{ errorCode: code, errorText: textOf(code) }] }
      : { messages: [{ code, description: textOf(code) }] }
  const prePaidCard = {
    requestedAmount: formatMoney(entry.requested),
    approvedAmount: formatMoney(entry.authorized),
    balanceOnCard: '0.00',
  }
  return {
    responseCode,
    authCode: responseCode === '2' ? '' : entry.auth_code,
    avsResultCode: entry.avs,
    cvvResultCode: entry.cvv,
    cavvResultCode: '',
    transId: entry.id,
    refTransID: entry.original_id ?? '',
    testRequest: '0',
    accountNumber: masked(entry.last_four),
    accountType: entry.routing ? 'eCheck' : 'Visa',
    ...(entry.split_tender_id ? { splitTenderId: entry.split_tender_id, prePaidCard } : {}),
    ...said,
    ...(entry.network_id && responseCode !== '2' ? { networkTransId: entry.network_id } : {}),
  }
}

/** The fields by which a request counts as the one of before. */
function duplicateKey(asked: Transaction): string {
  const { order, payment, amount, billTo, transactionSettings, customer, poNumber } = asked
  const { creditCard, bankAccount, trackData } = payment ?? {}
  const account = [creditCard?.cardNumber, creditCard?.expirationDate, bankAccount?.accountNumber, trackData]
  const settings = transactionSettings?.setting.filter(({ settingName }) => settingName === 'duplicateWindow')
  const order_fields = [asked.transactionType, poNumber, amount, order?.invoiceNumber, customer?.id]
  const fields = [account, bankAccount?.routingNumber, order_fields, billTo, settings]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/** YYYY-MM of what may also be written as MMYY, MM/YY or MM-YY. */
function expiry(text: string): string {
  const [, month, year] = /^(\d\d)[/-]?(\d\d)$/.exec(text) ?? []
  return month ? `20${year}-${month}` : text
}

function isLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

export function dateTime(seconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString({ smallestUnit: 'second' })
}
