// biome-ignore-all lint/style/noRestrictedGlobals: which merchants were active, and how long requests took
import type { EventEmitter } from 'node:events'
import type { Admission, AdmissionUse, Place, WorkKind } from '../db/lanes.ts'
import { clientGone, Unavailable } from '../lib/problem.ts'

/** Lets requests begin, and says how many do not. */
export interface Admissions extends Admission {
  use(): AdmissionUse
}

/** A merchant counts as active for so long after its last request: as long as one takes. */
const ACTIVE_MS = 150
/** What a merchant may begin at once beside others: the requests of a page that a person opens. */
const BURST = 8
/** The time that its requests may take together before each waits for the one before, and what comes back of one. */
const CREDIT_MS = 100
const CREDIT_RATE = 0.5
/** Requests worked on together where every active merchant has some that wait: then nobody is in a hurry. */
const TOGETHER = 32
/** Alone again, a merchant may do twice as many at once after so long: somebody who comes soon finds little begun. */
const DOUBLES_MS = 200
/** A request that takes longer waits for something that does not say so, and keeps no place for it. */
const LONGEST_MS = 500
/** The longest rest, so that what is slow because the machine has too much to do is not paid for twice. */
const LONGEST_REST_MS = 100
/** Large lists of a merchant that is alone which are made at once. Beside others it is one, with a rest after it. */
const LISTS = 2
/** No statement takes longer, so this is for a list whose end nobody has said. */
const LONGEST_LIST_MS = 120_000
/** How long a merchant is remembered after its last request. */
const KNOWN_MS = 1_000

/** What a merchant has to do of one kind. */
interface Line {
  merchant: string
  kind: WorkKind
  working: number
  waiting: (() => void)[]
  /** Milliseconds, below zero where more was used; as it was at `credited_at`. */
  credit: number
  credited_at: number
  active_at: number
  /** Milliseconds that it has not rested yet: timers have no smaller unit. */
  owes: number
}

/**
 * While a merchant is alone, all of its requests begin at once. Beside others it may do so for a tenth of a second of
 * work, and then has one worked on at a time, and rests after it as long as that took: so this process and the database
 * have time for the others. A request that waits for its processor or a terminal has no place meanwhile, and none is
 * kept longer than half a second, so nothing stands still for one. Large lists have turns of their own, which begin
 * when a list is really made: those of requests that had begun at once would be made one after another without a rest.
 */
export function admission(most_waiting: number, wait_ms: number, clock = () => performance.now()): Admissions {
  const lines = knownLines()
  let waited = 0
  const serve = (line: Line): void => {
    const now = clock()
    while (line.waiting.length > 0 && line.working < lines.limitOf(line, now)) line.waiting.shift()!()
  }
  const free = (line: Line): void => {
    line.working -= 1
    serve(line)
  }
  const begin = (line: Line): Place =>
    placeIn(line, lines, clock, (took_ms, had_credit) => {
      const is_light = line.kind !== 'lists' && (line.waiting.length === 0 || had_credit)
      const rests = !is_light && lines.othersOf(line, clock()).some_light
      const pause = rests ? restOf(line, took_ms) : 0
      if (pause > 0) setTimeout(free, pause, line)
      else free(line)
    })
  const wait = (line: Line, response: EventEmitter | undefined): Promise<Place> =>
    new Promise((resolve, reject) => {
      const { waiting } = line
      if (waiting.length >= most_waiting) return reject(new Unavailable(true, new Error('too many wait')))
      waited += 1
      lines.note(line, clock())
      const end = (): void => {
        clearTimeout(timer)
        response?.off('close', gone)
      }
      const go = (): void => {
        end()
        resolve(begin(line))
      }
      const leave = (reason: Error): void => {
        end()
        waiting.splice(waiting.indexOf(go), 1)
        reject(reason)
      }
      const gone = (): void => leave(clientGone())
      const timer = setTimeout(() => leave(new Unavailable(true, new Error('no turn in time'))), wait_ms)
      response?.once('close', gone)
      waiting.push(go)
    })
  return {
    enter(merchant, kind, response) {
      const now = clock()
      const line = lines.get(merchant, kind, now)
      const may = line.working === 0 || (line.waiting.length === 0 && line.working < lines.limitOf(line, now))
      return may ? begin(line) : wait(line, response)
    },
    use() {
      const sums = { working: 0, waiting: 0 }
      for (const { working, waiting } of lines.all()) {
        sums.working += working
        sums.waiting += waiting.length
      }
      return { ...sums, waited }
    },
  }
}

