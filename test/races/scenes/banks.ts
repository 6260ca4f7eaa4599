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
    move('update', 'POST /v2/transactions/{id}/achupdate', { transaction: { transaction_amount: '24.00' } }),
    move('switch off', 'PUT /v2/producttransactions/{product}', { producttransaction: { active: 0 } }),
  ],
  refused: ['refund', 'update'],
  looks: OWN,
}

const to_override: Scene = {
  name: 'bank debit that waits for a manager',
  async make(maker) {
    const product = await bankOf(maker)
    const telephone = { ...debitOf(product, '16.63'), ach_sec_code: 'TEL', check_number: '1001' }
    const { id } = await maker.post('transactions', 'transaction', telephone)
    return { id, product, mark: maker.mark }
  },
  moves: [
    move('override', 'POST /v2/transactions/{id}/override'),
    act('edit', { description: 'Other' }),
    act('void', { action: 'void' }),
    move('update', 'POST /v2/transactions/{id}/achupdate', { transaction: { transaction_amount: '24.00' } }),
  ],
  refused: ['void', 'update'],
  looks: ['/v2/transactions?product_transaction_id={product}'],
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

const VAULT = '/v2/accountvaults/{id}'

async function account(maker: Maker): Promise<Stage> {
  const { post, merchant, mark } = maker
  const stored = await post('accountvaults', 'accountvault', {
    ...{ location_id: merchant.location_id, payment_method: 'ach', account_holder_name: 'Wilma Testperson' },
    ...{ account_number: '123456789', account_type: 'checking', routing: '072000326', is_company: 0 },
  })
  return { id: stored.id, product: await bankOf(maker), mark }
}

const proof = move('two small credits', `POST ${VAULT}/microdeposits`, ({ product }: Stage) => ({
  accountvault: { product_transaction_id: product },
}))
const around = [move('title', `PUT ${VAULT}`, { accountvault: { title: 'Other' } }), move('delete', `DELETE ${VAULT}`)]
const VAULT_LOOKS = [VAULT, '/v2/microdeposits?account_vault_id={id}']

const unproven: Scene = {
  name: 'stored bank account',
  make: account,
  moves: [proof, ...around],
  looks: VAULT_LOOKS,
}

const told = (name: string, amounts: (stage: Stage) => readonly (string | undefined)[]): Move =>
  move(name, `POST ${VAULT}/verify`, (stage: Stage) => {
    const [first_amount, second_amount] = amounts(stage)
    return { accountvault: { first_amount, second_amount } }
  })

const tried: Scene = {
  name: 'stored bank account whose proof has two tries left',
  async make(maker) {
    const stage = await account(maker)
    await maker.way.send('POST', `/v2/accountvaults/${stage.id}/microdeposits`, {
      accountvault: { product_transaction_id: stage.product },
    })
    // The bank has taken them, and they are in the account.
    const [sent] = await maker.query(
      `update microdeposit set status = 'sent', originate_ts = null, settle_date = '2020-01-02', arrive_ts = 0, tries_left = 2
        where account_vault_id = $1 returning first_amount, second_amount`,
      [stage.id],
    )
    const shown = (cents: unknown): string => (Number(cents) / 100).toFixed(2)
    return { ...stage, first: shown(sent.first_amount), second: shown(sent.second_amount) }
  },
  moves: [
    told('right', ({ first, second }) => [first, second]),
    told('wrong', ({ first }) => [first, first]),
    proof,
    ...around,
  ],
  refused: ['two small credits', 'wrong'],
  looks: VAULT_LOOKS,
}

export const bankScenes: Scene[] = [leaving, to_override, arrived, limited, full, unproven, tried]
