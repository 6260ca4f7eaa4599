import type { Json } from '../../support/app.ts'
import { type Maker, type Move, move, type Scene, type Stage } from '../scene.ts'
import { runDue } from './recurrings.ts'

/** Bank payments: voided while their file leaves, given back once they have arrived, limited by their product. */

async function bankOf({ post, merchant, mark }: Maker, over: Json = {}): Promise<string> {
  const made = await post('producttransactions', 'producttransaction', {
    ...{ location_id: merchant.location_id, title: `Bank ${mark}`, payment_method: 'ach', processor: 'ach' },
    ...{ industry_type: 'ecommerce', ach_allow_refund: 1, ...over },
  })
  return made.id
}

const debitOf = (product_transaction_id: string | undefined, transaction_amount: string): Json => ({
  ...{ action: 'debit', payment_method: 'ach', product_transaction_id, transaction_amount, order_num: '100' },
  ...{ account_holder_name: 'Wilma Testperson', account_number: '123456789', account_type: 'checking' },
  ...{ routing: '072000326', ach_sec_code: 'WEB' },
})

const debit = (amount: string): Move =>
  move(`debit ${amount}`, 'POST /v2/transactions', ({ product }: Stage) => ({ transaction: debitOf(product, amount) }))
const act = (name: string, transaction: Json): Move => move(name, 'PUT /v2/transactions/{id}', { transaction })
const refund = move('refund', 'POST /v2/transactions', ({ id }: Stage) => ({
  transaction: { action: 'refund', payment_method: 'ach', previous_transaction_id: id, transaction_amount: '25.00' },
}))
const OWN = ['/v2/transactions?product_transaction_id={product}', '/sandbox/ledger?reference={id}']

async function debited(maker: Maker): Promise<Stage> {
  const product = await bankOf(maker)
  const { id } = await maker.post('transactions', 'transaction', debitOf(product, '25.00'))
  return { id, product, mark: maker.mark }
}

const leaving: Scene = {
  name: 'bank debit whose file is due',
  exclusive: true,
  async make(maker) {
    const stage = await debited(maker)
    await maker.query('update transaction set originate_ts = 0 where id = $1', [stage.id])
    return stage
  },
  moves: [
    runDue,
    act('void', { action: 'void' }),
    act('edit', { description: 'Other' }),
    refund,
    move('switch off', 'PUT /v2/producttransactions/{product}', { producttransaction: { active: 0 } }),
  ],
  refused: ['refund'],
  looks: OWN,
}

const arrived: Scene = {
  name: 'bank debit that has arrived',
  async make(maker) {
    const stage = await debited(maker)
    // Days of files and banks in short, by the same steps.
    for (const status of [132, 133, 134])
      await maker.query('update transaction set status_id = $2, originate_ts = null where id = $1', [stage.id, status])
    return stage
  },
  moves: [refund, act('void', { action: 'void' }), act('edit', { description: 'Other' })],
  refused: ['void'],
  looks: OWN,
}

const limited: Scene = {
  name: 'bank product that takes one debit a day',
  async make(maker) {
    const product = await bankOf(maker, { velocity_settings: { debit_items_per_day: 1 } })
    return { id: product, product, mark: maker.mark }
  },
  moves: [
    debit('25.00'),
    debit('30.00'),
    move('two a day', 'PUT /v2/producttransactions/{product}', {
      producttransaction: { velocity_settings: { debit_items_per_day: 2 } },
    }),
  ],
  looks: OWN.slice(0, 1),
}

const full: Scene = {
  name: 'bank product that has taken its one debit',
  async make(maker) {
    const product = await bankOf(maker, { velocity_settings: { debit_items_per_day: 1 } })
    const { id } = await maker.post('transactions', 'transaction', debitOf(product, '25.00'))
    return { id, product, mark: maker.mark }
  },
  moves: [debit('30.00'), act('void', { action: 'void' })],
  looks: OWN,
}

export const bankScenes: Scene[] = [leaving, arrived, limited, full]
