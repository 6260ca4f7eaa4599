import type { Row, Settable } from '../definition/resource.ts'
import type { Actor, SideStatement, UnitOfWork } from '../definition/store.ts'
import type { VaultAccount } from '../lib/account.ts'
import type { CircuitState } from '../lib/circuit.ts'
import type { Money } from '../lib/money.ts'
import type { Wallet } from '../lib/wallet-of.ts'
import type { CheckImages, Identity, ProcessorRequest, ThreeDSecure } from '../ports/processor-request.ts'
import type { Device, TerminalRequest } from '../ports/terminal.ts'
import type { accountvault } from '../resources/accountvault/accountvault.ts'
import type { location } from '../resources/location/location.ts'
import type { MicrodepositRow } from '../resources/microdeposit/microdeposit.ts'
import type { producttransaction } from '../resources/producttransaction/producttransaction.ts'
import type { quickinvoice } from '../resources/quickinvoice/quickinvoice.ts'
import type { RunAction, RunRow } from '../resources/terminalrun/terminalrun.ts'
import type { Beginning, FollowUpAction, Intervention } from '../resources/transaction/transaction.states.ts'
import type { TransactionRow, transaction } from '../resources/transaction/transaction.ts'
import type { transactionbatch } from '../resources/transactionbatch/transactionbatch.ts'

/** The only way money moves. Of payments, resources import the types of this file and of `vaulting.ts` alone. */
export interface Payments {
  /**
   * Makes one payment: stores the intent and commits, submits it to the processor with no transaction open, records
   * the outcome. A decline is a row like any other. Throws a Refusal when the payment cannot be made at all; then
   * nothing was submitted.
   */
  run(actor: Actor, payment: NewPayment): Promise<TransactionRow>
  /**
   * Acts on an earlier transaction: void, capture, increment, partial reversal, tip. After a decline the status of
   * the returned row is unchanged and its reason says why. Throws a Refusal when the state does not allow the action
   * or another is in progress.
   */
  follow(
    actor: Actor,
    transaction_id: string,
    action: FollowUpAction,
    input: { amount: Money | null; set: Settable<typeof transaction> },
  ): Promise<TransactionRow>
  /**
   * Gives back authorizations of one merchant that were not captured in time, as their `expire_ts` of a scan says. An
   * action that is under way goes first.
   */
  expire(root_id: string, ids: readonly string[], expire_ts: number): Promise<void>
  /**
   * Resolves with the transaction once its outcome is known and no action on it is in progress; as it is now, when that
   * takes longer than a caller waits.
   */
  decided(row: TransactionRow): Promise<TransactionRow>
  /** Stops waiting for outcomes. */
  close(): void
  /** The payments of recurrings of one merchant, in the same steps as a single one. */
  scheduled: {
    /** Loads everything the payments need and checks their requirements. */
    plan(actor: Actor, payments: readonly StoredAccountPayment[]): Promise<PlannedPayment[]>
    /** Stores transactions and attempts in the open transaction of the caller. */
    authorise(work: UnitOfWork, plans: readonly PlannedPayment[]): Promise<AuthorisedGroup>
    /** Submits them and records the outcomes. What is interrupted before this is resolved by `resolve`. */
    submit(actor: Actor, authorised: AuthorisedGroup): Promise<void>
  }
  /**
   * Stores what a person decides about a transaction that is stuck, with everything that follows; see `intervene`.
   */
  intervene(actor: Actor, transaction_id: string, decision: InterventionDecision): Promise<TransactionRow>
  /** Returns every request to the processor about a transaction, oldest first, and what a person has decided. */
  attempts(row: TransactionRow): Promise<AttemptStory[]>
  /**
   * Polls the processors about everything of unknown outcome that is due, and waits for their answers; returns how many
   * outcomes were learned.
   */
  resolve(): Promise<number>
  resolution: Resolution
  batches: Batches
  reconciliation: Reconciliation
}

