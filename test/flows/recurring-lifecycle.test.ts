import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductRecurring } from '../../packages/client/types/api.js'
import { story } from '../support/recurring-calendar.ts'

/** The stories begin on March 10, 2040, a Saturday, at noon in New York. */
const s = await story('stories')
const { t } = s
const [{ location_id }] = t.merchants

const ran = (day: string, name: string) => [
  `${day} 06:00 recurring.updated ${name}`,
  `${day} 06:00 transaction.created`,
]

/** Does something now; its own events belong to this moment, and the next step begins after it. */
async function now(done: Promise<unknown>): Promise<void> {
  await done
  await t.clock.moveTo(t.clock.seconds() + 1, t.app.worker)
}

test('RC-02 ongoing: every month on its day until it is deleted', async () => {
  const rent = await s.make({ start_date: '2040-03-31', transaction_amount: '900.00', description: 'Rent' })
  s.call(rent, 'rent')
  await s.until('2040-03-31 05:59', [])
  await s.until('2040-03-31 06:00', [
    '2040-03-31 06:00 recurring.updated rent',
    '2040-03-31 06:00 transactionbatch.created',
    '2040-03-31 06:00 transaction.created',
  ])
  await s.until('2040-06-15 12:00', [...ran('2040-04-30', 'rent'), ...ran('2040-05-31', 'rent')])
  const { next_run_date, status, active } = await s.read(rent.id)
  assert.deepEqual([next_run_date, status, active], ['2040-06-30', 'active', '1'])
  const payments = await s.payments(rent.id)
  assert.deepEqual(
    payments.map(each => [each.transaction_amount, each.status_id, each.recurring_number, each.is_recurring]),
    [1, 2, 3].map(number => [900, 101, number, true]),
  )
  assert.deepEqual(
    payments.map(each => [each.trx_source_id, each.description, each.installment_number, each.recurring_flag]),
    [1, 2, 3].map(() => [13, 'Rent', null, 'yes']),
  )
  const marks = (await t.ledger()).map(({ initiation }) => initiation)
  assert.deepEqual(marks, ['recurring', 'recurring', 'recurring'])
  await t.api.recurrings.delete(rent.id)
  await s.until('2040-08-01 12:00', [])
})

test('RC-03 installments: a declined one counts, and after the last nothing runs', async () => {
  const plan = { interval_type: 'w', installment_total_count: 3, start_date: '2040-08-06' }
  const good = await s.make({ ...plan, transaction_amount: '30.00' })
  const poor = await s.make({ ...plan, transaction_amount: '6.16', start_date: '2040-08-07' })
  s.call(good, 'good')
  s.call(poor, 'poor')
  const week = (monday: string, tuesday: string) => [...ran(monday, 'good'), ...ran(tuesday, 'poor')]
  await s.until('2040-08-10 12:00', week('2040-08-06', '2040-08-07'))
  await s.until('2040-12-01 12:00', [...week('2040-08-13', '2040-08-14'), ...week('2040-08-20', '2040-08-21')])
  for (const { id } of [good, poor]) {
    const { status, active, next_run_date } = await s.read(id)
    assert.deepEqual([status, active, next_run_date], ['ended', '0', '0000-00-00'])
  }
  const shown = async (id: string) =>
    (await s.payments(id)).map(each => [each.status_id, each.reason_code_id, each.installment_number])
  assert.deepEqual(
    await shown(good.id),
    [1, 2, 3].map(number => [101, 1000, number]),
  )
  assert.deepEqual(
    await shown(poor.id),
    [1, 2, 3].map(number => [301, 1616, number]),
  )
  const [first] = await s.payments(good.id)
  assert.equal(first.installment_total_count, 3)
  const [entry] = await t.ledger(first.id)
  assert.equal(entry?.initiation, 'installment')
})

test('a declined payment is told to the contact where the location says so, and nobody is told of an approved one', async () => {
  const [service] = (await Array.fromAsync(t.api.productrecurrings.list({ location_id }))) as [ProductRecurring]
  await now(t.api.productrecurrings.update(service.id, { send_declined_notifications: 1 }))
  const plan = { installment_total_count: 1, start_date: '2040-12-03' }
  s.call(await s.make({ ...plan, transaction_amount: '10.00' }), 'good')
  const poor = await s.make({ ...plan, transaction_amount: '6.16', description: 'Piano lessons' })
  s.call(poor, 'poor')
  await s.until('2040-12-04 12:00', [
    '2040-12-03 06:00 recurring.updated good',
    '2040-12-03 06:00 recurring.updated poor',
    '2040-12-03 06:00 transaction.created',
    '2040-12-03 06:00 transaction.created',
    '2040-12-03 06:00 paylink.created',
    '2040-12-03 06:00 log_email.created',
    '2040-12-03 06:00 log_email.sent',
  ])
  const { messages } = await t.api.request('GET', '/sandbox/outbox')
  const told = messages.filter((each: { reason: string }) => each.reason === 'recurring.declined')
  assert.equal(told.length, 1)
  assert.match(told[0].text, /Piano lessons/)
  assert.match(told[0].text, /\$6\.16/)
  assert.match(told[0].subject, /declined/)
  const [, paylink_id] = /Pay now:\n\S+\?paylink_id=(\w+)/.exec(told[0].text)!
  const paylink = await t.api.paylinks.get(paylink_id!)
  assert.deepEqual(
    [paylink.amount_due, paylink.description, paylink.expire_date],
    ['6.16', 'Piano lessons', '2041-01-02'],
  )
})