/** Takes a place, which ends once, by itself after `LONGEST_MS`; `ended` is told how long it was held. */
function placeIn(
  line: Line,
  lines: KnownLines,
  clock: () => number,
  ended: (took_ms: number, had_credit: boolean) => void,
): Place {
  let timer: NodeJS.Timeout | undefined
  let began = 0
  let is_over = false
  const take = (): void => {
    line.working += 1
    began = clock()
    lines.note(line, began)
    timer = setTimeout(give, line.kind === 'lists' ? LONGEST_LIST_MS : LONGEST_MS).unref()
  }
  const give = (): void => {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    const now = clock()
    lines.note(line, now)
    const had_credit = creditOf(line, now) > 0
    line.credit = Math.max(-CREDIT_MS, line.credit - (now - began))
    ended(now - began, had_credit)
  }
  take()
  return {
    leave() {
      is_over = true
      give()
    },
    async away(work) {
      if (!timer) return work()
      give()
      try {
        return await work()
      } finally {
        // What is left is short and others wait for it: it begins at once, and whoever comes next waits for it.
        if (!is_over && !timer) take()
      }
    },
  }
}

/** Nothing comes back while requests wait: who keeps some waiting has more to do than its share. */
function creditOf(line: Line, now: number): number {
  const back = line.waiting.length > 0 ? 0 : (now - line.credited_at) * CREDIT_RATE
  line.credit = Math.min(CREDIT_MS, line.credit + back)
  line.credited_at = now
  return line.credit
}

/** Returns how long a place that was held for `ms` stays empty. */
function restOf(line: Line, ms: number): number {
  line.owes += Math.min(ms, line.kind === 'lists' ? LONGEST_MS : LONGEST_REST_MS)
  const pause = Math.floor(line.owes)
  line.owes -= pause
  return pause
}

interface Others {
  /** Whether a merchant is active none of whose requests wait. */
  some_light: boolean
  /** Merchants with requests that wait. */
  busy: number
}

interface KnownLines {
  /** Returns the line of this name, which is remembered once it is noted. */
  get(merchant: string, kind: WorkKind, now: number): Line
  all(): Iterable<Line>
  /** Notes that a line is active. */
  note(line: Line, now: number): void
  othersOf(line: Line, now: number): Others
  /** Returns how many requests of a line may be worked on. */
  limitOf(line: Line, now: number): number
}

function keyOf({ merchant, kind }: Pick<Line, 'merchant' | 'kind'>): string {
  return kind === 'programs' ? merchant : `${merchant} ${kind}`
}

function knownLines(): KnownLines {
  const lines = new Map<string, Line>()
  let last = { merchant: '', at: Number.NEGATIVE_INFINITY }
  let before_that = last
  let swept_at = 0
  const forget = (now: number): void => {
    swept_at = now
    for (const [key, { working, waiting, active_at }] of lines)
      if (working === 0 && waiting.length === 0 && now - active_at > KNOWN_MS) lines.delete(key)
  }
  const note = (line: Line, now: number): void => {
    line.active_at = now
    lines.set(keyOf(line), line)
    if (line.merchant !== last.merchant) before_that = last
    last = { merchant: line.merchant, at: now }
  }
  const othersOf = (line: Line, now: number): Others => {
    let some_light = false
    let busy = 0
    for (const each of lines.values()) {
      if (each.merchant === line.merchant) continue
      if (each.waiting.length > 0) busy += 1
      else if (each.working > 0 || now - each.active_at < ACTIVE_MS) some_light = true
    }
    return { some_light, busy }
  }
  return {
    get(merchant, kind, now) {
      if (now - swept_at > KNOWN_MS) forget(now)
      const fresh = { working: 0, waiting: [], credit: CREDIT_MS, credited_at: now, active_at: now, owes: 0 }
      return lines.get(keyOf({ merchant, kind })) ?? { merchant, kind, ...fresh }
    },
    all: () => lines.values(),
    note,
    othersOf,
    limitOf(line, now) {
      const { some_light, busy } = othersOf(line, now)
      if (line.kind === 'lists') return some_light || busy > 0 ? 1 : LISTS
      if (some_light) return creditOf(line, now) > 0 ? BURST : 1
      if (busy > 0) return Math.max(1, Math.floor(TOGETHER / (busy + 1)))
      const { at } = last.merchant === line.merchant ? before_that : last
      return 2 ** Math.max(0, Math.floor((now - at) / DOUBLES_MS))
    },
  }
}
