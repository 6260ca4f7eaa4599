import { createHash } from 'node:crypto'
import type { Random } from '../../conformance/fuzz/random.ts'
import type { Observer } from './observer.ts'
import {
  currentMachine,
  onMachine,
  openImmediates,
  outsideMachines,
  real,
  type SimulatedMachine,
  type SimulatedTimer,
} from './simulated-time.ts'

/** The kinds of events that the scheduler orders. */
export type EventKind = 'statement' | 'network' | 'timer' | 'arrival' | 'work' | 'death'

/** The relative weight of each kind when the seed chooses the next event. */
export type EventWeights = Readonly<Record<EventKind, number>>

/** A process of the gateway, or a party that survives its death: the network or the clients. */
export interface SimulatedProcess {
  name: string
  is_dead: boolean
  /** Rejects when it dies. */
  death: PromiseWithResolvers<never>
}

export function newProcess(name: string): SimulatedProcess {
  const death = Promise.withResolvers<never>()
  death.promise.catch(() => undefined)
  return { name, is_dead: false, death }
}

interface WaitingEvent {
  name: string
  kind: EventKind
  of: SimulatedProcess
  go(): void | Promise<void>
}

interface WaitingTimer extends SimulatedTimer {
  at: number
  made: number
  every: number | null
  keeps: boolean
  of: SimulatedProcess
  fire(): void
}

/** A database call whose answer the process has yet to receive. */
interface Flight {
  of: SimulatedProcess
  number: number
  /** Passes the answer to the process; null until the answer arrives. */
  deliver: (() => void) | null
  /** Whether it waited for a lock when `pg_locks` was last read. */
  is_blocked: boolean
}

/** A run with more steps than this is a finding: something loops. */
const MOST_STEPS = 20_000
/** Milliseconds to wait for an answer before reading `pg_locks`. */
const PATIENCE_MS = 3
/** Milliseconds after which the database counts as stuck, not slow. */
const STILL_MS = 300_000

/**
 * Lets the seed decide the order of events. Everything a process does outside itself waits for its turn here. The
 * scheduler releases one event and chooses the next when the system is at rest: no promise is left to run, and every
 * statement sent has been answered or waits for a lock.
 */
export class Scheduler {
  readonly #chance: Random
  readonly #observer: Observer
  readonly #started_ms: number
  readonly #trace: string[] = []
  #weights: EventWeights | null = null
  #elapsed = 0
  #seconds = 0
  #count = 0
  #events: WaitingEvent[] = []
  #timers: WaitingTimer[] = []
  #flights = new Set<Flight>()
  #landed = Promise.withResolvers<void>()

  /** `started_ms`: the time at which the simulated machines start, in milliseconds since the Unix epoch. */
  constructor(chance: Random, observer: Observer, started_ms: number) {
    this.#chance = chance
    this.#observer = observer
    this.#started_ms = started_ms
  }

  /** The names of all events, in order. */
  get trace(): readonly string[] {
    return this.#trace
  }

