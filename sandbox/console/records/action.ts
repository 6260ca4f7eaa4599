/** What a button does: a request to the API, or a move of the clock to a moment (Unix seconds). */
export type Doing = { method: 'POST' | 'PUT'; path: string; body?: unknown } | { clock: number }

/** Something that can be done with a record now. */
export interface RecordAction {
  /** The last part of the address to which its form is sent. */
  name: string
  button: string
  says: string
  /** Its amount field's initial value; empty if the amount is optional. */
  amount?: string
  /** Decisions to choose from, with a note. */
  choices?: readonly string[]
  doing(form: URLSearchParams): Doing
}

/** An action, or false if the API would refuse it now. */
export type Offered = RecordAction | false
