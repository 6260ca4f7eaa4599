import type { Outcome as ProcessorOutcome } from './processor.ts'

/** A payment terminal as a request finds it. Its columns go by the names they are stored under, so a stored record is one. */
export interface Device {
  id: string
  terminal_manufacturer_id: number
  serial_number: string
  local_ip_address: string | null
  port: number
  communication_type: string | null
  /** The agent in whose shop it stands; it is dialled directly where there is none. */
  terminal_agent_id?: string | null
  title?: string
  /** Seconds by step, as its record has them. */
  terminal_timeouts?: unknown
  tip_enable?: boolean
  tip_percents?: unknown
}

/** What begins money on a device, and what acts on money it began (the latter names its `original`). */
export type TerminalAction =
  | 'sale'
  | 'authonly'
  | 'avsonly'
  | 'force'
  | 'refund'
  | 'void'
  | 'authcomplete'
  | 'tipadjust'

/** One question to a device. All amounts are minor units. */
export interface TerminalRequest {
  /** Ours, unique per attempt, 1 to 64 printable characters: the device is asked by it what became of the order. */
  reference: string
  action: TerminalAction
  /** The whole amount, tip and tax included; 0n for avsonly. For authcomplete and tipadjust the new whole amount. */
  amount: bigint
  /** The part of the amount that is tip. */
  tip?: bigint | undefined
  /** The part of the amount that is tax. */
  tax?: bigint | undefined
  /** The device offers tips before it reads the card; the tip chosen comes on top of the amount. */
  ask_tip?: boolean | undefined
  /** The device takes a signature where the card asks for one. */
  ask_signature?: boolean | undefined
  /** A token of the card comes back, to be kept. */
  ask_token?: boolean | undefined
  order_num?: string | undefined
  po_number?: string | undefined
  /** Up to nine digits. */
  ticket?: number | undefined
  billing?: { street?: string | undefined; zip?: string | undefined } | undefined
  /** For `force`: the code the merchant got by voice. */
  auth_code?: string | undefined
  lodging?: Lodging | undefined
  /** The approval this acts on; a refund without one pays a card that is presented. */
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

/** The card as the device read it. The number itself never leaves the device. */
export interface ReadCard {
  /** How the public table of entry modes names it: keyed, swiped, contactless, chip, fallback, barcode. */
  entry_mode_id: 'K' | 'S' | 'P' | 'C' | 'F' | 'B'
  first_six: string | null
  last_four: string | null
  /** visa, mc, amex, disc, diners, jcb; `debit` is told by `is_debit`, not here. */
  account_type: string | null
  is_debit: boolean
  account_holder_name: string | null
  /** MMYY */
  exp_date: string | null
}

/** The processor has spoken, through the device. */
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
  /** The acquirer's name for it: by this it can be voided, captured and refunded later, on this device or at the acquirer. */
  host_reference: string | null
  /** The device's own number for it. */
  device_reference: string | null
  card: ReadCard | null
  /** Of `auth_amount`, what the payer chose on the device, or what the order named. Minor units. */
  tip: bigint | null
  /** TC, TVR, AID, TSI, ATC, APPLAB, APPN, CVM as far as the chip told them; null unless a chip was read, by contact or without. */
  emv_receipt_data: Record<string, string> | null
  /** A PNG image; null when none was taken. */
  signature_png_base64: string | null
  /** What stands for the card at the processor. A secret: in memory only until it is sealed. */
  token: string | null
}

/** Nothing was authorised, and the device is sure of it or never had the order. */
export interface TerminalFailure {
  result: 'failed'
  why: 'unreachable' | 'busy' | 'timeout' | 'cancelled' | 'refused'
  /** What a person is told: CONNECT ERROR, TIMEOUT, ABORTED, Card Entry Timeout, … */
  text: string
}

/** The line broke after the device had the order. Nobody may be told that it did not happen until `find` says so. */
export interface TerminalUnknown {
  result: 'unknown'
  text: string
}

export type TerminalOutcome = TerminalResponse | TerminalFailure | TerminalUnknown

/** Where a command stands; told as it happens, so that a watcher can show it. Never needed for the outcome. */
export type Progress = 'connecting' | 'taken' | 'cancelling' | 'asking'

/** How a caller accompanies a command. */
export interface CommandOptions {
  /** Aborting asks the device to stop. The command still ends with an outcome: what was authorised before stays authorised. */
  signal?: AbortSignal | undefined
  progress?: ((step: Progress) => void) | undefined
  /** Seconds the whole command may take, 1 to 300; the device is then asked to stop, and the truth is found out. Default 300. */
  wait_seconds?: number | undefined
}

export interface StoreRequest {
  reference: string
}

/** A card read to be kept; nothing was charged. */
export interface StoredCard {
  result: 'approved'
  card: ReadCard
  /** A secret, see Answered.token. */
  token: string
}

/** The device closed its batch with the acquirer. */
export interface ClosedBatch {
  result: 'approved'
  host_reference: string | null
  /** Minor units, refunds already taken off. */
  amount: bigint
  count: number
}

/** Terms to be shown to whoever stands before the device. */
export interface Terms {
  /** 1 to 4096 characters. */
  text: string
  require_signature: boolean
  /** How long the device waits for an answer, signature included. */
  wait_seconds: number
}

export interface PromptResponse {
  /** The public reason table: 1000 accepted, 1500 declined by the customer, 1531 no answer in time or no connection. */
  reason_code_id: 1000 | 1500 | 1531
  /** The drawn signature as a PNG image in base64; null unless the terms were accepted and one was required. */
  signature_png_base64: string | null
}

/**
 * What a device says about an earlier order of ours. `none`: it never authorised it and is not at work on it. `busy`: it is at work,
 * perhaps on this very order: ask again.
 */
export type OrderStatus = { state: 'ended'; outcome: TerminalResponse } | { state: 'none' } | { state: 'busy' }

/**
 * A make of terminals, as the gateway speaks to it. Ability is the presence of an action. No command throws: trouble is an outcome. An
 * order is put to the device once at most, whatever happens on the line.
 */
export interface Terminal {
  name: string
  actions: Partial<
    Record<TerminalAction, (order: TerminalRequest, device: Device, watch?: CommandOptions) => Promise<TerminalOutcome>>
  >
  /** Reads a card and has the processor keep it. */
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
   * Asks what became of an order. With `stop` a device that still waits for a card is told to stop first, so that `none` is final.
   * Throws when the device cannot be reached: then nothing is known yet.
   */
  find(
    order: Pick<TerminalRequest, 'reference' | 'action' | 'amount'>,
    device: Device,
    stop: boolean,
  ): Promise<OrderStatus>
  /** Shows terms and waits for the answer. A device that cannot be reached answers 1531 or throws. */
  prompt(terms: Terms, device: Device, signal?: AbortSignal): Promise<PromptResponse>
  /** Whether the device answers at this moment; one that is at work does. */
  isOnline(device: Device): Promise<boolean>
}

/** Who speaks to which make: `terminal_manufacturer_id` → terminal. Devices of other makes cannot be used. */
export type Terminals = Readonly<Record<number, Terminal>>
