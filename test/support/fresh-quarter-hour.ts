import type { TestApp } from './app.ts'

/** The longest that a test of such counts may take, in seconds. */
const ENOUGH = 180
const QUARTER = 900

/**
 * Tries are counted by quarters of an hour: near the end of one this moves the clock to the next, so that no count
 * restarts in the middle of a test.
 */
export async function freshQuarterHour({ clock, app }: Pick<TestApp, 'clock' | 'app'>): Promise<void> {
  const left = QUARTER - (clock.seconds() % QUARTER)
  if (left < ENOUGH) await clock.moveTo(clock.seconds() + left, app.worker)
}
