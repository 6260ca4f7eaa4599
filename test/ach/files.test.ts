import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { originate } from '../../src/payments/bank/origination.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { bankContext, debit, goTo, historyOf, takenFiles } from '../support/bank.ts'
import { changed, putTransaction, transactionOf } from '../support/payments.ts'

let t: TestApp
before(async () => {
  t = await testApp('ach_files')
})
after(() => t.close())

const setting = async (over: Json): Promise<void> => {
  const path = `producttransactions/${t.merchants[0].ach_product_transaction_id}`
  const { processor_data } = (await t.api.get(path)).body.producttransaction
  const answer = await t.api.put(path, { producttransaction: { processor_data: { ...processor_data, ...over } } })
  assert.equal(answer.status, 200, answer.text)
}

test('a file holds what its product has waiting, in a batch for each class, direction, word and date', async () => {
  await goTo(t, '2027-01-04T10:00')
  await debit(t, { ach_sec_code: 'WEB' })
  await debit(t, { ach_sec_code: 'WEB', account_type: 'savings' })
  await debit(t, { ach_sec_code: 'CCD', account_holder_name: 'Testwerke GmbH & Söhne Holding International' })
  await debit(t, { ach_sec_code: 'PPD', effective_date: '2027-01-11' })
  await debit(t, { ach_sec_code: 'TEL', check_number: '1001' })
  await debit(t, { ach_sec_code: 'PPD', action: 'credit', ach_identifier: 'P', transaction_amount: '1200.00' })
  await goTo(t, '2027-01-06T10:00')
  const [night, ...others] = takenFiles(t)
  assert.equal(others.length, 0)
  const { header, batches } = night!.file
  assert.deepEqual(
    [header.immediate_destination, header.immediate_origin, header.created_date, header.created_time, header.modifier],
    ['110000000', '1999999999', '2027-01-05', '0200', 'A'],
  )
  assert.deepEqual(
    batches.map(({ header: each, entries }) => [
      each.sec,
      each.service_class,
      each.entry_description,
      each.effective_date,
      entries.map(({ transaction_code, discretionary }) => `${transaction_code}${discretionary}`).join(),
    ]),
    [
      ['CCD', 225, 'PAYMENT', '2027-01-06', '27'],
      ['PPD', 220, 'PAYROLL', '2027-01-06', '22'],
      ['TEL', 225, 'PAYMENT', '2027-01-06', '27S'],
      ['WEB', 225, 'PURCHASE', '2027-01-06', '27S,37S'],
    ],
  )
  assert.equal(batches[0]!.entries[0]!.name, 'TESTWERKE GMBH & SOHNE')
  assert.equal(batches[0]!.header.company_name, 'JUNIPER GARDEN W')
  for (const line of night!.text.trimEnd().split('\n')) assert.equal(line.length, 94)
  assert.equal(night!.text.trimEnd().split('\n').length % 10, 0)
  // The one that asked for a date is written the night before the banking day before it.
  await goTo(t, '2027-01-08T10:00')
  assert.deepEqual(
    takenFiles(t)
      .at(-1)!
      .file.batches.map(({ header: each }) => [each.sec, each.effective_date]),
    [['PPD', '2027-01-11']],
  )
})

test('each product has a file of its own, and numbers of one bank are never used twice', async () => {
  await goTo(t, '2027-02-01T10:00')
  const child = t.merchants[0]
  await debit(t)
  await debit(t, {
    product_transaction_id: child.child_ach_product_transaction_id,
    location_id: child.child_location_id,
  })
  const known = takenFiles(t).length
  await goTo(t, '2027-02-02T10:00')
  const files = takenFiles(t).slice(known)
  assert.deepEqual(files.map(({ file }) => file.header.modifier).toSorted(), ['A', 'B'])
  const traces = t.bank.book.entries().map(({ trace }) => trace)
  assert.equal(new Set(traces).size, traces.length)
})

