import assert from 'node:assert/strict'
import type { Json } from '../support/app.ts'
import { signedOrder } from '../support/card-tickets.ts'
import { formAddress } from '../support/hosted-form.ts'
import { asking } from '../support/hosted-pages.ts'
import { CARD_FORM } from '../support/pay-page.ts'
import { saleBody } from '../support/payments.ts'
import { cardBody } from '../support/vaults.ts'
import { attach, browse, type Flow, good, hiddenIn, signOnLink, type Visit } from './visit.ts'

/** Flows that take, schedule or undo a payment, or store an account for one. */
export const PAYMENT_FLOWS: readonly Flow[] = [
  {
    name: 'sign a payer on to a payment form',
    needs: [
      ['contact', 'create'],
      ['transaction', 'create'],
    ],
    names: 'field',
    async walk(visit) {
      const { location } = await browse(visit, signOnLink(visit, { transaction_amt: '7.00' }))
      const form = hiddenIn(await browse(visit, location))
      assert.match((await browse(visit, '/v2/payform', { ...CARD_FORM, ...form })).text, /Payment approved/)
    },
  },
  {
    name: 'take a payment with a hosted form',
    needs: [['transaction', 'create']],
    names: 'field',
    async walk(visit) {
      const { location_id, product_transaction_id } = visit.place
      const data = { location_id, product_transaction_id, transaction_amount: '8.00', transaction_api_id: visit.mark }
      assert.match(await fillForm(visit, 'payform', data), /Payment approved/)
      const { transactions } = await good(visit.api.get(`transactions?transaction_api_id=${visit.mark}`))
      assert.equal(transactions.length, 1)
    },
  },
  {
    name: 'store an account with a hosted form',
    needs: [['accountvault', 'create']],
    names: 'field',
    async walk(visit) {
      const data = { location_id: visit.place.location_id, account_vault_api_id: visit.mark }
      assert.match(await fillForm(visit, 'accountform', data), /Account saved/)
    },
  },
  {
    name: 'create a hosted page and pay on it',
    needs: [
      ['hostedpaymentpage', 'create'],
      ['transaction', 'list'],
    ],
    names: 'field',
    async walk(visit) {
      const { location_id, product_transaction_id } = visit.place
      const body = { location_id, product_transaction_id, title: 'Sneakers' }
      const page = (await good(visit.api.post('hostedpaymentpages', { hostedpaymentpage: body }))).hostedpaymentpage
      await pay(visit, asking(page, '9.00'))
      const { transactions } = await good(visit.api.get(`transactions?hosted_payment_page_id=${page.id}`))
      assert.equal(transactions.length, 1)
    },
  },
  {
    name: 'turn a card into a ticket and charge it',
    needs: [
      ['ticket', 'create'],
      ['transaction', 'create'],
    ],
    names: 'field',
    async walk(visit) {
      const { location_id } = visit.place
      const body = { location_id, account_number: '4111111111111111', exp_date: '1230' }
      const { ticket } = await good(visit.api.post('tickets', { ticket: body }))
      await charge(visit, ticket.id)
    },
  },
  {
    name: "charge a ticket that a payer's browser created",
    needs: [['transaction', 'create']],
    names: 'field',
    async walk(visit) {
      const order = signedOrder(visit.place as never, visit.t.clock.seconds(), visit.mark)
      const cardticket = { ...order, card_number: '4111111111111111', exp_date: '1230', cvv: '999' }
      const left = await visit.t.as({}).post('cardtickets', { cardticket })
      await charge(visit, (await good(Promise.resolve(left))).cardticket.ticket)
    },
  },
  {
    name: 'create an invoice and pay it on its page',
    needs: [
      ['quickinvoice', 'create'],
      ['quickinvoice', 'read'],
    ],
    names: 'field',
    async walk(visit) {
      const { location_id } = visit.place
      const body = { location_id, title: 'Garden work', due_date: '2030-01-31', item_list: { Mowing: '10.00' } }
      const { quickinvoice } = await good(visit.api.post('quickinvoices', { quickinvoice: body }))
      await pay(visit, `/quickinvoice?id=${quickinvoice.id}`)
      const read = (await good(visit.api.get(`quickinvoices/${quickinvoice.id}`))).quickinvoice
      assert.equal(Number(read.remaining_balance), 0)
    },
  },
  {
    name: "attach a file to a colleague's invoice and delete it",
    needs: [
      ['quickinvoice', 'update'],
      ['quickinvoice', 'read'],
    ],
    names: 'record',
    async walk(visit) {
      const { location_id } = visit.place
      const body = { location_id, title: 'Hedge', due_date: '2030-01-31', item_list: { Hedge: '10.00' } }
      const { id } = await visit.there('quickinvoice', body)
      await attach(visit, `quickinvoices/${id}/files`)
    },
  },
  {
    name: 'create a pay link and pay it',
    needs: [
      ['paylink', 'create'],
      ['paylink', 'read'],
    ],
    names: 'field',
    async walk(visit) {
      const body = { location_id: visit.place.location_id, amount_due: '11.00' }
      const { paylink } = await good(visit.api.post('paylinks', { paylink: body }))
      await pay(visit, `/?paylink_id=${paylink.id}`)
      assert.equal((await good(visit.api.get(`paylinks/${paylink.id}`))).paylink.status_id, 1)
    },
  },
  {
    name: 'create a recurring, put it on hold, and activate it',
    needs: [
      ['recurring', 'create'],
      ['recurring', 'update'],
      ['recurring', 'read'],
    ],
    names: 'field',
    async walk(visit) {
      const { location_id, product_transaction_id } = visit.place
      const vault = await visit.there('accountvault', cardBody(location_id))
      const every = { interval: '1', interval_type: 'm', start_date: '2030-01-31', transaction_amount: '12.00' }
      const body = { account_vault_id: vault.id, location_id, product_transaction_id, ...every }
      const { id } = (await good(visit.api.post('recurrings', { recurring: body }))).recurring
      await good(visit.api.post(`recurrings/${id}/placeOnHold`, {}))
      await good(visit.api.post(`recurrings/${id}/activate`, {}))
      await good(visit.api.get(`recurrings/${id}/preview`))
      await good(visit.api.get(`recurrings/${id}/runs`))
    },
  },
  {
    name: 'take a card payment at a terminal',
    needs: [
      ['routertransaction', 'create'],
      ['terminalrun', 'list'],
    ],
    names: 'field',
    async walk(visit) {
      const { location_id, terminal_id } = visit.place
      const body = { action: 'sale', payment_method: 'cc', transaction_amount: '3.00', terminal_id, location_id }
      const { transaction } = await good(visit.api.post('routertransactions', { routertransaction: body }))
      assert.equal(transaction.status_id, 101)
      const { terminalruns } = await good(visit.api.get(`terminalruns?terminal_id=${terminal_id}`))
      assert.ok(terminalruns.length > 0)
    },
  },
  {
    name: 'charge a card and refund half',
    needs: [['transaction', 'create']],
    names: 'field',
    async walk(visit) {
      const { transaction } = await good(visit.api.post('transactions', { transaction: sale(visit) }))
      assert.equal(transaction.status_id, 101)
      const refund = { action: 'refund', payment_method: 'cc', transaction_amount: '5.00' }
      const given = { ...refund, previous_transaction_id: transaction.id }
      await good(visit.api.post('transactions', { transaction: given }))
    },
  },
  {
    name: "void a colleague's payment",
    needs: [['transaction', 'update']],
    names: 'record',
    async walk(visit) {
      const { id } = await visit.there('transaction', sale(visit))
      await good(visit.api.put(`transactions/${id}`, { transaction: { action: 'void' } }))
    },
  },
]

