import { createHash } from 'node:crypto'
import type { Initiation } from '../../lib/initiation.ts'
import { formatMoney } from '../../lib/money.ts'
import { type ProcessorMemory, SETTLED_WITHIN } from '../../ports/processor.ts'
import {
  type Address,
  type BankInstrument,
  type Instrument,
  isUnauthenticated,
  type ProcessorRequest,
  type ThreeDSecure,
} from '../../ports/processor-request.ts'
import { level3Of } from './level3.ts'
import { clean, filled, namedAmount, type Part } from './part.ts'

export interface Credentials {
  login_id: string
  transaction_key: string
}

/** Returns the body of a request: the credentials, our reference, and what is asked. */
export function envelope(name: string, { login_id, transaction_key }: Credentials, refId: string | null, body: Part) {
  const merchantAuthentication = { name: login_id, transactionKey: transaction_key }
  return JSON.stringify({ [name]: { merchantAuthentication, refId: refId ?? undefined, ...body } })
}

/** Digits that a number of 24 hexadecimal ones has in base 36. */
const SHORT = 19

/**
 * Returns a reference of ours in at most 20 letters and digits, as an invoice number has room for. An id of 24
 * hexadecimal digits is written in base 36, which `referenceOf` turns back; any other text is hashed, and is one
 * longer, so that the two never meet.
 */
export function shortReference(reference: string): string {
  if (/^[0-9a-f]{24}$/.test(reference)) return base36(reference)
  return `H${base36(createHash('sha256').update(reference).digest('hex').slice(0, 24))}`
}

/** Returns the reference that an invoice number stands for; null for one that is not ours, or was hashed. */
export function referenceOf(invoice: string): string | null {
  if (!/^[0-9A-Z]{19}$/.test(invoice)) return null
  let value = 0n
  for (const digit of invoice) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  const id = value.toString(16).padStart(24, '0')
  return id.length === 24 ? id : null
}

function base36(hex: string): string {
  return BigInt(`0x${hex}`).toString(36).toUpperCase().padStart(SHORT, '0')
}

/**
 * "Response for Duplicate Transactions": the longest duplicate window is eight hours, and later repetitions are
 * processed as new. "getSettledBatchListRequest": a list of batches spans 31 days at most, and one such span after a
 * request was sent is searched for it.
 */
export const MEMORY: ProcessorMemory = { repeats: 28_800, finds: 31 * 86_400, settles: SETTLED_WITHIN }

/** For how long each request asks to be recognised. */
const DUPLICATE_WINDOW = String(MEMORY.repeats)

/** What begins a payment, by its name here. The amount of an address check is zero. */
const TYPES = {
  sale: 'authCaptureTransaction',
  debit: 'authCaptureTransaction',
  authonly: 'authOnlyTransaction',
  avsonly: 'authOnlyTransaction',
  force: 'captureOnlyTransaction',
  credit: 'refundTransaction',
} as const

/** Actions that begin a payment here. */
export type Beginning = keyof typeof TYPES

/** Returns the request that begins a payment. */
export function paymentRequest(action: Beginning, request: ProcessorRequest): Part {
  const { instrument, initiation, three_d_secure } = request
  const level3 = level3Of(request)
  const cardholderAuthentication = authenticationOf(three_d_secure)
  return {
    transactionType: TYPES[action],
    amount: formatMoney(action === 'avsonly' ? 0n : request.amount),
    currencyCode: request.currency,
    payment: instrument && paymentOf(instrument, request, action === 'credit'),
    profile: instrument && profileOf(instrument),
    authCode: action === 'force' ? request.auth_code : undefined,
    order: orderOf(request, level3.order),
    ...goodsOf(request, level3),
    customer: customerOf(request),
    billTo: addressOf(request.billing, clean(request.billing?.phone, 25)),
    shipTo: addressOf(request.shipping),
    customerIP: clean(request.customer_ip, 45),
    cardholderAuthentication,
    retail: retailOf(request),
    transactionSettings: settingsOf(action, request, cardholderAuthentication !== undefined),
    userFields: userFieldsOf(request),
    surcharge: namedAmount(request.surcharge, 'Surcharge'),
    merchantDescriptor: clean(request.descriptor, 25),
    tip: namedAmount(request.tip, 'Tip'),
    processingOptions: instrument?.kind === 'bank' ? undefined : processingOptions(initiation),
    subsequentAuthInformation: instrument?.kind === 'bank' ? undefined : subsequent(request),
    shipFrom: level3.shipFrom,
  }
}

