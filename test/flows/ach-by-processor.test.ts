import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseBankPayments } from '../../src/cli/reconcile/bank-payments.ts'
import type { Connector, Outcome, Processor } from '../../src/ports/processor.ts'
import { KEEPS_ALL, NO_RESPONSE_DATA } from '../../src/ports/processor.ts'
import { achFile } from '../../src/processors/ach-file/index.ts'
import { testApp } from '../support/app.ts'
import { debit, goToQuietMonday, historyOf, takenFiles } from '../support/bank.ts'
import { connectProducts } from '../support/connect-products.ts'
import { debitBody, transactionOf } from '../support/payments.ts'
import { bankBody, storedVault } from '../support/vaults.ts'

const sent: string[] = []
const sender: Processor = {
  name: 'sender',
  memory: KEEPS_ALL,
  actions: Object.fromEntries(
    (['debit', 'void'] as const).map(name => [
      name,
      async ({ amount }: { amount: bigint }) => {
        sent.push(name)
        const said = { ...NO_RESPONSE_DATA, reason_code_id: 1000, verbiage: 'ACCEPTED', auth_amount: amount }
        return { ...said, result: 'approved' } as const
      },
    ]),
  ),
  find: async ({ amount }) => {
    const said = { ...NO_RESPONSE_DATA, reason_code_id: 1000, verbiage: 'ACCEPTED', auth_amount: amount }
    return { seen: true, outcome: { ...said, result: 'approved', ...came_back } }
  },
}
let came_back: Pick<Outcome, 'returned'> = {}

async function gatewayWith(name: string, connector: string, connectors: Record<string, Connector>) {
  const t = await testApp(name, { connectors })
  await connectProducts(t, { connector })
  // What is asked about on banking days must not depend on the day of the test.
  await goToQuietMonday(t)
  return t
}

const waiting = async (t: Awaited<ReturnType<typeof gatewayWith>>, id: string): Promise<number | null> =>
  (await t.db.query<{ originate_ts: number | null }>('select originate_ts from transaction where id = $1', [id]))[0]!
    .originate_ts

test('a bank payment that its processor sends is in no file, and can be voided there', async () => {
  const t = await gatewayWith('bank_by_processor', 'sender', { sender: () => sender })
  const { id, status_id } = await debit(t)
  assert.deepEqual([status_id, await waiting(t, id)], [131, null])
  const other = await debit(t, { transaction_amount: '7.00' })
  await t.api.transactions.update(id, { action: 'void' })
  assert.deepEqual(sent, ['debit', 'debit', 'void'])
  await releaseBankPayments(t.db, t.clock.seconds())
  assert.equal(await waiting(t, id), null, 'it is released into no file after a restore')
  await t.clock.moveTo(t.clock.seconds() + 5 * 86_400, t.app.worker)
  assert.deepEqual(takenFiles(t), [])
  assert.equal((await transactionOf(t, other.id)).status_id, 131)
  await t.close()
})

test('a bank payment that came back to its processor is charged back once, and its account is blocked', async () => {
  const t = await gatewayWith('bank_returned', 'sender', { sender: () => sender })
  const { location_id } = t.merchants[0]
  const vault = await storedVault(t.api, bankBody(location_id))
  const payment = { account_vault_id: vault.id, account_number: undefined, routing: undefined, account_type: undefined }
  const { id } = await debit(t, { ...payment, account_holder_name: undefined })
  const [attempt] = await t.db.query<{ id: string }>('select id from attempt where transaction_id = $1', [id])
  const look = () => t.app.payments.resolution.lookAgain(location_id, attempt!.id)
  await look()
  assert.equal((await transactionOf(t, id)).status_id, 131)
  came_back = { returned: { code: 'R02', ts: t.clock.seconds() } }
  for (let time = 0; time < 2; time += 1) await look()
  came_back = {}
  const { status_id, reason_code_id, charge_back_date, return_date } = await transactionOf(t, id)
  assert.deepEqual([status_id, reason_code_id, return_date], [331, 2102, charge_back_date])
  assert.deepEqual(await historyOf(t, id), [131, 132, 133, 331])
  const again = await t.api.transactions.create(debitBody(t.merchants[0].ach_product_transaction_id, payment))
  assert.deepEqual([again.status_id, again.reason_code_id], [301, 1660])
  await t.close()
})

