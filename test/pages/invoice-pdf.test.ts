import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawInvoice } from '../../src/adapters/pdf/draw-invoice.ts'
import { invoicePrinter } from '../../src/adapters/pdf/index.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import { grayPng } from '../../src/lib/gray-png.ts'
import { Unavailable } from '../../src/lib/problem.ts'
import type { InvoiceSheet } from '../../src/ports/invoice-printer.ts'
import { invoiceSheet } from '../../src/resources/quickinvoice/invoice-sheet.ts'
import { quickinvoice } from '../../src/resources/quickinvoice/quickinvoice.ts'
import { LANGUAGES } from '../../src/words/words.ts'
import type { Json } from '../support/app.ts'
import { HREF, LIMITS, PARTS, pagesOf, sheet } from '../support/invoice-sheet.ts'
import { newInvoice } from '../support/invoices.ts'
import { payPage } from '../support/pay-page.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { api } = t
const [merchant] = t.merchants
const [en, es] = LANGUAGES
async function sheetOf(id: string, words = en): Promise<InvoiceSheet> {
  const read = t.app.store.reader(systemCaller(merchant.location_id, 'test'))
  const row = await read.one(quickinvoice, id, 'id')
  return (await invoiceSheet(read, row, { public_url: 'https://pay.example', seconds: t.clock.seconds(), words }))!
}

test('the same invoice has the same bytes: tagged, with a title, a language and an address to open', async () => {
  const pdf = await drawInvoice(sheet())
  assert.ok(pdf.equals(await drawInvoice(sheet())))
  const text = pdf.toString('latin1')
  assert.match(text, /^%PDF-1\.7/)
  for (const part of [
    '/StructTreeRoot',
    '/Marked true',
    '/Lang (en-US)',
    '/DisplayDocTitle true',
    '/ToUnicode',
    `/URI (${HREF})`,
  ])
    assert.ok(text.includes(part), part)
  assert.equal(pagesOf(pdf), 1)
  assert.match(text, /\/MediaBox \[0 0 612 792\]/)
  assert.match((await drawInvoice(sheet({ paper: 'A4' }))).toString('latin1'), /\/MediaBox \[0 0 595\.28 841\.89\]/)
})

test('a picture is drawn where it is one, and left out where a PDF cannot hold it', async () => {
  const plain = await drawInvoice(sheet())
  const withLogo = (logo: string) =>
    drawInvoice(sheet({ merchant: { name: 'Juniper', lines: ['12 Main Street'], logo } }))
  const png = grayPng(Buffer.alloc(80, 7), 10, 8).toString('base64')
  assert.match((await withLogo(`data:image/png;base64,${png}`)).toString('latin1'), /\/Subtype \/Image/)
  for (const logo of [
    'data:image/webp;base64,UklGRg==',
    'data:image/png;base64,UklGRg==',
    'data:image/svg+xml;base64,PHN2Zz4=',
  ])
    assert.equal((await withLogo(logo)).length, plain.length, logo)
})

test('G42 a merchant who prints more than its share is refused, and another one is served in turn', async () => {
  const printer = invoicePrinter(PARTS, LIMITS)
  const print = (at: number, root_id: string) => printer.pdf(sheet({ title: `Invoice ${at}` }), root_id)
  const all = await Promise.allSettled([print(1, 'loud'), print(2, 'loud'), print(3, 'loud'), print(4, 'quiet')])
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.ok((all[2] as PromiseRejectedResult).reason instanceof Unavailable)
  await printer.close()
})

