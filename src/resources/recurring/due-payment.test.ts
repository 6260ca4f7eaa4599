import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { afterPaid, type DuePayment, duePayment } from './due-payment.ts'
import { naturalEnd, type PaymentSchedule, scheduleStatus } from './payment-schedule.ts'

type RecurringSchedule = PaymentSchedule & { recurring_type_id: 'o' | 'i' }

function line(start: string, over: Partial<RecurringSchedule> = {}): RecurringSchedule {
  const schedule: RecurringSchedule = {
    ...{ interval: 1, interval_type: 'd', anchor_date: start, occurrence: 0, installment_total_count: null },
    ...{ runs_done: 0, skipped_count: 0, deferred_count: 0, end_date: null, recurring_type_id: 'o' },
    ...over,
  }
  return { ...schedule, end_date: schedule.end_date ?? naturalEnd(schedule) }
}

const installment = (start: string, count: number, over: Partial<RecurringSchedule> = {}): RecurringSchedule =>
  line(start, { recurring_type_id: 'i', installment_total_count: count, ...over })

const seen = ({ charge, missed }: DuePayment) => [charge, missed]

test('nothing falls due before its day, and on its day one payment does', () => {
  assert.deepEqual(seen(duePayment(line('2026-03-10'), '2026-03-09')), [null, []])
  assert.deepEqual(seen(duePayment(line('2026-03-10'), '2026-03-10')), ['2026-03-10', []])
})

test('of several missed days an ongoing recurring makes the latest', () => {
  const { charge, missed } = duePayment(line('2026-03-08'), '2026-03-10')
  assert.deepEqual([charge, missed], ['2026-03-10', ['2026-03-08', '2026-03-09']])
})

test('a single date missed by three days is made late, one missed by four is not', () => {
  const monthly = line('2026-03-10', { interval_type: 'm' })
  assert.deepEqual(seen(duePayment(monthly, '2026-03-13')), ['2026-03-10', []])
  assert.deepEqual(seen(duePayment(monthly, '2026-03-14')), [null, ['2026-03-10']])
})

test('the latest date before the end is made, also when the end has passed since', () => {
  const ended = line('2026-03-08', { end_date: '2026-03-09' })
  assert.deepEqual(seen(duePayment(ended, '2026-03-11')), ['2026-03-09', ['2026-03-08']])
})

test('installments are made one by one, oldest first; one missed for too long goes to the end', () => {
  const schedule = installment('2026-03-05', 4)
  const first = duePayment(schedule, '2026-03-10')
  assert.deepEqual(seen(first), ['2026-03-07', ['2026-03-05', '2026-03-06']])
  assert.equal(first.schedule.end_date, '2026-03-10')
  assert.equal(duePayment({ ...schedule, ...afterPaid(first.schedule) }, '2026-03-10').charge, '2026-03-08')
})

test('whichever dates were missed, every installment is collected once and no date is used twice', () => {
  const days = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }), days, (count, interval, pauses) => {
      let schedule: RecurringSchedule = installment('2026-01-31', count, { interval })
      let today = Temporal.PlainDate.from('2026-01-31')
      const used: string[] = []
      const charged: string[] = []
      for (const pause of [...pauses, ...Array.from({ length: 200 }, () => 1)]) {
        today = today.add({ days: pause })
        for (;;) {
          const { charge, missed, schedule: before } = duePayment(schedule, today.toString())
          used.push(...missed)
          schedule = { ...schedule, ...(charge === null ? before : afterPaid(before)) }
          if (charge === null) break
          used.push(charge)
          charged.push(charge)
        }
      }
      assert.equal(charged.length, count)
      assert.equal(new Set(used).size, used.length)
      assert.deepEqual(charged, charged.toSorted())
      assert.equal(scheduleStatus(schedule).status, 'ended')
    }),
  )
})
