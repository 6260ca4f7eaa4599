/** The only source of time. A sandbox can move it forward; in live mode it is the machine's clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Whole Unix seconds, the unit of every `_ts` field. */
  seconds(): number
}
