import type { Lab } from './lab.ts'

/** The time zone of the merchants' days. */
export const ZONE = 'America/New_York'

async function now(lab: Lab): Promise<Temporal.ZonedDateTime> {
  return Temporal.Instant.fromEpochMilliseconds((await lab.seconds()) * 1000).toZonedDateTimeISO(ZONE)
}

/** The date this many days after the merchant's today. */
export async function dayFromNow(lab: Lab, days: number): Promise<string> {
  return (await now(lab)).toPlainDate().add({ days }).toString()
}

/**
 * Moves the clock to the merchant's next noon. The contract does not say at what hour a notice leaves; at noon a
 * check that advances by whole days finds the notices of the day sent, whatever the time it was started at.
 */
export async function moveToNoon(lab: Lab): Promise<void> {
  const from = await now(lab)
  const today = from.withPlainTime('12:00')
  const noon = Temporal.ZonedDateTime.compare(today, from) > 0 ? today : today.add({ days: 1 })
  const seconds = Math.ceil(from.until(noon, { largestUnit: 'second' }).total('second'))
  await lab.advance(`PT${seconds}S`)
}
