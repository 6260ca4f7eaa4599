import type { AmountLimits } from '../lib/amount-limits.ts'
import type {
  Action,
  Inquiry,
  Instrument,
  ProcessorRequest,
  ThreeDSecure,
  WalletInstrument,
} from './processor-request.ts'

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
  /** What the operator gave for the connector, secrets opened; in memory only. Empty for the simulator. */
  credentials: Readonly<Record<string, string>>
}

/** One thing that an operator gives so that a connector can be used. */
export interface ConnectorSetting {
  name: string
  title: string
  is_secret?: true
  /** What it is when it is left out; without it, it has to be given. Null: it may be left out. */
  fallback?: string | null
  /** What it has to look like. */
  format?: RegExp
  /** What it looks like where only the processor's test system is reached: no money moves there. */
  of_test?: RegExp
}

/** Returns the processor as an account has it: all that is sent, asked and settled through it is that account's. */
export interface Connector {
  (account: ProcessorAccount): Processor
  /** It gives back by its own id: the number of a card is not needed again once its payments are final. */
  refunds_by_reference?: true
  /** What `credentials` of its accounts hold. */
  takes?: readonly ConnectorSetting[]
  /** What one payment can come to, where the processor's documents say so; refunds may be less. */
  amounts?: AmountLimits
}

/**
 * `pending`: accepted, and decided by the processor later, as a bank debit is. `held`: approved by the issuer, and
 * waiting for a person at the merchant who reviews it. Both are asked about until they end, and never reversed for
 * having taken long. `unknown`: nobody here knows whether it arrived.
 */
export type Result = 'approved' | 'declined' | 'pending' | 'held' | 'unknown'

/**
 * What a decline means for another try. `soft`: the same payment may be approved later. `hard`: not with this account
 * as it is. `never`: the networks forbid another try with this account.
 */
export type DeclineClass = 'soft' | 'hard' | 'never'

/**
 * The outcome of a request. After `unknown`, `pending` and `held` the processor has to be polled with `find` until the
 * outcome is known.
 */
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
  /** With `declined` only; `hard` when left out. */
  decline_class?: DeclineClass
  /** The network's advice to the merchant, as it was sent: Mastercard's merchant advice code, Visa's category. */
  advice_code?: string | null
  /** The card network's id of the payment, with which later ones of its series are sent. */
  network_transaction_id?: string | null
  /** What the processor keeps the account under, where it was asked to. */
  token?: string | null
  /** A bank payment that had been approved was sent back by its bank: NACHA's code, and when (Unix seconds). */
  returned?: { code: string; ts: number }
  /**
   * With `declined` only: the account at the processor does not work (a wrong key, a right that is missing). One plain
   * line for the operator; the payer is told of a set-up issue.
   */
  misconfigured?: string
  /** With a `declined` void: the processor does not know the payment, or not yet, seconds after it approved it. */
  unrecorded?: true
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

/**
 * What a processor remembers, and for how long (seconds), as its documents say. Everything that sends a request again,
 * asks about one or compares the books reads these figures and assumes nothing beyond them (decision 0064).
 */
export interface ProcessorMemory {
  /** For so long a repeated order under its reference moves no money again; Infinity: for ever. */
  repeats: number
  /** For so long `find` finds whatever has arrived: later, not having seen a request says nothing. */
  finds: number
  /** `settled` reports every approved payment within this time. */
  settles: number
}

/** Cards are settled within three banking days; a week-end with holidays lies between at most. */
export const SETTLED_WITHIN = 7 * 86_400

/** A processor that keeps everything: the simulator, and the gateway's own tables. */
export const KEEPS_ALL: ProcessorMemory = {
  repeats: Number.POSITIVE_INFINITY,
  finds: Number.POSITIVE_INFINITY,
  settles: SETTLED_WITHIN,
}

/** An order that took or holds money, as a processor lists it that cannot list its requests. */
export interface TakenOrder {
  /** Ours; null where the processor does not tell it. */
  reference: string | null
  processor_reference: string
  /** Minor units. */
  amount: bigint
  /** Of the card or bank account; null where the processor does not tell it. */
  last_four: string | null
  /** Unix seconds. */
  ts: number
}

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

/** A request whose money a processor that settles by itself has paid out or debited. */
export interface SettledRequest {
  /** Ours; null where the processor does not tell it. */
  reference: string | null
  processor_reference: string
  /** Minor units; refunds are negative. */
  amount: bigint
  /** Unix seconds. */
  settled_ts: number
  /** The processor's own batch. */
  batch: string
  /** Which line of this payment it is in its list of the batch; 1 when left out. */
  line?: number
  /** Minor units the processor keeps; null where it does not tell. */
  fee: bigint | null
  /** The transfer to the merchant's bank that contains it; null where it does not tell, or not yet. */
  funding_reference: string | null
}