/** The lines and what lies on top of them, in the order of the schema. */
function goodsOf(request: ProcessorRequest, level3: ReturnType<typeof level3Of>): Part {
  return {
    lineItems: level3.lineItems,
    tax: level3.tax ?? namedAmount(request.tax, 'Tax'),
    duty: level3.duty,
    shipping: level3.shipping,
    taxExempt: level3.taxExempt,
    poNumber: clean(request.po_number, 25),
  }
}

export function voidRequest(refTransId: string): Part {
  return { transactionType: 'voidTransaction', refTransId }
}

/** Level 3 data that a merchant has sent since the authorization goes with the capture. */
export function captureRequest(request: ProcessorRequest, refTransId: string): Part {
  const { amount, original } = request
  const capture = { transactionType: 'priorAuthCaptureTransaction', amount: formatMoney(amount), refTransId }
  if (!request.level3) return capture
  const level3 = level3Of(request)
  return {
    ...capture,
    // The number by which the payment is found stays that of the authorization.
    order: orderOf({ ...request, reference: original?.reference ?? request.reference }, level3.order),
    ...goodsOf(request, level3),
    shipFrom: level3.shipFrom,
  }
}

/** Returns a request that gives back a payment, named by their id; `payment` is the account as they mask it. */
export function refundRequest(
  { reference, amount, currency }: ProcessorRequest,
  refTransId: string,
  payment: Part,
): Part {
  return {
    transactionType: 'refundTransaction',
    amount: formatMoney(amount),
    currencyCode: currency,
    payment,
    refTransId,
    order: { invoiceNumber: shortReference(reference) },
    transactionSettings: settings({ duplicateWindow: DUPLICATE_WINDOW, emailCustomer: 'false' }),
  }
}

function paymentOf(instrument: Instrument, request: ProcessorRequest, is_credit: boolean): Part | undefined {
  if (instrument.kind === 'token') return undefined
  if (instrument.kind === 'bank') return { bankAccount: bankAccountOf(instrument, request.check_number, is_credit) }
  if (instrument.kind === 'wallet') return { opaqueData: opaqueData(instrument) }
  const { track_data, number, exp_date, cvv } = instrument
  if (track_data && request.card_present !== false) return { trackData: trackOf(track_data) }
  return {
    creditCard: { cardNumber: number, expirationDate: expirationOf(exp_date), cardCode: is_credit ? undefined : cvv },
  }
}

/** MMYY as YYYY-MM. Cards live a few years only. */
function expirationOf(exp_date: string): string {
  return `20${exp_date.slice(2)}-${exp_date.slice(0, 2)}`
}

/** One track is taken: the first, which has the name, where the reader gave both. */
function trackOf(track_data: string): Part {
  const track1 = trackFrom('%', track_data)
  return track1 ? { track1 } : { track2: trackFrom(';', track_data) ?? track_data }
}

/** From its start sentinel to the first end sentinel. */
function trackFrom(sentinel: string, track_data: string): string | null {
  const from = track_data.indexOf(sentinel)
  const end = track_data.indexOf('?', from)
  return from < 0 || end < 0 ? null : track_data.slice(from, end + 1)
}

/** Credits go to consumers as PPD and to companies as CCD. */
function bankAccountOf(bank: BankInstrument, check_number: string | undefined, is_credit: boolean): Part {
  const { account_type, is_company, routing, account_number, account_holder_name, sec_code } = bank
  return {
    accountType: is_company && account_type === 'checking' ? 'businessChecking' : account_type,
    routingNumber: routing,
    accountNumber: account_number,
    nameOnAccount: clean(account_holder_name, 22),
    echeckType: is_credit ? (is_company ? 'CCD' : 'PPD') : sec_code,
    checkNumber: is_credit ? undefined : clean(check_number, 15),
  }
}

/** A token of ours is the id of a customer profile and that of a payment profile. */
function profileOf(instrument: Instrument): Part | undefined {
  if (instrument.kind !== 'token') return undefined
  const [customerProfileId, paymentProfileId] = instrument.token.split('-')
  return { customerProfileId, paymentProfile: { paymentProfileId, cardCode: instrument.cvv } }
}

const DESCRIPTORS = {
  apple_pay: 'COMMON.APPLE.INAPP.PAYMENT',
  google_pay: 'COMMON.GOOGLE.INAPP.PAYMENT',
} as const

/** What the wallet gave is JSON, and goes on in base64; what is not is taken to be encoded already. */
function opaqueData({ wallet, payment_token }: Extract<Instrument, { kind: 'wallet' }>): Part {
  const is_json = payment_token.trimStart().startsWith('{')
  const dataValue = is_json ? Buffer.from(payment_token, 'utf8').toString('base64') : payment_token
  return { dataDescriptor: DESCRIPTORS[wallet], dataValue }
}

