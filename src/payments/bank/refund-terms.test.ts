import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankMoment } from '../../lib/banking-day.ts'
import { refundTerms } from './refund-terms.ts'

type Original = Parameters<typeof refundTerms>[0]

/** A Tuesday; Thursday the 26th is a holiday. */
const DEBIT: Original = { payment_method: 'ach', settle_date: '2026-11-24', ach_sec_code: 'WEB' }
const on = (date: string) => bankMoment(Temporal.PlainDate.from(date), '10:00')
const terms = (date: string, refund_hold_days: number | null = 5, over: Partial<Original> = {}, asked?: string) =>
  refundTerms({ ...DEBIT, ...over }, { velocity_settings: { refund_hold_days } }, asked ?? null, on(date))

test('a refund of a consumer waits for the banking days of its product, and says so', () => {
  assert.deepEqual(terms('2026-11-24'), {
    record: { effective_date: '2026-12-03' },
    changes: { verbiage: 'ACCEPTED, LEAVES ON 2026-12-02, THE DEBIT CAN COME BACK UNTIL 2027-01-23' },
  })
  assert.deepEqual(terms('2026-12-01').record, { effective_date: '2026-12-03' })
  assert.deepEqual(terms('2026-12-02').record, {})
})

test('a debit of a company comes back within two banking days, so that no refund of it waits longer', () => {
  const company = { ach_sec_code: 'CCD' } as const
  assert.deepEqual(terms('2026-11-24', 5, company), {
    record: { effective_date: '2026-11-30' },
    changes: { verbiage: 'ACCEPTED, LEAVES ON 2026-11-27, THE DEBIT CAN COME BACK UNTIL 2026-11-27' },
  })
  assert.deepEqual(terms('2026-11-28', 5, company), { record: {}, changes: {} })
})

test('without days of its product nothing waits; the warning stays until the debit cannot come back any more', () => {
  for (const days of [0, null])
    assert.deepEqual(terms('2026-11-24', days), {
      record: {},
      changes: { verbiage: 'ACCEPTED, THE DEBIT CAN COME BACK UNTIL 2027-01-23' },
    })
  assert.ok(terms('2027-01-23').changes.verbiage)
  assert.deepEqual(terms('2027-01-24'), { record: {}, changes: {} })
})

test('a later date that was asked for stays, and however many days a product says, they end', () => {
  assert.deepEqual(terms('2026-11-24', 5, {}, '2026-12-15').record, {})
  assert.deepEqual(terms('2026-11-24', 5, {}, '2026-11-25').record, { effective_date: '2026-12-03' })
  assert.equal(terms('2026-11-24', Number.MAX_SAFE_INTEGER).record.effective_date, '2028-05-08')
})

test('a card payment has no such terms', () => {
  assert.deepEqual(terms('2026-11-24', 5, { payment_method: 'cc', settle_date: null }), { record: {}, changes: {} })
})