test('RC-29 RC-30 RC-31 RC-35 a payment is skipped, one deferred, a pause holds everything', async () => {
  const loan = await s.make({ start_date: '2041-01-15', installment_total_count: 4, transaction_amount: '50.00' })
  s.call(loan, 'loan')
  assert.equal(loan.end_date, '2041-05-14')
  await s.until('2041-01-20 12:00', ran('2041-01-15', 'loan'))
  await now(t.api.recurrings.skipPayment(loan.id, { skip_count: 1 }))
  await s.until('2041-03-01 12:00', [])
  await now(t.api.recurrings.deferPayment(loan.id, { defer_count: 1 }))
  const deferred = await s.read(loan.id)
  assert.deepEqual([deferred.next_run_date, deferred.end_date], ['2041-04-15', '2041-06-14'])
  await s.until('2041-04-20 12:00', ran('2041-04-15', 'loan'))
  await now(t.api.recurrings.placeOnHold(loan.id))
  assert.deepEqual([(await s.read(loan.id)).status, (await s.read(loan.id)).next_run_date], ['on hold', '0000-00-00'])
  await s.until('2041-08-01 12:00', [])
  await now(t.api.recurrings.activate(loan.id))
  const resumed = await s.read(loan.id)
  assert.deepEqual([resumed.status, resumed.next_run_date], ['active', '2041-08-15'])
  await s.until('2041-12-01 12:00', ran('2041-08-15', 'loan'))
  assert.equal((await s.read(loan.id)).status, 'ended')
  assert.equal((await s.payments(loan.id)).length, 3, 'four, less the one that was skipped')
})

test('RC-36 an ongoing recurring made inactive does not run, and goes on when it is active again', async () => {
  const gym = await s.make({ start_date: '2042-01-10', interval_type: 'w' })
  s.call(gym, 'gym')
  await now(t.api.recurrings.update(gym.id, { active: 0 }))
  await s.until('2042-01-20 12:00', [])
  await now(t.api.recurrings.update(gym.id, { active: 1 }))
  await s.until('2042-01-25 12:00', ran('2042-01-24', 'gym'))
  await t.api.recurrings.delete(gym.id)
})

test('GAP-14 an ongoing recurring ends with its end date, the last day included; one that is paused ends then too', async () => {
  const course = await s.make({ start_date: '2042-02-02', end_date: '2042-02-16', interval_type: 'w' })
  const paused = await s.make({ start_date: '2042-02-03', end_date: '2042-02-05', interval_type: 'd' })
  s.call(course, 'course')
  s.call(paused, 'paused')
  await now(t.api.recurrings.placeOnHold(paused.id))
  await s.until('2042-03-01 12:00', [
    ...ran('2042-02-02', 'course'),
    '2042-02-06 06:00 recurring.updated paused',
    ...ran('2042-02-09', 'course'),
    ...ran('2042-02-16', 'course'),
  ])
  for (const { id } of [course, paused]) assert.equal((await s.read(id)).status, 'ended')
})

test('a card that has expired is declined without being sent, and its payments go on with a new one', async () => {
  const vault = await s.makeVault({ exp_date: '0542' })
  const club = await s.make({ account_vault_id: vault.id, start_date: '2042-05-31' })
  s.call(club, 'club')
  s.call(vault, 'card')
  await s.until('2042-06-01 12:00', ran('2042-05-31', 'club'))
  await s.until('2042-07-01 12:00', [
    '2042-06-30 06:00 transaction.created',
    '2042-06-30 06:00 recurring.updated club',
    '2042-06-30 06:00 paylink.created',
    '2042-06-30 06:00 log_email.created',
    '2042-06-30 06:00 log_email.sent',
  ])
  await now(t.api.accountvaults.update(vault.id, { exp_date: '0545' }))
  await s.until('2042-08-01 12:00', ran('2042-07-31', 'club'))
  const payments = await s.payments(club.id)
  assert.deepEqual(
    payments.map(each => [each.status_id, each.reason_code_id]),
    [
      [101, 1000],
      [301, 1622],
      [101, 1000],
    ],
  )
  assert.deepEqual(await t.ledger(payments[1].id), [])
  await t.api.recurrings.delete(club.id)
})

test('the last days of months, and a day that is there every four years', async () => {
  const salary = await s.make({ start_date: '2043-01-31', installment_total_count: 4 })
  s.call(salary, 'salary')
  await s.until('2043-06-01 12:00', [
    ...ran('2043-01-31', 'salary'),
    ...ran('2043-02-28', 'salary'),
    ...ran('2043-03-31', 'salary'),
    ...ran('2043-04-30', 'salary'),
  ])
  const birthday = await s.make({ start_date: '2044-02-29', interval: '12', installment_total_count: 5 })
  s.call(birthday, 'birthday')
  await s.until('2048-12-01 12:00', [
    ...ran('2044-02-29', 'birthday'),
    ...ran('2045-02-28', 'birthday'),
    ...ran('2046-02-28', 'birthday'),
    ...ran('2047-02-28', 'birthday'),
    ...ran('2048-02-29', 'birthday'),
  ])
})
