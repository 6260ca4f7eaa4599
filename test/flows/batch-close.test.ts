import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../../src/db/database.ts'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import type { Processor } from '../../src/ports/processor.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import { orderOf, originalOf } from '../contracts/processor.contract.ts'
import { type Json, testApp } from '../support/app.ts'
import { VISA } from '../support/payments.ts'
import { cardPayment, gateway, rootActor, rowOf } from '../support/power-cut.ts'
import { refusal } from '../support/typed-client.ts'

const t = await testApp('batch_close')
/** What a device may do too. */
const processor = t.connector(null)
const plain = (real: Processor): Processor => real
after(t.close)

const source = {
  kind: 'account',
  account: { payment_method: 'cc', account_number: VISA, exp_date: '1299', account_holder_name: null },
} as const
const sale = (amount: bigint): Promise<TransactionRow> =>
  gateway(t, plain).run(rootActor(t), cardPayment(t, { source, amount }))
const batchOf = async (id: string): Promise<Json> =>
  (await t.db.query('select * from transactionbatch where id = $1', [id]))[0]
const settle = (id: string) => t.api.transactionbatches.settle(id)

/**
 * The status of a batch in the end. A request waits about two seconds for payments that are being stored, and answers
 * 5 where that takes longer: the resolver goes on with the batch then.
 */
async function settledAfter(asked: Promise<Json>, id: string): Promise<number> {
  await asked
  await t.db.run('update transactionbatch set continue_ts = 0 where continue_ts is not null')
  await t.db.run(`update settlement set ask_ts = 0 where state = 'pending'`)
  await gateway(t, plain).resolve()
  return (await batchOf(id)).processing_status_id
}

/** Does something while another process is storing a payment of the batch. */
async function whileJoining<T>(id: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return t.db.transaction(async tx => {
    await tx.query('select id from transactionbatch where id = $1 for key share', [id])
    return work(tx)
  })
}

test('closing a batch waits for no payment and keeps none waiting; those on their way still belong to it', async () => {
  const first = await sale(1100n)
  const id = first.transaction_batch_id!
  let settled: Promise<Json> | undefined
  await whileJoining(id, async () => {
    settled = settle(id)
    for (let round = 0; (await batchOf(id)).is_open; round += 1) {
      assert.ok(round < 1000, 'the batch is closed beside a payment that is being stored')
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    const next = await sale(1200n)
    assert.notEqual(next.transaction_batch_id, id, 'the next payment opens the next batch')
    const own = next.transaction_batch_id!
    await settle(own)
    assert.equal((await batchOf(own)).is_open, false, 'which can be closed as well')
    assert.equal((await batchOf(id)).fixed_ts, null)
    const refused = await refusal(t.api.transactions.update(first.id, { action: 'void' }))
    assert.equal(refused.status, 422, 'and nothing of this one begins to change')
  })
  assert.equal(await settledAfter(settled!, id), 2)
})

test('a payment that found its batch open joins it although it has closed meanwhile, and is settled with it', async () => {
  const { id, transaction_batch_id: batch } = await sale(1300n)
  const hold = await t.api.transactions.create({
    payment_method: 'cc',
    action: 'authonly',
    transaction_amount: '4.00',
    location_id: t.merchants[0].location_id,
    account_number: VISA,
    exp_date: '1235',
  })
  const held = hold.id
  let settled: Promise<Json> | undefined
  await whileJoining(batch!, async tx => {
    settled = settle(batch!)
    while ((await batchOf(batch!)).is_open) await new Promise(resolve => setTimeout(resolve, 5))
    await tx.run(
      'update transaction set status_id = 101, captured_amount = 400, transaction_batch_id = $2, batch = $3 where id = $1',
      [held, batch, '1'],
    )
    await tx.run(
      'update transactionbatch set total_sale_amount = total_sale_amount + 400, total_sale_count = total_sale_count + 1 where id = $1',
      [batch],
    )
    const original = originalOf({ ...orderOf('authonly', 400n), reference: held })
    await processor.actions.authcomplete!({
      ...{ reference: `${held.slice(0, 23)}x`, action: 'authcomplete', amount: 400n, original },
      ...{ currency: 'USD', allow_partial: false, initiation: BY_CARDHOLDER },
    })
  })
  assert.equal(await settledAfter(settled!, batch!), 2)
  const { lines } = (await processor.statement!(await settlementOf(batch!)))!
  assert.deepEqual(
    lines.map(({ reference, amount }) => [reference, amount]),
    [
      [id, 1300n],
      [held, 400n],
    ],
  )
})

async function settlementOf(batch: string): Promise<string> {
  const [row] = await t.db.query<{ id: string }>('select id from settlement where transactionbatch_id = $1', [batch])
  return row!.id
}

test('a process that dies between any two steps of a settlement leaves a batch that another one settles', async () => {
  for (let survives = 1; ; survives += 1) {
    const kept = await sale(1500n)
    const moved = await sale(1600n)
    const id = kept.transaction_batch_id!
    await t.db.run(`update transaction set doing = 'void' where id = $1`, [moved.id])
    const died = await gateway(t, plain, survives)
      .batches.settle(rootActor(t), id)
      .then(
        () => false,
        () => true,
      )
    const before = await batchOf(id)
    assert.equal(before.is_open, false)
    assert.equal((await refusal(settle(id))).status, before.processing_status_id === 5 ? 409 : 422)
    await t.db.run('update transactionbatch set continue_ts = 0 where continue_ts is not null')
    await t.db.run(`update settlement set ask_ts = 0 where state = 'pending'`)
    await gateway(t, plain).resolve()
    const { processing_status_id, total_sale_amount, continue_ts } = await batchOf(id)
    assert.deepEqual([processing_status_id, total_sale_amount, continue_ts], [2, 1500, null], `after step ${survives}`)
    const next = await rowOf(t, moved.id)
    assert.notEqual(next.transaction_batch_id, id)
    await t.db.run('update transaction set doing = null where id = $1', [moved.id])
    assert.equal(await settledAfter(settle(next.transaction_batch_id), next.transaction_batch_id), 2)
    assert.ok(survives < 12)
    if (!died && before.processing_status_id === 2) return
  }
})

test('a part of unknown outcome holds back the others for a moment; they follow one after another, whoever goes on', async () => {
  const id = (await sale(1100n)).transaction_batch_id!
  for (let n = 1; n < 4; n += 1) await sale(1100n + BigInt(n))
  const together: number[] = []
  let open = 0
  const inParts = (real: Processor): Processor => ({
    ...real,
    settlement_orders_max: 1,
    async settle(batch) {
      open += 1
      together.push(open)
      // Long enough for others to arrive meanwhile, were they sent.
      const closure = await pause(20).then(() => real.settle!(batch))
      open -= 1
      return together.length === 1 ? { result: 'unknown', message: '' } : closure
    },
  })
  const mine = gateway(t, inParts)
  await mine.batches.settle(rootActor(t), id)
  assert.deepEqual([(await batchOf(id)).processing_status_id, together], [5, [1]])
  await t.db.run('update transactionbatch set continue_ts = 0 where id = $1', [id])
  await t.db.run(`update settlement set ask_ts = 0 where state = 'pending'`)
  await mine.resolve()
  assert.deepEqual([(await batchOf(id)).processing_status_id, together], [2, [1, 1, 1, 1]])
})