const sale = ({ place, mark }: Visit, over: Json = {}): Json => {
  const { location_id, product_transaction_id } = place
  return saleBody({ location_id, product_transaction_id, transaction_api_id: mark, ...over })
}

/** Opens a pay page, submits its form, and follows the redirect to the receipt. */
async function pay(visit: Visit, url: string): Promise<void> {
  const form = hiddenIn(await browse(visit, url))
  const { location } = await browse(visit, url, { ...CARD_FORM, ...form })
  assert.match((await browse(visit, location)).text, /Payment approved/)
}

/** Opens a hosted form with an address signed by the user's software, and submits it. Returns the page. */
async function fillForm(visit: Visit, form: 'payform' | 'accountform', data: Json): Promise<string> {
  const opened = await browse(visit, formAddress(visit.t, form, data, { user: visit.user, data_hash: true }))
  return (await browse(visit, `/v2/${form}`, { ...CARD_FORM, ...hiddenIn(opened) })).text
}

/** Charges a ticket the way the user's server does. */
async function charge(visit: Visit, ticket: string): Promise<void> {
  const { account_number: _, exp_date: __, ...body } = sale(visit)
  const { transaction } = await good(visit.api.post('transactions', { transaction: { ...body, ticket } }))
  assert.equal(transaction.status_id, 101)
}
