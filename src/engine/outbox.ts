import type { Resource } from '../definition/resource.ts'
import type { Params } from './scope.ts'

/** A record as a write leaves it, for whoever has to tell somebody outside of it. */
export interface OutboxMessage {
  resource: Resource
  event_id: string
  verb: string
  /** The columns that have another value now; null for a new record. */
  changed: readonly string[] | null
  gone: boolean
  seconds: number
  params: Params
}

/** Who outside is told of writes. What is to be told is stored by the very statement that stores the record. */
export interface Outbox {
  /**
   * A statement for the `with` list of the write, `insert … select … from stored … returning 1`, or null for what nobody
   * can ask to be told. `stored` is the row as it was stored.
   */
  clause(message: OutboxMessage): string | null
  /** Called after the commit of a write by which somebody is to be told. */
  wake(): void
}
