import assert from 'node:assert/strict'
import type { Maker, Move, Scene, Stage } from '../scene.ts'
import { move } from '../scene.ts'
import { runDue } from './recurrings.ts'

/** What is done to payments: every action of the API on a sale, an authorization, a refund and a bank debit. */

const PUT = 'PUT /v2/transactions/{id}'
/** A public test card of a company: sales with it carry level 3 data. */
const COMPANY_CARD = '4485271031055802'
const CARD = '4111111111111111'

/** The record, what was given back of it, and what the processor says. */
const LOOKS = [
  '/v2/transactions/{id}?expand=transaction_histories',
  '/v2/transactions?previous_transaction_id={id}',
  '/sandbox/ledger?reference={id}',
]

const act = (name: string, action: string, over: Record<string, unknown> = {}): Move =>
  move(name, PUT, { transaction: { action, ...over } })

const refund = (amount: string): Move =>
  move(`refund ${amount}`, 'POST /v2/transactions', (stage: Stage) => ({
    transaction: {
      ...{ action: 'refund', payment_method: 'cc', previous_transaction_id: stage.id, transaction_amount: amount },
    },
  }))

const card = (over: Record<string, unknown>) => ({
  ...{ payment_method: 'cc', account_number: CARD, exp_date: '1230', transaction_amount: '10.00', order_num: '100' },
  ...over,
})

/** A product of its own, where tips may be added and level 3 data carried. */
async function retail({ post, merchant }: Maker, over: Record<string, unknown> = {}): Promise<string> {
  const product = { payment_method: 'cc', processor: 'zgate', industry_type: 'retail', title: 'Counter', ...over }
  const made = await post('producttransactions', 'producttransaction', {
    location_id: merchant.location_id,
    ...product,
  })
  return made.id
}

/** One product for all these sales. */
const counterOf = (maker: Maker): Promise<string> => maker.once('counter', () => retail(maker))

const LEVEL3 = { tax_rate: '8.25', sales_tax: '2.00' }
const LINE = {
  ...{ commodity_code: '55', description: 'Lawn seed', product_code: 'SEED', quantity: '5', unit_code: 'EA' },
  ...{ unit_cost: '2', tax_amount: '1', tax_rate: '8.25' },
}
/** The smallest PNG there is. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const edits: Move[] = [
  act('edit description', 'edit', { description: 'One' }),
  act('edit c1', 'edit', { transaction_c1: 'Two', description: 'Two' }),
  move('edit tags', PUT, (stage: Stage) => ({ transaction: { tags: [`Tag ${stage.mark}`] } })),
]

const sale: Scene = {
  name: 'card sale',
  async make(maker) {
    const product_transaction_id = await counterOf(maker)
    const sold = card({ action: 'sale', account_number: COMPANY_CARD, product_transaction_id })
    const { id } = await maker.post('transactions', 'transaction', sold)
    return { id, mark: maker.mark }
  },
  moves: [
    act('void', 'void'),
    refund('6.00'),
    refund('4.00'),
    act('reverse to 7', 'partialreversal', { transaction_amount: '7.00' }),
    // Less than the tip that may have been added meanwhile.
    act('reverse to 1', 'partialreversal', { transaction_amount: '1.00' }),
    act('tip to 12', 'tipadjust', { transaction_amount: '12.00', tip_amount: '2.00' }),
    edits[0]!,
    edits[2]!,
    move('level 3', 'POST /v2/transactionlevel3s', ({ id }: Stage) => ({
      transactionlevel3: { transaction_id: id, level3_data: { ...LEVEL3, line_items: [LINE] } },
    })),
    move('sign', 'POST /v2/signatures', ({ id }: Stage) => ({
      signature: { resource: 'Transaction', resource_id: id, signature: DOT },
    })),
  ],
  looks: ['/v2/transactions/{id}?expand=transaction_histories,transaction_level3,signature', ...LOOKS.slice(1)],
}

const authorization: Scene = {
  name: 'card authorization',
  refused: ['refund 5.00'],
  async make({ post, mark }) {
    const { id } = await post('transactions', 'transaction', card({ action: 'authonly' }))
    return { id, mark }
  },
  moves: [
    act('void', 'void'),
    act('complete', 'authcomplete'),
    act('complete 8', 'authcomplete', { transaction_amount: '8.00' }),
    act('increment to 15', 'authincrement', { transaction_amount: '15.00' }),
    act('reverse to 7', 'partialreversal', { transaction_amount: '7.00' }),
    refund('5.00'),
    edits[0]!,
  ],
  looks: LOOKS,
}

/** The processor takes its time with what is done to it, so that what comes meanwhile meets an action under way. */
const slowAuthorization: Scene = {
  ...authorization,
  name: 'card authorization whose actions take 60 ms',
  async make({ post, mark }) {
    const { id } = await post('transactions', 'transaction', card({ action: 'authonly', transaction_amount: '9.03' }))
    return { id, mark }
  },
}

