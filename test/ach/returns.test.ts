import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { bankVault, byVault, debit, goTo, historyOf, sendBack, takenFiles, withoutRefundHold } from '../support/bank.ts'
import { paid, postTransaction, saleBody, transactionOf } from '../support/payments.ts'

let t: TestApp
before(async () => {
  t = await testApp('ach_returns')
  await withoutRefundHold(t)
})
after(() => t.close())

const product = () => t.merchants[0].ach_product_transaction_id
const represent = async (times: 0 | 1 | 2) => {
  const known = (await t.api.get(`producttransactions/${product()}`)).body.producttransaction.processor_data
  const processor_data = { ...known, represent: times }
  const answer = await t.api.put(`producttransactions/${product()}`, { producttransaction: { processor_data } })
  assert.equal(answer.status, 200, answer.text)
}

const refundOf = (previous_transaction_id: string) => ({
  action: 'refund',
  payment_method: 'ach',
  previous_transaction_id,
  transaction_amount: '25.00',
})

async function vaultOf(id: string): Promise<Json> {
  return (await t.api.get(`accountvaults/${id}?expand=changelogs`)).body.accountvault
}

test('a debit without funds is charged back, and its invoice is owed again', async () => {
  await goTo(t, '2027-03-01T10:00')
  const { location_id, cc_product_transaction_id } = t.merchants[0]
  const answer = await t.api.post('quickinvoices', {
    quickinvoice: {
      location_id,
      title: 'Hedges',
      cc_product_transaction_id,
      due_date: '2027-03-31',
      item_list: { Hedge: 25 },
    },
  })
  assert.equal(answer.status, 201, answer.text)
  const invoice = answer.body.quickinvoice
  const sent = await debit(t, { account_number: '990002101' })
  const added = await t.api.put(`quickinvoices/${invoice.id}/addTransaction`, {
    quickinvoice: { transaction_id: sent.id },
  })
  assert.equal(added.status, 200, added.text)
  const owed = async () => {
    const { remaining_balance, payment_status_id } = (await t.api.get(`quickinvoices/${invoice.id}`)).body.quickinvoice
    return [remaining_balance, payment_status_id]
  }
  assert.deepEqual(await owed(), ['0.00', 2])
  await goTo(t, '2027-03-03T15:59')
  assert.equal((await transactionOf(t, sent.id)).status_id, 134)
  assert.deepEqual(await owed(), ['0.00', 2])
  await goTo(t, '2027-03-03T16:00')
  const back = await transactionOf(t, sent.id)
  assert.deepEqual(
    [back.status_id, back.reason_code_id, back.charge_back_date, back.return_date],
    [331, 2101, '2027-03-03', '2027-03-03'],
  )
  assert.match(back.verbiage, /^R01 /)
  assert.deepEqual(await historyOf(t, sent.id), [131, 132, 133, 134, 331])
  assert.deepEqual(await owed(), ['25.00', 1])
  assert.equal((await postTransaction(t.api, refundOf(sent.id))).status, 422)
})

test('R02 blocks the stored account and its copies: later payments with them are declined 1660', async () => {
  await goTo(t, '2027-03-08T10:00')
  const stored = await bankVault(t, '990002102')
  const copy = (
    await t.api.post('accountvaults', {
      accountvault: {
        payment_method: 'ach',
        location_id: t.merchants[0].location_id,
        previous_account_vault_id: stored.id,
      },
    })
  ).body.accountvault
  const other = await bankVault(t, '123456789')
  const sent = await paid(t.api, byVault(t, stored.id))
  await goTo(t, '2027-03-10T16:00')
  assert.equal((await transactionOf(t, sent.id)).status_id, 331)
  for (const id of [stored.id, copy.id]) {
    const again = await paid(t.api, byVault(t, id))
    assert.deepEqual([again.status_id, again.reason_code_id], [301, 1660])
    const { active, changelogs } = await vaultOf(id)
    assert.equal(active, 0)
    assert.ok(changelogs.length > 0)
  }
  assert.equal((await paid(t.api, byVault(t, other.id))).status_id, 131)
  const unsent = await t.ledger()
  assert.ok(!unsent.some(entry => entry.result === 'approved' && entry.ts > t.clock.seconds()))
})

