import { toLatin } from '../../lib/latin.ts'
import { minorNumber } from '../../lib/money.ts'
import {
  type BankInstrument,
  type Instrument,
  isUnauthenticated,
  type ProcessorRequest,
  type ThreeDSecure,
} from '../../ports/processor-request.ts'
import { level3Params } from './level3.ts'

/** Parameters as Stripe's forms have them. The package's types lack those that Stripe switches on for an account. */
export type Params = Record<string, unknown>

/** What Stripe has to have switched on for an account before a request may ask for it; the setting `features`. */
export const FEATURES = [
  /** An authorization may be raised later. */
  'incremental_authorization',
  /** A series that began elsewhere is continued by the network's id of its first payment. */
  'network_transaction_id',
  /** Orders by mail and telephone are marked as such. */
  'moto',
  /** Bank accounts are debited that Stripe has not verified. */
  'skip_bank_verification',
] as const

type Features = ReadonlySet<(typeof FEATURES)[number]>

/** What an account of ours has at Stripe. */
export interface Terms {
  features: Features
  /** Several products may share an account at Stripe: each payment names its own. */
  product_transaction_id: string
}

/** Returns the terms of an account from its setting `features`. */
export function termsOf(product_transaction_id: string, features: string): Terms {
  return { product_transaction_id, features: new Set(features.split(/, */)) as Features }
}

/** What was made for a request before it; none of it moves money. */
export interface Prepared {
  /** Under whom the account of a series is kept. */
  customer?: string | undefined
  /** What Stripe has made of what Apple Pay gave. */
  wallet_token?: string | undefined
}

/** A request that cannot be said to Stripe. Its message is for people, and has nothing of the payer in it. */
export class NotSayable extends Error {}

/**
 * Returns the payment intent of a sale, an authorization or a debit: created and confirmed in one call. Throws a
 * `NotSayable`.
 */
export function intentParams(request: ProcessorRequest, terms: Terms, prepared: Prepared): Params {
  const { features } = terms
  const { instrument, initiation, action } = request
  if (!instrument) throw new NotSayable('there is no account to charge')
  const is_bank = instrument.kind === 'bank'
  const off_session = initiation.by === 'merchant' && initiation.series !== null && !initiation.is_first
  const keeps = initiation.series !== null && initiation.is_first
  return defined({
    amount: minorNumber(request.amount),
    currency: request.currency.toLowerCase(),
    confirm: true,
    capture_method: action === 'authonly' ? 'manual' : 'automatic',
    allowed_payment_method_types: [is_bank ? 'us_bank_account' : 'card'],
    // Nobody here can lead the payer through an authentication: what needs one fails at once.
    ...(off_session ? { off_session: true } : { error_on_requires_action: true }),
    ...(keeps ? { setup_future_usage: 'off_session' } : {}),
    customer: prepared.customer,
    ...methodParams(instrument, request, prepared),
    payment_method_options: is_bank ? bankOptions(features) : cardOptions(request, features, { keeps, off_session }),
    ...(is_bank ? { mandate_data: mandate(instrument, request) } : {}),
    metadata: metadataOf(request, terms),
    description: textOf(request.description, 1000),
    ...(is_bank ? {} : { statement_descriptor_suffix: descriptorOf(request.descriptor) }),
    shipping: shippingOf(request),
    ...(is_bank ? {} : level3Params(request)),
    expand: ['latest_charge'],
  })
}

/** Returns the check of a card and its address without a payment: Stripe asks the issuer about it. */
export function verificationParams(request: ProcessorRequest, terms: Terms, prepared: Prepared): Params {
  const { instrument } = request
  if (!instrument || instrument.kind === 'bank') throw new NotSayable('a bank account cannot be checked this way')
  return defined({
    confirm: true,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
    customer: prepared.customer,
    ...methodParams(instrument, request, prepared),
    metadata: metadataOf(request, terms),
    expand: ['latest_attempt'],
  })
}

/** Returns the customer under whom the account of a series is kept. */
export function customerParams({ billing, reference, customer_id }: ProcessorRequest): Params {
  return defined({
    name: textOf(billing?.name, 256),
    email: emailOf(billing?.email),
    metadata: defined({ reference, customer_id }),
  })
}

/** What acts on an intent writes its reference beside that of the order: an intent has one set of metadata. */
export const captureParams = (request: ProcessorRequest): Params => ({
  amount_to_capture: minorNumber(request.amount),
  metadata: { capture: request.reference },
  ...(request.level3 ? level3Params(request) : {}),
  expand: ['latest_charge'],
})

