import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Outcome, Processor, ProcessorAccount, SettledRequest } from '../../src/ports/processor.ts'
import { KEEPS_ALL, NO_RESPONSE_DATA } from '../../src/ports/processor.ts'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { debit } from '../support/bank.ts'
import { connectProducts } from '../support/connect-products.ts'
import { paid, refundBody, saleBody, transactionOf } from '../support/payments.ts'

/** What the processor says it has settled at the account of a product; of cards where nothing else is said. */
let settled: Partial<SettledRequest>[] = []
let product: 'cc' | 'ach' = 'cc'
let reachable = true
let is_undecided = false

const approve = async ({ amount, reference }: ProcessorRequest): Promise<Outcome> => {
  const said = { ...NO_RESPONSE_DATA, reason_code_id: 1000, verbiage: 'APPROVED', auth_amount: amount }
  const result = is_undecided ? 'pending' : 'approved'
  return { ...said, result, processor_reference: `P${reference.slice(-10)}` }
}
const host = ({ product_transaction_id }: ProcessorAccount): Processor => ({
  name: 'host',
  memory: KEEPS_ALL,
  actions: { sale: approve, refund: approve, void: approve, debit: approve },
  find: async () => ({ seen: false }),
  async *settled() {
    if (!reachable) throw new Error('not reachable')
    if (product_transaction_id !== t.merchants[0][`${product}_product_transaction_id`]) return
    const rows = settled.map(row => ({ ...LISTED, settled_ts: t.clock.seconds() - 3600, ...row }))
    yield rows as SettledRequest[]
  },
})
const LISTED = { reference: null, batch: 'B1', fee: null, funding_reference: null }

let t: TestApp
before(async () => {
  t = await testApp('settled_by_processor', { connectors: { host } })
  await connectProducts(t, { connector: 'host' })
  await t.app.payments.reconciliation.compareNight()
})
after(() => t.close())

async function night(): Promise<void> {
  await t.clock.moveTo(t.clock.seconds() + 86_400, t.app.worker)
  await t.app.payments.reconciliation.compareNight()
}
const reference = async (id: string): Promise<string> =>
  (
    await t.db.query<{ processor_reference: string }>('select processor_reference from transaction where id = $1', [id])
  )[0]!.processor_reference
const open = async (): Promise<Json[]> =>
  (await Array.fromAsync(t.api.discrepancies.list({ status: 'open', sort: 'id' }))).map(
    ({ kind, ours, theirs, transaction_id }: Json) => ({ kind, ours, theirs, transaction_id }),
  )

test('what a processor has settled by itself is compared with each payment, and stored once with fee and transfer', async () => {
  const sale = await paid(t.api, saleBody({ transaction_amount: '10.00' }))
  const less = await paid(t.api, saleBody({ transaction_amount: '20.00' }))
  const voided = await paid(t.api, saleBody({ transaction_amount: '30.00' }))
  await t.api.transactions.update(voided.id, { action: 'void' })
  const refund = await paid(t.api, {
    ...refundBody(sale.id, '4.00'),
  })
  settled = [
    { processor_reference: await reference(sale.id), amount: 1000n },
    { processor_reference: await reference(refund.id), amount: -400n },
    { processor_reference: await reference(less.id), amount: 1500n, fee: 45n },
    { processor_reference: await reference(voided.id), amount: 3000n },
    { processor_reference: 'nobody-here', amount: 700n },
  ]
  await night()
  const found = await open()
  assert.deepEqual(
    found.toSorted((one, other) => one.kind.localeCompare(other.kind)),
    [
      { kind: 'order_amount', ours: 'approved 20.00', theirs: 'settled 15.00', transaction_id: less.id },
      { kind: 'order_result', ours: 'approved 0.00', theirs: 'settled 30.00', transaction_id: voided.id },
      { kind: 'order_unrecorded', ours: null, theirs: 'settled 7.00', transaction_id: null },
    ],
  )
  // The rest of it comes in another batch, and the transfer is named later.
  settled = [
    { processor_reference: await reference(less.id), amount: 1500n, funding_reference: 'T1' },
    { processor_reference: await reference(less.id), amount: 500n, batch: 'B2' },
  ]
  await night()
  assert.deepEqual((await open()).map(({ kind }) => kind).toSorted(), ['order_result', 'order_unrecorded'])
  const rows = await t.db.query(
    `select batch, amount, fee, funding_reference from settled_payment where transaction_id = $1 order by batch`,
    [less.id],
  )
  assert.deepEqual(rows, [
    { batch: 'B1', amount: 1500, fee: 45, funding_reference: 'T1' },
    { batch: 'B2', amount: 500, fee: null, funding_reference: null },
  ])
})

test('a bank payment that its processor has settled is settled', async () => {
  const { id } = await debit(t, { transaction_amount: '10.00' })
  assert.equal((await transactionOf(t, id)).status_id, 131)
  product = 'ach'
  settled = [{ processor_reference: await reference(id), amount: 1000n }]
  await night()
  const { status_id, settle_date } = await transactionOf(t, id)
  assert.equal(status_id, 134)
  assert.ok(settle_date)
  product = 'cc'
})

test('a payment whose outcome is still asked about is asked about at once, and compared on another night', async () => {
  is_undecided = true
  const { id } = await debit(t, { transaction_amount: '11.00' })
  is_undecided = false
  assert.equal((await transactionOf(t, id)).status_id, 0)
  product = 'ach'
  const [attempt] = await t.db.query<{ id: string }>('select id from attempt where transaction_id = $1', [id])
  settled = [{ reference: attempt!.id, processor_reference: `P${attempt!.id.slice(-10)}`, amount: 1100n }]
  const asked = async (): Promise<number> =>
    (await t.db.query<{ ask_ts: number }>('select ask_ts from attempt where id = $1', [attempt!.id]))[0]!.ask_ts
  assert.ok((await asked()) > 0)
  await night()
  assert.ok(!(await open()).some(({ transaction_id }) => transaction_id === id))
  assert.equal(await asked(), 0, 'its processor knows it, and is asked at once')
  await t.db.run('update transaction set stuck_ts = $2 where id = $1', [id, t.clock.seconds()])
  await night()
  assert.ok(!(await open()).some(({ transaction_id }) => transaction_id === id))
  // What its processor has settled helps the person who was called.
  await night()
  await night()
  assert.ok((await open()).some(({ transaction_id }) => transaction_id === id))
  product = 'cc'
})

test('a processor that cannot be reached in the night is compared later, without a gap', async () => {
  const sale = await paid(t.api, saleBody({ transaction_amount: '50.00' }))
  settled = [{ processor_reference: await reference(sale.id), amount: 5100n }]
  reachable = false
  await night()
  assert.ok(!(await open()).some(({ transaction_id }) => transaction_id === sale.id))
  reachable = true
  await t.db.run('update nightly_comparison set lease_until = 0')
  await t.app.payments.reconciliation.compareNight()
  assert.ok((await open()).some(({ transaction_id }) => transaction_id === sale.id))
})