test('a refund that comes back frees what it held: the debit can be refunded again', async () => {
  await goTo(t, '2027-03-15T10:00')
  const sent = await debit(t)
  await goTo(t, '2027-03-17T10:00')
  const refund = await paid(t.api, refundOf(sent.id))
  assert.deepEqual([refund.status_id, refund.type_id], [131, 30])
  assert.equal((await postTransaction(t.api, refundOf(sent.id))).status, 422)
  await goTo(t, '2027-03-19T10:00')
  assert.deepEqual(await historyOf(t, refund.id), [131, 132, 133, 134])
  assert.equal((await postTransaction(t.api, refundOf(sent.id))).status, 422)
  await sendBack(t, refund.id, 'R03')
  assert.deepEqual(await historyOf(t, refund.id), [131, 132, 133, 134, 331])
  assert.equal((await paid(t.api, refundOf(sent.id))).status_id, 131)
})

test('a refund that still waits when its debit comes back is not sent: the money would be given back twice', async () => {
  await goTo(t, '2027-03-22T10:00')
  const sent = await debit(t)
  await goTo(t, '2027-03-24T10:00')
  const refund = await paid(t.api, refundOf(sent.id))
  await sendBack(t, sent.id, 'R10')
  assert.equal((await transactionOf(t, sent.id)).status_id, 331)
  await goTo(t, '2027-03-26T10:00')
  const stopped = await transactionOf(t, refund.id)
  assert.deepEqual([stopped.status_id, stopped.reason_code_id], [136, 1668])
  const [original] = await t.db.query<{ refunded_amount: number }>(
    'select refunded_amount from transaction where id = $1',
    [sent.id],
  )
  assert.equal(original!.refunded_amount, 0)
})

test('a refund goes out as a credit of the class that may pay out, and says so', async () => {
  const credits = takenFiles(t).flatMap(({ file }) => file.batches.filter(({ header }) => header.service_class === 220))
  assert.ok(credits.length > 0)
  for (const { header, entries } of credits) {
    assert.deepEqual([header.sec, header.entry_description], ['PPD', 'REFUND'])
    for (const entry of entries) assert.equal(entry.transaction_code, 22)
  }
})

test('a debit without funds is presented again where the product asks for it, twice at most, as RETRY PYMT', async () => {
  await represent(2)
  await goTo(t, '2027-04-05T10:00')
  const once = await debit(t, { account_number: '990102101', customer_id: 'once' })
  const always = await debit(t, { account_number: '990002109', customer_id: 'always' })
  await goTo(t, '2027-04-07T16:00')
  assert.equal((await transactionOf(t, once.id)).status_id, 135)
  assert.equal((await transactionOf(t, once.id)).reason_code_id, 2101)
  await goTo(t, '2027-04-30T10:00')
  const steps = [131, 132, 133, 134, 135, 132, 133, 134]
  assert.deepEqual(await historyOf(t, once.id), steps)
  assert.deepEqual(await historyOf(t, always.id), [...steps, 135, 132, 133, 134, 331])
  const sent = t.bank.book.entries().filter(({ individual_id }) => individual_id === 'ALWAYS')
  assert.deepEqual(
    sent.map(({ description, amount }) => [description, amount]),
    [
      ['PURCHASE', 2500],
      ['RETRY PYMT', 2500],
      ['RETRY PYMT', 2500],
    ],
  )
  assert.equal(new Set(sent.map(({ trace }) => trace)).size, 3)
  await represent(0)
})

test('an invoice is owed again while its debit waits to be presented again, and is not debited once it was paid otherwise', async () => {
  await represent(1)
  await goTo(t, '2027-05-03T10:00')
  const { location_id, cc_product_transaction_id } = t.merchants[0]
  const owing = async (customer_id: string) => {
    const { quickinvoice } = (
      await t.api.post('quickinvoices', {
        quickinvoice: {
          location_id,
          title: 'Hedges',
          cc_product_transaction_id,
          due_date: '2027-05-31',
          item_list: { Hedge: 25 },
        },
      })
    ).body
    const sent = await debit(t, { account_number: '990102101', customer_id })
    await add(quickinvoice.id, sent.id)
    return { id: quickinvoice.id as string, sent: sent.id as string }
  }
  const add = (id: string, transaction_id: string) =>
    t.api.put(`quickinvoices/${id}/addTransaction`, { quickinvoice: { transaction_id } })
  const balance = async (id: string) => (await t.api.get(`quickinvoices/${id}`)).body.quickinvoice.remaining_balance
  const [waits, pays] = [await owing('waits'), await owing('pays')]
  await goTo(t, '2027-05-05T16:00')
  for (const { id, sent } of [waits, pays]) {
    assert.equal((await transactionOf(t, sent)).status_id, 135)
    assert.equal(await balance(id), '25.00')
  }
  const card = await paid(t.api, saleBody({ transaction_amount: '25.00' }))
  assert.equal((await add(pays.id, card.id)).status, 200)
  await goTo(t, '2027-05-12T10:00')
  assert.equal((await transactionOf(t, waits.sent)).status_id, 134)
  const given_up = await transactionOf(t, pays.sent)
  assert.deepEqual([given_up.status_id, given_up.reason_code_id, given_up.charge_back_date], [331, 2101, '2027-05-05'])
  assert.deepEqual([await balance(waits.id), await balance(pays.id)], ['0.00', '0.00'])
  await represent(0)
})

