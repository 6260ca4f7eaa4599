import assert from 'node:assert/strict'
import test from 'node:test'
import { deliverableFrom, entryTiming, originatesAt, SAME_DAY_MOST, settlesAt, windowAt } from './windows.ts'

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[America/New_York]`).epochMilliseconds / 1000
const when = (seconds: number) =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO('America/New_York')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
const small = { amount: 2500n, effective_date: null }
const large = { amount: SAME_DAY_MOST + 1n, effective_date: null }

test('what was accepted by two in the morning leaves then, every night', () => {
  assert.equal(when(originatesAt(small, false, at('2026-11-24T10:00'))), '2026-11-25T02:00')
  assert.equal(when(originatesAt(small, false, at('2026-11-24T01:59'))), '2026-11-24T02:00')
  assert.equal(when(originatesAt(small, false, at('2026-11-24T02:00'))), '2026-11-25T02:00')
  assert.equal(when(originatesAt(small, false, at('2026-11-28T12:00'))), '2026-11-29T02:00')
})

test('in the nights when the clocks change a file leaves once', () => {
  // Two o'clock is skipped on March 8, and comes once on November 1.
  assert.equal(when(originatesAt(small, false, at('2026-03-07T10:00'))), '2026-03-08T03:00')
  assert.equal(when(originatesAt(small, false, at('2026-03-08T03:00'))), '2026-03-09T02:00')
  assert.equal(when(originatesAt(small, false, at('2026-10-31T10:00'))), '2026-11-01T02:00')
  assert.equal(originatesAt(small, false, at('2026-10-31T10:00')) - at('2026-10-31T10:00'), 17 * 3600)
})

test('same-day payments leave with the next of three windows of a banking day, up to a million dollars', () => {
  const leaves = (text: string, leaving = small) => when(originatesAt(leaving, true, at(text)))
  assert.equal(leaves('2026-11-24T09:00'), '2026-11-24T10:30')
  assert.equal(leaves('2026-11-24T10:30'), '2026-11-24T14:45')
  assert.equal(leaves('2026-11-24T16:00'), '2026-11-24T16:45')
  assert.equal(leaves('2026-11-24T16:45'), '2026-11-25T02:00')
  assert.equal(leaves('2026-11-24T01:00'), '2026-11-24T02:00')
  assert.equal(leaves('2026-11-24T09:00', large), '2026-11-25T02:00')
  assert.equal(leaves('2026-11-24T09:00', { ...small, amount: SAME_DAY_MOST }), '2026-11-24T10:30')
  assert.equal(leaves('2026-11-26T09:00'), '2026-11-27T02:00')
  assert.equal(leaves('2026-11-28T09:00'), '2026-11-29T02:00')
})

test('a date that was asked for is waited for; one that cannot be made any more is as soon as can be', () => {
  const asked = (effective_date: string) =>
    when(originatesAt({ ...small, effective_date }, false, at('2026-11-24T10:00')))
  assert.equal(asked('2026-12-15'), '2026-12-14T02:00')
  assert.equal(asked('2026-11-30'), '2026-11-27T02:00')
  // A Sunday becomes the Monday after it, a holiday the day after it.
  assert.equal(asked('2026-11-29'), '2026-11-27T02:00')
  assert.equal(asked('2026-12-25'), '2026-12-24T02:00')
  for (const late of ['2026-11-20', '2026-11-24', '2026-11-25']) assert.equal(asked(late), '2026-11-25T02:00')
})

test('entries of the night take effect on the next banking day, or on the later one that was asked for', () => {
  const effect = (text: string, leaving = small) => entryTiming({ ...leaving, originate_ts: at(text) }, false, at(text))
  assert.deepEqual(effect('2026-11-24T02:00'), { effective_date: '2026-11-25', mark: null })
  assert.deepEqual(effect('2026-11-25T02:00'), { effective_date: '2026-11-27', mark: null })
  assert.deepEqual(effect('2026-11-28T02:00'), { effective_date: '2026-11-30', mark: null })
  assert.deepEqual(effect('2026-07-02T02:00'), { effective_date: '2026-07-03', mark: null })
  const wish = { amount: 1n, effective_date: '2026-12-25', originate_ts: at('2026-12-24T02:00') }
  assert.deepEqual(entryTiming(wish, false, at('2026-12-24T02:00')), { effective_date: '2026-12-28', mark: null })
  assert.deepEqual(entryTiming({ ...wish, effective_date: '2026-01-01' }, false, at('2026-12-24T02:00')), {
    effective_date: '2026-12-28',
    mark: null,
  })
})

test('a file written in a same-day window is marked with the hour it settles; a late worker makes the next one', () => {
  const effect = (text: string, leaving = small) =>
    entryTiming({ ...leaving, originate_ts: at('2026-11-24T10:30') }, true, at(text))
  assert.deepEqual(effect('2026-11-24T10:30'), { effective_date: '2026-11-24', mark: 'SD1300' })
  assert.deepEqual(effect('2026-11-24T10:39'), { effective_date: '2026-11-24', mark: 'SD1300' })
  assert.deepEqual(effect('2026-11-24T11:00'), { effective_date: '2026-11-24', mark: 'SD1700' })
  assert.deepEqual(effect('2026-11-24T16:45'), { effective_date: '2026-11-24', mark: 'SD1800' })
  assert.deepEqual(effect('2026-11-24T17:00'), { effective_date: '2026-11-25', mark: null })
  assert.deepEqual(effect('2026-11-24T02:00'), { effective_date: '2026-11-25', mark: null })
  assert.deepEqual(effect('2026-11-24T10:30', large), { effective_date: '2026-11-25', mark: null })
  assert.deepEqual(effect('2026-11-26T10:30'), { effective_date: '2026-11-27', mark: null })
})

test('what was meant for the night is ordinary however late its file is written, and what was meant for Same Day stays so', () => {
  const effect = (meant: string, text: string) => entryTiming({ ...small, originate_ts: at(meant) }, true, at(text))
  for (const late of ['02:00', '02:11', '09:00', '10:30', '14:45', '16:54', '23:59'])
    assert.deepEqual(
      effect('2026-11-24T02:00', `2026-11-24T${late}`),
      { effective_date: '2026-11-25', mark: null },
      late,
    )
  assert.deepEqual(effect('2026-11-23T02:00', '2026-11-24T10:30'), { effective_date: '2026-11-25', mark: null })
  assert.deepEqual(effect('2026-11-23T16:45', '2026-11-24T09:00'), { effective_date: '2026-11-24', mark: 'SD1300' })
  assert.deepEqual(effect('2026-11-24T10:30', '2026-11-24T18:00'), { effective_date: '2026-11-25', mark: null })
})

test('a late file waits while its date would make it Same Day: from its date on, until the last cut-off of a banking day', () => {
  const from = (date: string, text: string) => {
    const moment = deliverableFrom(date, at(text))
    return moment === null ? null : when(moment)
  }
  assert.equal(from('2026-11-25', '2026-11-24T02:00'), null)
  assert.equal(from('2026-11-25', '2026-11-24T23:59'), null)
  for (const late of ['2026-11-25T00:00', '2026-11-25T09:00', '2026-11-25T16:54'])
    assert.equal(from('2026-11-25', late), '2026-11-25T16:55', late)
  assert.equal(from('2026-11-25', '2026-11-25T16:55'), null)
  assert.equal(from('2026-11-25', '2026-11-26T09:00'), null)
  assert.equal(from('2026-11-25', '2026-11-27T09:00'), '2026-11-27T16:55')
})

test('an entry settles in the morning of its date, after the banking days it is held', () => {
  const settles = (effective_date: string, mark: string | null, hold: number) =>
    when(settlesAt({ effective_date, mark }, hold))
  assert.equal(settles('2026-11-25', null, 0), '2026-11-25T08:30')
  assert.equal(settles('2026-11-25', null, 1), '2026-11-27T08:30')
  assert.equal(settles('2026-11-25', null, 3), '2026-12-01T08:30')
  assert.equal(settles('2026-11-24', 'SD1300', 0), '2026-11-24T13:00')
  assert.equal(settles('2026-11-24', 'SD1800', 0), '2026-11-24T18:00')
  assert.equal(settles('2026-11-24', 'SD1300', 2), '2026-11-27T08:30')
})

test('a window is the last moment at which files left', () => {
  const window = (text: string, same_day: boolean) => when(windowAt(at(text), same_day))
  assert.equal(window('2026-11-24T02:00', false), '2026-11-24T02:00')
  assert.equal(window('2026-11-24T01:59', false), '2026-11-23T02:00')
  assert.equal(window('2026-11-24T12:00', false), '2026-11-24T02:00')
  assert.equal(window('2026-11-24T12:00', true), '2026-11-24T10:30')
  assert.equal(window('2026-11-26T12:00', true), '2026-11-26T02:00')
  assert.equal(window('2026-03-08T12:00', false), '2026-03-08T03:00')
})

test('whatever the moment, a payment leaves later, and takes effect on a banking day after it was made', () => {
  for (let hour = 0; hour < 24 * 400; hour += 7) {
    const seconds = at('2026-01-01T00:00') + hour * 3600
    for (const same_day of [false, true]) {
      const leaves = originatesAt(small, same_day, seconds)
      assert.ok(leaves > seconds && leaves - seconds <= 25 * 3600, when(seconds))
      assert.equal(windowAt(leaves, same_day), leaves, when(seconds))
      const { effective_date, mark } = entryTiming({ ...small, originate_ts: leaves }, same_day, leaves)
      assert.equal(effective_date === when(leaves).slice(0, 10), mark !== null, when(seconds))
      assert.ok(settlesAt({ effective_date, mark }, 0) > leaves)
    }
  }
})
