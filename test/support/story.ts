import assert from 'node:assert/strict'
import type { Json } from './app.ts'
import { type RecurringSite, recurringSite } from './recurrings.ts'

/** Events that need not be expected: the start of a payment is not published. */
const SILENT = new Set(['transaction.started'])

export interface Story extends RecurringSite {
  /**
   * Moves the clock to a wall-clock time in New York unless another zone is given, and asserts which events happened,
   * in order, each as `moment event`. An unexpected or missing event fails the test.
   */
  until(moment: string, events: readonly string[], zone?: string): Promise<void>
  /** As `until`, for events of these records only: `name` is what a record is called in `events`. */
  call(record: Json, name: string): void
  /** The payments of a recurring, oldest first: amount, status, number. */
  payments(id: string): Promise<Json[]>
  read(id: string): Promise<Json>
}

/** A gateway whose clock is moved step by step; every event of a step has to be expected. */
export async function story(name: string, zone = 'America/New_York'): Promise<Story> {
  const site = await recurringSite(name)
  const { t } = site
  // These tests concern recurrings. The daily settlement of batches has its own test.
  const { cc_product_transaction_id } = t.merchants[0]
  const still = { producttransaction: { batch_auto_settle: 0 } }
  assert.equal((await t.api.put(`producttransactions/${cc_product_transaction_id}`, still)).status, 200)
  const names = new Map<string, string>()
  const show = (seconds: number, at: string) =>
    Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
      .toZonedDateTimeISO(at)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
      .replace('T', ' ')
  return {
    ...site,
    async until(moment, events, at = zone) {
      const target = Temporal.PlainDateTime.from(moment.replace(' ', 'T')).toZonedDateTime(at).epochMilliseconds / 1000
      const timeline = await t.clock.moveTo(target, t.app.worker)
      assert.equal(timeline.omitted, undefined)
      const told = timeline.events.filter(({ event }) => !SILENT.has(event))
      assert.deepEqual(
        told.map(({ ts, event, id }) => `${show(ts, at)} ${event}${names.has(id) ? ` ${names.get(id)}` : ''}`),
        events,
        moment,
      )
    },
    call: (record, called) => void names.set(record.id, called),
    async payments(id) {
      const answer = await t.api.get(`transactions?recurring_id=${id}&sort=id&page_size=200`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.transactions.toSorted((one: Json, other: Json) => (one.id < other.id ? -1 : 1))
    },
    async read(id) {
      const answer = await t.api.get(`recurrings/${id}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.recurring
    },
  }
}
