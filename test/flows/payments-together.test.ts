import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'
import { ledgerBalance, ownProduct, paid, postTransaction, saleBody } from '../support/payments.ts'
import { sentStatements } from '../support/sent-statements.ts'

const t = await testApp('payments_together')
after(() => t.close())

const TOGETHER = 24

const sent = sentStatements()

function writesOf(word: 'insert into' | 'update'): number {
  return sent.filter(text => text.startsWith(`with stored as (${word} "transaction"`)).length
}

async function batchOf(id: string): Promise<Record<string, unknown>> {
  return (await t.api.get(`transactionbatches/${id}`)).body.transactionbatch
}

test('payments of a merchant that arrive together are stored by few statements, each as if it were alone', async () => {
  const product_transaction_id = await ownProduct(t)
  const before = await ledgerBalance(t)
  const first = await paid(t.api, saleBody({ product_transaction_id }))
  sent.length = 0
  const answers = await Promise.all(
    Array.from({ length: TOGETHER }, (_, n) =>
      postTransaction(t.api, saleBody({ product_transaction_id, order_num: `together-${n}` }), {
        'idempotency-key': `together-${n}`,
        'x-request-id': `request-${n}`,
      }),
    ),
  )
  assert.deepEqual(
    new Set(answers.map(({ status, body }) => `${status} ${body.transaction?.status_id}`)),
    new Set(['201 101']),
  )
  assert.ok(writesOf('insert into') <= TOGETHER / 2, `${writesOf('insert into')} inserts`)
  assert.ok(writesOf('update') <= TOGETHER / 2, `${writesOf('update')} updates`)

  const sales = answers.map(({ body }) => body.transaction)
  const batch = await batchOf(first.transaction_batch_id)
  assert.deepEqual([batch.total_sale_count, batch.total_sale_amount], [TOGETHER + 1, `${(TOGETHER + 1) * 10}.00`])
  assert.equal((await ledgerBalance(t)) - before, BigInt(TOGETHER + 1) * 1000n)
  for (const [n, { id, order_num }] of sales.entries()) {
    assert.equal(order_num, `together-${n}`)
    const events = await t.db.query<{ verb: string; request_id: string }>(
      'select verb, request_id from event where record_id = $1 order by id',
      [id],
    )
    assert.deepEqual(events, [
      { verb: 'started', request_id: `request-${n}` },
      { verb: 'created', request_id: `request-${n}` },
    ])
    const [states] = await t.db.query<{ states: number[] }>(
      'select array_agg(status_id) as states from transactionhistory where transaction_id = $1',
      [id],
    )
    assert.deepEqual(states!.states, [101])
  }
})

test('a response that was lost is repeated to the request it belongs to', async () => {
  const send = (n: number) =>
    postTransaction(t.api, saleBody({ order_num: `again-${n}` }), { 'idempotency-key': `again-${n}` })
  const ids = (await Promise.all(Array.from({ length: TOGETHER }, (_, n) => send(n)))).map(
    ({ body }) => body.transaction.id,
  )
  const claims = await t.db.query<{ key: string; record_id: string }>(
    `select key, record_id from idempotency where key like 'again-%'`,
  )
  assert.deepEqual(
    Object.fromEntries(claims.map(({ key, record_id }) => [key, record_id])),
    Object.fromEntries(ids.map((id, n) => [`again-${n}`, id])),
  )
  await t.db.run(`update idempotency set status = null, answer = null where key like 'again-%'`)
  const again = await Promise.all(ids.map((_, n) => send(n)))
  assert.deepEqual(
    again.map(({ body }) => body.transaction.id),
    ids,
  )
})

test('a payment that PostgreSQL refuses keeps none of those back that arrived with it', async () => {
  await paid(t.api, saleBody({ transaction_api_id: 'till-7' }))
  const answers = await Promise.all(
    Array.from({ length: TOGETHER }, (_, n) =>
      postTransaction(t.api, saleBody({ transaction_api_id: n % 6 === 5 ? 'till-7' : `till-of-${n}` })),
    ),
  )
  for (const [n, { status, text }] of answers.entries()) assert.equal(status, n % 6 === 5 ? 422 : 201, text)
})

test('approvals and declines that are recorded together are each what their processor said', async () => {
  const amounts = Array.from({ length: TOGETHER }, (_, n) => (n % 3 === 0 ? '6.11' : '10.00'))
  const alone = await Promise.all([paid(t.api, saleBody({ transaction_amount: '6.11' })), paid(t.api, saleBody())])
  const sales = await Promise.all(amounts.map(transaction_amount => paid(t.api, saleBody({ transaction_amount }))))
  for (const [n, { status_id, reason_code_id }] of sales.entries()) {
    const like = alone[amounts[n] === '6.11' ? 0 : 1]!
    assert.deepEqual([status_id, reason_code_id], [like.status_id, like.reason_code_id])
  }
  assert.notEqual(alone[0]!.status_id, alone[1]!.status_id)
})
