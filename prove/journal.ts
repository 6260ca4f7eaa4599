/** The parsed JSON of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers of a gateway that may be wrong are looked at, not believed.
export type Json = any

/** One operation of a client, however many requests it took. */
export interface Entry {
  /** Its number, which is also in what it marks. */
  n: number
  /** The index of the merchant in sandbox.json. */
  merchant: number
  /** `sale`, `void`, `invoice page` … */
  what: string
  method: string
  path: string
  body: string
  headers: Record<string, string>
  /** The resource in the answer; null for a page. */
  noun: string | null
  /** The record it acts on; null where it makes one. */
  record_id: string | null
  /** By which it can be found: order number, the client's own id, or the payer's address. */
  mark: string
  has_key: boolean
  has_api_id: boolean
  /** Sent while another request changes the same record, so that the final record need not match this answer. */
  racing: boolean
  /** `open`: the outcome is not known. */
  state: 'open' | 'acknowledged' | 'refused'
  status: number
  /** The record as the client received it. */
  answer: Json
  tries: number
  /** Answers of 500: the gateway did not know what to do. */
  faults: number
  /** What it was answered last, where that is a record. */
  last: Json
  /** How far the clock had been moved when it was first sent, in seconds. */
  moved_seconds: number
}

type Made = Omit<Entry, 'n' | 'mark' | 'body' | 'state' | 'status' | 'answer' | 'tries' | 'faults' | 'last'>

/** What the clients themselves wrote down, in the memory of the prover. */
export interface Journal {
  entries: Entry[]
  /** `body` is made of the mark. */
  open(made: Made, body: (mark: string) => string): Entry
  /** Notes that this kept somebody waiting. */
  late(what: string): void
  /** What kept somebody waiting. */
  lateOnes(): readonly string[]
  /** Notes that a client has received an answer. */
  answered(): void
  /** How many there were. */
  answers(): number
  /** The longest time without any answer, in milliseconds. */
  longestSilence(): number
  /** Begins and ends the time in which silence counts. */
  listen(on: boolean): void
}

export function journal(): Journal {
  const entries: Entry[] = []
  const late: string[] = []
  let last: number | null = null
  let longest = 0
  let answers = 0
  const answered = () => {
    answers += 1
    if (last === null) return
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  return {
    entries,
    open(made, body) {
      const n = entries.length + 1
      const mark = markOf(n)
      const open = { state: 'open', status: 0, answer: null, tries: 0, faults: 0, last: null } as const
      const entry: Entry = { ...made, n, mark, body: body(mark), ...open }
      entries.push(entry)
      return entry
    },
    late: what => void late.push(what),
    lateOnes: () => late,
    answered,
    answers: () => answers,
    longestSilence: () => longest,
    listen(on) {
      answered()
      last = on ? performance.now() : null
    },
  }
}

/** Letters and digits only: it serves as an order number too. */
function markOf(n: number): string {
  return `P${String(n).padStart(7, '0')}`
}

/** The payer's address of a mark; receipts are counted by it. */
export function addressOf(mark: string): string {
  return `${mark.toLowerCase()}@payer.example`
}