/** A gateway whose processor counts what it is asked, and says what came back. */
async function asking(name: string, more: Partial<Processor> = { tells_returns: true }) {
  const asked: string[] = []
  const state = { down: false, returned: new Set<string>() }
  const find: Processor['find'] = async inquiry => {
    if (state.down) throw new Error('not reachable')
    asked.push(inquiry.reference)
    const found = await sender.find(inquiry)
    const back = state.returned.has(inquiry.reference) ? { returned: { code: 'R10', ts: 1 } } : {}
    return found.seen ? { ...found, outcome: { ...found.outcome, ...back } } : found
  }
  const t = await gatewayWith(name, 'sender', { sender: () => ({ ...sender, find, ...more }) })
  const orderOf = async (id: string): Promise<string> =>
    (await t.db.query<{ id: string }>('select id from attempt where transaction_id = $1', [id]))[0]!.id
  const days = (count: number) => t.clock.moveTo(t.clock.seconds() + count * 86_400, t.app.worker)
  const looks = () => t.db.query('select 1 from return_look')
  return { t, asked, state, orderOf, days, looks }
}

test('without any notification a payment is asked about on five banking days, then weekly, until it cannot come back', async () => {
  const { t, asked, days, looks } = await asking('asked_about')
  const { id } = await debit(t)
  await days(9)
  assert.ok(asked.length >= 5 && asked.length <= 6, `${asked.length}`)
  assert.equal((await looks()).length, 1)
  const before_it = asked.length
  // Ten weeks later it is looked at for the last time.
  await t.db.run('update return_look set since_ts = since_ts - 70 * 86400, due_ts = 1')
  await t.settle()
  assert.equal(asked.length, before_it + 1)
  assert.deepEqual(await looks(), [])
  assert.equal((await transactionOf(t, id)).status_id, 131)
  await t.close()
})

test('one that came back is charged back by itself; the others, and a voided one, are not', async () => {
  const { t, asked, state, orderOf, days, looks } = await asking('came_back')
  const made = [
    await debit(t),
    await debit(t, { transaction_amount: '7.00' }),
    await debit(t, { transaction_amount: '8.00' }),
  ]
  const [back, stays, voided] = made.map(({ id }) => id) as [string, string, string]
  await t.api.transactions.update(voided, { action: 'void' })
  state.returned.add(await orderOf(back))
  await days(5)
  const { status_id, reason_code_id } = await transactionOf(t, back)
  assert.deepEqual([status_id, reason_code_id], [331, 2110])
  assert.equal((await transactionOf(t, stays)).status_id, 131)
  assert.ok(!asked.includes(await orderOf(voided)), 'nobody asks about what was voided')
  assert.equal((await looks()).length, 1, 'only what can still come back is waited for')
  await t.close()
})

test('a processor that cannot be reached is asked later, and nothing is forgotten', async () => {
  const { t, asked, state, orderOf, days } = await asking('asked_later')
  const { id } = await debit(t)
  state.returned.add(await orderOf(id))
  state.down = true
  await days(4)
  assert.deepEqual(asked, [])
  assert.equal((await transactionOf(t, id)).status_id, 131)
  state.down = false
  await days(4)
  assert.equal((await transactionOf(t, id)).status_id, 331)
  await t.close()
})

test('where a look-up does not tell returns, nobody is asked', async () => {
  const { t, asked, days, looks } = await asking('tells_nothing', {})
  await debit(t)
  assert.equal((await looks()).length, 1)
  await days(5)
  assert.deepEqual([asked, await looks()], [[], []])
  await t.close()
})

test('hundreds that are due together are asked about in pieces', async () => {
  const { t, asked, days, looks } = await asking('asked_in_pieces')
  const cents = Array.from({ length: 210 }, (_, at) => `10.${String(at % 100).padStart(2, '0')}`)
  for (let at = 0; at < cents.length; at += 10)
    await Promise.all(
      cents
        .slice(at, at + 10)
        .map((transaction_amount, n) => debit(t, { transaction_amount, account_number: `10999${at + n}` })),
    )
  await days(3)
  assert.equal(new Set(asked).size, 210)
  assert.equal((await looks()).length, 210)
  const jobs = await t.db.query(`select 1 from job where task = 'ach.ask-about-returns' and failed_ts is not null`)
  assert.deepEqual(jobs, [])
  await t.close()
})

test('with ach-file nobody is asked: a payment leaves with a file, and one that was not stored never was', async () => {
  const t = await gatewayWith('bank_by_file', 'ach-file', { 'ach-file': achFile() })
  const { id, status_id, verbiage } = await debit(t)
  assert.deepEqual([status_id, verbiage], [131, 'ACCEPTED'])
  assert.ok(await waiting(t, id))
  const voided = await debit(t, { transaction_amount: '8.00' })
  assert.equal((await t.api.transactions.update(voided.id, { action: 'void' })).status_id, 201)
  const [attempt] = await t.db.query<{ id: string }>('select id from attempt where transaction_id = $1', [id])
  assert.deepEqual(await achFile()({} as never).find({ reference: attempt!.id, action: 'debit', amount: 1n }), {
    seen: false,
  })
  await t.clock.moveTo(t.clock.seconds() + 5 * 86_400, t.app.worker)
  const entries = takenFiles(t).flatMap(({ file }) => file.batches.flatMap(each => each.entries))
  assert.equal(entries.length, 1)
  await t.close()
})
