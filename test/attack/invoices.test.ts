import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'
import { newInvoice, readInvoice } from '../support/invoices.ts'
import { CARD_FORM, payPage } from '../support/pay-page.ts'

/** What is done while the order for a payment is at the processor. */
let meanwhile: () => Promise<void> = async () => undefined

const t = await testApp('attacked_invoices', {
  processor: real => ({
    ...real,
    actions: {
      ...real.actions,
      async sale(order) {
        await meanwhile()
        return real.actions.sale!(order)
      },
    },
  }),
})
after(t.close)
const { location_id, child_location_id, cc_product_transaction_id, child_cc_product_transaction_id } = t.merchants[0]

test('an invoice is not deleted while a payment of it is on its way', async () => {
  const invoice = await newInvoice(t)
  meanwhile = async () => {
    const refused = await t.api.delete(`quickinvoices/${invoice.id}`)
    assert.equal(refused.status, 409)
    assert.deepEqual(Object.keys(refused.body.errors), ['status_id'])
  }
  const page = payPage(t, invoice.id)
  const receipt = await page.follow(await page.pay())
  meanwhile = async () => undefined
  assert.match(receipt.document, /Payment approved/)
  assert.equal((await readInvoice(t, invoice.id)).payment_status_id, 2)
  assert.equal((await t.api.delete(`quickinvoices/${invoice.id}`)).status, 204)
})

test('money is not taken for one location through the product of another that is not its default', async () => {
  const wrong = { location_id: child_location_id, cc_product_transaction_id }
  const body = { title: 'Hedge', due_date: '2030-01-01', item_list: { Cut: '10.00' } }
  const made = await t.api.post('quickinvoices', { quickinvoice: { ...body, ...wrong } })
  assert.deepEqual([made.status, Object.keys(made.body.errors ?? {})], [422, ['cc_product_transaction_id']])

  const invoice = await newInvoice(t, { location_id: child_location_id })
  const change = (id: string) =>
    t.api.put(`quickinvoices/${invoice.id}`, { quickinvoice: { cc_product_transaction_id: id } })
  assert.equal((await change(cc_product_transaction_id)).status, 422)
  assert.equal((await change(child_cc_product_transaction_id)).status, 200)

  await t.api.put(`locations/${child_location_id}`, { location: { default_cc: cc_product_transaction_id } })
  assert.equal((await t.api.post('quickinvoices', { quickinvoice: { ...body, ...wrong } })).status, 201)
  assert.equal((await t.api.post('quickinvoices', { quickinvoice: { ...body, location_id } })).status, 201)
})

test('an invoice that is opened again and again is recorded once an hour for each address', async () => {
  const invoice = await newInvoice(t)
  const look = (remoteAddress: string, agent: string) =>
    t.app.http.inject({ url: `/quickinvoice/?id=${invoice.id}`, remoteAddress, headers: { 'user-agent': agent } })
  const views = async () => (await readInvoice(t, invoice.id, 'quick_invoice_views')).quick_invoice_views
  const flood = Array.from({ length: 30 }, (_, turn) => look('198.51.100.7', `browser ${turn}`))
  for (const { statusCode } of await Promise.all(flood)) assert.equal(statusCode, 200)
  assert.equal((await views()).length, 1)
  for (const last of ['1', '2', 'ffff']) await look(`2001:db8:1:2::${last}`, 'x')
  assert.equal((await views()).length, 2)
  await t.clock.moveTo(t.clock.seconds() + 3600, t.app.worker)
  await look('198.51.100.7', 'x')
  assert.equal((await views()).length, 3)
  const [kept] = await t.db.query<{ visit: string }>('select visit from quick_invoice_view limit 1')
  assert.match(kept!.visit, /^[0-9a-f]{64}$/)
  assert.deepEqual(Object.keys((await views())[0]).includes('visit'), false)
})

/** Texts that cost the square of their length where an expression is not linear, as a form carries them. */
const PUMPS = ['1-', '1 1-', '4111-1111-', 'AB12 ABCD ', 'cvv ', 'security code 1', '\u0301\u0323', '\u0663']
const FORM_BYTES = 15_800
const MOST_MS = 60

test('G40 a form of 15.8 kB of the worst input is answered within tens of milliseconds of processor time', async context => {
  const { id } = await newInvoice(t)
  const page = payPage(t, id)
  const shown = await page.form()
  /** The longest text of a pump that such a form has room for, in one field or spread over many. */
  const sized = (pump: string, fields: string[]) => {
    const bytes = new URLSearchParams({ x: pump }).toString().length - 2
    const times = Math.floor(FORM_BYTES / fields.length / bytes)
    return Object.fromEntries(fields.map(name => [name, pump.repeat(times)]))
  }
  const many = [
    'cc_account_holder_name',
    'notification_email_address',
    'cc_billing_zip',
    ...Array.from({ length: 100 }, (_, each) => `field_${each}`),
  ]
  const cost = async (fields: Record<string, string>): Promise<number> => {
    const before = process.threadCpuUsage()
    const { status } = await page.send({ ...CARD_FORM, ...shown, ...fields })
    assert.ok(status === 422 || status === 413, String(status))
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  await cost({ cc_exp_date: '' })
  const costs: number[] = []
  for (const pump of PUMPS)
    for (const fields of [['cc_account_holder_name'], many]) {
      const form = { ...sized(pump, fields), cc_exp_date: '' }
      const once = await cost(form)
      // A collection of garbage may fall into one of two.
      costs.push(once < MOST_MS ? once : Math.min(once, await cost(form)))
    }
  context.diagnostic(`at most ${Math.max(...costs).toFixed(1)} ms`)
  assert.ok(Math.max(...costs) < MOST_MS, costs.map(ms => ms.toFixed(1)).join(' '))
})
