/** The result of one test, one suite, or one file (`nesting` 0). */
export interface Result {
  kind: 'result'
  name: string
  nesting: number
  is_suite: boolean
  passed: boolean
  ms: number
  /** The reason, or true without one. */
  skipped: string | boolean
  todo: string | boolean
  /** Null when it passed, and when only something inside it failed. */
  error: string | null
}

/**
 * `ready`: the worker wants its first file. `note`: a diagnostic message of a test. `ended`: the file has ended, with
 * answers of 5xx and log lines of errors that it had not announced.
 */
export type FromWorker =
  | Result
  | { kind: 'ready' }
  | { kind: 'note'; text: string }
  | { kind: 'ended'; faults: string[] }

/** The path of the next file, absolute; null when there are no more. */
export interface ToWorker {
  file: string | null
}
