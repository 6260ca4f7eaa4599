import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bankPayments, holdBankPayments, releaseBankPayments } from '../../src/cli/reconcile/bank-payments.ts'
import { type Json, testApp } from '../support/app.ts'
import { bankVault, byVault, goTo, takenFiles } from '../support/bank.ts'
import { refusedOn } from '../support/payments.ts'

const t = await testApp('microdeposits')
after(t.close)
const [merchant] = t.merchants
await goTo(t, '2027-11-22T10:00')

const start = (vault: string, over: Json = {}) =>
  t.api.post(`accountvaults/${vault}/microdeposits`, {
    accountvault: { product_transaction_id: merchant.ach_product_transaction_id, ...over },
  })
const verify = (vault: string, [first_amount, second_amount]: string[]) =>
  t.api.post(`accountvaults/${vault}/verify`, { accountvault: { first_amount, second_amount } })
const read = async (id: string): Promise<Json> => (await t.api.get(`microdeposits/${id}`)).body.microdeposit
const amountsOf = async (vault: string): Promise<string[]> =>
  (await t.as({}).get(`/sandbox/microdeposits?account_vault_id=${vault}`)).body.microdeposits[0].amounts
const started = async (vault: string): Promise<Json> => {
  const answer = await start(vault)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.microdeposit
}
const wrong = ['0.00', '0.00']

test('a bank account is verified by two amounts that nobody is shown, told in either order', async () => {
  const vault = await bankVault(t, '55501')
  const made = await started(vault.id)
  assert.deepEqual([made.status, made.tries_left, made.settle_date], ['pending', 3, null])
  assert.equal(made.account_vault_id, vault.id)
  assert.deepEqual(
    Object.keys(made).filter(name => /amount/.test(name)),
    [],
  )
  refusedOn(await start(vault.id), 'account_vault_id')
  refusedOn(await verify(vault.id, ['0.01', '0.02']), 'account_vault_id')
  await goTo(t, '2027-11-23T02:00')
  const sent = await read(made.id)
  assert.deepEqual([sent.status, sent.settle_date], ['sent', '2027-11-24'])
  const early = await verify(vault.id, await amountsOf(vault.id))
  assert.deepEqual(early.body.errors, { account_vault_id: ['The deposits are in the account from 2027-11-24 on.'] })
  assert.equal((await read(made.id)).tries_left, 3)
  await goTo(t, '2027-11-24T08:30')
  const amounts = await amountsOf(vault.id)
  const answer = await verify(vault.id, amounts.toReversed())
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.microdeposit.status, 'verified')
  refusedOn(await verify(vault.id, amounts), 'account_vault_id')
  refusedOn(await start(vault.id), 'account_vault_id')
  const { body } = await t.api.get(`accountvaults/${vault.id}?expand=microdeposits`)
  assert.deepEqual(
    body.accountvault.microdeposits.map((each: Json) => each.status),
    ['verified'],
  )
})

test('two credits and the debit of their sum stand in one file and settlement, described as ACCTVERIFY', async () => {
  const vault = await bankVault(t, '55502')
  const made = await started(vault.id)
  await goTo(t, '2027-11-25T02:30')
  const amounts = (await amountsOf(vault.id)).map(amount => Number(amount) * 100).map(Math.round)
  const { file } = takenFiles(t).at(-1)!
  assert.deepEqual(
    file.batches.map(({ header }) => [
      header.service_class,
      header.sec,
      header.entry_description,
      header.effective_date,
    ]),
    [
      [220, 'PPD', 'ACCTVERIFY', '2027-11-26'],
      [225, 'PPD', 'ACCTVERIFY', '2027-11-26'],
    ],
  )
  const entries = file.batches.flatMap(batch => batch.entries)
  assert.deepEqual(
    entries.map(entry => [entry.transaction_code, Number(entry.amount), entry.account]),
    [
      [22, amounts[0], '55502'],
      [22, amounts[1], '55502'],
      [27, amounts[0]! + amounts[1]!, '55502'],
    ],
  )
  assert.ok(amounts.every(amount => amount >= 1 && amount <= 99) && amounts[0] !== amounts[1])
  assert.equal((await read(made.id)).status, 'sent')
  // Micro deposits are not payments of any customer.
  assert.equal((await t.api.get('transactions')).body.transactions.length, 0)
})

test('three wrong answers lock the account, at once too, and a right one comes too late', async () => {
  const vault = await bankVault(t, '55503')
  const made = await started(vault.id)
  await goTo(t, '2027-11-26T02:00')
  await goTo(t, '2027-11-29T09:00')
  const told = await verify(vault.id, wrong)
  assert.deepEqual(told.body.errors, { first_amount: ['These are not the amounts; tries left: 2.'] })
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(vault.id, wrong)))
  assert.ok(answers.every(({ status }) => status === 422))
  const failed = await read(made.id)
  assert.deepEqual([failed.status, failed.tries_left], ['failed', 0])
  refusedOn(await verify(vault.id, await amountsOf(vault.id)), 'account_vault_id')
  refusedOn(await start(vault.id), 'account_vault_id')
})

test('what the bank sends back ends the verification and blocks the account; a lack of cents does not', async () => {
  const closed = await bankVault(t, '990002102')
  const poor = await bankVault(t, '990002101')
  const refused = await bankVault(t, '990001608')
  const made = [await started(closed.id), await started(poor.id), await started(refused.id)]
  await goTo(t, '2027-11-30T02:00')
  await goTo(t, '2027-12-01T17:00')
  const [gone, fine, rejected] = await Promise.all(made.map(({ id }) => read(id)))
  assert.deepEqual([gone.status, gone.reason_code_id], ['returned', 2102])
  assert.deepEqual([fine.status, fine.reason_code_id], ['sent', null])
  assert.deepEqual([rejected.status, rejected.reason_code_id], ['returned', 1608])
  assert.equal((await verify(poor.id, await amountsOf(poor.id))).status, 200)
  const debit = await t.api.post('transactions', { transaction: byVault(t, closed.id) })
  assert.deepEqual([debit.body.transaction.status_id, debit.body.transaction.reason_code_id], [301, 1660])
  refusedOn(await start(closed.id), 'account_vault_id')
  // The file's refusal does not concern the account itself, so it may be tried twice more.
  await started(refused.id)
})

