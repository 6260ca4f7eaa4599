import type { Outcome as ProcessorOutcome } from './processor.ts'

/** A payment terminal. Its fields have the names of the columns, so that a stored record can be passed. */
export interface Device {
  id: string
  terminal_manufacturer_id: number
  serial_number: string
  local_ip_address: string | null
  port: number
  communication_type: string | null
  /** The agent in its shop; null when the gateway connects directly. */
  terminal_agent_id?: string | null
  title?: string
  /** Seconds by step, as stored. */
  terminal_timeouts?: unknown
  tip_enable?: boolean
  tip_percents?: unknown
}

/** Actions that start a payment on a device, and actions on an earlier payment, which name its `original`. */
export type TerminalAction =
  | 'sale'
  | 'authonly'
  | 'avsonly'
  | 'force'
  | 'refund'
  | 'void'
  | 'authcomplete'
  | 'tipadjust'

/** A request to a device. All amounts are minor units. */
export interface TerminalRequest {
  /** Our id, unique per attempt, 1 to 64 printable characters: the device is polled by it. */
  reference: string
  action: TerminalAction
  /** The whole amount, tip and tax included; 0n for avsonly. For authcomplete and tipadjust the new whole amount. */
  amount: bigint
  /** The part of the amount that is tip. */
  tip?: bigint | undefined
  /** The part of the amount that is tax. */
  tax?: bigint | undefined
  /** The device offers tips before it reads the card; a chosen tip is added to the amount. */
  ask_tip?: boolean | undefined
  /** The device takes a signature where the card requires one. */
  ask_signature?: boolean | undefined
  /** A token of the card is returned, to be stored. */
  ask_token?: boolean | undefined
  order_num?: string | undefined
  po_number?: string | undefined
  /** Up to nine digits. */
  ticket?: number | undefined
  billing?: { street?: string | undefined; zip?: string | undefined } | undefined
  /** For `force`: the voice authorization code. */
  auth_code?: string | undefined
  lodging?: Lodging | undefined
  /** The approval this acts on; a refund without one pays to a presented card. */
  original?: Pick<TerminalResponse, 'host_reference' | 'device_reference'> | undefined
}

export interface Lodging {
  /** YYYY-MM-DD */
  checkin_date?: string | undefined
  checkout_date?: string | undefined
  room_num?: string | undefined
  room_rate?: bigint | undefined
  advance_deposit?: boolean | undefined
  no_show?: boolean | undefined
}

/** The card as read by the device. The full number never leaves the device. */
export interface ReadCard {
  /** Codes of the contract's table: keyed, swiped, contactless, chip, fallback, barcode. */
  entry_mode_id: 'K' | 'S' | 'P' | 'C' | 'F' | 'B'
  first_six: string | null
  last_four: string | null
  /** visa, mc, amex, disc, diners, jcb; debit cards have `is_debit`. */
  account_type: string | null
  is_debit: boolean
  account_holder_name: string | null
  /** MMYY */
  exp_date: string | null
}

/** The processor's response, received through the device. */
export interface TerminalResponse
  extends Pick<
    ProcessorOutcome,
    | 'reason_code_id'
    | 'verbiage'
    | 'response_message'
    | 'auth_code'
    | 'auth_amount'
    | 'avs'
    | 'avs_enhanced'
    | 'cvv_response'
  > {
  result: 'approved' | 'declined'
  /**
   * The acquirer's reference, by which it is voided, captured and refunded later, on this device or at the acquirer.
   */
  host_reference: string | null
  /** The device's own number. */
  device_reference: string | null
  card: ReadCard | null
  /** The part of `auth_amount` that is tip, chosen on the device or requested. Minor units. */
  tip: bigint | null
  /**
   * TC, TVR, AID, TSI, ATC, APPLAB, APPN, CVM as far as known; null unless a chip was read, by contact or
   * contactless.
   */
  emv_receipt_data: Record<string, string> | null
  /** A PNG image; null when none was taken. */
  signature_png_base64: string | null
  /** The processor's token of the card. A secret: in memory only until it is sealed. */
  token: string | null
}

