import type { Options } from '../options.ts'

/** A wrong build: what is taken out of the gateway, and what has to happen so that it shows. */
export interface Mutant {
  name: string
  /**
   * What is missing and what follows from it. Where a second defence would hide the mistake, that one is removed too,
   * and this says so.
   */
  why: string
  edits: readonly Edit[]
  /** The mistake shows in work that never ends. */
  hangs?: true
  /** How the proof is run against it. */
  scene?: Partial<Options>
  /** The scene and seed with which the simulation found it. They are tried before the proof. */
  simulated?: { scene: string; seed: number }
  /** Test files that find it instead: what it takes does not happen in the proof. */
  tests?: readonly string[]
}

/** `find` occurs exactly once in the file. */
export interface Edit {
  file: string
  find: string
  replace: string
}

/** No process is killed: the mistake shows when two requests meet. */
export const RACE: Partial<Options> = {
  connectors: [],
  victims: {},
  least_kills: {},
  hop_ms: 0,
  clients: 6,
  roles: ['api', 'api', 'worker'],
  work_ms: 6_000,
  least_done: 100,
}

/** Processes die while payments are on their way. */
export const DEATHS: Partial<Options> = {
  connectors: [],
  victims: { api: 2, worker: 1 },
  least_kills: { api: 4 },
  pause_ms: 800,
  hop_ms: 0,
  clients: 6,
  roles: ['api', 'api', 'worker'],
  work_ms: 8_000,
  least_done: 60,
}

export const only = (scene: Partial<Options>, ...scenarios: readonly string[]): Partial<Options> => ({
  ...scene,
  scenarios: Object.fromEntries(scenarios.map(name => [name, 1])),
})

/** A transaction may have two open attempts at one account. */
export const OPEN_TWICE: Edit = {
  file: 'src/db/migrations/0133_second_tries.sql',
  find: 'create unique index attempt_open_key',
  replace: 'create index attempt_open_key',
}