/** Which processor products go through, and the accounts they have there. For operators. */
export interface ProcessorAccounts {
  /** Throws a 404 where there is no such product. */
  show(actor: Actor, product_id: string): Promise<ShownAccount>
  /**
   * Gives a product its connector and its account there, for what begins afterwards. The same again changes nothing.
   * Throws a 422 for a connector that is not there and for settings that it does not take.
   */
  connect(
    actor: Actor,
    product_id: string,
    to: { connector: string; settings: unknown },
  ): Promise<ShownAccount & { change: AccountChange }>
  /** Nothing new begins there; what is open stays reachable. Returns false when the product has no connector. */
  disconnect(actor: Actor, product_id: string): Promise<boolean>
  /** Makes one harmless call. */
  check(actor: Actor, product_id: string): Promise<{ is_working: boolean; problem: string | null }>
}

/**
 * What giving a product its account has changed: `account`, a version that begins; `secrets`, newer ones for the
 * version it has and for all earlier ones with the same connector and settings; `nothing`, it had all of that.
 */
export type AccountChange = 'account' | 'secrets' | 'nothing'

/** The account that new payments of a product are made with. */
export interface ShownAccount {
  product_transaction_id: string
  /** Null: the sandbox's simulator, and in live mode nothing. */
  connector: string | null
  version: number
  /** Secrets are masked. */
  settings: Record<string, string>
  /** Whether this build has the connector. */
  is_connected: boolean
}

/** Comparing the books with processors and banks; what differs is recorded as discrepancies. */
interface Reconciliation {
  /** Compares a settled batch with the processor's file and plans the next comparison. */
  compareBatch(root_id: string, id: string): Promise<unknown>
  /** Compares the orders of every processor, and bank files, where their night has come. */
  compareNight(): Promise<void>
}

/**
 * The same in the background, each by itself, so that none waits for another. Safe to run in several workers.
 */
interface Resolution {
  /** Begins to ask about attempts of unknown outcome that are due, at each processor account by itself. */
  payments(): Promise<void>
  /** The same about orders that were given up and may arrive after all. */
  givenUp(): Promise<void>
  /** Asks about a request that was finished; see `lookAgain`. */
  lookAgain(root_id: string, attempt_id: string): Promise<void>
  /** Asks about bank payments that may have come back; see `askAboutReturns`. */
  askAboutReturns(): Promise<void>
  /** Submits settlements of unknown outcome again. */
  settlements(): Promise<void>
  /** How this process reaches the processors and accounts it has used. */
  lines(): CircuitState[]
  /** Begins nothing more, and waits for what is being asked. */
  stop(): Promise<void>
}

/** What a person has decided, and why. */
export interface InterventionDecision {
  resolution: Intervention
  note: string
}

/** One request to a processor as a person reads it: what was asked, what was answered, what happens next. */
export interface AttemptStory {
  /** What the processor knows it by. */
  reference: string
  action: string
  purpose: 'order' | 'follow_up' | 'reversal'
  /** The reference of the request it acts on. */
  original: string | null
  processor: string
  /** The product through which it was sent. */
  product_transaction_id: string
  /** Two decimals. */
  amount: string
  state: 'pending' | 'approved' | 'declined' | 'unknown' | 'reversed'
  created_ts: number
  /** When a caller was told that it failed. */
  reported_ts: number | null
  ended_ts: number | null
  /** When its processor took back what it had approved. */
  taken_back_ts: number | null
  /** Since when a person has to decide. */
  stuck_ts: number | null
  reason_code_id: number | null
  verbiage: string | null
  response_message: string | null
  /** What a decline means for another try. */
  decline_class: 'soft' | 'hard' | 'never' | null
  /** The network's advice to the merchant, as it was sent. */
  advice_code: string | null
  auth_code: string | null
  auth_amount: string | null
  processor_reference: string | null
  /** How often the processor was asked about it. */
  asks: number
  /** What a person may decide. */
  resolutions: readonly Intervention[]
  intervention: { resolution: Intervention; note: string; user_id: string | null; created_ts: number } | null
}

type Batch = Row<typeof transactionbatch>

