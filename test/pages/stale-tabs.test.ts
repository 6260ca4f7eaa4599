/** A pay page that was opened before something changed is shown again, and nothing is charged. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { newInvoice, readInvoice } from '../support/invoices.ts'
import { BANK_FORM, CARD_FORM, type PageAnswer, payPage } from '../support/pay-page.ts'

const t = await testApp('stale_tabs')
after(() => t.close())
const [merchant] = t.merchants

const charged = async (amount: string) => (await t.ledger()).filter(entry => entry.amount === amount).length

function assertShownAgain(answer: PageAnswer, balance: string): void {
  assert.equal(answer.status, 422, answer.document)
  assert.match(answer.document, new RegExp(`The balance is now \\${balance}: it has changed`))
}

test('G7 with allow_overpayment an old tab does not pay a second time', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '20.01' }, allow_overpayment: 1 })
  const page = payPage(t, invoice.id)
  const [first, second] = [await page.form(), await page.form()]
  assert.equal((await page.send({ ...CARD_FORM, ...first, amount: '20.01' })).status, 303)
  assertShownAgain(await page.send({ ...CARD_FORM, ...second, amount: '20.01' }), '$0.00')
  assert.equal(await charged('20.01'), 1)
  // Shown what is owed now, a payer may still give more; of two tabs that show the same again one does.
  const [third, fourth] = [await page.form(), await page.form()]
  assert.equal((await page.send({ ...CARD_FORM, ...third, amount: '20.01' })).status, 303)
  assertShownAgain(await page.send({ ...CARD_FORM, ...fourth, amount: '20.01' }), '$0.00')
  assert.equal(await charged('20.01'), 2)
})

test('G7 of tabs that are sent at the same moment one is charged', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '20.02' }, allow_overpayment: 1 })
  const page = payPage(t, invoice.id)
  const forms = await Promise.all([page.form(), page.form(), page.form()])
  const answers = await Promise.all(forms.map(form => page.send({ ...CARD_FORM, ...form, amount: '20.02' })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 422, 422])
  assert.equal(await charged('20.02'), 1)
})

test('G7 a part that is paid, and a debit that is on its way, make older tabs stale', async () => {
  const parts = await newInvoice(t, { item_list: { Mowing: '50.00' }, allow_partial_pay: 1 })
  const page = payPage(t, parts.id)
  const [first, second] = [await page.form(), await page.form()]
  assert.equal((await page.send({ ...CARD_FORM, ...first, amount: '20.03' })).status, 303)
  assertShownAgain(await page.send({ ...CARD_FORM, ...second, amount: '20.03' }), '$29.97')
  assert.equal(await charged('20.03'), 1)
  const limits = { single_payment_min_amount: '20.04', single_payment_max_amount: '20.04' }
  const equal = payPage(
    t,
    (await newInvoice(t, { item_list: { Mowing: '60.12' }, allow_partial_pay: 1, ...limits })).id,
  )
  const [one, other] = [await equal.form(), await equal.form()]
  assert.equal((await equal.send({ ...CARD_FORM, ...one })).status, 303)
  assert.equal((await equal.send({ ...CARD_FORM, ...other })).status, 422)
  assert.equal(await charged('20.04'), 1)
  const { ach_product_transaction_id } = merchant
  const bank = await newInvoice(t, { item_list: { Mowing: '20.05' }, allow_overpayment: 1, ach_product_transaction_id })
  const debits = payPage(t, bank.id)
  const [early, late] = [await debits.form(), await debits.form()]
  assert.equal((await debits.send({ ...BANK_FORM, ...early, amount: '20.05' })).status, 303)
  assert.equal((await debits.send({ ...BANK_FORM, ...late, amount: '20.05' })).status, 422)
  assert.equal((await readInvoice(t, bank.id)).payment_status_id, 2)
  const made = (await t.api.get(`transactions?quick_invoice_id=${bank.id}`)).body.transactions
  assert.equal(made.length, 1)
})

test('G7 a form that does not say what it showed is shown again, whatever may be paid', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '20.06' }, allow_overpayment: 1 })
  const page = payPage(t, invoice.id)
  const { attempt } = await page.form()
  assertShownAgain(await page.send({ ...CARD_FORM, attempt: attempt!, amount: '20.06' }), '$20.06')
  assert.equal(await charged('20.06'), 0)
})

async function newLink(over: Json): Promise<string> {
  const paylink = { location_id: merchant.child_location_id, contact_id: merchant.contact_id, ...over }
  const { status, body, text } = await t.api.post('paylinks', { paylink })
  assert.equal(status, 201, text)
  return body.paylink.id
}

const linkPage = (id: string) => ({
  async form(): Promise<Record<string, string>> {
    const { body } = await t.app.http.inject({ method: 'GET', url: `/?paylink_id=${id}` })
    const hidden = [...body.matchAll(/type="hidden" name="(attempt|shown_\w+)" value="([^"]*)"/g)]
    return Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
  },
  async send(fields: Record<string, string>): Promise<{ status: number; document: string }> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    const payload = new URLSearchParams({ ...CARD_FORM, ...fields }).toString()
    const answer = await t.app.http.inject({ method: 'POST', url: `/?paylink_id=${id}`, headers, payload })
    return { status: answer.statusCode, document: answer.body }
  },
})

test('G7 a page that showed a hold, or a card that is not kept, charges and keeps nothing else', async () => {
  const changes: [string, Json, Json][] = [
    ['20.07', { paylink_action: 'auth-only' }, { paylink_action: 'sale' }],
    ['20.08', { store_token: 0 }, { store_token: 1, store_token_title: 'Card on file' }],
  ]
  for (const [amount_due, before, now] of changes) {
    const id = await newLink({ amount_due, ...before })
    const page = linkPage(id)
    const form = await page.form()
    const { status, text } = await t.api.put(`paylinks/${id}`, { paylink: now })
    assert.equal(status, 200, text)
    const answer = await page.send(form)
    assert.equal(answer.status, 422)
    assert.match(answer.document, /What happens with your card or account has changed/)
    assert.equal(await charged(amount_due), 0)
    assert.equal((await page.send(await page.form())).status, 303)
    assert.equal(await charged(amount_due), 1)
  }
})
