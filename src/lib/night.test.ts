import assert from 'node:assert/strict'
import test from 'node:test'
import { type Night, nightAfter } from './night.ts'

const at = (text: string, zone = 'America/New_York') =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds / 1000
const NIGHT: Night = { hour: 3, zone: 'America/New_York' }

/** The nights that are begun from a moment on, each asked for when the one before has begun. */
function nights(from: string, count: number, night: Night): string[] {
  let last = at(from, night.zone)
  return Array.from({ length: count }, () => {
    last = nightAfter(last, night, last)
    const { zone } = night
    return Temporal.Instant.fromEpochMilliseconds(last * 1000)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString()
  })
}

test('a night comes once a day, at its hour in its zone, over both changes of the clocks', () => {
  assert.deepEqual(nights('2026-03-06T03:00', 4, NIGHT), [
    ...['2026-03-07T03:00:00', '2026-03-08T03:00:00', '2026-03-09T03:00:00', '2026-03-10T03:00:00'],
  ])
  assert.deepEqual(nights('2026-10-31T03:00', 2, NIGHT), ['2026-11-01T03:00:00', '2026-11-02T03:00:00'])
  // 2:00 does not exist on March 8, and 1:00 comes twice on November 1.
  assert.deepEqual(nights('2026-03-07T02:00', 2, { ...NIGHT, hour: 2 }), ['2026-03-08T03:00:00', '2026-03-09T02:00:00'])
  assert.deepEqual(nights('2026-10-31T01:00', 2, { ...NIGHT, hour: 1 }), ['2026-11-01T01:00:00', '2026-11-02T01:00:00'])
  // A day that begins at 1:00.
  const beirut = { hour: 0, zone: 'Asia/Beirut' }
  assert.deepEqual(nights('2026-03-28T00:00', 2, beirut), ['2026-03-29T01:00:00', '2026-03-30T00:00:00'])
})

test('no night comes twice or is left out when hour or zone change, or when one was late', () => {
  const last = at('2026-06-10T03:00')
  const soon = last + 60
  assert.equal(nightAfter(soon, { ...NIGHT, hour: 5 }, last), at('2026-06-11T05:00'))
  assert.equal(nightAfter(soon, { ...NIGHT, hour: 1 }, last), at('2026-06-11T01:00'))
  assert.equal(nightAfter(soon, { ...NIGHT, zone: 'America/Los_Angeles' }, last), at('2026-06-11T06:00'))
  // One that was made up for in the evening is followed by the next at its hour.
  assert.equal(nightAfter(at('2026-06-10T20:00'), NIGHT, last), at('2026-06-11T03:00'))
  assert.equal(nightAfter(at('2026-06-15T20:00'), NIGHT, last), at('2026-06-16T03:00'))
  for (let hour = 0; hour < 24; hour += 1)
    for (let moved = 0; moved < 24; moved += 1) {
      const night = nightAfter(at('2026-06-10T12:00'), { ...NIGHT, hour })
      const gap = nightAfter(night + 60, { ...NIGHT, hour: moved }, night) - night
      assert.ok(gap >= 12 * 3600 && gap < 36 * 3600, `${hour} to ${moved}: ${gap}`)
    }
})