/** It ends at the moment at which it is captured or voided. An increment would put that off to the next look. */
const endingAuthorization: Scene = {
  name: 'card authorization whose time is over',
  exclusive: true,
  async make({ post, mark, query, seconds }) {
    const { id } = await post('transactions', 'transaction', card({ action: 'authonly', transaction_amount: '9.03' }))
    await query('update transaction set expire_ts = $2 where id = $1', [id, await seconds()])
    return { id, mark }
  },
  moves: [
    runDue,
    act('void', 'void'),
    act('complete', 'authcomplete'),
    act('complete 8', 'authcomplete', { transaction_amount: '8.00' }),
    edits[0]!,
  ],
  looks: LOOKS,
}

const partlyRefunded: Scene = {
  name: 'card sale, 4.00 given back',
  refused: ['void'],
  async make({ post, mark }) {
    const { id } = await post('transactions', 'transaction', card({ action: 'sale' }))
    const back = { action: 'refund', payment_method: 'cc', previous_transaction_id: id, transaction_amount: '4.00' }
    const { id: refunded } = await post('transactions', 'transaction', back)
    return { id, refunded, mark }
  },
  moves: [
    refund('6.00'),
    refund('3.00'),
    act('void', 'void'),
    move('void the refund', 'PUT /v2/transactions/{refunded}', { transaction: { action: 'void' } }),
    edits[1]!,
  ],
  looks: [...LOOKS, '/v2/transactions/{refunded}', '/sandbox/ledger?reference={refunded}'],
}

const debit: Scene = {
  name: 'bank debit',
  refused: ['refund'],
  async make({ post, mark, merchant }) {
    const { id } = await post('transactions', 'transaction', {
      ...{ action: 'debit', payment_method: 'ach', product_transaction_id: merchant.ach_product_transaction_id },
      ...{ account_holder_name: 'Wilma Testperson', account_number: '123456789', account_type: 'checking' },
      ...{ routing: '072000326', ach_sec_code: 'WEB', transaction_amount: '25.00' },
    })
    return { id, mark }
  },
  moves: [
    act('void', 'void'),
    move('refund', 'POST /v2/transactions', ({ id }: Stage) => ({
      transaction: {
        action: 'refund',
        payment_method: 'ach',
        previous_transaction_id: id,
        transaction_amount: '25.00',
      },
    })),
    ...edits,
  ],
  looks: LOOKS,
}

const decide = (resolution: string): Move =>
  move(resolution, 'POST /v2/transactions/{id}/resolve', { transaction: { resolution, note: 'looked' } })

/** One product for all payments whose security code is wrong. */
const strictOf = (maker: Maker): Promise<string> => maker.once('strict', () => retail(maker, { auto_decline_cvv: 1 }))

/** Its approval was not accepted, because of the security code, and its processor does not give it back. */
const stuck: Scene = {
  name: 'card sale that waits for a person',
  calls: 'an approval could not be taken back',
  blurred: ['processor_reference'],
  refused: ['void', 'refund 4.00'],
  async make(maker) {
    const product_transaction_id = await strictOf(maker)
    const sold = card({ action: 'sale', cvv: '124', product_transaction_id })
    const headers = { 'tollgate-sandbox-fault': 'keep' }
    const { status, body } = await maker.way.send('POST', '/v2/transactions', { transaction: sold }, headers)
    assert.deepEqual([status, body.transaction?.is_stuck], [201, true], JSON.stringify(body))
    return { id: body.transaction.id, mark: maker.mark }
  },
  moves: [decide('kept'), decide('given_back_outside'), act('void', 'void'), refund('4.00'), edits[0]!],
  looks: [...LOOKS, '/v2/transactions/{id}/attempts'],
}

/** Its number ends at the moment at which somebody needs it again. */
const endingNumber: Scene = {
  name: 'card sale whose number has come to its end',
  exclusive: true,
  async make({ post, query, mark, merchant }) {
    const { id } = await post('transactions', 'transaction', card({ action: 'sale' }))
    const of = '(select instrument_id from transaction where id = $1)'
    await query(`update transaction set created_ts = created_ts - ${400 * 86_400} where id = $1`, [id])
    await query(`update instrument set created_ts = created_ts - ${400 * 86_400}, erase_ts = 0 where id = ${of}`, [id])
    return { id, location_id: merchant.location_id, mark }
  },
  moves: [
    runDue,
    move('pay again', 'POST /v2/transactions', ({ id, mark }: Stage) => ({
      transaction: {
        ...{ action: 'sale', payment_method: 'cc', transaction_amount: '11.00' },
        ...{ previous_transaction_id: id, order_num: mark },
      },
    })),
    move('store the account', 'POST /v2/accountvaults', ({ id, mark, location_id }: Stage) => ({
      accountvault: {
        ...{ payment_method: 'cc', location_id },
        ...{ previous_transaction_id: id, account_vault_api_id: mark },
      },
    })),
    refund('4.00'),
  ],
  looks: [...LOOKS, '/v2/transactions?order_num={mark}', '/v2/accountvaults?account_vault_api_id={mark}'],
}

export const transactionScenes: Scene[] = [
  ...[sale, authorization, slowAuthorization, endingAuthorization, partlyRefunded, debit, stuck, endingNumber],
]
