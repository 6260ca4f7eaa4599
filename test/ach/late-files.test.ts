import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Worker } from '../../src/jobs/worker.ts'
import { originate } from '../../src/payments/bank/origination.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { bankContext, bankTime, debit, goTo, takenFiles } from '../support/bank.ts'
import { transactionOf } from '../support/payments.ts'

/** Files that are late, on a product that may use Same Day ACH: lateness must not make them cost more. */

let t: TestApp
before(async () => {
  t = await testApp('ach_late')
  const path = `producttransactions/${PRODUCT()}`
  const { processor_data } = (await t.api.get(path)).body.producttransaction
  const same_day = { processor_data: { ...processor_data, same_day: true } }
  assert.equal((await t.api.put(path, { producttransaction: same_day })).status, 200)
})
after(() => t.close())

const PRODUCT = () => t.merchants[0].ach_product_transaction_id
/** The gateway is down while the clock goes on. */
const down = { drain: async () => ({ ran: 0, next: null }) } as unknown as Worker
const sleepUntil = (text: string) => t.clock.moveTo(bankTime(text), down)
const batchesOf = (file: ReturnType<typeof takenFiles>[number]) =>
  file.file.batches.map(({ header }) => [header.effective_date, header.descriptive_date.startsWith('SD')])

test('what was meant for the night leaves as an ordinary entry after an outage, beside what was meant for Same Day', async () => {
  await goTo(t, '2027-02-08T18:00')
  const [night, other] = [await debit(t), await debit(t, { effective_date: '2027-02-10' })]
  await sleepUntil('2027-02-09T09:00')
  const quick = await debit(t)
  assert.equal((await transactionOf(t, night.id)).status_id, 131)
  await goTo(t, '2027-02-09T10:45')
  const files = takenFiles(t)
  assert.deepEqual(files.map(batchesOf), [[['2027-02-10', false]], [['2027-02-09', true]]])
  await goTo(t, '2027-02-09T13:00')
  assert.equal((await transactionOf(t, quick.id)).status_id, 134)
  await goTo(t, '2027-02-10T09:00')
  for (const { id } of [night, other]) assert.deepEqual((await transactionOf(t, id)).settle_date, '2027-02-10')
})

test('an outage over the cut-off itself, with restarts, changes nothing about it', async () => {
  await goTo(t, '2027-02-10T20:00')
  const known = takenFiles(t).length
  await debit(t)
  await sleepUntil('2027-02-11T10:29')
  await sleepUntil('2027-02-11T14:44')
  await goTo(t, '2027-02-11T14:45')
  assert.deepEqual(takenFiles(t).slice(known).map(batchesOf), [[['2027-02-12', false]]])
})

test('a file that is delivered on its own date waits until that is not Same Day any more', async () => {
  await goTo(t, '2027-02-22T20:00')
  const known = takenFiles(t).length
  const sent = await debit(t)
  await sleepUntil('2027-02-23T02:00')
  const { clock } = t
  const bank = bankContext(t)
  const payload = { product_transaction_id: PRODUCT() }
  await originate(bank, {
    ...{ id: 'job', payload, attempt: 1 },
    root_id: t.merchants[0].location_id,
    seconds: clock.seconds(),
  })
  assert.equal((await transactionOf(t, sent.id)).status_id, 132)
  await sleepUntil('2027-02-24T09:00')
  await goTo(t, '2027-02-24T16:54')
  assert.equal(takenFiles(t).length, known)
  await goTo(t, '2027-02-24T17:00')
  assert.deepEqual(takenFiles(t).slice(known).map(batchesOf), [[['2027-02-24', false]]])
  assert.match(t.logged(), /bank file is late/)
})
