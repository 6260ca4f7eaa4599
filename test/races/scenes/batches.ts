import { type Maker, type Move, move, type Scene, type Stage } from '../scene.ts'

/** Batches: settled while payments join them, leave them and change in them. */

const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230', order_num: '100' }

async function batchOf(
  maker: Maker,
  industry_type: string,
  over: Record<string, unknown> = {},
  amount = '10.00',
): Promise<Stage> {
  const { post, way, merchant, mark } = maker
  const product = await post('producttransactions', 'producttransaction', {
    ...{ location_id: merchant.location_id, title: `Till ${mark}`, payment_method: 'cc', processor: 'zgate' },
    ...{ industry_type, ...over },
  })
  const paid = (action: string) =>
    post('transactions', 'transaction', {
      ...{ action, transaction_amount: amount, product_transaction_id: product.id, ...CARD },
    })
  const sale = await paid('sale')
  const held = await paid('authonly')
  const { body } = await way.send('GET', `/v2/transactionbatches?product_transaction_id=${product.id}`)
  return { id: body.transactionbatches[0].id, product: product.id, sale: sale.id, held: held.id, mark }
}

const pay = move('sale', 'POST /v2/transactions', ({ product }: Stage) => ({
  transaction: { action: 'sale', transaction_amount: '5.50', product_transaction_id: product, ...CARD },
}))
const act = (name: string, on: 'sale' | 'held', transaction: Record<string, unknown>): Move =>
  move(name, `PUT /v2/transactions/{${on}}`, { transaction })

const settle = move('settle', 'POST /v2/transactionbatches/{id}/settle')
const forceClose = move('force closed', 'POST /v2/transactionbatches/{id}/forceclose')

const open: Scene = {
  name: 'open batch with a sale, and a hold beside it',
  make: maker => batchOf(maker, 'restaurant'),
  moves: [
    settle,
    forceClose,
    pay,
    act('void', 'sale', { action: 'void' }),
    act('tip', 'sale', { action: 'tipadjust', transaction_amount: '12.00', tip_amount: '2.00' }),
    act('reverse to 7', 'sale', { action: 'partialreversal', transaction_amount: '7.00' }),
    act('complete', 'held', { action: 'authcomplete' }),
    move('refund 4', 'POST /v2/transactions', ({ sale }: Stage) => ({
      transaction: {
        ...{ action: 'refund', payment_method: 'cc', previous_transaction_id: sale, transaction_amount: '4.00' },
      },
    })),
    move('switch off', 'PUT /v2/producttransactions/{product}', { producttransaction: { active: 0 } }),
    move('new processor', 'PUT /v2/producttransactions/{product}', { producttransaction: { processor: 'zgate2' } }),
  ],
  looks: [
    '/v2/transactionbatches?product_transaction_id={product}',
    '/v2/transactions?product_transaction_id={product}',
    '/v2/producttransactions/{product}',
    '/sandbox/ledger?reference={sale}',
    '/sandbox/ledger?reference={held}',
  ],
}

const twins: Scene = {
  name: 'product that declines what is in its batch already',
  make: maker => batchOf(maker, 'retail', { dup_check_per_batch: 'account_number,transaction_amount' }),
  moves: [
    settle,
    pay,
    act('void', 'sale', { action: 'void' }),
    move('the same sale', 'POST /v2/transactions', ({ product }: Stage) => ({
      transaction: { action: 'sale', transaction_amount: '10.00', product_transaction_id: product, ...CARD },
    })),
  ],
  looks: open.looks,
}

const refused: Scene = {
  name: 'batch that the processor refused',
  async make(maker) {
    // The first close of a batch with such an amount fails.
    const stage = await batchOf(maker, 'retail', {}, '6.30')
    await maker.way.send('POST', `/v2/transactionbatches/${stage.id}/settle`)
    return stage
  },
  moves: [
    settle,
    move('again', 'POST /v2/transactionbatches/{id}/reprocess'),
    forceClose,
    pay,
    act('void', 'sale', { action: 'void' }),
    act('complete', 'held', { action: 'authcomplete' }),
  ],
  looks: open.looks,
}

const DIFFERENCE = `
insert into discrepancy (id, root_id, location_id, kind, status, theirs, found_by, times_found, seen_ts, subject, created_ts, modified_ts)
values ($1, $2, $2, 'net_amount', 'open', '1.00', 'hand', 1, 1700000000, $1, 1700000000, 1700000000)`

const explain = (note: string): Move =>
  move(`explained as ${note}`, 'POST /v2/discrepancies/{id}/explain', { discrepancy: { note } })

const difference: Scene = {
  name: 'difference that was found',
  async make({ query, merchant, mark }) {
    const id = crypto.randomUUID()
    await query(DIFFERENCE, [id, merchant.location_id])
    return { id, mark }
  },
  moves: [explain('one'), explain('two')],
  looks: ['/v2/discrepancies/{id}'],
}

const REQUEST = `
insert into refundapproval (id, root_id, location_id, action, product_transaction_id, last_four, transaction_amount, reason, status, expire_ts,
                            created_ts, modified_ts, created_user_id)
values ($1, $2, $2, 'refund', $3, '1111', 1000, 'Asked by a clerk', 'waiting', 4000000000, 3900000000, 3900000000, $4)`

const approval: Scene = {
  name: 'refund that waits for a second person',
  async make({ query, merchant, mark }) {
    const id = crypto.randomUUID()
    await query(REQUEST, [id, merchant.location_id, merchant.cc_product_transaction_id, merchant.clerk.user_id])
    return { id, mark }
  },
  moves: [
    move('approve', 'POST /v2/refundapprovals/{id}/approve'),
    move('refuse', 'POST /v2/refundapprovals/{id}/refuse'),
  ],
  looks: ['/v2/refundapprovals/{id}'],
}

export const batchScenes: Scene[] = [open, twins, refused, difference, approval]
