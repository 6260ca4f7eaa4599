import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Resource } from '../../src/definition/resource.ts'
import { columnsOf, hydrate } from '../../src/engine/columns.ts'
import { receiptView } from '../../src/pages/receipt/receipt-view.ts'
import { location } from '../../src/resources/location/location.ts'
import { transaction } from '../../src/resources/transaction/transaction.ts'
import type { Json } from '../support/app.ts'
import { asking, madePage } from '../support/hosted-pages.ts'
import { newInvoice, outbox, saleElsewhere } from '../support/invoices.ts'
import { CARD_FORM, payPage } from '../support/pay-page.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { api } = t
const [merchant] = t.merchants
const CARD = {
  payment_method: 'cc',
  account_number: '4111111111111111',
  exp_date: '1230',
  account_holder_name: 'Rosa Lindqvist',
}

let count = 0
const address = () => `payer${++count}@example.com`

async function pay(over: Json): Promise<Json> {
  const transaction = await api.transactions.create({
    location_id: merchant.location_id,
    action: 'sale',
    ...CARD,
    transaction_amount: '11.00',
    ...over,
  })
  await t.settle()
  return api.transactions.get(transaction.id)
}

test('RT-32 a sale that names an address is receipted there, with no more of the card than its last four', async () => {
  const to = address()
  const sale = await pay({ notification_email_address: to, description: 'Two trees' })
  assert.deepEqual([sale.notification_email_address, sale.notification_email_sent], [to, true])
  const [mail, ...more] = await outbox(t, to)
  assert.deepEqual([mail.reason, more.length], ['transaction.receipt', 0])
  assert.match(mail.subject, /^Your receipt from Juniper Garden Works: \$11\.00$/)
  for (const part of ['Two trees', 'Card payment', sale.id, '1111', 'Rosa Lindqvist'])
    assert.ok(mail.text.includes(part), part)
  assert.doesNotMatch(
    mail.text + mail.html,
    /4111111111111111|(?<![0-9a-f])(?:4111|1230)(?![0-9a-f])|12 ?\/ ?30|entered online/,
  )
})

test('G10 a receipt lists subtotal and tax, which add up to its total', async () => {
  const to = address()
  await pay({ notification_email_address: to, transaction_amount: '11.00', tax: '0.80' })
  const [mail] = await outbox(t, to)
  assert.match(mail.text, /Subtotal +\$10\.20\nTax +\$0\.80\nTotal +\$11\.00 USD/)
  const plain = address()
  await pay({ notification_email_address: plain })
  assert.doesNotMatch((await outbox(t, plain))[0].text, /Subtotal|Tax/)
})

test('G10 the receipt of an authorization that was raised shows what is held now, by mail and on the page', async () => {
  const to = address()
  const held: Json = { location_id: merchant.location_id, action: 'authonly', ...CARD, transaction_amount: '10.00' }
  const { id } = await api.transactions.create({ ...held, notification_email_address: to })
  await api.transactions.update(id, { action: 'authincrement', transaction_amount: '50.00', tip_amount: '30.00' })
  await t.settle()
  const [mail] = await outbox(t, to)
  assert.match(mail.text, /Subtotal +\$20\.00\nTip +\$30\.00\nTotal +\$50\.00 USD/)
  const rowOf = async (of: Resource, id: string) =>
    hydrate<never>(columnsOf(of), (await t.db.query<Json>(`select * from ${of.table} where id = $1`, [id]))[0]!)
  const place = await rowOf(location, merchant.location_id)
  const page = { href: '/', paid: 'invoice' } as const
  const subject = { title: null, number: null, still_to_pay: null, page }
  const { payment } = receiptView({ place, domain: null }, await rowOf(transaction, id), null, subject)
  assert.deepEqual([payment.amount, payment.auth_amount, payment.tip_amount], [5000n, 5000n, 3000n])
})

test('G10 the receipt of a whole invoice has its lines, by mail and on the page; one of a part has not', async () => {
  const invoice = await newInvoice(t, { allow_partial_pay: 1 })
  const parts = payPage(t, invoice.id)
  const { document } = await parts.follow(await parts.pay({ amount: '4.00' }))
  assert.doesNotMatch(document, /<dt>Mowing/)
  const whole = await newInvoice(t, { email: address() })
  const page = payPage(t, whole.id)
  const receipt = await page.follow(await page.pay({ notification_email_address: whole.email }))
  assert.match(receipt.document, /<dt>Mowing<\/dt><dd>\$7\.50<\/dd>.*<dt>Hedge<\/dt><dd>\$2\.50<\/dd>.*<dt>Total</s)
  await t.settle()
  const mails: Json[] = await outbox(t, whole.email)
  assert.ok(mails.some(({ text }) => /Mowing +\$7\.50\nHedge +\$2\.50\nTotal +\$10\.00 USD/.test(text)))
})

