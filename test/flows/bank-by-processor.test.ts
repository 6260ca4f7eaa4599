import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connector, Outcome, Processor } from '../../src/ports/processor.ts'
import { NO_RESPONSE_DATA } from '../../src/ports/processor.ts'
import { achFile } from '../../src/processors/ach-file/index.ts'
import { testApp } from '../support/app.ts'
import { debit, historyOf, takenFiles, transactionOf } from '../support/bank.ts'
import { connectProducts } from '../support/connect-products.ts'
import { debitBody, postTransaction, putTransaction } from '../support/payments.ts'
import { bankBody, storedVault } from '../support/vaults.ts'

const sent: string[] = []
const sender: Processor = {
  name: 'sender',
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
  assert.equal((await putTransaction(t.api, id, { action: 'void' })).status, 200)
  assert.deepEqual(sent, ['debit', 'debit', 'void'])
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
  const again = await postTransaction(t.api, debitBody(t.merchants[0].ach_product_transaction_id, payment))
  assert.deepEqual([again.body.transaction.status_id, again.body.transaction.reason_code_id], [301, 1660])
  await t.close()
})

test('with ach-file nobody is asked: a payment leaves with a file, and one that was not stored never was', async () => {
  const t = await gatewayWith('bank_by_file', 'ach-file', { 'ach-file': achFile() })
  const { id, status_id, verbiage } = await debit(t)
  assert.deepEqual([status_id, verbiage], [131, 'ACCEPTED'])
  assert.ok(await waiting(t, id))
  const voided = await debit(t, { transaction_amount: '8.00' })
  assert.equal((await putTransaction(t.api, voided.id, { action: 'void' })).body.transaction.status_id, 201)
  const [attempt] = await t.db.query<{ id: string }>('select id from attempt where transaction_id = $1', [id])
  assert.deepEqual(await achFile()({} as never).find({ reference: attempt!.id, action: 'debit', amount: 1n }), {
    seen: false,
  })
  await t.clock.moveTo(t.clock.seconds() + 5 * 86_400, t.app.worker)
  const entries = takenFiles(t).flatMap(({ file }) => file.batches.flatMap(each => each.entries))
  assert.equal(entries.length, 1)
  await t.close()
})