/** Nothing was authorised: the device is certain, or never received the request. */
export interface TerminalFailure {
  result: 'failed'
  why: 'unreachable' | 'busy' | 'timeout' | 'cancelled' | 'refused'
  /** A text for people: CONNECT ERROR, TIMEOUT, ABORTED, Card Entry Timeout, … */
  text: string
}

/** The line was lost after the device had the request. It must not be reported as failed until `find` says so. */
export interface TerminalUnknown {
  result: 'unknown'
  text: string
}

export type TerminalOutcome = TerminalResponse | TerminalFailure | TerminalUnknown

/** The current step, reported for display only. */
type Progress = 'connecting' | 'taken' | 'cancelling' | 'asking'

export interface CommandOptions {
  /** Aborting asks the device to stop. The command still ends with an outcome; an earlier authorisation stands. */
  signal?: AbortSignal | undefined
  progress?: ((step: Progress) => void) | undefined
  /** Time limit of the whole command in seconds, 1 to 300, default 300; then the device is asked to stop and polled. */
  wait_seconds?: number | undefined
}

export interface StoreRequest {
  reference: string
}

/** A card that was read and stored without a charge. */
interface StoredCard {
  result: 'approved'
  card: ReadCard
  /** A secret, see `TerminalResponse.token`. */
  token: string
}

/** The device closed its batch with the acquirer. */
export interface ClosedBatch {
  result: 'approved'
  host_reference: string | null
  /** Minor units, net of refunds. */
  amount: bigint
  count: number
}

/** Terms that are shown to the customer. */
export interface Terms {
  /** 1 to 4096 characters. */
  text: string
  require_signature: boolean
  /** How long the device waits for the customer, signature included. */
  wait_seconds: number
}

export interface PromptResponse {
  /** Contract reasons: 1000 accepted, 1500 declined by the customer, 1531 no response in time or no connection. */
  reason_code_id: 1000 | 1500 | 1531
  /** The drawn signature as a PNG image in base64; null unless the terms were accepted and one was required. */
  signature_png_base64: string | null
}

/**
 * The device's report on an earlier request. `none`: not authorised and not in progress. `busy`: the device is
 * working, perhaps on this request; poll again.
 */
export type OrderStatus = { state: 'ended'; outcome: TerminalResponse } | { state: 'none' } | { state: 'busy' }

/**
 * A make of terminals. Actions that are absent are not supported. Commands never throw: errors are outcomes. A
 * request is submitted to the device at most once.
 */
export interface Terminal {
  name: string
  actions: Partial<
    Record<TerminalAction, (order: TerminalRequest, device: Device, watch?: CommandOptions) => Promise<TerminalOutcome>>
  >
  /** Reads a card and stores it at the processor. */
  store?: (
    order: StoreRequest,
    device: Device,
    watch?: CommandOptions,
  ) => Promise<StoredCard | (TerminalResponse & { result: 'declined' }) | TerminalFailure | TerminalUnknown>
  closeBatch?: (
    order: StoreRequest,
    device: Device,
    watch?: CommandOptions,
  ) => Promise<ClosedBatch | (TerminalResponse & { result: 'declined' }) | TerminalFailure | TerminalUnknown>
  /**
   * Queries an earlier request. With `stop`, a device that waits for a card is stopped first, so that `none` is
   * final. Throws when the device cannot be reached: nothing is known then.
   */
  find(
    order: Pick<TerminalRequest, 'reference' | 'action' | 'amount'>,
    device: Device,
    stop: boolean,
  ): Promise<OrderStatus>
  /** Shows terms and waits for the customer. Returns 1531 or throws when the device cannot be reached. */
  prompt(terms: Terms, device: Device, signal?: AbortSignal): Promise<PromptResponse>
  /** True when the device responds now, even when it is busy. */
  isOnline(device: Device): Promise<boolean>
}

/** Drivers by `terminal_manufacturer_id`. Devices of other makes cannot be used. */
export type Terminals = Readonly<Record<number, Terminal>>