test('a decline, a check of an address and a payment without an address are not receipted', async () => {
  const to = address()
  const declined = await pay({ notification_email_address: to, transaction_amount: '6.15' })
  assert.deepEqual([declined.status_id, declined.notification_email_sent], [301, false])
  await pay({ notification_email_address: to, action: 'avsonly', transaction_amount: undefined, billing_zip: '14850' })
  await pay({})
  assert.deepEqual(await outbox(t, to), [])
})

test('an authorization and a refund say what they are', async () => {
  const [held, given] = [address(), address()]
  await pay({ notification_email_address: held, action: 'authonly', transaction_amount: '12.00' })
  assert.match((await outbox(t, held))[0].text, /Payment authorized[\s\S]*is held on your card[\s\S]*Authorization/)
  const sale = await pay({ transaction_amount: '13.00' })
  await api.transactions.create({
    location_id: merchant.location_id,
    action: 'refund',
    payment_method: 'cc',
    previous_transaction_id: sale.id,
    transaction_amount: '13.00',
    notification_email_address: given,
  })
  assert.match((await outbox(t, given))[0].text, /Refund approved[\s\S]*has refunded this amount[\s\S]*Refunded to/)
})

test('a bank debit keeps the words of its authorization', async () => {
  const to = address()
  await api.transactions.create({
    location_id: merchant.location_id,
    action: 'debit',
    payment_method: 'ach',
    product_transaction_id: merchant.ach_product_transaction_id,
    account_number: '1234567890123',
    routing: '072403004',
    account_type: 'checking',
    account_holder_name: 'Rosa Lindqvist',
    ach_sec_code: 'WEB',
    transaction_amount: '21.00',
    notification_email_address: to,
  })
  assert.match(
    (await outbox(t, to))[0].text,
    /You authorized Juniper Garden Works to debit this account once, for \$21\.00\./,
  )
})

test('LOC-20 a contact that wants receipts gets one of every transaction, beside the address the payment names, each once', async () => {
  const [email, named] = [address(), address()]
  const contact = { location_id: merchant.location_id, last_name: 'Lindqvist', email, email_trx_receipt: 1 } as const
  const { id } = await api.contacts.create(contact)
  await pay({ contact_id: id, transaction_amount: '14.00' })
  await pay({ contact_id: id, transaction_amount: '15.00', notification_email_address: email.toUpperCase() })
  await pay({ contact_id: id, transaction_amount: '16.00', notification_email_address: named })
  assert.equal((await outbox(t, email)).length + (await outbox(t, email.toUpperCase())).length, 3)
  assert.equal((await outbox(t, named)).length, 1)
  await api.contacts.update(id, { email_trx_receipt: 0 })
  await pay({ contact_id: id, transaction_amount: '17.00' })
  assert.equal((await outbox(t, email)).length + (await outbox(t, email.toUpperCase())).length, 3)
})

test('a blacklisted address is not receipted, and the transaction says that nothing was sent', async () => {
  const to = address()
  await api.email_blacklists.create({ email: to })
  const sale = await pay({ notification_email_address: to, transaction_amount: '18.00' })
  assert.equal(sale.notification_email_sent, false)
  assert.deepEqual(await outbox(t, to), [])
})

test('the merchant’s own words stand on its receipts', async () => {
  const id = merchant.cc_product_transaction_id
  await api.producttransactions.update(id, {
    receipt_header: 'Thank you from the nursery',
    receipt_footer: 'Plants live a year or you get new ones',
  })
  const to = address()
  await pay({ notification_email_address: to, transaction_amount: '19.00' })
  const [{ text }] = await outbox(t, to)
  assert.match(text, /Thank you from the nursery[\s\S]*Plants live a year/)
})