  /** A hash of the trace: equal for equal runs. */
  get digest(): string {
    return createHash('sha256').update(this.#trace.join('\n')).digest('hex').slice(0, 16)
  }

  /** Adds a line to the trace for something that no event covers. */
  note(what: string): void {
    this.#trace.push(what)
  }

  now(): number {
    return this.#started_ms + this.#elapsed
  }

  /** From here on the seed chooses between events by these weights; with null, events run in order of arrival. */
  chooseBy(weights: EventWeights | null): void {
    this.#weights = weights
  }

  /** Runs `work` as part of a process. */
  within<T>(of: SimulatedProcess, work: () => T): T {
    const on: SimulatedMachine = {
      elapsed: () => this.#elapsed,
      now: () => this.now(),
      random: () => this.#chance.below(2 ** 30) / 2 ** 30,
      timer: (fire, ms, repeats) => this.#addTimer(of, fire, ms, repeats),
    }
    return onMachine(on, work)
  }

  /** Resolves when this event has its turn. Never resolves if its process has died. */
  turn(of: SimulatedProcess, kind: EventKind, name: string): Promise<void> {
    return new Promise(resolve => {
      if (!of.is_dead) this.#events.push({ name: `${of.name} ${name}`, kind, of, go: resolve })
    })
  }

  /** Queues `go` to run when this event has its turn. */
  post(of: SimulatedProcess, kind: EventKind, name: string, go: () => void | Promise<void>): void {
    this.#events.push({ name: `${of.name} ${name}`, kind, of, go })
  }

  /** Calls the database. The process gets the answer between two events, in the order of the calls. */
  call<T>(of: SimulatedProcess, work: () => Promise<T>): Promise<T> {
    const flight = this.open(of)
    return new Promise((resolve, reject) => {
      outsideMachines(work).then(
        value => flight.land(() => resolve(value)),
        error => flight.land(() => reject(error)),
      )
    })
  }

  /** Registers a database call. Call `land` when the answer arrives. Used for calls that return in several places. */
  open(of: SimulatedProcess): { land(deliver: () => void): void } {
    const flight: Flight = { of, number: ++this.#count, deliver: null, is_blocked: false }
    this.#flights.add(flight)
    return {
      land: deliver => {
        flight.deliver = deliver
        this.#landed.resolve()
      },
    }
  }

  /** Runs events until `isOver` is true. Returns false if no event is left or the step limit is reached. */
  async run(isOver: () => boolean): Promise<boolean> {
    await this.#quiet()
    for (let step = 0; step < MOST_STEPS; step++) {
      if (isOver()) return true
      const next = this.#choose()
      if (!next) return false
      await next()
      await this.#quiet()
    }
    this.#trace.push('does not end')
    return false
  }

  /** Runs all pending events and one-shot timers. Intervals and unreferenced timers are not waited for. */
  async settle(): Promise<void> {
    await this.run(() => this.#events.length === 0 && this.#nextTimer(({ keeps }) => keeps) === null)
  }

  /** Moves the clock ahead. Timers fire in order, an interval only once. */
  async advance(ms: number): Promise<void> {
    const until = this.#elapsed + ms
    for (;;) {
      const timer = this.#nextTimer(() => true)
      if (!timer || timer.at > until) break
      await this.#fire(timer)
      if (timer.every !== null) timer.at = until + timer.every
      await this.#quiet()
    }
    await this.#moveTo(until)
  }

  /**
   * Kills a process: nothing that it waits for resolves. Its open transactions are rolled back. As in PostgreSQL, a
   * statement that waits for a lock continues until it gets the lock.
   */
  async kill(dead: SimulatedProcess): Promise<void> {
    const sendable = this.#events.filter(({ of, kind }) => of === dead && kind === 'statement')
    this.#forget(dead)
    // PostgreSQL may still execute the last statement of a dead process.
    if (sendable.length > 0 && this.#chance.oneIn(2)) {
      const last = this.#chance.pick(sendable)
      this.#trace.push(`${last.name} as it dies`)
      await last.go()
      await this.#quiet()
    }
    dead.death.reject(new Error(`${dead.name} has died`))
    await this.#quiet()
  }

  #forget(dead: SimulatedProcess): void {
    dead.is_dead = true
    this.#timers = this.#timers.filter(({ of }) => of !== dead)
    this.#events = this.#events.filter(({ of }) => of !== dead)
  }

  /** Lists pending events and database calls for error messages. */
  waiting(): string[] {
    return [
      ...this.#events.map(({ name }) => name),
      ...[...this.#flights].map(({ of }) => `${of.name} in the database`),
    ]
  }

  #choose(): (() => Promise<void>) | null {
    const keeping = this.#nextTimer(({ keeps }) => keeps)
    const weights = this.#weights
    if (!weights) {
      const first = this.#events[0]
      if (first) return () => this.#happen(first)
      const timer = keeping ?? this.#nextTimer(() => true)
      return timer ? () => this.#fire(timer) : null
    }
    const choices: [weight: number, go: () => Promise<void>][] = this.#events.map(event => [
      weights[event.kind],
      () => this.#happen(event),
    ])
    if (keeping) choices.push([weights.timer, () => this.#fire(keeping)])
    const all = choices.reduce((sum, [weight]) => sum + weight, 0)
    if (all === 0) {
      const timer = this.#nextTimer(() => true)
      return timer ? () => this.#fire(timer) : null
    }
    let left = this.#chance.below(all)
    for (const [weight, go] of choices) {
      if (left < weight) return go
      left -= weight
    }
    throw new Error('no event was chosen')
  }

  async #happen(event: WaitingEvent): Promise<void> {
    this.#events.splice(this.#events.indexOf(event), 1)
    this.#trace.push(event.name)
    await event.go()
  }

  async #fire(timer: WaitingTimer): Promise<void> {
    await this.#moveTo(Math.max(this.#elapsed, timer.at))
    if (timer.every === null) timer.clear()
    else timer.at += timer.every
    this.#trace.push(`${timer.of.name} timer at ${this.#elapsed}`)
    timer.fire()
  }

