import { isDeepStrictEqual } from 'node:util'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { hashing } from '../../src/auth/password.ts'
import { LIMITS } from '../../src/db/lanes.ts'

/** Global state that all files of a process rely on, by name. */
type SharedState = Record<string, unknown>

export function sharedState(): SharedState {
  const { env } = process
  const settings = Object.entries(env).filter(([name]) => /^(TOLLGATE|DATABASE|NODE|TZ)/.test(name))
  return {
    'settings of the environment': settings,
    'the working folder': process.cwd(),
    'limits of the database': structuredClone(LIMITS),
    'the cost of passwords': { ...hashing.cost },
    'the machine clock': Object.values(machineClock),
    'functions of the platform': [Date, Date.now, performance.now, setTimeout, setInterval, setImmediate, fetch],
  }
}

/** Returns the global state that a file changed. Only a file with a worker of its own may change any. */
export function changesSince(before: SharedState): string[] {
  const now = sharedState()
  const changed = Object.keys(now).filter(name => !isDeepStrictEqual(now[name], before[name]))
  return changed.map(name => `it changes ${name} without "own process:"`)
}
