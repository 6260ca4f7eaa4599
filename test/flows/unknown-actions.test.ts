import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_RESPONSE_DATA } from '../../src/ports/processor.ts'
import type { FollowUpAction } from '../../src/resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import type { Json } from '../support/app.ts'
import { refusedOn } from '../support/payments.ts'
import {
  cardPayment,
  disturbedSite,
  gateway,
  neverSent,
  openAttempts,
  orderAtProcessor,
  rootActor,
  rowOf,
} from '../support/power-cut.ts'
import { refusal } from '../support/typed-client.ts'

const { t, line, processor, run, pay, resolved } = await disturbedSite('unknown_actions')

const act = (survives: number, id: string, action: FollowUpAction, amount: bigint | null = null, set: Json = {}) =>
  gateway(t, processor, survives).follow(rootActor(t), id, action, { amount, set })
const refundOf = (refunds: TransactionRow, amount: bigint) =>
  cardPayment(t, { action: 'refund', source: null, refunds, amount })

/** The gateway and the processor's ledger agree about one transaction. */
async function booksAgree(id: string): Promise<Json> {
  const row = await rowOf(t, id)
  const word = await orderAtProcessor(t, row.reference)
  assert.equal(row.captured_amount, word.captured, `captured of ${id}`)
  assert.equal(row.refunded_amount, word.refunded, `refunded of ${id}`)
  return row
}

test('a void cut off before it was sent leaves the sale as it was, free for the next action', async () => {
  const sale = await pay()
  line.instead = neverSent
  await assert.rejects(act(1, sale.id, 'void'), /power cut/)
  refusedOn(await refusal(t.api.transactions.update(sale.id, { action: 'void' })), 'action')
  line.instead = undefined
  await resolved()
  const row = await booksAgree(sale.id)
  assert.deepEqual([row.status_id, row.reason_code_id, row.doing], [101, 1000, null])
  assert.equal((await t.api.transactions.update(sale.id, { action: 'void' })).status_id, 201)
})

test('a void cut off after the processor made it is made in our books too', async () => {
  const sale = await pay()
  await assert.rejects(act(1, sale.id, 'void'), /power cut/)
  await resolved()
  const row = await booksAgree(sale.id)
  assert.deepEqual([row.status_id, row.doing, row.transaction_amount], [201, null, 0])
})

test('a completion cut off keeps what it was to set: amount, tax and words', async () => {
  const held = await pay({ action: 'authonly' })
  await assert.rejects(
    act(1, held.id, 'authcomplete', 800n, { tax: 50n, description: 'final', custom_data: { a: 1 } }),
    /power cut/,
  )
  await resolved()
  const row = await booksAgree(held.id)
  assert.deepEqual(
    [row.status_id, row.captured_amount, row.tax, row.description, row.custom_data],
    [101, 800, 50, 'final', { a: 1 }],
  )
  assert.ok(row.transaction_batch_id)
})

test('a void nobody can tell about answers with reason 1531 in the old status, and becomes what is true', async () => {
  for (const [fault, status_id] of [
    ['drop_after,hide:2', 201],
    ['drop_before', 101],
  ] as const) {
    const sale = await pay()
    line.fault = fault
    const answer = await act(9, sale.id, 'void')
    line.fault = undefined
    assert.deepEqual([answer.status_id, answer.reason_code_id, answer.outcome], [101, 1531, 'approved'])
    refusedOn(await refusal(t.api.transactions.update(sale.id, { action: 'void' })), 'action')
    await resolved()
    assert.deepEqual((await booksAgree(sale.id)).status_id, status_id, fault)
  }
})

test('a refund cut off before it was sent frees what it held; after it was made, it counts', async () => {
  const sale = await pay()
  line.instead = neverSent
  await assert.rejects(gateway(t, processor, 1).run(rootActor(t), refundOf(sale, 400n)), /power cut/)
  line.instead = undefined
  assert.equal((await rowOf(t, sale.id)).refund_pending_amount, 400)
  await resolved()
  assert.equal((await booksAgree(sale.id)).refund_pending_amount, 0)
  await assert.rejects(gateway(t, processor, 1).run(rootActor(t), refundOf(sale, 400n)), /power cut/)
  await resolved()
  const row = await booksAgree(sale.id)
  assert.deepEqual([row.refunded_amount, row.refund_pending_amount], [400, 0])
})

