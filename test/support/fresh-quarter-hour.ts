import type { TestApp } from './app.ts'

/** Seconds that a test may take which counts tries. */
const ENOUGH = 180
const QUARTER = 900

/** Tries are counted by quarters of an hour: at the end of one this goes on to the next, so that no count begins anew in the middle of a test. */
export async function freshQuarterHour({ clock, app }: Pick<TestApp, 'clock' | 'app'>): Promise<void> {
  const left = QUARTER - (clock.seconds() % QUARTER)
  if (left < ENOUGH) await clock.moveTo(clock.seconds() + left, app.worker)
}
