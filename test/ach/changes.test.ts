import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { bankVault, byVault, goTo, historyOf, sendBack, withoutRefundHold } from '../support/bank.ts'
import { paid, transactionOf } from '../support/payments.ts'

let t: TestApp
before(async () => {
  t = await testApp('ach_changes')
  await withoutRefundHold(t)
})
after(() => t.close())

const vaultOf = async (id: string): Promise<Json> =>
  (await t.api.get(`accountvaults/${id}?expand=changelogs`)).body.accountvault

/** The last entry presented for a payment, according to the bank's own book. */
function presented(customer_id: string) {
  const entries = t.bank.book.entries().filter(({ individual_id }) => individual_id === customer_id.toUpperCase())
  const { account, routing, transaction_code, name } = entries.at(-1)!
  return { account, routing, transaction_code, name }
}

const ASKED = { account: '990002200', routing: '072000326', transaction_code: 27, name: 'WILMA TESTPERSON' }
const CASES: Record<string, Partial<typeof ASKED>> = {
  '01': { account: '590002201' },
  '02': { routing: '110000000' },
  '03': { account: '590002203', routing: '110000000' },
  '04': { name: 'CORRECTED NAME' },
  '05': { transaction_code: 37 },
  '06': { account: '590002206', transaction_code: 37 },
  '07': { account: '590002207', routing: '110000000', transaction_code: 37 },
}

test('C01 to C07 and C09 correct the stored account, and the next payment goes where the bank says', async () => {
  await goTo(t, '2027-03-01T10:00')
  const made: Record<string, { vault: Json; sent: Json }> = {}
  for (const code of [...Object.keys(CASES), '09']) {
    const vault = await bankVault(t, `9900022${code}`, { customer_id: `first-${code}` })
    made[code] = { vault, sent: await paid(t.api, byVault(t, vault.id)) }
  }
  await goTo(t, '2027-03-03T16:00')
  const again: Record<string, Json> = {}
  for (const [code, { vault, sent }] of Object.entries(made)) {
    const noted = await transactionOf(t, sent.id)
    assert.deepEqual([noted.status_id, noted.reason_code_id], [134, 2200 + Number(code)], code)
    assert.deepEqual(await historyOf(t, sent.id), [131, 132, 133, 134])
    const { changelogs, ...now } = await vaultOf(vault.id)
    assert.ok(changelogs.length > 0, code)
    assert.equal(now.account_type, CASES[code]?.transaction_code ? 'savings' : 'checking')
    assert.equal(now.account_holder_name, code === '04' ? 'CORRECTED NAME' : 'Wilma Testperson')
    if (code === '09') assert.equal(now.customer_id, 'CORRECTED-ID')
    again[code] = await paid(t.api, byVault(t, vault.id, { customer_id: `again-${code}` }))
  }
  await goTo(t, '2027-03-05T10:00')
  for (const [code, change] of Object.entries(CASES)) {
    const first = { ...ASKED, account: `9900022${code}` }
    assert.deepEqual(presented(`first-${code}`), first, code)
    assert.deepEqual(presented(`again-${code}`), { ...first, ...change }, code)
    assert.equal(again[code].status_id, 131)
  }
})

test('a payment that waits, and a refund of an earlier one, go to the corrected account', async () => {
  await goTo(t, '2027-04-05T10:00')
  const vault = await bankVault(t, '123450000')
  const sent = await paid(t.api, byVault(t, vault.id, { customer_id: 'early' }))
  await goTo(t, '2027-04-07T10:00')
  const waiting = await paid(t.api, byVault(t, vault.id, { customer_id: 'waiting' }))
  await sendBack(t, sent.id, 'C01')
  const refund = {
    action: 'refund',
    payment_method: 'ach',
    previous_transaction_id: sent.id,
    transaction_amount: '25.00',
    customer_id: 'refund',
  }
  await paid(t.api, refund)
  await goTo(t, '2027-04-09T10:00')
  assert.equal((await transactionOf(t, waiting.id)).status_id, 134)
  assert.equal(presented('waiting').account, '523450000')
  assert.deepEqual([presented('refund').account, presented('refund').transaction_code], ['523450000', 22])
})

test('a correction that is read twice corrects once; a second one corrects what the first has left', async () => {
  await goTo(t, '2027-05-03T10:00')
  const vault = await bankVault(t, '123460000')
  const sent = await paid(t.api, byVault(t, vault.id))
  await goTo(t, '2027-05-05T10:00')
  await sendBack(t, sent.id, 'C01')
  const once = await vaultOf(vault.id)
  await sendBack(t, sent.id, 'C01', {}, 'again.ach')
  assert.equal((await vaultOf(vault.id)).changelogs.length, once.changelogs.length)
  await sendBack(t, sent.id, 'C02')
  await paid(t.api, byVault(t, vault.id, { customer_id: 'after-both' }))
  await goTo(t, '2027-05-07T10:00')
  assert.deepEqual([presented('after-both').account, presented('after-both').routing], ['523460000', '110000000'])
})

test('no event, log or table holds a corrected number in clear', async () => {
  const tables = await t.db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables) {
    const [found] = await t.db.query(`select 1 from "${name}" as row where row::text like any($1) limit 1`, [
      ['%523460000%', '%590002201%', '%990002201%', '%123460000%'],
    ])
    assert.equal(found, undefined, name)
  }
  for (const number of ['523460000', '590002201', '990002201']) assert.ok(!t.logged().includes(number))
})