test('a payment nobody allowed ends the recurrings of its account; a stopped one puts its own on hold', async () => {
  await goTo(t, '2027-06-01T10:00')
  const plan = async (account_vault_id: string, over: Json = {}) => {
    const recurring = {
      account_vault_id,
      location_id: t.merchants[0].location_id,
      product_transaction_id: product(),
      transaction_amount: '25.00',
      interval: 1,
      interval_type: 'm',
      start_date: '2027-06-02',
      notification_days: 0,
      ...over,
    }
    const answer = await t.api.post('recurrings', { recurring })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.recurring.id as string
  }
  const unauthorized = await bankVault(t, '990002110')
  const stopping = await bankVault(t, '990002108')
  const [own, other] = [await plan(unauthorized.id), await plan(unauthorized.id, { start_date: '2027-07-15' })]
  const [halted, spared] = [await plan(stopping.id), await plan(stopping.id, { start_date: '2027-07-15' })]
  await goTo(t, '2027-06-04T16:00')
  const status = async (id: string) => (await t.api.get(`recurrings/${id}`)).body.recurring.status
  assert.deepEqual([await status(own), await status(other)], ['ended', 'ended'])
  assert.deepEqual([await status(halted), await status(spared)], ['on hold', 'active'])
  assert.deepEqual([(await vaultOf(unauthorized.id)).active, (await vaultOf(stopping.id)).active], [0, 1])
})

test('a return that is read twice changes nothing, and one that fits nothing of ours is kept for a person', async () => {
  await goTo(t, '2027-08-02T10:00')
  const sent = await debit(t)
  await goTo(t, '2027-08-04T10:00')
  await sendBack(t, sent.id, 'R10', { amount: 2501 }, 'wrong-amount.ach')
  await sendBack(t, sent.id, 'R10', { routing: '110000000' }, 'wrong-bank.ach')
  await sendBack(t, sent.id, 'R10', { trace: '110000009999999' }, 'wrong-trace.ach')
  assert.equal((await transactionOf(t, sent.id)).status_id, 134)
  const open = await t.db.query(`select file_name from ach_item where state = 'unmatched' order by file_name`)
  assert.deepEqual(
    open.map(({ file_name }) => file_name),
    ['wrong-amount.ach', 'wrong-bank.ach', 'wrong-trace.ach'],
  )
  await sendBack(t, sent.id, 'R10')
  const back = await transactionOf(t, sent.id)
  assert.equal(back.status_id, 331)
  await sendBack(t, sent.id, 'R10', {}, 'again.ach')
  await sendBack(t, sent.id, 'R02', {}, 'other.ach')
  const after_all = await transactionOf(t, sent.id)
  assert.deepEqual([after_all.reason_code_id, after_all.modified_ts], [2110, back.modified_ts])
  assert.deepEqual(await historyOf(t, sent.id), [131, 132, 133, 134, 331])
  assert.deepEqual(readdirSync(join(t.home, 'bank', 'incoming')).toSorted(), ['aside', 'done'])
})

test('a return long after a debit settled still charges it back', async () => {
  await goTo(t, '2027-09-01T10:00')
  const sent = await debit(t, { account_number: '990902105' })
  await goTo(t, '2027-10-15T10:00')
  assert.equal((await transactionOf(t, sent.id)).status_id, 134)
  await goTo(t, '2027-10-19T10:00')
  assert.deepEqual(
    [(await transactionOf(t, sent.id)).status_id, (await transactionOf(t, sent.id)).reason_code_id],
    [331, 2105],
  )
})