test('of a file that the bank refuses the deposits leave again with the next one, and are the same', async () => {
  const vault = await bankVault(t, '990000000')
  const made = await started(vault.id)
  const amounts = await amountsOf(vault.id)
  await goTo(t, '2027-12-02T02:30')
  assert.equal((await read(made.id)).status, 'pending')
  await goTo(t, '2027-12-03T03:00')
  assert.equal((await read(made.id)).status, 'sent')
  assert.deepEqual(await amountsOf(vault.id), amounts)
  await goTo(t, '2027-12-06T09:00')
  assert.equal((await verify(vault.id, amounts)).status, 200)
})

test('cards, foreign accounts, card products and products of others are refused', async () => {
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' }
  const stored = await t.api.post('accountvaults', { accountvault: { ...card, location_id: merchant.location_id } })
  refusedOn(await start(stored.body.accountvault.id), 'payment_method')
  const vault = await bankVault(t, '55509')
  const foreign = t.merchants[1].ach_product_transaction_id
  for (const product_transaction_id of [merchant.cc_product_transaction_id, foreign]) {
    refusedOn(await start(vault.id, { product_transaction_id }), 'product_transaction_id')
  }
  for (const path of ['microdeposits', 'verify']) {
    const answer = await t.stranger.post(`accountvaults/${vault.id}/${path}`, {
      accountvault: { first_amount: '0.01', second_amount: '0.02' },
    })
    assert.equal(answer.status, 404)
  }
  refusedOn(await verify(vault.id, ['x', '0.02']), 'first_amount')
})

test('of starts at once one is begun', async () => {
  const vault = await bankVault(t, '55510')
  const answers = await Promise.all(Array.from({ length: 6 }, () => start(vault.id)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422, 422, 422])
})

test('a product may ask that an account is verified before its first WEB debit, and only then', async () => {
  const id = merchant.ach_product_transaction_id
  const set = (verify_accounts: unknown) =>
    t.api.put(`producttransactions/${id}`, { producttransaction: { processor_data: { verify_accounts } } })
  refusedOn(await set('yes'), 'processor_data')
  assert.equal((await set(true)).status, 200)
  const debit = (vault: Json, over: Json = {}) =>
    t.api.post('transactions', { transaction: byVault(t, vault.id, over) })
  const vault = await bankVault(t, '55511')
  refusedOn(await debit(vault), 'account_vault_id')
  assert.equal((await debit(await bankVault(t, '55512', { ach_sec_code: 'PPD' }))).status, 201)
  await started(vault.id)
  await goTo(t, '2027-12-08T09:00')
  refusedOn(await debit(vault), 'account_vault_id')
  assert.equal((await verify(vault.id, await amountsOf(vault.id))).status, 200)
  assert.equal((await debit(vault)).body.transaction.status_id, 131)
  const copy = { payment_method: 'ach', location_id: merchant.location_id, previous_account_vault_id: vault.id }
  const copied = await t.api.post('accountvaults', { accountvault: copy })
  assert.equal((await debit(copied.body.accountvault, { transaction_amount: '26.00' })).status, 201, copied.text)
  assert.equal((await set(false)).status, 200)
})

test('the database itself keeps verifications in order', async () => {
  const vault = await bankVault(t, '55520')
  const { id } = await started(vault.id)
  const attacks: Record<string, string> = {
    microdeposit_amounts: 'set first_amount = 100',
    microdeposit_tries: 'set tries_left = 4',
    microdeposit_waits: 'set originate_ts = null',
    microdeposit_sent: "set status = 'sent', originate_ts = null",
    microdeposit_verified: "set status = 'verified', originate_ts = null, settle_date = '2027-12-10', arrive_ts = 1",
    microdeposit_status: "set status = 'guessed', originate_ts = null, settle_date = '2027-12-10', arrive_ts = 1",
  }
  for (const [constraint, attack] of Object.entries(attacks)) {
    await assert.rejects(t.db.run(`update microdeposit ${attack} where id = $1`, [id]), { constraint })
  }
  await assert.rejects(
    t.db.run(
      `insert into microdeposit select (json_populate_record(microdeposit, '{"id": "000000000000000000000000"}')).*
         from microdeposit where id = $1`,
      [id],
    ),
    { constraint: 'microdeposit_account_vault_key' },
  )
})

test('G60 after a restore deposits that may lie in a file of the lost gateway are held, and leave when they are released', async () => {
  const vault = await bankVault(t, '55577')
  const { id } = await started(vault.id)
  const [planned] = await t.db.query<{ originate_ts: number }>('select originate_ts from microdeposit where id = $1', [
    id,
  ])
  const restored = planned!.originate_ts + 60
  const waiting = await bankPayments(t.db, restored)
  assert.ok(waiting.waiting.some(each => each.id === id && each.amount === null))
  await holdBankPayments(t.db, waiting, restored)
  await t.clock.moveTo(restored + 5 * 86_400, t.app.worker)
  assert.equal((await read(id)).status, 'pending')
  await releaseBankPayments(t.db, t.clock.seconds())
  await t.settle()
  assert.equal((await read(id)).status, 'sent')
})
