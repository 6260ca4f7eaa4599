import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { outbox } from '../support/invoices.ts'
import { recurringSite } from '../support/recurrings.ts'

const { t, location_id, make, makeVault } = await recurringSite('recurring_notices')
const { api } = t

let count = 0

/** A card of a payer who has had no notice yet. */
async function reachable(): Promise<{ email: string; account_vault_id: string }> {
  const email = `payer${++count}@example.com`
  const { id: contact_id } = await api.contacts.create({ location_id, last_name: 'Example', email })
  return { email, account_vault_id: (await makeVault({ contact_id })).id }
}

async function advance(span: string, ...ids: string[]): Promise<string[]> {
  const body = await api.request('POST', '/sandbox/clock', { body: { advance: span } })
  return body.events.filter(({ id }: Json) => ids.includes(id)).map(({ event, ts }: Json) => `${shown(ts)} ${event}`)
}

function shown(ts: number): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(ts * 1000).toZonedDateTimeISO('America/New_York')
  return moment.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

/** The first test begins at noon of March 10, 2040, in New York. */
test('NT-10 a contact is told so many days before each run, once, at nine in the morning', async () => {
  const { email, account_vault_id } = await reachable()
  const { id } = await make({
    account_vault_id,
    start_date: '2040-03-15',
    interval_type: 'w',
    notification_days: '3',
    description: 'Lawn care',
  })
  assert.deepEqual(await advance('P1D', id), [])
  assert.deepEqual(await advance('P1D', id), ['2040-03-12 09:00 recurring.notified'])
  assert.deepEqual(await advance('P7D', id), [
    '2040-03-15 06:00 recurring.updated',
    '2040-03-19 09:00 recurring.notified',
  ])
  const [mail, second, ...more] = await outbox(t, email)
  assert.deepEqual(more, [])
  assert.equal(mail.reason, 'recurring.notice')
  assert.match(mail.subject, /^Upcoming payment to Juniper Garden Works: \$10\.00 on March 15, 2040$/)
  assert.match(
    mail.text,
    /scheduled payment for Lawn care on March 15, 2040[\s\S]*Visa ending in 1111[\s\S]*unsubscribe/,
  )
  assert.match(second.subject, /March 22, 2040$/)
  await api.recurrings.delete(id)
})

test('NT-10 a notice moves with its run, and nobody is told of a run that is paused, ended or switched off', async () => {
  const now = Temporal.Instant.fromEpochMilliseconds(t.clock.seconds() * 1000).toZonedDateTimeISO('America/New_York')
  const day = (days: number) => now.toPlainDate().add({ days }).toString()
  const [moved, paused, ended, off] = [await reachable(), await reachable(), await reachable(), await reachable()]
  const over = { start_date: day(4), notification_days: '2' }
  const first = await make({ ...over, account_vault_id: moved.account_vault_id })
  const second = await make({ ...over, account_vault_id: paused.account_vault_id })
  const third = await make({ ...over, account_vault_id: ended.account_vault_id })
  await make({ ...over, notification_days: '0', account_vault_id: off.account_vault_id })
  await api.recurrings.update(first.id, { next_run_date: day(8) })
  await api.recurrings.placeOnHold(second.id)
  await api.recurrings.delete(third.id)
  await advance('P5D')
  const counts = async () =>
    Promise.all([moved, paused, ended, off].map(async ({ email }) => (await outbox(t, email)).length))
  assert.deepEqual(await counts(), [0, 0, 0, 0])
  await advance('P2D')
  assert.deepEqual(await counts(), [1, 0, 0, 0])
})

test('a run planned for the day of its own notice is told of later that day; one planned after it is not', async () => {
  const now = Temporal.Instant.fromEpochMilliseconds(t.clock.seconds() * 1000).toZonedDateTimeISO('America/New_York')
  const day = (days: number) => now.toPlainDate().add({ days }).toString()
  const [today, late] = [await reachable(), await reachable()]
  const { id } = await make({ account_vault_id: today.account_vault_id, start_date: day(3), notification_days: '3' })
  await make({ account_vault_id: late.account_vault_id, start_date: day(2), notification_days: '3' })
  assert.deepEqual(await advance('PT2H', id), [`${day(0)} 14:00 recurring.notified`])
  assert.deepEqual([(await outbox(t, today.email)).length, (await outbox(t, late.email)).length], [1, 0])
})
