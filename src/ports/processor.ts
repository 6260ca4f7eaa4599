import type { Clock } from './clock.ts'

/** What a processor can be asked to do. Its own `void`, `authcomplete` … act on an earlier order, named by `original`. */
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
  /** 13 to 19 digits. In memory for one call only. */
  number: string
  /** MMYY */
  exp_date: string
  brand: string
  /** Sent on to the processor, never stored. */
  cvv?: string | undefined
  /** Full magnetic stripe, sent on to the processor, never stored. */
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

/** A card the processor keeps itself; a terminal read it. */
export interface TokenInstrument {
  kind: 'token'
  /** A secret, as a number is. */
  token: string
  brand: string
  /** MMYY */
  exp_date: string
}

export type Instrument = CardInstrument | BankInstrument | TokenInstrument

/** What proves to a bank's verification service who somebody is: a driver's license, the end of a social security number or a year of birth. */
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

/** One question to a processor. The reference is ours and unique per attempt: asking twice with the same one must never move money twice. */
export interface Order {
  reference: string
  action: Action
  /** Minor units. For authincrement, partialreversal and tipadjust: the new total. */
  amount: bigint
  instrument?: Instrument | undefined
  /** The reference of the order this one acts on (void, refund, authcomplete, …). */
  original?: string | undefined
  billing?: { street?: string | undefined; zip?: string | undefined } | undefined
  /** Of a bank payment: who its payer is. */
  identity?: Identity | undefined
  /** Of a check that was turned into a bank payment: its two sides in base64. */
  check?: CheckImages | undefined
  /** For `force`: the code the merchant got by voice. */
  auth_code?: string | undefined
  /** The processor may approve less than asked (partial authorisation). */
  allow_partial: boolean
  order_num?: string | undefined
  /** Who started it, for the card networks' stored-credential rules. */
  initiation: 'cardholder' | 'merchant' | 'recurring' | 'installment'
  /** Sandbox only: asks the simulator to misbehave in a known way. Ignored by real processors. */
  fault?: string | undefined
}

export type Result = 'approved' | 'declined' | 'unknown'

/** What came back. `unknown` means: we do not know, and must ask with `find` until we do. */
export interface Outcome {
  result: Result
  /** The public reason table: 1000 approved, 1500 generic decline, 1531 communication error, … */
  reason_code_id: number
  verbiage: string
  /** The processor's own two-character code and text, at most 255 characters. */
  response_message: string | null
  /** At most six characters. */
  auth_code: string | null
  /** Minor units actually approved; less than asked for a partial approval. */
  auth_amount: bigint | null
  avs: string | null
  avs_enhanced: string | null
  cvv_response: string | null
  /** The processor's own id for the order. */
  processor_reference: string | null
}

/** What `find` says about an earlier order: its outcome, or that the processor never saw it. */
export type Found = { seen: true; outcome: Outcome } | { seen: false }

/** An order as the processor's own book has it, for comparing that with ours. */
export interface KnownOrder {
  /** Ours. */
  reference: string
  action: string
  /** Minor units: what was approved, or asked where nothing was. */
  amount: bigint
  result: Result
  /** Unix seconds. */
  ts: number
}

/** A batch to be settled: orders whose money is paid out, or taken back, together. */
export interface BatchOrder {
  /** Ours, unique per request: asking twice with the same one settles once. */
  reference: string
  /** What the processor knows the approved orders by, oldest first. */
  orders: readonly string[]
  /** Minor units, refunds taken off; may be negative. */
  amount: bigint
  /** Sandbox only, as that of an order. */
  fault?: string | undefined
}

/** What became of it. `error`: nothing was settled, and it can be asked for again under a new reference. */
export interface BatchClosure {
  result: 'settled' | 'error' | 'unknown'
  /** For people; at most 512 characters. */
  message: string
  /** What the processor's own file of the batch is called; of those that write one. */
  file_name?: string | null | undefined
}

/** What the processor's own file says of a batch it has settled. */
export interface Statement {
  file_name: string
  /** The references of the orders, with minor units; what went back is negative. */
  lines: readonly { reference: string; amount: bigint }[]
  /** What it adds up to by its own word. */
  amount: bigint
}

/** A card or ACH processor. Ability is the presence of an action; `find` is mandatory, or an unknown could never be resolved. */
export interface Processor {
  name: string
  actions: Partial<Record<Action, (order: Order) => Promise<Outcome>>>
  /** Asks what became of an order. Throws when the processor cannot be reached: then nothing is known yet. */
  find(reference: string): Promise<Found>
  /**
   * Sees to it that an order which has not arrived never moves money: should it still come, it is declined. Answers what became of one
   * that has arrived after all. May be asked again; throws as `find` does. Absent where the processor has no such thing: then an order
   * that arrives after it was given up is only found later, and taken back.
   */
  ruleOut?(reference: string): Promise<Found>
  /**
   * Every order it took since a moment (Unix seconds), oldest first, to find those that a database which was brought back knows nothing
   * of. Absent where it cannot tell. Throws when the processor cannot be reached.
   */
  orders?(since: number): Promise<readonly KnownOrder[]>
  /** Absent where the processor settles by itself. Never throws: trouble on the way is `unknown`. */
  settle?(batch: BatchOrder): Promise<BatchClosure>
  /**
   * The processor's own file of what it settled under the reference of a batch order; null when it settled nothing under it. Throws when it
   * cannot be had or read. Absent where the processor gives no files.
   */
  statement?(reference: string): Promise<Statement | null>
}

/** What an adapter's factory receives. */
export interface ProcessorContext {
  clock: Clock
}
