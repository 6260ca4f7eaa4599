import assert from 'node:assert/strict'
import test, { after, beforeEach } from 'node:test'
import { unknownOutcomes } from '../../src/payments/resolution/unknown-outcomes.ts'
import type { BatchClosure, SettlementRequest } from '../../src/ports/processor.ts'
import { type Json, testApp } from '../support/app.ts'

/** What the line to the processor does with requests to settle. */
const line: {
  instead: ((batch: SettlementRequest, real: () => Promise<BatchClosure>) => Promise<BatchClosure>) | null
  is_deaf: boolean
} = { instead: null, is_deaf: false }
const sent: string[] = []
const t = await testApp('batch_ways_out', {
  processor: real => ({
    ...real,
    settlement_orders_max: 2,
    actions: {
      ...real.actions,
      // The processor forgets what it approved of this amount.
      sale: async order => {
        const outcome = await real.actions.sale!({
          ...order,
          reference: order.amount === 7777n ? 'x' : order.reference,
        })
        return outcome
      },
    },
    async settle(batch) {
      sent.push(batch.reference)
      return line.instead ? line.instead(batch, () => real.settle!(batch)) : real.settle!(batch)
    },
    async findSettlement(reference) {
      if (line.is_deaf) throw new Error('not reachable')
      return real.findSettlement!(reference)
    },
  }),
})
after(t.close)
beforeEach(() => {
  line.instead = null
  line.is_deaf = false
  sent.length = 0
})
const [home] = t.merchants
const UNKNOWN: BatchClosure = { result: 'unknown', message: '' }

async function product(): Promise<string> {
  const { body } = await t.api.get(`producttransactions/${home.cc_product_transaction_id}`)
  const { id: _, created_ts: __, modified_ts: ___, _links, ...copy } = body.producttransaction
  const own = { ...copy, title: 'Own', batch_auto_settle: 0 }
  const made = await t.api.post('producttransactions', { producttransaction: own })
  return made.body.producttransaction.id
}

async function sales(amounts: readonly string[]): Promise<Json[]> {
  const product_transaction_id = await product()
  const made: Json[] = []
  for (const transaction_amount of amounts) {
    const { body } = await t.api.post('transactions', {
      transaction: {
        ...{ payment_method: 'cc', action: 'sale', account_number: '4111111111111111', exp_date: '1235' },
        ...{ location_id: home.location_id, product_transaction_id, transaction_amount },
      },
    })
    assert.equal(body.transaction?.reason_code_id, 1000, JSON.stringify(body))
    made.push(body.transaction)
  }
  return made
}

const command = async (id: string, name: string): Promise<Json> => {
  const { status, body } = await t.api.post(`transactionbatches/${id}/${name}`)
  return { status, ...body.transactionbatch, errors: body.errors }
}
const report = async (id: string): Promise<Json> => (await t.api.get(`transactionbatches/${id}/report`)).body.report
const shown = async (id: string): Promise<Json> =>
  (await t.api.get(`transactions/${id}?expand=is_settled,is_voidable`)).body.transaction
const put = (id: string, action: string) => t.api.put(`transactions/${id}`, { transaction: { action } })
async function resolve(): Promise<void> {
  await t.db.run(`update settlement set ask_ts = 0 where state = 'pending'`)
  await t.app.payments.resolve()
}
const listed = async (id: string) => (await unknownOutcomes(t.db, t.clock.seconds())).filter(each => each.id === id)

test('a batch goes to the processor in parts of as many payments as it takes, and is settled when all parts are', async () => {
  const made = await sales(['11.00', '12.00', '13.00', '14.00', '15.00'])
  const id = made[0]!.transaction_batch_id
  const batch = await command(id, 'settle')
  assert.deepEqual([batch.processing_status_id, batch.batch_close_detail], [2, 'Accepted (3 parts)'])
  const pieces = await t.db.query<Json>(
    'select orders, amount, file_name, after_id, to_id from settlement where transactionbatch_id = $1 order by after_id',
    [id],
  )
  assert.deepEqual(
    pieces.map(({ orders, amount }) => [orders, amount]),
    [
      [2, 2300],
      [2, 2700],
      [1, 1500],
    ],
  )
  assert.equal(batch.settlement_file_name, pieces[0]!.file_name)
  const told = await report(id)
  assert.deepEqual([told.reconciled, told.mismatches, told.net_amount, told.lines.length], [true, [], '65.00', 5])
})

test('where a part is refused only that part is sent again, and only its payments can be changed meanwhile', async () => {
  const made = await sales(['11.00', '12.00', '13.00', '14.00'])
  const id = made[0]!.transaction_batch_id
  line.instead = async (batch, real) =>
    batch.orders.includes(made[2]!.id) ? { result: 'error', message: 'Not today' } : real()
  const refused = await command(id, 'settle')
  assert.deepEqual([refused.processing_status_id, refused.batch_close_detail], [3, 'Not today (1 of 2 parts)'])
  const facts = await Promise.all(made.map(async each => (await shown(each.id)).is_settled))
  assert.deepEqual(facts, [true, true, false, false])
  assert.equal((await put(made[0]!.id, 'void')).status, 422)
  assert.equal((await put(made[3]!.id, 'void')).status, 200)

  line.instead = null
  sent.length = 0
  const settled = await command(id, 'settle')
  assert.deepEqual([settled.processing_status_id, sent.length], [2, 1])
  const told = await report(id)
  assert.deepEqual([told.reconciled, told.net_amount], [true, '36.00'])
})

