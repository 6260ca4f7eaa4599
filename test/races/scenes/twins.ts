import type { Json } from '../../support/app.ts'
import { type Maker, type Move, move, type Scene, type Stage } from '../scene.ts'
import { sampled } from './settings.ts'

/**
 * Two records of which only one may exist, created at the same time: by the caller's own id, one of a kind at a
 * location, one request sent twice.
 */

interface Twin {
  noun: string
  plural: string
  /** What may be there once, beside the location. */
  own: (mark: string) => Json
  /** What finds it. */
  found: string
}

const own = (noun: string, plural: string, field: string): Twin => ({
  noun,
  plural,
  own: mark => ({ [field]: mark.padStart(24, '0') }),
  found: `/v2/${plural}?${field}={own}`,
})

const TWINS: readonly Twin[] = [
  own('contact', 'contacts', 'contact_api_id'),
  own('producttransaction', 'producttransactions', 'product_transaction_api_id'),
  own('accountvault', 'accountvaults', 'account_vault_api_id'),
  own('quickinvoice', 'quickinvoices', 'quick_invoice_api_id'),
  own('paylink', 'paylinks', 'paylink_api_id'),
  own('recurring', 'recurrings', 'recurring_api_id'),
  own('transaction', 'transactions', 'transaction_api_id'),
  {
    ...{ noun: 'user', plural: 'users', found: '/v2/users?username={own}' },
    own: mark => ({ username: mark, email: `${mark}@example.com` }),
  },
  own('tag', 'tags', 'title'),
  {
    ...{ noun: 'email_blacklist', plural: 'email_blacklists', found: '/v2/email_blacklists?email={own}' },
    own: mark => ({ email: `${mark}@example.com` }),
  },
]

/** The body is made before, because what it needs must be there once. */
const twin = ({ noun, plural, own, found }: Twin): Scene => ({
  name: `${noun.replaceAll('_', ' ')} made twice`,
  async make(maker) {
    const once = own(maker.mark)
    const record = { ...(await sampled(maker, noun)), ...once }
    const [value] = Object.values(once)
    // The record does not exist yet: its id is that of nothing.
    return { id: 'none', own: String(value), body: JSON.stringify({ [noun]: record }), mark: maker.mark }
  },
  moves: [
    move('make', `POST /v2/${plural}`, ({ body = '' }: Stage) => JSON.parse(body)),
    move(
      'make under a key',
      `POST /v2/${plural}`,
      ({ body = '' }: Stage) => JSON.parse(body),
      ({ mark }) => ({
        'idempotency-key': mark,
      }),
    ),
  ],
  looks: [found],
})

const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230', order_num: '100' }
const keyed = ({ mark }: Stage): Record<string, string> => ({ 'idempotency-key': mark })
const act = (name: string, transaction: Json): Move => move(name, 'PUT /v2/transactions/{id}', { transaction }, keyed)

const repeated: Scene = {
  name: 'payment whose changes are sent twice under one key',
  async make({ post, mark }: Maker) {
    const { id } = await post('transactions', 'transaction', { action: 'sale', transaction_amount: '10.00', ...CARD })
    return { id, mark }
  },
  moves: [
    act('void', { action: 'void' }),
    move(
      'refund',
      'POST /v2/transactions',
      ({ id }: Stage) => ({
        transaction: {
          ...{ action: 'refund', payment_method: 'cc', previous_transaction_id: id, transaction_amount: '4.00' },
        },
      }),
      keyed,
    ),
    act('edit', { description: 'Once' }),
  ],
  looks: ['/v2/transactions/{id}', '/v2/transactions?previous_transaction_id={id}', '/sandbox/ledger?reference={id}'],
}

export const twinScenes: Scene[] = [...TWINS.map(twin), repeated]
