import type { Json } from '../../support/app.ts'
import { type Maker, type Move, move, type Scene, type Stage } from '../scene.ts'

/** Stored accounts, tickets and contacts: changed, deleted and paid with at the same moment. */

const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' }
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const contactOf = async ({ post, merchant, mark }: Maker, over: Json = {}): Promise<string> => {
  const record = { location_id: merchant.location_id, last_name: `Payer ${mark}`, ...over }
  return (await post('contacts', 'contact', record)).id
}

/** A stored card, of a contact where one is given. */
export async function vaultOf({ post, merchant }: Maker, over: Json = {}): Promise<string> {
  return (await post('accountvaults', 'accountvault', { location_id: merchant.location_id, ...CARD, ...over })).id
}

const sale = (name: string, from: (stage: Stage) => Json): Move =>
  move(name, 'POST /v2/transactions', (stage: Stage) => ({
    transaction: { action: 'sale', payment_method: 'cc', transaction_amount: '10.00', ...from(stage) },
  }))

const bill = move('bill monthly', 'POST /v2/recurrings', (stage: Stage) => ({
  recurring: {
    ...{ account_vault_id: stage.vault, location_id: stage.location_id, transaction_amount: '10.00' },
    ...{ interval: '1', interval_type: 'm', start_date: '2090-01-31' },
  },
}))

const changeVault = (name: string, accountvault: (stage: Stage) => Json): Move =>
  move(name, 'PUT /v2/accountvaults/{vault}', (stage: Stage) => ({ accountvault: accountvault(stage) }))

const VAULT_LOOKS = [
  '/v2/accountvaults/{vault}?expand=signature',
  '/v2/contacts/{id}',
  '/v2/contacts/{other}',
  '/v2/recurrings?account_vault_id={vault}&expand=contact',
  '/v2/transactions?account_vault_id={vault}',
]

const vault: Scene = {
  name: 'stored card of a contact',
  async make(maker) {
    const [id, other] = await Promise.all([contactOf(maker), contactOf(maker)])
    const stored = await vaultOf(maker, { contact_id: id })
    return { id, other, vault: stored, location_id: maker.merchant.location_id, mark: maker.mark }
  },
  moves: [
    changeVault('expires later', () => ({ exp_date: '1231', title: 'Later' })),
    changeVault('to another contact', stage => ({ contact_id: stage.other })),
    move('delete the card', 'DELETE /v2/accountvaults/{vault}'),
    move('delete the contact', 'DELETE /v2/contacts/{id}'),
    sale('pay', stage => ({ account_vault_id: stage.vault, contact_id: stage.id })),
    bill,
    move('copy', 'POST /v2/accountvaults', (stage: Stage) => ({
      accountvault: {
        ...{ payment_method: 'cc', location_id: stage.location_id, previous_account_vault_id: stage.vault },
        account_vault_api_id: stage.mark,
      },
    })),
    move('sign', 'POST /v2/signatures', (stage: Stage) => ({
      signature: { resource: 'AccountVault', resource_id: stage.vault, signature: DOT },
    })),
  ],
  looks: VAULT_LOOKS,
}

const moved: Scene = {
  name: 'payment of a stored card that goes to another contact',
  async make(maker) {
    const [id, other] = await Promise.all([contactOf(maker), contactOf(maker)])
    const stored = await vaultOf(maker, { contact_id: id })
    const paid = { action: 'sale', payment_method: 'cc', transaction_amount: '10.00', account_vault_id: stored }
    const [one, two] = await Promise.all([
      maker.post('transactions', 'transaction', { ...paid, contact_id: id }),
      maker.post('transactions', 'transaction', { ...paid, contact_id: id }),
    ])
    const { location_id } = maker.merchant
    return { id, other, vault: stored, location_id, one: one.id, two: two.id, mark: maker.mark }
  },
  moves: [
    ...['one', 'two'].map(name =>
      move(`move with ${name}`, `PUT /v2/transactions/{${name}}`, (stage: Stage) => ({
        transaction: { contact_id: stage.other, move_account_vault: 1, move_account_vault_transactions: 1 },
      })),
    ),
    move('void one', 'PUT /v2/transactions/{one}', { transaction: { action: 'void' } }),
    changeVault('to another contact', stage => ({ contact_id: stage.other })),
    move('delete the card', 'DELETE /v2/accountvaults/{vault}'),
    bill,
    sale('pay', stage => ({ account_vault_id: stage.vault, contact_id: stage.id })),
  ],
  looks: VAULT_LOOKS,
}

const upload = (): FormData => {
  const form = new FormData()
  form.append('file[file]', new Blob(['a contract']), 'contract.txt')
  return form
}

const contact: Scene = {
  name: 'contact',
  async make(maker) {
    const id = await contactOf(maker, { contact_api_id: maker.mark })
    const { body } = await maker.way.send('POST', `/v2/contacts/${id}/files`, upload())
    return { id, file_id: body.file.id, location_id: maker.merchant.location_id, mark: maker.mark }
  },
  moves: [
    move('first name', 'PUT /v2/contacts/{id}', { contact: { first_name: 'First' } }),
    move('first and city', 'PUT /v2/contacts/{id}', { contact: { first_name: 'Second', city: 'Ithaca' } }),
    move('make or change', 'POST /v2/contacts', ({ location_id, mark }: Stage) => ({
      contact: { location_id, last_name: 'Third', contact_api_id: mark, update_if_exists: 1 },
    })),
    move('delete', 'DELETE /v2/contacts/{id}'),
    {
      name: 'attach',
      covers: 'POST /v2/contacts/{id}/files',
      send: (way, { id }) => way.send('POST', `/v2/contacts/${id}/files`, upload()),
    },
    move('detach', 'DELETE /v2/contacts/{id}/files/{file_id}'),
    sale('pay', stage => ({ account_number: CARD.account_number, exp_date: '1230', contact_id: stage.id })),
  ],
  looks: [
    '/v2/contacts/{id}',
    '/v2/contacts?contact_api_id={mark}',
    '/v2/files?resource_id={id}',
    '/v2/transactions?contact_id={id}',
  ],
}

const ticket: Scene = {
  name: 'ticket',
  async make({ post, merchant, mark }) {
    const { location_id } = merchant
    const made = await post('tickets', 'ticket', { location_id, account_number: CARD.account_number, exp_date: '1230' })
    return { id: made.id, location_id, mark }
  },
  moves: [
    sale('pay', stage => ({ ticket: stage.id, order_num: stage.mark })),
    sale('pay twice as much', stage => ({ ticket: stage.id, transaction_amount: '20.00', order_num: stage.mark })),
    move('store', 'POST /v2/accountvaults', ({ id, location_id, mark }: Stage) => ({
      accountvault: { location_id, payment_method: 'cc', ticket: id, account_vault_api_id: mark },
    })),
  ],
  looks: ['/v2/tickets/{id}', '/v2/transactions?order_num={mark}', '/v2/accountvaults?account_vault_api_id={mark}'],
}

export const vaultScenes: Scene[] = [vault, moved, contact, ticket]