/** How payments are settled to their merchant. */
interface Batches {
  /** Closes a batch and has its processor settle it; returns the batch as it is then. */
  settle(actor: Actor, id: string): Promise<Batch>
  /** The same for a batch whose cut-off has come; see `settleDue`. */
  settleDue(root_id: string, id: string, moment: number): Promise<void>
  /** Has a batch that the processor refused settled again at the next cut-off. */
  processAgain(actor: Actor, id: string): Promise<Batch>
  /** Returns the contents and totals of a batch, compared with the processor's settlement file. */
  report(actor: Actor, batch: Batch): Promise<BatchReport>
  /** Closes a batch without the processor. */
  closeByForce(actor: Actor, id: string, detail: string | null): Promise<Batch>
}

/** Where the money comes from: an account just received, or one that is stored in the vault. */
export type Source =
  | { kind: 'account'; account: VaultAccount; cvv?: string | undefined; track_data?: string | undefined }
  | { kind: 'wallet'; wallet: Wallet; payment_token: string }
  | {
      kind: 'instrument'
      instrument_id: string
      /** Replaces that of the instrument; an account vault may have been given a later one. */
      exp_date: string | null
      account_vault_id: string | null
      cvv?: string | undefined
    }

/** A payment to be made, requested by the API, a pay page, a recurring or a terminal. */
export interface NewPayment {
  action: Beginning
  location_id: string
  product_transaction_id: string
  /** Location and product where the caller has loaded them, so that they are not loaded again. */
  known?: { place: Row<typeof location>; product: Row<typeof producttransaction> } | undefined
  /** Minor units; 0n for avsonly. */
  amount: Money
  /**
   * The surcharge of its product comes on top of the amount; left out where the caller has said it among the details.
   * `agreed`: the most that the payer has agreed to, or null where nobody is asked.
   */
  adds_surcharge?: { agreed: Money | null } | undefined
  /** Whether only a debit card is taken, in place of the product's setting. */
  bank_funded_only?: boolean | null | undefined
  /** Null for a refund of an earlier transaction: the processor knows the card. */
  source: Source | null
  /** The transaction that is refunded. */
  refunds?: TransactionRow | undefined
  /** The approval of a refund or credit by a second person. */
  refund_approval_id?: string | null | undefined
  /** The refused bank payment that is voided for this one. */
  overrides?: TransactionRow | undefined
  initiation: ProcessorRequest['initiation']
  /** All other stored columns: description, order_num, billing_zip, contact_id, quick_invoice_id, trx_source_id, … */
  details: Settable<typeof transaction>
  /** Proofs of identity for a bank debit whose terminal requires them; a stored account brings its own. */
  identity?: Identity | undefined
  check?: CheckImages | undefined
  /** Of a card payment whose holder was authenticated before. */
  three_d_secure?: ThreeDSecure | undefined
  /** Returns what is stored by the statement that stores the transaction of this id, such as the use of a form. */
  alongside?: ((transaction_id: string) => SideStatement) | undefined
  /** Throws where the invoice of the payment, which is locked and does not count it yet, does not take it. */
  fits?: ((invoice: Row<typeof quickinvoice> | null) => void) | undefined
  /**
   * Stores more together with the transaction of this id, such as the use of a ticket. Throwing refuses the payment,
   * and nothing is submitted. Runs again when the database transaction has to be repeated.
   */
  also?: ((work: UnitOfWork, transaction_id: string) => Promise<void>) | undefined
}

/** A payment from a stored account, as a recurring makes it. */
export interface StoredAccountPayment extends NewPayment {
  source: Extract<Source, { kind: 'instrument' }>
}