/** A bank payment that its bank has sent back, as its processor lists it. */
export interface ReturnedRequest {
  /** Ours; null where the processor does not tell it. */
  reference: string | null
  processor_reference: string
  /** Minor units that were taken back; never negative. */
  amount: bigint
  /** NACHA's code. */
  code: string
  /** Unix seconds. */
  returned_ts: number
}

/** What a processor sent without being asked. It is never believed: whatever it is about is asked about. */
export interface Notification {
  /** The processor's own id of it: one that comes twice is taken once. */
  id: string
  /** For people: the processor's name of what has happened. */
  event: string
  /** What it is about, by our reference or by the processor's own id; neither for what concerns no payment. */
  reference?: string | undefined
  processor_reference?: string | undefined
}

/** A notification as it came in. */
export interface NotificationMessage {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
  /** Unix seconds. */
  received_ts: number
}

/** A line of a processor's own test table, as it turned out. */
export interface CertifiedCase {
  name: string
  expected: string
  got: string
  is_passed: boolean
}

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
  memory: ProcessorMemory
  /** None ever throws: what fails on the way is an outcome `unknown`. */
  actions: Partial<Record<Action, (request: ProcessorRequest) => Promise<Outcome>>>
  /** Line items of Level 3 data that one request can carry; none are sent where it is absent. */
  level3_lines_max?: number
  /** Wallets whose tokens it opens. */
  wallets?: readonly WalletInstrument['wallet'][]
  /**
   * Returns the results of 3-D Secure that are missing beside those that were given: without them it cannot carry the
   * others. It carries any part where this is absent.
   */
  missing3ds?(given: ThreeDSecure): readonly (keyof ThreeDSecure)[]
  /** It refuses some bank payments until a manager approves them (1663), and takes them with `overrides` then. */
  overrides?: true
  /** Which accounts it takes; everything when absent. */
  instruments?: readonly Instrument['kind'][]
  /**
   * One harmless call that shows whether address and credentials work. Throws an Error of one plain line for the
   * operator where they do not.
   */
  check?(): Promise<void>
  /** Runs the processor's published test table against its test address. */
  certify?(): AsyncIterable<CertifiedCase>
  /** Returns what became of a request. Throws when the processor cannot be reached: then nothing is known yet. */
  find(asked: Inquiry): Promise<Found>
  /** `find` tells of a bank payment that it came back (`returned`), so that it is asked about for some weeks. */
  tells_returns?: true
  /**
   * Guarantees that a request which has not arrived never moves money: should it still arrive, it is declined.
   * Returns what became of one that has arrived after all. Idempotent; throws as `find` does. Absent where the
   * processor cannot promise this: then a request that arrives after it was given up is found later and reversed.
   */
  ruleOut?(asked: Inquiry): Promise<Found>
  /**
   * Returns every request received between two moments (Unix seconds, the later one exclusive), oldest first, so that
   * the books can be compared with them. Absent where the processor has no such list. Throws when the processor cannot
   * be reached.
   */
  requests?(since: number, until: number): Promise<readonly KnownRequest[]>
  /**
   * Yields the orders between two moments (Unix seconds, the later one exclusive) that took or hold money, so that a
   * restored gateway sees what it has lost. For processors without `requests`; absent where it lists none. Throws when
   * the processor cannot be reached.
   */
  taken?(since: number, until: number): AsyncIterable<readonly TakenOrder[]>
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
  /**
   * Yields what a processor that settles by itself has settled between two moments (Unix seconds, the later one
   * exclusive). Throws when it cannot be reached. Absent where it is told to settle, or has no such list. What is told
   * in files is yielded for each file that came since, whatever its date; one that cannot be read fails after all
   * others with an `UnreadableFile`.
   */
  settled?(since: number, until: number): AsyncIterable<readonly SettledRequest[]>
  /** Yields the bank payments that came back, in the same way. Absent where `find` tells it, or nobody does. */
  returned?(since: number, until: number): AsyncIterable<readonly ReturnedRequest[]>
  /**
   * Reads what it sent without being asked. Null where it is not signed as it has to be. Throws for what makes no
   * sense.
   */
  read?(message: NotificationMessage): readonly Notification[] | null
}
