import type { Json } from '../../support/app.ts'
import { type Maker, type Move, move, page, type Scene, type Stage } from '../scene.ts'

/** Quick invoices: payers, the merchant who changes them, and payments made elsewhere that are counted for them. */

const AT = '/v2/quickinvoices/{id}'
const LOOKS = [
  `${AT}?expand=files`,
  '/v2/transactions?quick_invoice_id={id}',
  '/v2/transactions/{loose}',
  '/sandbox/ledger?reference={loose}',
]

const change = (name: string, quickinvoice: Json): Move => move(name, `PUT ${AT}`, { quickinvoice })
const pay = (amount: string): Move => page(`pay ${amount}`, '/quickinvoice/?id={id}', amount)
const add = move('add', `PUT ${AT}/addTransaction`, (stage: Stage) => ({
  quickinvoice: { transaction_id: stage.loose },
}))
const take = move('take off', `PUT ${AT}/removeTransaction`, (stage: Stage) => ({
  quickinvoice: { transaction_id: stage.loose },
}))
const remove = move('delete', `DELETE ${AT}`)
const reopen = move('reopen', `POST ${AT}/reopen`)
const resend = move('resend', `POST ${AT}/resend?sms=0`)
const voidLoose = move('void 4.00', 'PUT /v2/transactions/{loose}', { transaction: { action: 'void' } })
const refundLoose = move('refund 4.00', 'POST /v2/transactions', (stage: Stage) => ({
  transaction: {
    ...{ action: 'refund', payment_method: 'cc', previous_transaction_id: stage.loose, transaction_amount: '4.00' },
  },
}))
const attach: Move = {
  name: 'attach',
  covers: `POST ${AT}/files`,
  send: (way, stage) => way.send('POST', `/v2/quickinvoices/${stage.id}/files`, upload()),
}
const detach = move('detach', `DELETE ${AT}/files/{file_id}`)

function upload(): FormData {
  const form = new FormData()
  form.append('file[file]', new Blob(['a note']), 'note.txt')
  return form
}

async function invoice({ post, merchant, mark }: Maker, over: Json = {}): Promise<string> {
  const { location_id } = merchant
  const record = { location_id, title: `Hedge ${mark}`, due_date: '2099-01-31', item_list: { Hedge: 10 }, ...over }
  return (await post('quickinvoices', 'quickinvoice', record)).id
}

/** A sale at the counter that belongs to no invoice yet. */
async function loose({ post }: Maker, amount: string): Promise<string> {
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' }
  const sale = { action: 'sale', transaction_amount: amount, ...card }
  return (await post('transactions', 'transaction', sale)).id
}

const counted = ({ put }: Maker, id: string, transaction_id: string): Promise<Json> =>
  put(`/v2/quickinvoices/${id}/addTransaction`, 'quickinvoice', { transaction_id })

async function withFiles({ way }: Maker, id: string, count: number): Promise<string> {
  let file_id = ''
  for (let index = 0; index < count; index += 1)
    file_id = (await way.send('POST', `/v2/quickinvoices/${id}/files`, upload())).body.file.id
  return file_id
}

const open: Scene = {
  name: 'open invoice of 10.00, parts welcome',
  async make(maker) {
    const [id, paid] = await Promise.all([invoice(maker, { allow_partial_pay: 1 }), loose(maker, '4.00')])
    return { id, loose: paid, mark: maker.mark }
  },
  moves: [
    ...[pay('10.00'), pay('6.00'), add, voidLoose, refundLoose],
    change('due 20', { item_list: { Hedge: 20 } }),
    change('due 4', { item_list: { Hedge: 4 } }),
    change('no parts', { allow_partial_pay: 0 }),
    ...[remove, attach],
  ],
  looks: LOOKS,
}

const partlyPaid: Scene = {
  name: 'invoice of 10.00 with 4.00 paid elsewhere',
  async make(maker) {
    const [id, paid] = await Promise.all([invoice(maker, { allow_partial_pay: 1 }), loose(maker, '4.00')])
    await counted(maker, id, paid)
    return { id, loose: paid, mark: maker.mark }
  },
  moves: [
    ...[pay('6.00'), take, add, voidLoose, refundLoose],
    change('due 4', { item_list: { Hedge: 4 } }),
    change('too much welcome', { allow_overpayment: 1 }),
    remove,
  ],
  looks: LOOKS,
}

const closed: Scene = {
  name: 'invoice that is paid and closed',
  refused: ['reopen', 'pay 4.00', 'title'],
  async make(maker) {
    const [id, paid] = await Promise.all([invoice(maker, { email: `${maker.mark}@example.com` }), loose(maker, '4.00')])
    await counted(maker, id, paid)
    // Counting a payment leaves the status alone; asking for no more than that closes it.
    await maker.put(`/v2/quickinvoices/${id}`, 'quickinvoice', { item_list: { Hedge: 4 } })
    return { id, loose: paid, mark: maker.mark }
  },
  moves: [reopen, take, voidLoose, resend, remove, pay('4.00'), change('title', { title: 'Other title' })],
  looks: LOOKS,
}

const welcome: Scene = {
  name: 'invoice that takes more than is due',
  async make(maker) {
    const [id, paid] = await Promise.all([invoice(maker, { allow_overpayment: 1 }), loose(maker, '4.00')])
    return { id, loose: paid, mark: maker.mark }
  },
  moves: [pay('10.00'), change('no more', { allow_overpayment: 0 }), add, remove],
  looks: LOOKS,
}

const filed: Scene = {
  name: 'invoice with all but one of its files',
  async make(maker) {
    const id = await invoice(maker)
    return { id, file_id: await withFiles(maker, id, 3), mark: maker.mark }
  },
  moves: [attach, detach, remove],
  looks: [AT, '/v2/files?resource_id={id}'],
}

export const invoiceScenes: Scene[] = [open, partlyPaid, closed, welcome, filed]
