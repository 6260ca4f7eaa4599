import type { Clock } from '../../ports/clock.ts'

/** The machine's own time. */
export const machineClock: Clock = {
  now: () => Date.now(),
  seconds: () => Math.floor(Date.now() / 1000),
}