test('same-day payments of a product that asked for it leave with the next window and settle that day', async () => {
  await setting({ same_day: true })
  await goTo(t, '2027-02-09T09:00')
  const small = await debit(t)
  const large = await debit(t, { transaction_amount: '1000000.01' })
  await goTo(t, '2027-02-09T10:30')
  assert.deepEqual(
    [(await transactionOf(t, small.id)).status_id, (await transactionOf(t, large.id)).status_id],
    [132, 131],
  )
  await goTo(t, '2027-02-09T13:00')
  const settled = await transactionOf(t, small.id)
  assert.deepEqual([settled.status_id, settled.settle_date], [134, '2027-02-09'])
  const { header } = takenFiles(t).at(-1)!.file.batches[0]!
  assert.deepEqual([header.effective_date, header.descriptive_date], ['2027-02-09', 'SD1300'])
  await goTo(t, '2027-02-11T09:00')
  assert.deepEqual(await historyOf(t, large.id), [131, 132, 133, 134])
  await setting({ same_day: false })
})

test('a debit is held for the days of the product before it counts as settled', async () => {
  const path = `producttransactions/${t.merchants[0].ach_product_transaction_id}`
  const put = async (debit_hold_days: number) => {
    const answer = await t.api.put(path, { producttransaction: { velocity_settings: { debit_hold_days } } })
    assert.equal(answer.status, 200, answer.text)
  }
  await put(2)
  await goTo(t, '2027-02-11T10:00')
  const held = await debit(t)
  // Leaves on Friday; Monday is a holiday, so it takes effect on Tuesday, and is held until Thursday.
  await goTo(t, '2027-02-18T08:29')
  assert.equal((await transactionOf(t, held.id)).status_id, 133)
  await goTo(t, '2027-02-18T08:30')
  assert.deepEqual(
    [(await transactionOf(t, held.id)).status_id, (await transactionOf(t, held.id)).settle_date],
    [134, '2027-02-18'],
  )
  await put(0)
})

test('a file the bank refuses leaves its payments waiting for the next; each is carried out once', async () => {
  await goTo(t, '2027-03-01T10:00')
  const refused = await debit(t, { account_number: '990000000', customer_id: 'REFUSED' })
  const beside = await debit(t, { customer_id: 'BESIDE' })
  await goTo(t, '2027-03-02T10:00')
  for (const { id } of [refused, beside]) assert.deepEqual(await historyOf(t, id), [131, 132, 131])
  assert.match(t.logged(), /the bank refused a file/)
  await goTo(t, '2027-03-04T10:00')
  for (const { id } of [refused, beside]) assert.deepEqual(await historyOf(t, id), [131, 132, 131, 132, 133, 134])
  const carried = t.bank.book.entries().filter(each => each.individual_id === 'BESIDE' && each.state === 'accepted')
  assert.equal(carried.length, 1)
  assert.equal(carried[0]!.description, 'PURCHASE')
})

test('an entry the bank does not carry out is rejected with its reason, and the rest of the file goes on', async () => {
  await goTo(t, '2027-03-08T10:00')
  const bad = await debit(t, { account_number: '990001608' })
  const good = await debit(t)
  await goTo(t, '2027-03-10T10:00')
  const rejected = await transactionOf(t, bad.id)
  assert.deepEqual([rejected.status_id, rejected.reason_code_id], [136, 1608])
  assert.deepEqual(await historyOf(t, bad.id), [131, 132, 136])
  assert.deepEqual(await historyOf(t, good.id), [131, 132, 133, 134])
})

test('what cannot stand in any file is rejected without being sent', async () => {
  await goTo(t, '2027-03-15T10:00')
  const long = await debit(t, { account_number: '1234567890123456789' })
  await goTo(t, '2027-03-16T10:00')
  const rejected = await transactionOf(t, long.id)
  assert.deepEqual([rejected.status_id, rejected.reason_code_id], [136, 1608])
})

test('a void on the same day stays out of the file; once it has left it cannot be voided', async () => {
  await goTo(t, '2027-03-22T10:00')
  const gone = await debit(t, { customer_id: 'VOIDED' })
  assert.equal((await changed(t.api, gone.id, { action: 'void' })).status_id, 201)
  const kept = await debit(t)
  await goTo(t, '2027-03-23T02:00')
  const late = await putTransaction(t.api, kept.id, { action: 'void' })
  assert.equal(late.status, 422)
  await goTo(t, '2027-03-24T10:00')
  assert.equal((await transactionOf(t, gone.id)).status_id, 201)
  assert.ok(!t.bank.book.entries().some(({ individual_id }) => individual_id === 'VOIDED'))
})

