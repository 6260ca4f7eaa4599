import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextReturnLook } from './windows.ts'

const at = (text: string): number => Temporal.ZonedDateTime.from(`${text}[America/New_York]`).epochMilliseconds / 1000
const shown = (seconds: number): string =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO('America/New_York')
    .toPlainDateTime()
    .toString()

/** Every look at a payment, in its order. */
function looks(since: number): string[] {
  const all: string[] = []
  for (let next = nextReturnLook(since, since); next !== null; next = nextReturnLook(since, next)) all.push(shown(next))
  return all
}

test('a bank payment is asked about on five banking days, then weekly until sixty days after its settlement are over', () => {
  // A Friday; the Thursday after is Thanksgiving.
  const found = looks(at('2026-11-20T23:30'))
  const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-27', '2026-11-30']
  assert.deepEqual(
    found.slice(0, 5),
    days.map(day => `${day}T06:00:00`),
  )
  assert.deepEqual(found.slice(5, 7), ['2026-12-07T06:00:00', '2026-12-14T06:00:00'])
  assert.equal(found.length, 14)
  const last = Temporal.PlainDate.from(found.at(-1)!.slice(0, 10))
  assert.ok(last.since(Temporal.PlainDate.from('2026-11-24')).days >= 63, 'settled on the second banking day')
})

test('looks that were missed are not made up for: one tells all of it', () => {
  const since = at('2026-11-20T12:00')
  assert.equal(shown(nextReturnLook(since, at('2026-12-08T12:00'))!), '2026-12-14T06:00:00')
  assert.equal(nextReturnLook(since, at('2027-03-01T12:00')), null)
})