/** The invoice number is ours, because payments are found by it; the merchant's is the reference of the order. */
function orderOf({ reference, description, order_num, transaction_id }: ProcessorRequest, level3: Part): Part {
  return {
    invoiceNumber: shortReference(reference),
    description: clean(description ?? transaction_id, 255),
    ...level3,
    supplierOrderReference: clean(order_num, 25),
  }
}

function customerOf({ instrument, customer_id, billing }: ProcessorRequest): Part | undefined {
  const is_bank = instrument?.kind === 'bank'
  const type = is_bank ? (instrument.is_company ? 'business' : 'individual') : undefined
  const id = customer_id === undefined || customer_id.length <= 20 ? customer_id : shortReference(customer_id)
  return filled({ type, id: clean(id, 20), email: clean(billing?.email, 255) })
}

/** Names are stored as one text: the last word is the family's. */
function addressOf(address: Address | undefined, phoneNumber?: string): Part | undefined {
  if (!address) return undefined
  const name = clean(address.name, 100) ?? ''
  const space = name.lastIndexOf(' ')
  return filled({
    firstName: clean(name.slice(0, Math.max(0, space)), 50),
    lastName: clean(name.slice(space + 1), 50),
    address: clean(address.street, 60),
    city: clean(address.city, 40),
    state: clean(address.state, 40),
    zip: clean(address.zip, 20),
    country: clean(address.country, 60),
    phoneNumber,
  })
}

/** Authorize.Net requires the cryptogram and the indicator; it has no field for the id of the authentication. */
export function missing3ds(given: ThreeDSecure): ('cavv' | 'eci')[] {
  return isUnauthenticated(given) ? [] : (['cavv', 'eci'] as const).filter(name => !given[name])
}

/** Without a cryptogram there is nothing to send: an indicator alone is refused. It has one digit here. */
function authenticationOf(secure: ThreeDSecure | undefined): Part | undefined {
  if (!secure?.cavv || !secure.eci) return undefined
  return { authenticationIndicator: secure.eci.replace(/^0(?=\d)/, ''), cardholderAuthenticationValue: secure.cavv }
}

const MARKET = { ecommerce: '0', moto: '1', retail: '2' } as const
/** A terminal that is a computer. */
const DEVICE = '5'

/** Only a stripe that was read is a sale in a shop; what was typed in elsewhere is mail or telephone order. */
function retailOf({ instrument, entry_mode, card_present, industry }: ProcessorRequest): Part | undefined {
  if (instrument?.kind !== 'card') return undefined
  if (instrument.track_data && card_present !== false) return { marketType: MARKET.retail, deviceType: DEVICE }
  if (card_present) return { marketType: MARKET.retail, deviceType: DEVICE }
  if (entry_mode === 'ecommerce' || industry === 'ecommerce') return { marketType: MARKET.ecommerce }
  return { marketType: MARKET.moto }
}

function settingsOf(action: Beginning, request: ProcessorRequest, is_authenticated: boolean): Part | undefined {
  const { series } = request.initiation
  return settings({
    allowPartialAuth: action === 'sale' || action === 'authonly' ? String(request.allow_partial) : undefined,
    // Receipts are the gateway's.
    emailCustomer: 'false',
    // A payment whose cardholder was authenticated may not be marked as recurring (reason 119).
    recurringBilling: series === 'recurring' && !is_authenticated ? 'true' : undefined,
    duplicateWindow: DUPLICATE_WINDOW,
  })
}

function settings(values: Readonly<Record<string, string | undefined>>): Part {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return { setting: given.map(([settingName, settingValue]) => ({ settingName, settingValue })) }
}

function userFieldsOf({ transaction_id }: ProcessorRequest): Part | undefined {
  return transaction_id ? { userField: [{ name: 'transaction_id', value: transaction_id }] } : undefined
}

/** Which payment of a series this is, as the networks want it said. */
function processingOptions({ by, series, is_first }: Initiation): Part | undefined {
  if (series === null) return undefined
  if (is_first) return series === 'recurring' ? { isFirstRecurringPayment: true } : { isFirstSubsequentAuth: true }
  return by === 'merchant' ? { isSubsequentAuth: true } : { isStoredCredentials: true }
}

/** What the merchant begins names the payment by which the account was stored; a guest who did not come, why. */
function subsequent({ initiation, lodging }: ProcessorRequest): Part | undefined {
  if (initiation.by !== 'merchant' || initiation.series === null || initiation.is_first) return undefined
  return filled({
    originalNetworkTransId: initiation.network_transaction_id,
    reason: lodging?.is_no_show ? 'noShow' : undefined,
  })
}