/** Requests at terminals, each a row before its device is involved. */
export interface TerminalRuns {
  /** Inserts the run, commits and then submits it to the device. Throws a 422 when the terminal is busy. */
  begin(actor: Actor, run: NewRun, order: RunRequest): Promise<RunRow>
  /**
   * Resolves with the run and what it made once it has a result or is reported as unknown; with undefined when this
   * process stops before, or cannot read it.
   */
  ended(run: RunRow): Promise<RunResult | undefined>
  /** Asks the device to stop. An earlier authorisation stands; the run shows which it was. */
  cancel(actor: Actor, run: RunRow): Promise<RunRow>
  /** Ends a run of unknown outcome whose terminal is lost; its payment is resolved with the processor. */
  abandon(actor: Actor, run: RunRow): Promise<RunRow>
  /** Polls the devices of runs without a live process and of unknown outcome. Returns how many runs ended. */
  recover(): Promise<number>
  /** Stops waiting for devices; their outcomes are found by a later `recover` of any process. */
  close(): Promise<void>
}

/** A run that has a result, and what it made. */
export interface RunResult {
  run: RunRow
  payment: TransactionRow | null
  vault: Row<typeof accountvault> | null
}

/** A request at a terminal that has passed every check before the device is involved. */
export interface NewRun {
  action: RunAction
  location_id: string
  terminal_id: string
  contact_id: string | null
  product_transaction_id: string | null
  /** The product's at the processor; null without a product. */
  processor_account_id: string | null
  /** Minor units; null for actions without one. */
  transaction_amount: bigint | null
  transaction_api_id: string | null
  /** Columns of the resulting transaction or vault, amounts as texts. */
  details: Record<string, unknown>
  /** Equal for equal requests only. */
  request_mark: string
  /** Seconds the device may take, 1 to 300. */
  wait_seconds: number
}

/** A request without its reference, which is the run's id, and its device. */
export interface RunRequest {
  device: Device
  /** Null for `store` and `settle`, which have no parameters. */
  order: Omit<TerminalRequest, 'reference'> | null
  wait_seconds: number
}

/** How a stored bank account is verified: two small credits, whose amounts the holder reads off. */
export interface Microdeposits {
  start(actor: Actor, vault_id: string, product_transaction_id: string | null): Promise<MicrodepositRow>
  confirm(actor: Actor, vault_id: string, amounts: readonly [Money, Money]): Promise<MicrodepositRow>
}

/**
 * A batch as a merchant reads it: what it holds, what it comes to by card and action, and whether the processor says
 * the same.
 */
export interface BatchReport {
  summary: BatchSummary
  /** The payments that the caller may see, oldest first and so many at a time: a batch may hold a million. */
  lines: AsyncGenerator<(Omit<BatchLine, 'amount' | 'reference' | 'location_id'> & { amount: string })[]>
}

interface BatchSummary {
  id: string
  batch_num: number
  product_transaction_id: string
  processing_status_id: number
  batch_close_ts: number | null
  settlement_file_name: string | null
  reconciled: boolean | null
  /** Sales less what went back; two decimals. */
  net_amount: string
  totals: { account_type: string | null; action: LineAction; count: number; amount: string }[]
  mismatches: Mismatch[]
}

/** How a payment counts in its batch. */
export type LineAction = 'sale' | 'refund' | 'blind_refund' | 'void'

/** A payment of a batch. Amounts in minor units; what goes back, and what was voided, is positive here. */
export interface BatchLine {
  id: string
  location_id: string
  created_ts: number
  action: LineAction
  account_type: string | null
  first_six: string | null
  last_four: string | null
  order_num: string | null
  auth_code: string | null
  amount: bigint
  /** What the processor knows it by. */
  reference: string | null
}

/** Something that is said in two places, and not in the same way. */
export interface Mismatch {
  what: string
  /** The transaction it is about; null where it is the batch. */
  transaction_id: string | null
  /** By the batch or its payments. */
  ours: string | null
  /** By the payments, where `ours` is the batch's; else by the processor's file. */
  theirs: string | null
}

/** A planned payment. What else a plan holds is read by payments alone. */
interface PlannedPayment {
  payment: NewPayment
  /** The one that takes it, after the rules of products. */
  product: Row<typeof producttransaction>
}

/** Stored payments in the order of their plans, with the requests that only payments read. */
interface AuthorisedGroup {
  rows: TransactionRow[]
}
