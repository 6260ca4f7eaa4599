import type { Caller } from './caller.ts'
import type { Resource, Row, Settable } from './resource.ts'
import type { Effect, Reader } from './rules.ts'

/** On whose behalf something is written, and the idempotency claim it answers, if any. */
export interface Actor {
  caller: Caller
  claim?: string | null | undefined
  /** Records that this request has already resolved for the caller, as `<noun> <id>`. Its writes may refer to them. */
  in_scope?: Set<string>
}

/** SQL with `$1…` parameters that is sent together with the write of a record. */
export interface SideStatement {
  text: string
  values: readonly unknown[]
  /** What `$1` holds as JSON; those of statements of one text are written by one. */
  rows?: readonly object[]
}

/** Returns a statement over rows: `$1` is a JSON array of them. */
export function overRows(text: string, rows: readonly object[], ...others: unknown[]): SideStatement {
  return { text, values: [JSON.stringify(rows), ...others], rows }
}

type Insert<R extends Resource> = { record: Settable<R>; options?: WriteOptions; actor?: Actor }

/** A change among several; `actor` where it is not that of the transaction. */
type Change<R extends Resource> = { row: Row<R>; set: Settable<R>; options?: WriteOptions; actor?: Actor }

export interface WriteOptions {
  /** Of the event, where it says more than created, updated or deleted. */
  verb?: string | undefined
  effects?: readonly Effect[] | undefined
  /** Written by the same statement as the record, in no order: none may depend on what another one writes. */
  alongside?: readonly SideStatement[] | undefined
}

/** An open database transaction seen through the engine: scoped reads and evented writes. */
export interface UnitOfWork extends Reader {
  /** Stores a record with its event, its jobs and its place in the totals. Fields left out are null. */
  insert<R extends Resource>(resource: R, record: Settable<R>, options?: WriteOptions): Promise<Row<R>>
  /**
   * Reads and locks a record until the transaction ends; null when this caller cannot see it. Others may still store
   * records that refer to it, unless it is locked `whole`: then those being stored are waited for.
   */
  lock<R extends Resource>(resource: R, id: string, whole?: 'whole'): Promise<Row<R> | null>
  /** Changes a record that this transaction has locked. */
  update<R extends Resource>(resource: R, row: Row<R>, set: Settable<R>, options?: WriteOptions): Promise<Row<R>>
  /** Stores several records, in one statement where they are alike. */
  insertAll<R extends Resource>(resource: R, records: readonly Insert<R>[]): Promise<Row<R>[]>
  /**
   * Changes several locked records, in one statement where the same changes. `closing` is sent with the last statement
   * where nothing follows from the changes, and after that otherwise.
   */
  updateAll<R extends Resource>(
    resource: R,
    changes: readonly Change<R>[],
    closing?: readonly SideStatement[],
  ): Promise<Row<R>[]>
  /** Marks a locked record as deleted. */
  remove<R extends Resource>(resource: R, row: Row<R>, set?: Settable<R>, options?: WriteOptions): Promise<void>
  /** Set-based SQL for projections and ledgers; the caller answers for its scope. */
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
  /** The next call that writes is the last: where nothing follows from what it writes, the commit goes with it. */
  endWithNext(): void
  readonly actor: Actor
}

/** The only way to write records. Payments, workers and commands all use it. */
export interface Store {
  /** Everything in `work` commits together or not at all. Never call out of the process inside. */
  transaction<T>(actor: Actor, work: (work: UnitOfWork) => Promise<T>): Promise<T>
  /** One record in one statement, for creations that hold no lock. */
  insert<R extends Resource>(actor: Actor, resource: R, record: Settable<R>, options?: WriteOptions): Promise<Row<R>>
  /** Reads outside any transaction, inside the caller's scope. */
  reader(caller: Caller): Reader
}

/** What happened to a record; also what a projection gets. */
export interface DomainEvent {
  actor: Actor
  noun: string
  verb: string
  record_id: string
  row: Record<string, unknown>
  before: Record<string, unknown> | null
}

/** What follows from an event in other rows, in the same transaction. Database only: it sees no port. */
export interface Projection {
  on: string
  verbs: readonly string[] | 'any'
  /** Statements that are sent together with the write itself. */
  alongside?(event: DomainEvent): readonly SideStatement[]
  /** Whether there is anything to fold; always, when left out. */
  when?(event: DomainEvent): boolean
  fold(work: UnitOfWork, event: DomainEvent): Promise<void>
  /** The same for all events of one write together, where that is less than each by itself. */
  foldAll?(work: UnitOfWork, due: readonly { event: DomainEvent }[]): Promise<void>
}