test('a refund that was told as failed is taken back at the processor, and can be made again', async () => {
  const sale = await pay()
  line.fault = 'drop_after,hide:2'
  const told = await run(refundOf(sale, 1000n))
  line.fault = undefined
  assert.deepEqual([told.status_id, told.reason_code_id], [301, 1531])
  assert.equal((await rowOf(t, sale.id)).refund_pending_amount, 1000)
  await resolved()
  const row = await rowOf(t, sale.id)
  assert.deepEqual([row.refunded_amount, row.refund_pending_amount], [0, 0])
  assert.equal((await orderAtProcessor(t, (await rowOf(t, told.id)).reference)).captured, 0)
  assert.equal((await run(refundOf(sale, 1000n))).status_id, 111)
})

test('several resolvers at once end every attempt once', async () => {
  const cut = Array.from({ length: 12 }, () =>
    gateway(t, processor, 1)
      .run(rootActor(t), cardPayment(t))
      .catch(() => undefined),
  )
  await Promise.all(cut)
  assert.equal(await openAttempts(t), 12)
  const ended = await Promise.all([1, 2, 3].map(() => gateway(t, processor).resolve()))
  assert.equal(await openAttempts(t), 0)
  assert.ok(ended.reduce((sum, each) => sum + each, 0) >= 12)
  const doubles = await t.db.query(
    `select transaction_id from transactionhistory group by transaction_id, status_id having count(*) > 1`,
  )
  assert.deepEqual(doubles, [])
})

/** A small generator, so that a failing run can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

const FAULTS = [
  undefined,
  undefined,
  'drop_before',
  'drop_after',
  'garbage',
  'drop_after,hide:1',
  'drop_after,hide:3',
  'twice',
]
const FOLLOW_UPS: FollowUpAction[] = ['void', 'authcomplete', 'authincrement', 'partialreversal']

test('whatever breaks when, in the end our books are the processor’s books', async () => {
  const seed = 20_261_121
  const roll = dice(seed)
  const known: TransactionRow[] = []
  const act = async (): Promise<void> => {
    const survives = roll(4) === 0 ? 1 + roll(2) : Number.POSITIVE_INFINITY
    const process = gateway(t, processor, survives)
    const target = known[roll(known.length || 1)]
    const kind = roll(4)
    if (!target || kind === 0)
      known.push(
        await process.run(
          rootActor(t),
          cardPayment(t, { action: roll(2) ? 'sale' : 'authonly', amount: BigInt(1000 + roll(5) * 100) }),
        ),
      )
    else if (kind === 1) await process.run(rootActor(t), refundOf(target, BigInt(100 + roll(900))))
    else
      await process.follow(rootActor(t), target.id, FOLLOW_UPS[roll(4)]!, { amount: BigInt(100 + roll(1900)), set: {} })
  }
  for (let round = 0; round < 60; round += 1) {
    line.fault = FAULTS[roll(FAULTS.length)]
    line.instead = roll(8) === 0 ? neverSent : undefined
    await Promise.all([1, 2, 3].map(() => act().catch(() => undefined)))
    if (roll(5) === 0) await gateway(t, processor).resolve()
  }
  line.fault = undefined
  line.instead = undefined
  await resolved()
  const rows = await t.db.query<{ id: string; type_id: number }>(
    'select id, type_id from transaction where reference is not null',
  )
  assert.ok(rows.length > 40)
  for (const { id, type_id } of rows) {
    if (type_id === 20) await booksAgree(id)
  }
  const open = await t.db.query(
    `select id from transaction where outcome in ('pending', 'unknown') or doing is not null or refund_pending_amount <> 0`,
  )
  assert.deepEqual(open, [])
})

test('a void that was given up and is approved after its batch was settled changes nothing that was settled: a person is called', async () => {
  const sale = await pay()
  line.instead = async order => {
    await t.db.run('update attempt set ask_ts = 0, believe_ts = 0 where id = $1', [order.reference])
    line.instead = undefined
    await resolved()
    const settled = await t.api.transactionbatches.settle(sale.transaction_batch_id!)
    assert.equal(settled.processing_status_id, 2)
    return { ...NO_RESPONSE_DATA, result: 'approved', reason_code_id: 1000, verbiage: 'APPROVED' }
  }
  const answer = await act(2, sale.id, 'void')
  assert.deepEqual([answer.status_id, answer.captured_amount], [101, 1000n])
  const [attempt] = await t.db.query(
    `select state, stuck_ts is not null as stuck from attempt where transaction_id = $1 and purpose = 'follow_up'`,
    [sale.id],
  )
  assert.deepEqual(attempt, { state: 'approved', stuck: true })
})
