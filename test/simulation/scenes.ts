import { type Maker, type Move, move, type Scene, type Stage } from '../races/scene.ts'
import { batchScenes } from '../races/scenes/batches.ts'
import { recurringScenes } from '../races/scenes/recurrings.ts'
import { transactionScenes } from '../races/scenes/transactions.ts'
import { twinScenes } from '../races/scenes/twins.ts'
import type { Json } from '../support/app.ts'

/** A scene of the races with a rule for the judge. */
export interface SimulatedScene {
  scene: Pick<Scene, 'name' | 'make' | 'moves'>
  /** All its moves repeat one payment, so at most one may be approved. */
  is_one_payment?: true
}

const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' }
const under = (own: string) => (stage: Stage) => ({ 'idempotency-key': `${own}-${stage.mark}` })

const sale = (name: string, over: (stage: Stage) => Json, headers?: (stage: Stage) => Record<string, string>): Move =>
  move(
    name,
    'POST /v2/transactions',
    (stage: Stage) => ({
      transaction: { action: 'sale', transaction_amount: '10.00', order_num: stage.mark, ...CARD, ...over(stage) },
    }),
    headers,
  )

const nothing = async ({ mark }: Maker): Promise<Stage> => ({ id: mark, mark })

const keyedSale: SimulatedScene = {
  scene: { name: 'a sale sent again under its key', make: nothing, moves: [sale('sale', () => ({}), under('sale'))] },
  is_one_payment: true,
}

const ownId: SimulatedScene = {
  scene: {
    name: 'a sale sent again under its own id',
    make: nothing,
    moves: [sale('sale', ({ mark }) => ({ transaction_api_id: mark.padStart(24, '0') }))],
  },
  is_one_payment: true,
}

const firstSales: SimulatedScene = {
  scene: {
    name: 'first sales of a product',
    async make({ post, merchant, mark }) {
      const made = await post('producttransactions', 'producttransaction', {
        ...{ location_id: merchant.location_id, title: `Till ${mark}`, payment_method: 'cc', processor: 'zgate' },
        industry_type: 'retail',
      })
      return { id: made.id, mark }
    },
    moves: [
      sale('sale', ({ id }) => ({ product_transaction_id: id })),
      sale('authorization', ({ id }) => ({ product_transaction_id: id, action: 'authonly' })),
    ],
  },
}

const invoice: SimulatedScene = {
  scene: {
    name: 'invoice of 10.00, paid through the API',
    async make({ post, merchant, mark }) {
      const { location_id } = merchant
      const due = { title: `Hedge ${mark}`, due_date: '2099-01-31', item_list: { Hedge: 10 }, allow_partial_pay: 1 }
      const { id } = await post('quickinvoices', 'quickinvoice', { location_id, ...due })
      return { id, mark }
    },
    moves: ['10.00', '6.00', '4.00'].map(amount =>
      sale(`pay ${amount}`, ({ id }) => ({ quick_invoice_id: id, transaction_amount: amount })),
    ),
  },
}

/** Returns a scene of the races, with only the named moves; with all of them if none is named. */
function raced(scenes: readonly Scene[], name: string, ...moves: string[]): SimulatedScene {
  const scene = scenes.find(each => each.name === name)
  if (!scene) throw new Error(`the races have no scene ${name}`)
  if (moves.length === 0) return { scene }
  const chosen = scene.moves.filter(each => moves.includes(each.name))
  return { scene: { ...scene, name: `${name}: ${moves.join(', ')}`, moves: chosen } }
}

const BATCH = 'open batch with a sale, and a hold beside it'

/** The scenes whose statements the simulation interleaves. */
export const SIMULATED_SCENES: readonly SimulatedScene[] = [
  keyedSale,
  ownId,
  firstSales,
  invoice,
  raced(transactionScenes, 'card sale', 'void', 'refund 6.00', 'refund 4.00', 'reverse to 7', 'tip to 12'),
  raced(transactionScenes, 'card authorization'),
  raced(transactionScenes, 'card authorization whose time is over'),
  raced(transactionScenes, 'card sale, 4.00 given back'),
  raced(batchScenes, BATCH, 'settle', 'void', 'reverse to 7'),
  raced(batchScenes, BATCH, 'settle', 'sale', 'tip', 'complete', 'refund 4'),
  raced(batchScenes, BATCH, 'settle', 'force closed', 'sale', 'switch off', 'new processor'),
  raced(batchScenes, 'batch that the processor refused'),
  raced(twinScenes, 'payment whose changes are sent twice under one key'),
  raced(recurringScenes, 'recurring whose payment is due'),
]
