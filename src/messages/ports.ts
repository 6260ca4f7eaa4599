import type { Queryable } from '../db/database.ts'
import type { Reader } from '../definition/rules.ts'
import type { Actor, Store, UnitOfWork, WriteOptions } from '../definition/store.ts'

export type Channel = 'email' | 'sms'

/** One recipient of one way to reach people. */
export interface Recipient {
  channel: Channel
  /** An address, or 10 digits. */
  to: string
}

/** Why a recipient's own request has blocked messages to him, or allowed them again. */
export const OWN_REQUEST = {
  unsubscribed: 'The recipient unsubscribed.',
  no_reminders: 'The recipient unsubscribed from reminders.',
  stopped: 'The recipient answered STOP.',
  opted_out: 'The carrier says that the recipient opted out.',
  back: 'The recipient took it back.',
} as const

/** The recipients to whom a merchant sends nothing more. */
export interface Blacklist {
  /**
   * Returns whether the recipient gets no such message from this merchant. Who unsubscribed still gets what he asked
   * for: invoices and receipts.
   */
  has(read: Reader, recipient: Recipient, reminds: boolean): Promise<boolean>
  /** `detail` says why. */
  block(work: UnitOfWork, recipient: Recipient, detail: string): Promise<void>
  /** Undoes what the recipient's own request has done; what the merchant or a bounce has blocked stays blocked. */
  unblock(work: UnitOfWork, recipient: Recipient, detail: string): Promise<void>
}

/** A logged message, as far as it is read here. */
export interface LogRow {
  id: string
  location_id: string
  recipient: string
  status: LogStatus
  attempts: number
}

/** `unknown` and `delivered` are statuses of texts only: mail servers report nothing about accepted mails. */
type LogStatus = 'queued' | 'sending' | 'sent' | 'withheld' | 'dropped' | 'bounced' | 'failed' | 'unknown' | 'delivered'

/** The columns that sending sets. */
export interface LogChange {
  id?: string
  status?: LogStatus
  attempts?: number
  detail?: string | null
  sent_ts?: number
  provider_id?: string | null
  source_address?: string | null
  return_path?: string | null
  sender?: string | null
  location_id?: string
  recipient?: string
  reason_sent?: string
  reason_model?: string
  reason_model_id?: string
  subject?: string
  body?: string
  reply_to?: string | null
  domain_id?: string | null
}

/** The record of every message, which decides whether it is sent again. */
export interface MessageLog {
  find(read: Reader, channel: Channel, id: string): Promise<LogRow | null>
  insert(store: Store, actor: Actor, channel: Channel, record: LogChange): Promise<LogRow>
  /** Holds the message until the transaction ends; null when there is none of this id. */
  lock(work: UnitOfWork, channel: Channel, id: string): Promise<LogRow | null>
  update(work: UnitOfWork, channel: Channel, row: LogRow, set: LogChange, options: WriteOptions): Promise<LogRow>
  /** Returns the location trees whose merchants have texted this number. */
  rootsThatTexted(db: Queryable, recipient: string): Promise<string[]>
  /** Returns the text with this id of its carrier. */
  textOfProvider(db: Queryable, provider_id: string): Promise<{ id: string; root_id: string } | null>
  /** Counts what was sent, or is about to be, to a recipient of a merchant; receipts count for their payment alone. */
  recent(
    db: Queryable,
    of: { root_id: string; channel: Channel; recipient: string; about: { model: string; id: string }; since: number },
  ): Promise<{ of_record: number; of_recipient: number }>
  /** Returns the recipient of a mail of any merchant. */
  mailOf(db: Queryable, id: string): Promise<{ root_id: string; location_id: string; recipient: string } | null>
}

/** What messages are recorded in. */
export interface MessageRecords {
  blacklist: Blacklist
  messageLog: MessageLog
}