export const incrementParams = ({ reference, amount }: ProcessorRequest): Params => ({
  amount: minorNumber(amount),
  metadata: { increment: reference },
  expand: ['latest_charge'],
})

/** Without an amount Stripe gives back all that is left. */
export function refundParams(request: ProcessorRequest, terms: Terms, payment_intent: string): Params {
  const { reference, action } = request
  const metadata = { reference, action, product_transaction_id: terms.product_transaction_id }
  return { payment_intent, ...(action === 'void' ? {} : { amount: minorNumber(request.amount) }), metadata }
}

/** Returns the key under which an order is sent again without the statement descriptor that Stripe refused. */
export const plainKey = (reference: string): string => `${reference}-plain`

/** What takes the place of a request that has not arrived: an intent that is never confirmed moves no money. */
export const ruledOutParams = (reference: string) => ({
  amount: 100,
  currency: 'usd',
  metadata: { ruled_out: reference },
})

/** Returns what a token of ours stands for: a customer of Stripe's, where it has one, and a payment method. */
function methodOf(token: string): { customer?: string; payment_method: string } {
  const [, customer, payment_method] = /^(?:(cus_\w+)\/)?((?:pm|card|src)_\w+)$/.exec(token) ?? []
  if (!payment_method) throw new NotSayable('the stored account is not one of Stripe')
  return { ...(customer ? { customer } : {}), payment_method }
}

/** A text that names an account: a payment method, and the customer who has to be named with it. */
export function tokenOf(customer: string | null, payment_method: string): string {
  return customer === null ? payment_method : `${customer}/${payment_method}`
}

type Payer = Pick<ProcessorRequest, 'billing'>

function methodParams(instrument: Instrument, payer: Payer, { wallet_token }: Prepared): Params {
  const billing_details = billingOf(payer, instrument)
  if (instrument.kind === 'token') return methodOf(instrument.token)
  if (instrument.kind === 'bank') {
    const us_bank_account = {
      account_holder_type: instrument.is_company ? 'company' : 'individual',
      account_number: instrument.account_number,
      account_type: instrument.account_type,
      routing_number: instrument.routing,
    }
    return { payment_method_data: defined({ type: 'us_bank_account', us_bank_account, billing_details }) }
  }
  const of_wallet = instrument.kind === 'wallet' && (wallet_token ?? walletToken(instrument.payment_token))
  const card = instrument.kind === 'wallet' ? { token: of_wallet } : cardOf(instrument)
  return { payment_method_data: defined({ type: 'card', card, billing_details }) }
}

function cardOf({ number, exp_date, cvv }: Extract<Instrument, { kind: 'card' }>): Params {
  return defined({
    number,
    exp_month: Number(exp_date.slice(0, 2)),
    exp_year: 2000 + Number(exp_date.slice(2)),
    cvc: cvv,
  })
}

/**
 * Returns what Stripe is asked to open: what a phone sealed for the merchant's Apple Pay certificate at Stripe. The
 * parameters are those of Stripe's own library for phones. Null for what is no sealed token of Apple's.
 */
export function sealedParams(instrument: Instrument | undefined): Params | null {
  if (instrument?.kind !== 'wallet' || instrument.wallet !== 'apple_pay') return null
  const { payment_token: pk_token } = instrument
  const { data, header } = parsed(pk_token)
  if (data === undefined) return null
  const { transactionId } = (header ?? {}) as { transactionId?: unknown }
  return defined({ pk_token, pk_token_transaction_id: typeof transactionId === 'string' ? transactionId : undefined })
}

/**
 * Returns the token that a wallet gave out for Stripe: Google Pay with Stripe as its gateway, and Stripe's own
 * libraries, give a JSON text with it.
 */
function walletToken(given: string): string {
  const { id } = parsed(given)
  const token = typeof id === 'string' ? id : given
  if (!/^tok_\w+$/.test(token)) throw new NotSayable('the wallet’s token was not made for Stripe')
  return token
}

/** Returns an object; an empty one for a text that is none. */
function parsed(json: string): Params {
  try {
    return Object(JSON.parse(json)) as Params
  } catch {
    return {}
  }
}

