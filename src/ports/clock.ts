/** Ports are the interfaces to the outside world. Here: types only. Never: an implementation, a noun, SQL. */

/** The only source of time. In the sandbox it can be moved forward; in live mode it is the machine's clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Whole Unix seconds, the unit of every `_ts` field. */
  seconds(): number
}
