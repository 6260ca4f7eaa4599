import type { Initiation } from '../lib/initiation.ts'
import type { Wallet } from '../lib/wallet-of.ts'

/** What a processor can do. `void`, `authcomplete` and the like act on an earlier request, named by `original`. */
export type Action =
  | 'sale'
  | 'authonly'
  | 'avsonly'
  | 'force'
  | 'refund'
  | 'debit'
  | 'credit'
  | 'void'
  | 'authcomplete'
  | 'authincrement'
  | 'partialreversal'
  | 'tipadjust'

export interface CardInstrument {
  kind: 'card'
  /** 13 to 19 digits. Held in memory for one call only. */
  number: string
  /** MMYY */
  exp_date: string
  brand: string
  /** Forwarded to the processor, never stored. */
  cvv?: string | undefined
  /** Full magnetic stripe; forwarded to the processor, never stored. */
  track_data?: string | undefined
}

export interface BankInstrument {
  kind: 'bank'
  routing: string
  account_number: string
  account_type: 'checking' | 'savings'
  account_holder_name: string
  is_company: boolean
  sec_code: string
}

/** An account that a processor keeps itself: a card that a terminal has read, or one that it was given before. */
interface TokenInstrument {
  kind: 'token'
  /** A secret, as a number is, and of use at its own processor only. */
  token: string
  brand: string
  /** MMYY */
  exp_date: string
  cvv?: string | undefined
}

/** What a wallet on a phone gave to the merchant, encrypted for the processor: passed on as it is, never stored. */
export interface WalletInstrument {
  kind: 'wallet'
  wallet: Wallet
  payment_token: string
}

export type Instrument = CardInstrument | BankInstrument | TokenInstrument | WalletInstrument

/**
 * What a bank's verification service checks: a driver's license, the end of a social security number or a birth year.
 */
export interface Identity {
  dl_number?: string | null
  dl_state?: string | null
  ssn4?: string | null
  dob_year?: string | null
}

export interface CheckImages {
  image_front?: string | null
  image_back?: string | null
}

/**
 * What an issuer said of a cardholder who was authenticated elsewhere (EMV 3-D Secure). In memory for one call only.
 */
export interface ThreeDSecure {
  /** The cryptogram, base64. */
  cavv?: string | undefined
  /** The id of the authentication: that of version 1, or the directory server's transaction id of version 2. */
  xid?: string | undefined
  /** The electronic commerce indicator: 05, 06, 07 (Visa and others) or 02, 01, 00 (Mastercard). */
  eci?: string | undefined
  /** `1.0.2`, `2.1.0`, `2.2.0` */
  version?: string | undefined
}

/** Indicators of a cardholder who was not authenticated: 07 of Visa and others, 00 of Mastercard. */
const NOT_AUTHENTICATED: readonly unknown[] = ['07', '00']

/** Whether there is nothing to carry: an indicator alone that says so. The payment is one without 3-D Secure then. */
export function isUnauthenticated({ cavv, xid, eci }: ThreeDSecure): boolean {
  return !cavv && !xid && NOT_AUTHENTICATED.includes(eci)
}

/** An earlier request that is acted on. */
export interface Original {
  /** Ours. */
  reference: string
  /** The processor's own id of it: of the capture, where one followed; null where it was never told. */
  processor_reference: string | null
  /** The last thing that was approved: an authonly that was captured is an `authcomplete`. */
  action: Action
  payment_method: 'cc' | 'ach'
  /** Minor units: what was approved, less what was given back before. */
  amount: bigint
  last_four: string | null
  auth_code: string | null
  /** Of a card, where it is known. */
  brand?: string | null
  /** Unix seconds. */
  created_ts: number
  /** When it may have been sent; left out where only the reference tells. */
  sent?: SentBetween | undefined
}

/**
 * The first and the last possible time of sending a request, Unix seconds. The moment of a reference is not
 * enough: the reference of a recurring's payment tells when it was due, and after an outage it is sent hours later.
 */
export interface SentBetween {
  since: number
  until: number
}

export interface Address {
  name?: string | undefined
  street?: string | undefined
  city?: string | undefined
  /** Two letters in the United States. */
  state?: string | undefined
  zip?: string | undefined
  /** ISO 3166, two letters. */
  country?: string | undefined
  phone?: string | undefined
  email?: string | undefined
}

/** A stay, as hotels send it. */
export interface Lodging {
  /** YYYY-MM-DD */
  checkin_date: string | null
  checkout_date: string | null
  room_num: string | null
  /** Minor units for a night. */
  room_rate: bigint | null
  folio_num: string | null
  is_advance_deposit: boolean
  is_no_show: boolean
}

/** Level 3 data as the contract has it (2.11): `visa` is its variant A, `mc` its variant B. */
export interface Level3 {
  brand: 'visa' | 'mc'
  data: Readonly<Record<string, unknown>>
}

/** How a card was read. `keyed` by the merchant, `ecommerce` by the payer in a browser. */
export type EntryMode = 'keyed' | 'ecommerce' | 'swiped' | 'chip' | 'contactless' | 'fallback'

/**
 * A request to a processor. The reference is ours and unique per attempt: sending the same one twice moves no money
 * twice for as long as the processor remembers it (`ProcessorMemory`).
 */
export interface ProcessorRequest {
  reference: string
  action: Action
  /** Minor units. For authincrement, partialreversal and tipadjust: the new total. */
  amount: bigint
  currency: 'USD'
  instrument?: Instrument | undefined
  /** The request this one acts on (void, refund, authcomplete, …). */
  original?: Original | undefined
  /**
   * A manager has approved what the processor refused until then: the original is voided, and this one made in its
   * place.
   */
  overrides?: true | undefined
  /** The transaction it belongs to, ours: what a person finds it by. */
  transaction_id?: string | undefined
  billing?: Address | undefined
  shipping?: Address | undefined
  customer_id?: string | undefined
  customer_ip?: string | undefined
  /** Proof of identity of the payer of a bank payment. */
  identity?: Identity | undefined
  /** Both sides of a check that was converted into a bank payment, base64. */
  check?: CheckImages | undefined
  check_number?: string | undefined
  three_d_secure?: ThreeDSecure | undefined
  /** For `force`: the code of the voice authorization. */
  auth_code?: string | undefined
  /** Whether the processor may approve less than requested (partial authorization). */
  allow_partial: boolean
  order_num?: string | undefined
  po_number?: string | undefined
  description?: string | undefined
  /** What the payer reads on the statement, where it is not what the processor has on file. */
  descriptor?: string | undefined
  /** Minor units, contained in the amount. */
  tax?: bigint | undefined
  tip?: bigint | undefined
  surcharge?: bigint | undefined
  level3?: Level3 | undefined
  lodging?: Lodging | undefined
  entry_mode?: EntryMode | undefined
  card_present?: boolean | undefined
  /** The trade of the product: retail, ecommerce, moto, lodging, … */
  industry?: string | undefined
  initiation: Initiation
  /** Sandbox only: a fault the simulator should produce. Real processors ignore it. */
  fault?: string | undefined
  /** When it may have been sent, this time included; left out where only the reference tells. */
  sent?: SentBetween | undefined
}

/**
 * What is asked about an earlier request, for processors that cannot be asked by our reference alone. Where `sent` is
 * left out, the request was sent within the minute after the moment of its reference.
 */
export type Inquiry = Pick<ProcessorRequest, 'reference' | 'action' | 'amount' | 'original' | 'sent'> & {
  /** The processor's own id, where it was told. */
  processor_reference?: string | null | undefined
  last_four?: string | null | undefined
}
