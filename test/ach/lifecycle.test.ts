import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readNacha } from '../../src/nacha/read-nacha.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { debitBody, paid, transactionOf } from '../support/payments.ts'

let t: TestApp
before(async () => {
  t = await testApp('ach_life')
})
after(() => t.close())

const product = () => t.merchants[0].ach_product_transaction_id
const now = (text: string) => Temporal.ZonedDateTime.from(`${text}[America/New_York]`).epochMilliseconds / 1000
const goTo = (text: string) => t.clock.moveTo(now(text), t.app.worker)

test('a bank debit leaves at night, is answered, and settles on the next banking day', async () => {
  // A Wednesday before Thanksgiving: Thursday is no banking day.
  await goTo('2027-11-24T10:00')
  const debit = await paid(t.api, debitBody(product()))
  assert.equal(debit.status_id, 131)
  await goTo('2027-11-25T01:59')
  assert.equal((await transactionOf(t, debit.id)).status_id, 131)
  await goTo('2027-11-25T02:00')
  assert.equal((await transactionOf(t, debit.id)).status_id, 132)
  await goTo('2027-11-25T02:30')
  assert.equal((await transactionOf(t, debit.id)).status_id, 133)
  await goTo('2027-11-26T08:29')
  assert.equal((await transactionOf(t, debit.id)).status_id, 133)
  const timeline = await goTo('2027-11-26T08:30')
  const settled = await transactionOf(t, debit.id)
  assert.deepEqual([settled.status_id, settled.settle_date], [134, '2027-11-26'])
  assert.ok(timeline.events.some(({ event, id }) => event === 'transaction.updated' && id === debit.id))
  const taken = join(t.home, 'bank', 'taken')
  const [name] = readdirSync(taken)
  const reading = readNacha(readFileSync(join(taken, name!), 'latin1'))
  assert.ok('file' in reading)
  const [batch] = reading.file.batches
  assert.deepEqual([batch!.header.sec, batch!.header.effective_date, batch!.entries.length], ['WEB', '2027-11-26', 1])
  const { transaction_histories } = (await t.api.get(`transactions/${debit.id}?expand=transaction_histories`)).body
    .transaction
  assert.deepEqual(transaction_histories.map((each: Json) => each.status_id).toSorted(), [131, 132, 133, 134])
})
