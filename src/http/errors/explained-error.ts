/** An error with a page of its own in the documentation, at `/docs/errors/<name>`. */
export interface ExplainedError {
  name: string
  title: string
  status: readonly number[]
  /** The messages, texts or hints that are this error; whatever no other one says where there is none. */
  says?: RegExp
  /** One or two sentences. */
  means: string
  /** What to do, step by step. */
  steps: readonly string[]
  /** A text as the gateway writes it. */
  example: string
}
