import type { Resource } from '../definition/resource.ts'

/** A record as a write leaves it, from which postbacks are made. */
export interface OutboxMessage {
  resource: Resource
  /** Returns SQL: the id of the event of a row of `stored`. */
  event(): string
  verb: string
  /** The columns that have another value now; null for a new record. */
  changed: readonly string[] | null
  gone: boolean
  seconds: number
  params: { add(value: unknown): string }
}

/** Where postbacks are queued: by the same statement that stores the record. */
export interface Outbox {
  /**
   * A statement for the `with` list of the write, `insert … select … from stored … returning 1`, or null for a
   * resource without postbacks. `stored` is the row as it was stored.
   */
  clause(message: OutboxMessage): string | null
  /** Called after the commit of a write that queued a postback. */
  wake(): void
}
