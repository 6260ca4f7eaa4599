import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import { deviceterm } from '../../src/resources/deviceterm/deviceterm.ts'
import { type Json, testApp } from '../support/app.ts'

const t = await testApp('deviceterm_times')
after(() => t.close())
const [{ location_id, terminal_id }] = t.merchants
const ZONE = 'America/New_York'
/** A Wednesday in the middle of the day, further ahead than any machine's clock; the month before it has 31 days. */
const NOW = Temporal.ZonedDateTime.from(`2040-08-15T12:00[${ZONE}]`)
const TODAY = NOW.toPlainDate()

await t.clock.moveTo(secondsOf(NOW), t.app.worker)

/** One term in the middle of every day of the last hundred, and one at each end of today. */
const middays = Array.from({ length: 100 }, (_, days) => NOW.subtract({ days }))
const ends = [NOW.startOfDay(), NOW.startOfDay().subtract({ seconds: 1 })]
for (const moment of [...middays.slice(1), ...ends]) await insertAt(secondsOf(moment))
const latest = (await shown()).created_ts

function secondsOf(moment: Temporal.ZonedDateTime): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}

async function insertAt(created_ts: number): Promise<void> {
  const shown = { location_id, terminal_id, require_signature: false, terms_conditions: 'Terms' }
  const ended = { reason_code_id: 1000, prompts: 1, prompt_ends_ts: created_ts }
  await t.app.store.insert({ caller: systemCaller(location_id, 'test') }, deviceterm, {
    ...shown,
    ...ended,
    created_ts,
  })
}

async function shown(): Promise<Json> {
  const sent = { location_id, terminal_id, require_signature: false, terms_conditions: 'Terms' }
  return (await t.api.post('deviceterms', { deviceterm: sent })).body.deviceterm
}

/** The moments of the terms this filter finds, as dates of the zone. */
async function daysOf(filter: string): Promise<string[]> {
  const { status, body, text } = await t.api.get(`deviceterms/?page_size=500&${filter}`)
  assert.equal(status, 200, text)
  return body.deviceterms.map(({ created_ts }: Json) =>
    Temporal.Instant.fromEpochMilliseconds(created_ts * 1000)
      .toZonedDateTimeISO(ZONE)
      .toPlainDate()
      .toString(),
  )
}

const back = (days: number) => TODAY.subtract({ days }).toString()

for (const [word, from, to, count] of [
  ['today', back(0), back(0), 2],
  ['yesterday', back(1), back(1), 2],
  ['this week', '2040-08-13', '2040-08-19', 5],
  ['last week', '2040-08-06', '2040-08-12', 7],
  ['last 30 days', back(29), back(0), 32],
  ['last 90 days', back(89), back(0), 92],
  ['this month', '2040-08-01', '2040-08-31', 17],
  ['last month', '2040-07-01', '2040-07-31', 31],
] as const) {
  test(`GEN-41 created_ts=${word} finds the terms from ${from} to ${to}, and no other`, async () => {
    const days = await daysOf(`created_ts=${encodeURIComponent(word)}`)
    assert.equal(days.length, count)
    assert.deepEqual(
      days.filter(day => day < from || day > to),
      [],
    )
  })
}

test('GEN-42 created_ts=custom finds the terms of a span of seconds, both ends included', async () => {
  const [first, last] = [secondsOf(middays[20]!), secondsOf(middays[10]!)]
  const days = await daysOf(`created_ts=custom&created_ts_from=${first}&created_ts_to=${last}`)
  assert.equal(days.length, 11)
  assert.deepEqual([days.toSorted()[0], days.toSorted().at(-1)], [back(20), back(10)])
  assert.equal((await daysOf(`created_ts=custom&created_ts_from=${first + 1}&created_ts_to=${last - 1}`)).length, 9)
  assert.ok((await daysOf(`created_ts=custom&created_ts_from=${latest}`)).length >= 1)
})

test('GEN-41 a word that is none is refused', async () => {
  const { status, body } = await t.api.get('deviceterms?created_ts=soon')
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.errors), ['created_ts'])
})
