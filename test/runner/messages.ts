/** The result of one test, one suite, or one file (`nesting` 0). */
export interface Result {
  kind: 'result'
  name: string
  nesting: number
  is_suite: boolean
  passed: boolean
  ms: number
  /** The reason; true if the test gives none, false if it was not skipped. */
  skipped: string | boolean
  todo: string | boolean
  /** Null if it passed, or if only a test inside it failed. */
  error: string | null
}

/**
 * `ready`: the worker asks for its first file. `note`: a diagnostic message of a test. `ended`: the file has ended.
 * `closed`: the worker has closed its gateway after its last file. `faults`: 5xx responses and logged errors that the
 * file did not announce, announced ones that did not occur, and errors that nothing caught.
 */
export type FromWorker =
  | Result
  | { kind: 'ready' }
  | { kind: 'note'; text: string }
  | { kind: 'ended' | 'closed'; faults: string[] }

/** The path of the next file, absolute; null when there are no more. */
export interface ToWorker {
  file: string | null
  /** Whether others run in the same process. */
  is_shared: boolean
}