function cardOptions(
  { three_d_secure, initiation, instrument, action, entry_mode, industry }: ProcessorRequest,
  features: Features,
  { keeps, off_session }: { keeps: boolean; off_session: boolean },
): Params | undefined {
  const { cavv, xid, eci, version } = three_d_secure ?? {}
  const known = features.has('network_transaction_id') ? initiation.network_transaction_id : undefined
  const continues = off_session && (instrument?.kind === 'token' || known !== undefined)
  const is_moto = features.has('moto') && (entry_mode === 'keyed' || industry === 'moto') && !off_session
  const card = defined({
    ...(cavv && xid ? { three_d_secure: authentication(cavv, xid, eci, version) } : {}),
    ...(keeps ? { setup_credential_usage: initiation.series } : {}),
    ...(continues ? { stored_credential_usage: initiation.series } : {}),
    ...(known && instrument?.kind === 'card' && off_session
      ? { mit_exemption: { network_transaction_id: known } }
      : {}),
    ...(is_moto ? { moto: true } : {}),
    ...(features.has('incremental_authorization') && action === 'authonly'
      ? { request_incremental_authorization: 'if_available' }
      : {}),
  })
  return Object.keys(card).length === 0 ? undefined : { card }
}

/** Stripe requires the cryptogram and the id of the authentication. */
export function missing3ds(given: ThreeDSecure): ('cavv' | 'xid')[] {
  return isUnauthenticated(given) ? [] : (['cavv', 'xid'] as const).filter(name => !given[name])
}

/** Indicators that Stripe takes; others (00, of a failed authentication) are left to it. */
const ECI = /^(01|02|05|06|07)$/

function authentication(cryptogram: string, transaction_id: string, eci?: string, version?: string): Params {
  const indicator = eci?.padStart(2, '0') ?? ''
  // The directory server's id of version 2 is a UUID; that of version 1 is base64.
  const derived = /^[0-9a-f]{8}-/i.test(transaction_id) ? '2.2.0' : '1.0.2'
  const electronic_commerce_indicator = ECI.test(indicator) ? indicator : undefined
  return defined({ cryptogram, transaction_id, version: version ?? derived, electronic_commerce_indicator })
}

function bankOptions(features: Features): Params | undefined {
  return features.has('skip_bank_verification') ? { us_bank_account: { verification_method: 'skip' } } : undefined
}

/** That the payer has agreed to be debited: in a browser where that is known, otherwise on paper or by telephone. */
function mandate({ sec_code }: BankInstrument, { customer_ip }: ProcessorRequest): Params {
  const online = sec_code === 'WEB' && customer_ip !== undefined
  const how = online
    ? { type: 'online', online: { ip_address: customer_ip, user_agent: 'unknown' } }
    : { type: 'offline', offline: {} }
  return { customer_acceptance: how }
}

function metadataOf(request: ProcessorRequest, { product_transaction_id }: Terms): Params {
  const { reference, action, transaction_id, order_num, po_number, customer_id } = request
  return defined({ reference, action, transaction_id, product_transaction_id, order_num, po_number, customer_id })
}

function billingOf({ billing }: Payer, instrument: Instrument): Params | undefined {
  const name = textOf(billing?.name, 256) ?? (instrument.kind === 'bank' ? instrument.account_holder_name : undefined)
  const address = addressOf(billing)
  return orNothing({ name, email: emailOf(billing?.email), phone: textOf(billing?.phone, 20), address })
}

function addressOf(address: ProcessorRequest['billing']): Params | undefined {
  const { street, city, state, zip, country } = address ?? {}
  return orNothing({
    line1: textOf(street, 200),
    city: textOf(city, 100),
    state: textOf(state, 100),
    postal_code: textOf(zip, 20),
    country,
  })
}

/** Stripe takes where goods go only with the name of who receives them. */
function shippingOf({ shipping }: ProcessorRequest): Params | undefined {
  const name = textOf(shipping?.name, 256)
  const address = addressOf(shipping)
  return name && address?.line1 ? defined({ name, address, phone: textOf(shipping?.phone, 20) }) : undefined
}

/** An address that is none would make Stripe refuse the payment. */
function emailOf(email: string | undefined): string | undefined {
  return email !== undefined && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email) ? email : undefined
}

function textOf(text: string | undefined, most: number): string | undefined {
  const clean = text?.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return clean ? [...clean].slice(0, most).join('') : undefined
}

/**
 * Returns what a card's statement says after the account's own prefix: Latin letters, at most 22 characters with the
 * prefix, at least one letter, none of `< > \ ' " *`. Undefined where nothing is left.
 */
function descriptorOf(text: string | undefined): string | undefined {
  const clean = toLatin(text ?? '')
    .replace(/[^\x20-\x7e]|[<>\\'"*]/g, '')
    .trim()
    .slice(0, 20)
    .trim()
  return clean && /[a-z]/i.test(clean) ? clean : undefined
}

function orNothing(params: Params): Params | undefined {
  const said = defined(params)
  return Object.keys(said).length === 0 ? undefined : said
}

/** Returns the parameters that say something. */
function defined(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}