test('a refused part of which nothing is left needs no processor any more', async () => {
  const made = await sales(['11.00', '12.00', '13.00'])
  const id = made[0]!.transaction_batch_id
  line.instead = async (batch, real) => (batch.orders.length === 1 ? { result: 'error', message: 'No' } : real())
  assert.equal((await command(id, 'settle')).processing_status_id, 3)
  assert.equal((await put(made[2]!.id, 'void')).status, 200)
  assert.equal((await command(id, 'settle')).processing_status_id, 2)
  assert.equal((await report(id)).reconciled, true)
})

test('a payment that the processor does not know is left out and listed, the others are settled; reprocess tries it once more', async () => {
  const [known, lost] = await sales(['11.00', '77.77'])
  const id = known!.transaction_batch_id
  const batch = await command(id, 'settle')
  assert.equal(batch.processing_status_id, 2)
  assert.deepEqual((await report(id)).mismatches, [
    {
      what: 'left out by the processor: Unknown Transaction in Batch',
      transaction_id: lost!.id,
      ours: '77.77',
      theirs: null,
    },
  ])
  const [open] = await listed(lost!.id)
  assert.deepEqual([open?.kind, open?.amount], ['left out', 7777n])

  assert.equal((await command(id, 'reprocess')).status, 200)
  const moved = await shown(lost!.id)
  assert.notEqual(moved.transaction_batch_id, id)
  assert.deepEqual([moved.is_settled, moved.is_voidable], [false, true])
  assert.deepEqual(await listed(lost!.id), [])
  const told = await report(id)
  assert.deepEqual([told.reconciled, told.net_amount], [true, '11.00'])
  assert.equal((await command(id, 'reprocess')).status, 422)
})

test('what was left out once more stays where it is until a person leaves it at that', async () => {
  const [known, lost] = await sales(['11.00', '77.77'])
  const id = known!.transaction_batch_id
  await command(id, 'settle')
  assert.equal((await listed(lost!.id)).length, 1)
  assert.equal((await command(id, 'forceclose')).status, 200)
  assert.deepEqual([await listed(lost!.id), (await report(id)).mismatches], [[], []])
  assert.equal((await command(id, 'forceclose')).status, 422)
})

test('a settlement that the processor never received is sent again under its reference, and asked about before', async () => {
  const [paid] = await sales(['11.00'])
  const id = paid!.transaction_batch_id
  line.instead = async () => UNKNOWN
  assert.equal((await command(id, 'settle')).processing_status_id, 5)
  line.instead = async (_batch, real) => {
    await real()
    return UNKNOWN
  }
  await resolve()
  assert.equal(new Set(sent).size, 1)
  line.instead = () => assert.fail('what the processor has is not sent again')
  await resolve()
  assert.equal((await t.api.get(`transactionbatches/${id}`)).body.transactionbatch.processing_status_id, 2)
})

test('a person has a batch processed again once the processor says that it never received it', async () => {
  const [paid] = await sales(['11.00'])
  const id = paid!.transaction_batch_id
  line.instead = async () => UNKNOWN
  await command(id, 'settle')
  assert.equal((await listed(id)).length, 1)
  line.is_deaf = true
  assert.equal((await command(id, 'reprocess')).status, 409)
  line.is_deaf = false
  const again = await command(id, 'reprocess')
  assert.deepEqual([again.processing_status_id, again.batch_close_detail], [4, 'The processor never received it.'])
  line.instead = null
  assert.equal((await command(id, 'settle')).processing_status_id, 2)
  assert.equal((await report(id)).reconciled, true)
})

test('a batch of unknown outcome is closed by hand; what the processor says later is recorded and differs', async () => {
  const [paid, other] = [await sales(['11.00']), await sales(['12.00'])].map(([each]) => each!)
  const [id, never] = [paid!.transaction_batch_id, other!.transaction_batch_id]
  line.instead = async (_batch, real) => {
    await real()
    return UNKNOWN
  }
  line.is_deaf = true
  await command(id, 'settle')
  line.instead = async () => UNKNOWN
  await command(never, 'settle')
  for (const each of [id, never]) {
    const closed = await command(each, 'forceclose')
    assert.deepEqual([closed.status, closed.processing_status_id], [200, 6])
  }
  line.instead = () => assert.fail('nothing is sent of what a person has closed')
  await resolve()
  assert.equal((await listed(id)).length, 1, 'it is asked about still')
  line.is_deaf = false
  await resolve()
  assert.deepEqual([await listed(id), await listed(never)], [[], []])
  const { reconciled, mismatches } = await report(id)
  assert.equal(reconciled, false)
  assert.equal(mismatches[0].what, 'the processor has settled what was closed without it')
  assert.deepEqual([(await shown(paid!.id)).is_settled, (await shown(other!.id)).is_settled], [true, false])
  assert.equal((await put(paid!.id, 'void')).status, 422)
})

test('while a settlement is on its way nobody closes its batch by hand', async () => {
  const [paid] = await sales(['11.00'])
  const id = paid!.transaction_batch_id
  line.instead = async (_batch, real) => {
    assert.equal((await command(id, 'forceclose')).status, 409)
    assert.equal((await command(id, 'reprocess')).status, 409)
    return real()
  }
  assert.equal((await command(id, 'settle')).processing_status_id, 2)
})