  async #moveTo(elapsed: number): Promise<void> {
    this.#elapsed = elapsed
    const seconds = Math.floor(this.now() / 1000)
    if (seconds === this.#seconds) return
    this.#seconds = seconds
    await this.#observer.setClock(this.now())
  }

  #addTimer(of: SimulatedProcess, fire: () => void, ms: number, repeats: boolean): SimulatedTimer {
    const machine = currentMachine()!
    const every = Math.max(1, Math.round(ms))
    const timer: WaitingTimer = {
      at: this.#elapsed + every,
      made: ++this.#count,
      every: repeats ? every : null,
      keeps: !repeats,
      of,
      fire: () => onMachine(machine, fire),
      ref: () => Object.assign(timer, { keeps: true }),
      unref: () => Object.assign(timer, { keeps: false }),
      clear: () => {
        const place = this.#timers.indexOf(timer)
        if (place >= 0) this.#timers.splice(place, 1)
      },
    }
    if (!of.is_dead) this.#timers.push(timer)
    return timer
  }

  #nextTimer(counts: (timer: WaitingTimer) => boolean): WaitingTimer | null {
    let first: WaitingTimer | null = null
    for (const timer of this.#timers) {
      if (!counts(timer)) continue
      if (!first || timer.at < first.at || (timer.at === first.at && timer.made < first.made)) first = timer
    }
    return first
  }

  /** Waits until no promise is left to run and every statement has been answered or waits for a lock. */
  async #quiet(): Promise<void> {
    const latest = performance.now() + STILL_MS
    for (;;) {
      await this.#follow()
      if (this.#flights.size === 0) return
      if (performance.now() > latest) throw new Error(`the database does not answer: ${this.waiting().join(', ')}`)
      this.#landed = Promise.withResolvers()
      const landed = this.#landedFlights()
      if (landed.length === this.#flights.size) this.#deliver(landed)
      else if (await this.#isBlocked(landed.length)) {
        if (landed.length === 0) return
        this.#deliver(landed)
      }
    }
  }

  #landedFlights(): Flight[] {
    return [...this.#flights].filter(({ deliver }) => deliver)
  }

  /**
   * Whether every unanswered call waits for a lock. Gives answers a few milliseconds to arrive before reading
   * `pg_locks`, unless all of these calls were blocked before.
   */
  async #isBlocked(landed: number): Promise<boolean> {
    const waiting = [...this.#flights].filter(({ deliver }) => !deliver)
    const is_known = waiting.every(({ is_blocked }) => is_blocked)
    if (!is_known && !(await Promise.race([this.#landed.promise.then(() => false), latePause()]))) return false
    const blocked = await this.#observer.blocked()
    if (this.#landedFlights().length !== landed || blocked !== waiting.length) return false
    for (const flight of waiting) flight.is_blocked = true
    return true
  }

  #deliver(landed: readonly Flight[]): void {
    const [first] = landed.toSorted((one, other) => one.number - other.number)
    this.#flights.delete(first!)
    if (!first!.of.is_dead) first!.deliver!()
  }

  /** Runs promises and `setImmediate` callbacks until none is left. */
  async #follow(): Promise<void> {
    do await new Promise(resolve => real.setImmediate(resolve))
    while (openImmediates() > 0)
    await new Promise(resolve => real.setImmediate(resolve))
  }
}

function latePause(): Promise<boolean> {
  return new Promise(resolve => real.setTimeout(resolve, PATIENCE_MS, true))
}
