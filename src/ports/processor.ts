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

/** A card that a terminal has read and that the processor itself keeps. */
interface TokenInstrument {
  kind: 'token'
  /** A secret, as a number is. */
  token: string
  brand: string
  /** MMYY */
  exp_date: string
}

export type Instrument = CardInstrument | BankInstrument | TokenInstrument

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
 * A merchant's account at a processor, in one version. It never changes: new settings of its product are the next
 * version.
 */
export interface ProcessorAccount {
  id: string
  root_id: string
  product_transaction_id: string
  /** 1, 2, … of its product. */
  version: number
  /** The name of the connector. */
  processor: string
  settings: Readonly<Record<string, unknown>>
}

/** Returns the processor as an account has it: all that is sent, asked and settled through it is that account's. */
export interface Connector {
  (account: ProcessorAccount): Processor
  /** It gives back by its own id: the number of a card is not needed again once its payments are final. */
  refunds_by_reference?: true
}

/**
 * What an issuer said of a cardholder who was authenticated elsewhere (EMV 3-D Secure): its cryptogram, and the id of
 * that authentication. In memory for one call only.
 */
export interface ThreeDSecure {
  cavv?: string | undefined
  xid?: string | undefined
}

/**
 * A request to a processor. The reference is ours and unique per attempt: sending the same one twice must never move
 * money twice.
 */
export interface ProcessorRequest {
  reference: string
  action: Action
  /** Minor units. For authincrement, partialreversal and tipadjust: the new total. */
  amount: bigint
  instrument?: Instrument | undefined
  /** The reference of the request this one acts on (void, refund, authcomplete, …). */
  original?: string | undefined
  billing?: { street?: string | undefined; zip?: string | undefined } | undefined
  /** Proof of identity of the payer of a bank payment. */
  identity?: Identity | undefined
  /** Both sides of a check that was converted into a bank payment, base64. */
  check?: CheckImages | undefined
  three_d_secure?: ThreeDSecure | undefined
  /** For `force`: the code of the voice authorization. */
  auth_code?: string | undefined
  /** Whether the processor may approve less than requested (partial authorization). */
  allow_partial: boolean
  order_num?: string | undefined
  /** Who initiated the payment, for the card networks' stored-credential rules. */
  initiation: 'cardholder' | 'merchant' | 'recurring' | 'installment'
  /** Sandbox only: a fault the simulator should produce. Real processors ignore it. */
  fault?: string | undefined
}

export type Result = 'approved' | 'declined' | 'unknown'

/** The outcome of a request. After `unknown` the processor has to be polled with `find` until the outcome is known. */
export interface Outcome {
  result: Result
  /** The public reason table: 1000 approved, 1500 generic decline, 1531 communication error, … */
  reason_code_id: number
  verbiage: string
  /** The processor's own two-character code and text, at most 255 characters. */
  response_message: string | null
  /** At most six characters. */
  auth_code: string | null
  /** Minor units approved; less than requested for a partial approval. */
  auth_amount: bigint | null
  avs: string | null
  avs_enhanced: string | null
  cvv_response: string | null
  /** The processor's own id of the request. */
  processor_reference: string | null
  /**
   * With `unknown` only: certainly not a byte of the request has left, as when the connection was refused. Nothing can
   * come of it then, and it may be declined without asking. Left out wherever there is any doubt.
   */
  never_left?: true
  /** A void was declined because its original has been settled: only a refund can give the money back now. */
  settled?: true
}

/** An outcome's fields of which the processor said nothing. */
export const NO_RESPONSE_DATA = {
  response_message: null,
  auth_code: null,
  auth_amount: null,
  avs: null,
  avs_enhanced: null,
  cvv_response: null,
  processor_reference: null,
} as const satisfies Partial<Outcome>

/** The result of `find`: the outcome of an earlier request, or that the processor never received it. */
export type Found = { seen: true; outcome: Outcome } | { seen: false }

/** A request as the processor's own records have it, for reconciliation. */
export interface KnownRequest {
  /** Ours. */
  reference: string
  action: string
  /** Minor units: what was approved, or requested where nothing was approved. */
  amount: bigint
  result: Result
  /** Unix seconds. */
  ts: number
}

/** A batch to be settled: requests whose money is paid out, or debited, together. */
export interface SettlementRequest {
  /** Ours, unique per settlement: sending the same one twice settles once. */
  reference: string
  /** References of the approved requests, oldest first. */
  orders: readonly string[]
  /** Minor units, refunds taken off; may be negative. */
  amount: bigint
  /** Sandbox only, as in a request. */
  fault?: string | undefined
}

/** The outcome of a settlement. `error`: nothing was settled, and it can be requested again under a new reference. */
export interface BatchClosure {
  result: 'settled' | 'error' | 'unknown'
  /** For people; at most 512 characters. */
  message: string
  /** Name of the processor's settlement file, where it writes one. */
  file_name?: string | null | undefined
  /** Requests that were left out, because the processor does not know them or cannot settle them; the others are. */
  unknown_orders?: readonly UnknownOrder[] | undefined
}

export interface UnknownOrder {
  reference: string
  /** For people; at most 255 characters. */
  reason: string
}

/** What became of a settlement, or that the processor never received it. */
export type FoundSettlement = { seen: true; closure: BatchClosure } | { seen: false }

/** The processor's own settlement file of a batch. */
export interface Statement {
  file_name: string
  /** References of the requests with minor units; refunds are negative. */
  lines: readonly { reference: string; amount: bigint }[]
  /** The total the file states, minor units. */
  amount: bigint
}

/**
 * A card or ACH processor, opened for an account. It supports the actions that are present; `find` is mandatory,
 * because otherwise an unknown outcome could never be resolved.
 */
export interface Processor {
  name: string
  actions: Partial<Record<Action, (request: ProcessorRequest) => Promise<Outcome>>>
  /** Returns what became of a request. Throws when the processor cannot be reached: then nothing is known yet. */
  find(reference: string): Promise<Found>
  /**
   * Guarantees that a request which has not arrived never moves money: should it still arrive, it is declined.
   * Returns what became of one that has arrived after all. Idempotent; throws as `find` does. Absent where the
   * processor cannot promise this: then a request that arrives after it was given up is found later and reversed.
   */
  ruleOut?(reference: string): Promise<Found>
  /**
   * Returns every request received between two moments (Unix seconds, the later one exclusive), oldest first, so that
   * the books can be compared with them. Absent where the processor has no such list. Throws when the processor cannot
   * be reached.
   */
  requests?(since: number, until: number): Promise<readonly KnownRequest[]>
  /** How many requests one settlement can hold; absent where there is no limit. */
  settlement_orders_max?: number
  /** Absent where the processor settles by itself. Never throws: a failure on the way is `unknown`. */
  settle?(batch: SettlementRequest): Promise<BatchClosure>
  /**
   * Returns what became of a settlement by its reference. Throws when the processor cannot be reached. Where it is
   * absent, a settlement of unknown outcome is sent again.
   */
  findSettlement?(reference: string): Promise<FoundSettlement>
  /**
   * Returns the processor's file of a settlement by its reference; null when nothing was settled under it. Throws
   * when the file cannot be fetched or read. Absent where the processor writes no files.
   */
  statement?(reference: string): Promise<Statement | null>
}
