export type Row = Record<string, unknown>

/**
 * Kinds of work with connections of their own, so that one kind cannot keep another waiting: requests; the outcomes of
 * payments, which have happened and must be stored; jobs; lists and reports; hosted pages.
 */
export type Lane = 'requests' | 'outcomes' | 'jobs' | 'lists' | 'pages'

/** How the rows of an answer are read. */
export interface Reading<T> {
  /** Returns what is kept of a row, so that the rest of a long answer need not be. */
  keep(row: Row): T
  /** The most rows that come. Many are asked for and read a portion at a time, and other work gets on in between. */
  most: number
}

export interface Queryable {
  /** Runs one statement with `$1…` parameters and returns its rows, or what `reading` keeps of them. */
  query<T = Row>(text: string, values?: readonly unknown[], reading?: Reading<T>): Promise<T[]>
  /** Like query, and returns the number of rows the statement touched. */
  run(text: string, values?: readonly unknown[]): Promise<number>
}

/** An open transaction: the same two verbs, on one connection. */
export interface Tx extends Queryable {
  readonly kind: 'tx'
  /** Has the next statement bring the commit along: nothing can be sent after it. Returns the transaction. */
  endWithNext(): Tx
}

/**
 * Everything throws `Unavailable` where the database cannot do it at this moment: no free connection, a lock or a
 * statement that takes too long, a server that is gone.
 */
export interface Database extends Queryable {
  /** Runs `work` between BEGIN and COMMIT; repeats it on serialization failure or deadlock (40001, 40P01). */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Listens on a channel; notifications may be lost. Returns a function that stops it. */
  listen(channel: string, onNotify: (payload: string) => void): () => void
  /** Returns how the connections of this process are used. */
  connections(): readonly LaneUse[]
  close(): Promise<void>
}

/** Connections of a lane; `shared` where all work has the same ones. */
export interface LaneUse {
  lane: Lane | 'shared'
  used: number
  idle: number
  /** Work that waits for one. */
  waiting: number
  most: number
}
