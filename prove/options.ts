/**
 * Kills the processes of a gateway while merchants use it, and compares all records afterwards. Never: a rule of the
 * gateway, or its code that decides about money.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { random } from '../conformance/fuzz/random.ts'

/** Connectors to real processors; each has a host in the proof. */
const CONNECTORS = ['worldpay-cnp', 'authorizenet', 'stripe'] as const
export type ConnectorName = (typeof CONNECTORS)[number]

export const VICTIMS = ['api', 'worker', 'simulator', 'power', 'postgres'] as const
/** `power`: the simulator is killed and its disk loses what was not synced. */
export type Victim = (typeof VICTIMS)[number]

/** How often each is chosen; one that is left out never is. */
export type Weights<Name extends string> = Readonly<Partial<Record<Name, number>>>

/** One run of the proof. */
export interface Options {
  seed: number
  /** How long merchants send requests, in milliseconds, without the time to wind down. */
  work_ms: number
  /** The work continues until each kind of process has been killed this often. */
  least_kills: Weights<Victim>
  /** And until so much was acknowledged. */
  least_done: number
  clients: number
  /** Merchants whose products are connected to real processors, beside those of the sandbox: one for each name. */
  connectors: readonly ConnectorName[]
  /** Works for those merchants only. */
  connected_only?: true
  /** After so many late answers one is later than the gateway waits; 0: never. */
  gives_up_in: number
  /** The processes: what each is for. */
  roles: readonly ('api' | 'worker')[]
  victims: Weights<Victim>
  /** The longest pause between two kills, in milliseconds. */
  pause_ms: number
  /** The longest pause between two moves of the clock, in milliseconds; 0: it is never moved. */
  hop_ms: number
  /** One in this many payments carries a fault of the sandbox; of requests to the hosts of processors, one fails. */
  fault_in: number
  /** What merchants do, by the names of the journeys; nothing: everything. */
  scenarios?: Weights<string>
  /** Ends the leases of killed processes at once instead of waiting for them to expire. The long form waits. */
  forgets: boolean
  /**
   * The longest time to wind down: leases, queries about unknown outcomes and postback retries may all have to run
   * their course.
   */
  time_limit_ms: number
  /** The checkout that the gateway is run from. */
  tree: string
  report(line: string): void
  /** Aborted when the run is interrupted. */
  stop: AbortSignal
}

export interface Asked {
  minutes: number
  seed: number
  mutants: boolean
  /** The form that is part of the tests. */
  short: boolean
  /** Only merchants that are connected to real processors. */
  connected: boolean
  /** Runs only mutants or scenes of the simulation whose name contains this. */
  only: string
  /** Runs the simulation instead of the proof. */
  simulate: boolean
  /** Number of runs of the simulation. They use consecutive seeds, starting with `seed`. */
  runs: number
  /** Prints the events of each run. */
  traced: boolean
  /** Stops at the first finding. */
  first: boolean
}

/** Reads `--minutes 10 --seed 123 --mutants --only refund`. Throws an Error of one line for what makes no sense. */
export function readArguments(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      short: { type: 'boolean', default: false },
      connected: { type: 'boolean', default: false },
      mutants: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      simulate: { type: 'boolean', default: false },
      runs: { type: 'string', default: '200' },
      traced: { type: 'boolean', default: false },
      first: { type: 'boolean', default: false },
    },
  })
  const minutes = Number(values.minutes)
  const seed = Number(values.seed)
  if (!(minutes > 0 && minutes <= 10_000)) throw new Error('--minutes must be a number above 0')
  if (!Number.isInteger(seed) || seed < 0) throw new Error('--seed must be a whole number')
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a whole number above 0')
  const { mutants, short, connected, only, simulate, traced, first } = values
  return { minutes, seed, mutants, short, connected, only, simulate, runs, traced, first }
}

/** Two API processes and two workers. */
const FOUR = ['api', 'api', 'worker', 'worker'] as const

type Place = Pick<Options, 'tree' | 'report' | 'stop'>

/** The long form: everything at once, leases end by themselves. */
export function longForm(asked: Asked, { tree, report, stop }: Place): Options {
  return {
    seed: asked.seed,
    work_ms: asked.minutes * 60_000,
    least_kills: { api: 2, worker: 2, simulator: 1, power: 1, postgres: 1 },
    least_done: 500,
    clients: 8,
    connectors: CONNECTORS,
    ...(asked.connected ? { connected_only: true } : {}),
    gives_up_in: 12,
    roles: FOUR,
    victims: { api: 4, worker: 4, simulator: 2, power: 2, postgres: 1 },
    fault_in: 8,
    pause_ms: 3_000,
    hop_ms: 6_000,
    forgets: false,
    time_limit_ms: 8 * 60_000,
    ...{ tree, report, stop },
  }
}

/** The short form: as much as fits into the tests, ended by events and not by a clock. */
export function shortForm(seed: number, { tree, report, stop }: Place): Options {
  return {
    seed,
    work_ms: 15_000,
    least_kills: { api: 2, worker: 2, simulator: 1, power: 1, postgres: 1 },
    least_done: 100,
    clients: 5,
    connectors: [random(seed).pick(CONNECTORS)],
    gives_up_in: 0,
    roles: FOUR,
    victims: { api: 3, worker: 3, simulator: 2, power: 2, postgres: 1 },
    fault_in: 8,
    pause_ms: 1_500,
    hop_ms: 3_000,
    forgets: true,
    time_limit_ms: 5 * 60_000,
    ...{ tree, report, stop },
  }
}
