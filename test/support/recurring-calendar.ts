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
  await t.api.producttransactions.update(cc_product_transaction_id, { batch_auto_settle: 0 })
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
      const made = await Array.fromAsync(t.api.transactions.list({ recurring_id: id, sort: 'id' }))
      return made.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    },
    read: id => t.api.recurrings.get(id),
  }
}