test('a contact is written to in its language, and a payment in the language it was made in', async () => {
  const [email, named] = [address(), address()]
  const contact = {
    location_id: merchant.location_id,
    last_name: 'Lindqvist',
    email,
    email_trx_receipt: 1,
    locale: 'es',
  } as const
  const { id } = await api.contacts.create(contact)
  await pay({ contact_id: id, transaction_amount: '21.01' })
  const [spanish] = await outbox(t, email)
  assert.match(spanish.subject, /^Su recibo de Juniper Garden Works: \$21\.01$/)
  assert.match(spanish.html, /<html lang="es">/)
  assert.match(spanish.text, /Pago con tarjeta/)
  await pay({ contact_id: id, transaction_amount: '21.02', notification_email_address: named, locale: 'en_US' })
  assert.match((await outbox(t, named))[0].subject, /^Your receipt/)
})

test('USR-19 users who want receipts are told of each payment of an invoice or a paylink, once each, and others of none', async () => {
  const { location_id, child_location_id } = merchant
  const emails: string[] = []
  const newUser = async (over: Json) => {
    const email = `desk${emails.length}@example.com`
    emails.push(email)
    const record = { last_name: 'Desk', username: email, email, user_type_id: 400, email_trx_receipt: 1 }
    return api.users.create({ primary_location_id: location_id, ...record, ...over })
  }
  const told = await newUser({})
  await newUser({ email_trx_receipt: undefined })
  await newUser({ status_id: 0 })
  await newUser({ primary_location_id: child_location_id })
  await newUser({ locale: 'es-US' })
  await newUser({ email: 'DESK0@example.com' })
  const mails = async () =>
    (await Promise.all(emails.map(to => outbox(t, to)))).map(list => list.map(({ subject }) => subject))
  const invoice = await newInvoice(t)
  await payPage(t, invoice.id).pay()
  await t.settle()
  const first = await mails()
  assert.deepEqual(first, [
    ['You were paid $10.00 by Rosa Lindqvist'],
    [],
    [],
    [],
    ['Recibió un pago de $10.00 (Rosa Lindqvist)'],
    [],
  ])
  const [mail] = await outbox(t, emails[0]!)
  assert.equal(mail.reason, 'transaction.paid')
  assert.match(
    mail.text,
    /You received \$10\.00 from Rosa Lindqvist for Garden work\.[\s\S]*The invoice is paid in full\./,
  )
  assert.doesNotMatch(mail.text + mail.html, /4111111111111111|12 ?\/ ?30/)
  // A sale that pays neither tells nobody, nor does a declined one.
  await pay({ transaction_amount: '23.00' })
  const declined = await newInvoice(t, { item_list: { Mowing: '6.15' } })
  await payPage(t, declined.id).pay()
  const body = { location_id, amount_due: '12.00', cc_product_transaction_id: merchant.cc_product_transaction_id }
  const link = await api.paylinks.create(body)
  await t.settle()
  assert.deepEqual(await mails(), first)
  const sale = await saleElsewhere(t, 1200n, 'sale', { paylink_id: link.id })
  assert.equal(sale.outcome, 'approved')
  await t.settle()
  const after_link = await mails()
  assert.deepEqual(
    [after_link[0]!.at(-1), after_link.map(each => each.length)],
    ['You were paid $12.00 by Rosa Lindqvist', [2, 0, 0, 0, 2, 0]],
  )
  await api.users.update(told.id, { email_trx_receipt: 0 })
  await payPage(t, (await newInvoice(t)).id).pay()
  await t.settle()
  assert.equal((await outbox(t, emails[0]!)).length, 2)
})

test('USR-19 users who want receipts are told of what is paid on a hosted page, and of nothing that was declined there', async () => {
  const email = 'desk-of-pages@example.com'
  const record = { last_name: 'Desk', username: email, email, user_type_id: 400, email_trx_receipt: 1 } as const
  await api.users.create({ primary_location_id: merchant.location_id, ...record })
  const page = await madePage(api, merchant)
  await payHosted(asking(page, '6.15'))
  await payHosted(asking(page, '31.00', [{ id: 'description', value: 'Blue sneakers', readonly: true }]))
  const [mail, ...more] = await outbox(t, email)
  assert.deepEqual(
    [mail.reason, mail.subject, more.length],
    ['transaction.paid', 'You were paid $31.00 by Rosa Lindqvist', 0],
  )
  assert.match(mail.text, /You received \$31\.00 from Rosa Lindqvist for Blue sneakers\./)
})

/** Opens a hosted page without a script, fills its form in and sends it. */
async function payHosted(url: string): Promise<void> {
  const { body } = await t.app.http.inject({ url })
  const hidden = [...body.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ])
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const payload = new URLSearchParams({ ...CARD_FORM, ...Object.fromEntries(hidden) }).toString()
  await t.app.http.inject({ method: 'POST', url, headers, payload })
  await t.settle()
}