test('a payment of more than an entry can hold keeps no other of its product from leaving', async () => {
  await goTo(t, '2027-03-25T10:00')
  const good = await debit(t)
  const bad = await debit(t)
  // Nothing that is accepted leads to it, so it is made by hand.
  await t.owner.run('alter table transaction disable trigger user')
  await t.owner.run('update transaction set auth_amount = 10000000000 where id = $1', [bad.id])
  await t.owner.run('alter table transaction enable trigger user')
  await goTo(t, '2027-03-29T10:00')
  assert.deepEqual(await historyOf(t, good.id), [131, 132, 133, 134])
  assert.deepEqual(await historyOf(t, bad.id), [131, 136])
})

test('a void and a file, and two workers, take each payment once', async () => {
  await goTo(t, '2027-04-05T10:00')
  const sent = []
  for (let count = 0; count < 20; count += 1) sent.push(await debit(t, { customer_id: `RACE-${count}` }))
  await t.db.run(`update transaction set originate_ts = $1 where id = any($2)`, [
    t.clock.seconds(),
    sent.map(({ id }) => id),
  ])
  const [first, ...others] = sent.map(({ id }) => id as string)
  const rail = bankContext(t)
  const payload = { product_transaction_id: t.merchants[0].ach_product_transaction_id }
  const job = { id: 'j', payload, root_id: t.merchants[0].location_id, attempt: 1, seconds: t.clock.seconds() }
  // Two workers may both number a part, and one of them then starts again, as a job does.
  const again = (): Promise<void> => originate(rail, job).catch(() => originate(rail, job))
  const voids = [first!, ...others].filter((_id, index) => index % 2 === 0)
  const [, , ...answers] = await Promise.all([
    again(),
    again(),
    ...voids.map(id => putTransaction(t.api, id, { action: 'void' })),
  ])
  await t.settle()
  await goTo(t, '2027-04-07T10:00')
  for (const [index, answer] of answers.entries()) {
    const { status_id } = await transactionOf(t, voids[index]!)
    assert.equal(status_id, (answer as { status: number }).status === 200 ? 201 : 134)
  }
  const booked = t.bank.book.entries().filter(({ individual_id }) => individual_id.startsWith('RACE-'))
  const ends = await Promise.all(sent.map(({ id }) => transactionOf(t, id)))
  assert.equal(new Set(booked.map(({ individual_id }) => individual_id)).size, booked.length)
  assert.equal(booked.length, ends.filter(({ status_id }) => status_id === 134).length)
  assert.ok(ends.every(({ status_id }) => status_id === 134 || status_id === 201))
})

test('settings of the way to the bank are checked', async () => {
  const path = `producttransactions/${t.merchants[0].ach_product_transaction_id}`
  const { processor_data } = (await t.api.get(path)).body.producttransaction
  for (const wrong of [
    { same_day: 'yes' },
    { represent: 3 },
    { originator: { company_name: 'A name that is too long' } },
    { originator: { destination: '123456789' } },
    { originator: { nickname: 'x' } },
  ]) {
    const answer = await t.api.put(path, { producttransaction: { processor_data: { ...processor_data, ...wrong } } })
    assert.equal(answer.status, 422, JSON.stringify(wrong))
    assert.deepEqual(Object.keys(answer.body.errors), ['processor_data'])
  }
})

test('gateway and bank agree on every entry', async () => {
  const ours = await t.db.query<{ trace: string; amount: number; state: string }>(
    `select odfi_id || lpad(sequence::text, 7, '0') as trace, amount, state from ach_entry order by 1`,
  )
  const theirs = t.bank.book.entries().toSorted((one, other) => (one.trace < other.trace ? -1 : 1))
  const STATES: Record<string, string> = { settled: 'accepted', withdrawn: 'rejected' }
  assert.deepEqual(
    theirs.map(({ trace, amount, state }) => ({ trace, amount, state })),
    ours.map(entry => ({ ...entry, state: STATES[entry.state] ?? entry.state })),
  )
})