test('an invoice is printed with all that the page says of it, in the language of its reader', async () => {
  const { id } = await newInvoice(t, {
    contact_id: merchant.contact_id,
    item_list: { Mowing: '40.00', Tax: '3.20' },
    invoice_number: 'A-1',
    item_header: 'For spring',
    item_footer: 'Payable in 30 days',
    allow_partial_pay: 1,
  })
  const printed = await sheetOf(id)
  assert.deepEqual(printed.lines, [
    { label: 'Mowing', amount: '$40.00' },
    { label: 'Tax', amount: '$3.20' },
  ])
  assert.deepEqual(printed.sums, [{ label: 'Total', amount: '$43.20 USD', strong: true }])
  assert.deepEqual(
    [printed.paper, printed.paragraphs, printed.pay?.href],
    ['LETTER', ['For spring'], `https://pay.example/quickinvoice/?id=${id}`],
  )
  assert.equal(printed.facts[0]!.value, 'A-1')
  assert.ok(printed.payer!.lines.length > 0)
  const spanish = await sheetOf(id, es)
  assert.deepEqual([spanish.heading, spanish.language, spanish.facts.at(-1)!.label], ['Factura', 'es-US', 'Vence'])
  await payPage(t, id).pay({ amount: '3.20' })
  await t.settle()
  assert.deepEqual(
    (await sheetOf(id)).sums.map(({ amount }) => amount),
    ['$43.20 USD', '−$3.20', '$40.00 USD'],
  )
  await payPage(t, id).pay({ amount: '40.00' })
  await t.settle()
  const paid = await sheetOf(id)
  assert.deepEqual([paid.pay, paid.notes.at(-1)], [null, 'Paid in full'])
  await api.put(`locations/${merchant.location_id}`, { location: { tz: 'Europe/Madrid' } })
  assert.equal((await sheetOf(id)).paper, 'A4')
  await api.put(`locations/${merchant.location_id}`, { location: { tz: 'America/New_York' } })
})

test('a surcharge for credit cards is named on paper before anybody pays', async () => {
  const terms = { title: 'Card fee', surcharge_label: 'Card fee', surcharge_rate: '3.00', surcharge_fee: '0.00' }
  const made = await api.post('surcharges', { surcharge: { location_id: merchant.location_id, ...terms } })
  assert.equal(made.status, 201, made.text)
  const product = `producttransactions/${merchant.cc_product_transaction_id}`
  const set = await api.put(product, { producttransaction: { surcharge_id: made.body.surcharge.id } })
  assert.equal(set.status, 200, set.text)
  const { notes } = await sheetOf((await newInvoice(t, { item_list: { Mowing: '100.00' } })).id)
  assert.match(notes.join(' '), /Card fee: \$3\.00 is added if you pay by credit card\./)
  await api.put(product, { producttransaction: { surcharge_id: null } })
})

test('an invoice is saved as PDF from its page, and by the API', async () => {
  const { id } = await newInvoice(t, { invoice_number: 'B/2' })
  const { document } = await payPage(t, id).open()
  const href = /href="(\/quickinvoice\/pdf[^"]*)"/.exec(document)![1]!.replaceAll('&amp;', '&')
  assert.equal(href, `/quickinvoice/pdf?id=${id}&lang=en`)
  const page = await t.app.http.inject({ url: href })
  assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'application/pdf'])
  assert.match(String(page.headers['content-disposition']), /attachment; filename="Invoice B-2\.pdf"/)
  const spanish = await t.app.http.inject({ url: href.replace('lang=en', 'lang=es') })
  assert.match(String(spanish.headers['content-disposition']), /filename="Factura B-2\.pdf"/)
  assert.match(spanish.rawPayload.toString('latin1'), /\/Lang \(es-US\)/)
  const called = await api.get(`quickinvoices/${id}/pdf`)
  assert.deepEqual([called.status, called.headers['content-type']], [200, 'application/pdf'])
  assert.equal((await t.stranger.get(`quickinvoices/${id}/pdf`)).status, 404)
  for (const wrong of [`/quickinvoice/pdf?id=${'0'.repeat(24)}`, '/quickinvoice/pdf'])
    assert.equal((await t.app.http.inject({ url: wrong })).statusCode, 404)
  await api.delete(`quickinvoices/${id}`)
  assert.equal((await t.app.http.inject({ url: href })).statusCode, 404)
})

test('it goes with the mails of an invoice that wants it, and with no other', async () => {
  const mailed = async (email: string, over: Json) => {
    await newInvoice(t, { email, send_email: 1, invoice_number: 'C-3', ...over })
    await t.settle()
    const [mail] = await t.db.query<Json>('select attachments from outbox_message where recipient = $1', [email])
    return mail!.attachments
  }
  assert.match(JSON.stringify(await mailed('printed@example.com', { attach_pdf_to_email: 1 })), /Invoice C-3\.pdf/)
  assert.doesNotMatch(JSON.stringify(await mailed('not-printed@example.com', {})), /\.pdf/)
})
