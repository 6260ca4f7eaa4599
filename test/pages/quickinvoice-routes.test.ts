import assert from 'node:assert/strict'
import test from 'node:test'
import { invalidField } from '../../src/lib/problem.ts'
import { FILE_ID, INVOICE_ID, invoiceView, MemoryInvoicePort } from '../support/invoice-port.ts'
import { type InvoiceSite, invoiceSite } from '../support/invoice-site.ts'

const CARD = {
  shown_amount: '40000',
  payment_method: 'cc',
  cc_account_number: '4111111111111111',
  cc_exp_date: '04/29',
  cc_cvv: '999',
  cc_account_holder_name: 'Rosa Lindqvist',
  cc_billing_zip: '04101',
}

async function open(site: InvoiceSite): Promise<string> {
  const { body } = await site.app.inject(site.path)
  return /name="attempt" value="([0-9a-f]{32})"/.exec(body)?.[1] ?? ''
}

function submit(site: InvoiceSite, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return site.app.inject({
    method: 'POST',
    url: site.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
}

test('QI-56 the paying page of an invoice is /quickinvoice/?id={id}, also without the slash', async () => {
  const { app, port } = await invoiceSite()
  for (const path of ['/quickinvoice/', '/quickinvoice']) {
    const response = await app.inject(`${path}?id=${INVOICE_ID}`)
    assert.equal(response.statusCode, 200)
    assert.match(response.headers['content-type'] as string, /^text\/html; charset=utf-8/)
    assert.match(response.body, /<form[^>]* action="\/quickinvoice\/\?id=11f0c6d0a1b2c3d4e5f60718"/)
    assert.match(response.body, /\$400\.00/)
  }
  assert.deepEqual(port.visits, ['127.0.0.1', '127.0.0.1'])
})

test('HEAD answers like GET without a body, and counts as no visit', async () => {
  const { app, port, path } = await invoiceSite()
  const response = await app.inject({ method: 'HEAD', url: path })
  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '')
  assert.deepEqual(port.visits, [])
})

test('an unknown, malformed, repeated or missing id is a 404 page', async () => {
  const { app } = await invoiceSite()
  const ids = [
    '?id=000000000000000000000000',
    '?id=x',
    `?id=${INVOICE_ID}&id=${INVOICE_ID}`,
    '?id=',
    '',
    "?id=11f0c6d0a1b2c3d4'%20OR%201=1",
  ]
  for (const id of ids) {
    const response = await app.inject(`/quickinvoice/${id}`)
    assert.equal(response.statusCode, 404, id)
    assert.match(response.body, /This invoice is not available/)
  }
})

test('every page carries the strict policy, and is neither stored nor framed nor indexed', async () => {
  const { app, path } = await invoiceSite()
  for (const url of [path, '/quickinvoice/?id=x', `/quickinvoice/receipt?id=${INVOICE_ID}&token=x`]) {
    const { headers } = await app.inject(url)
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      assert.ok(policy.includes(part), part)
    }
    assert.doesNotMatch(policy, /unsafe|\*|http/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal(headers['strict-transport-security'], undefined)
  }
})

test('HSTS is sent where the public address is https', async () => {
  const { app, path } = await invoiceSite(new MemoryInvoicePort(), 'https://pay.example')
  assert.match(String((await app.inject(path)).headers['strict-transport-security']), /max-age=31536000/)
})

test('a payment leads to its receipt by a redirect, and the receipt shows what it must', async () => {
  const site = await invoiceSite()
  const response = await submit(site, {
    ...CARD,
    attempt: await open(site),
    notification_email_address: 'rosa@example.com',
  })
  assert.equal(response.statusCode, 303)
  const receipt = await site.app.inject(String(response.headers.location))
  assert.equal(receipt.statusCode, 200)
  const shown = [
    'Harbor Lane Dental',
    'November 18, 2026 at 6:06 AM EST',
    'Card payment',
    '$400.00 USD',
    'Visa ending in 1111',
    'Payment approved',
    'd1b2c3',
    '11f0c6d1b2c3d4e5f6071829',
    'rosa@example.com',
  ]
  for (const text of shown) assert.ok(receipt.body.includes(text), text)
  assert.doesNotMatch(receipt.body, /4111 ?1111|04 ?\/ ?29|0429/)
})

test('the same token sent again pays once and leads to the same receipt', async () => {
  const site = await invoiceSite()
  const fields = { ...CARD, attempt: await open(site) }
  const [first, second] = await Promise.all([submit(site, fields), submit(site, fields)])
  const third = await submit(site, fields)
  assert.equal(site.port.payments.length, 1)
  assert.equal(first.headers.location, second.headers.location)
  assert.equal(first.headers.location, third.headers.location)
  assert.equal(third.statusCode, 303)
})

test('each rendered form carries a token of its own', async () => {
  const site = await invoiceSite()
  assert.notEqual(await open(site), await open(site))
})

test('a declined payment shows the form again with amounts and details kept, and without secrets', async () => {
  const site = await invoiceSite(new MemoryInvoicePort(invoiceView({ invoice: { allow_partial_pay: true } })))
  const attempt = await open(site)
  const response = await submit(site, { ...CARD, attempt, shown_amount: '1/40000/40000/0', amount: '6.16' })
  assert.equal(response.statusCode, 422)
  assert.match(response.body, /The payment was declined/)
  assert.match(response.body, /The card has not enough funds\. You have not been charged/)
  assert.match(response.body, /value="6\.16"/)
  assert.match(response.body, /value="Rosa Lindqvist"/)
  assert.doesNotMatch(response.body, /4111111111111111|value="999"/)
  assert.ok(!response.body.includes(attempt), 'a used token is not offered again')
})

test('a form with mistakes says what is wrong beside each field, and nothing is sent', async () => {
  const site = await invoiceSite()
  const response = await submit(site, {
    ...CARD,
    attempt: await open(site),
    cc_account_number: '4111111111111112',
    cc_cvv: '',
  })
  assert.equal(response.statusCode, 422)
  assert.match(response.body, /<title>Not paid yet: /)
  assert.match(response.body, /aria-describedby="cc_account_number-error" aria-invalid="true"/)
  assert.match(response.body, /<p class="error" id="cc_account_number-error">This card number/)
  assert.match(response.body, /<li><a href="#cc_cvv">Enter the security code\.<\/a><\/li>/)
  assert.ok(!response.body.includes('4111111111111112'))
  assert.equal(site.port.payments.length, 0)
})

test('an outcome that is not known yet leads to a receipt that says so', async () => {
  const site = await invoiceSite()
  const attempt = await open(site)
  site.port.forced = { result: 'unknown', message: '', receipt_token: `r1-${attempt}` }
  const response = await submit(site, { ...CARD, attempt })
  assert.equal(response.statusCode, 303)
  const { body } = await site.app.inject(String(response.headers.location))
  assert.match(body, /Payment being confirmed/)
  assert.match(body, /do not pay again/)
})

test('without a token for it, an unknown outcome is told at once', async () => {
  const site = await invoiceSite()
  site.port.forced = { result: 'unknown', message: '', receipt_token: null }
  const response = await submit(site, { ...CARD, attempt: await open(site) })
  assert.equal(response.statusCode, 202)
  assert.match(response.body, /do not pay again/)
})

test('a refused payment shows the gateway’s words over the form', async () => {
  const site = await invoiceSite()
  site.port.forced = { result: 'refused', message: 'This card brand is not accepted here.', receipt_token: null }
  const response = await submit(site, { ...CARD, attempt: await open(site) })
  assert.equal(response.statusCode, 422)
  assert.match(response.body, /Nothing was charged<\/h3>\s*<p>This card brand is not accepted here\./)
})

test('an invoice that was paid meanwhile is not paid again', async () => {
  const site = await invoiceSite()
  const [mine, other] = [await open(site), await open(site)]
  await submit(site, { ...CARD, attempt: other })
  const response = await submit(site, { ...CARD, attempt: mine })
  assert.equal(response.statusCode, 409)
  assert.match(response.body, /This invoice is paid/)
  assert.equal(site.port.payments.length, 1)
})

for (const [status, title] of [
  ['paid', 'This invoice is paid'],
  ['closed', 'This invoice is closed'],
  ['expired', 'This invoice has expired'],
  ['processing', 'A payment is being confirmed'],
] as const) {
  test(`a ${status} invoice is shown with a message instead of a form`, async () => {
    const site = await invoiceSite(new MemoryInvoicePort(invoiceView({ status })))
    const response = await site.app.inject(site.path)
    assert.equal(response.statusCode, 200)
    assert.ok(response.body.includes(title))
    assert.ok(response.body.includes('Cleaning and two fillings'))
    assert.doesNotMatch(response.body, /<form|<input/)
    assert.equal((await submit(site, { ...CARD, attempt: 'a'.repeat(32) })).statusCode, 409)
    assert.equal(site.port.payments.length, 0)
  })
}

test('an invoice that is gone shows nothing of itself', async () => {
  const site = await invoiceSite(new MemoryInvoicePort(invoiceView({ status: 'gone' })))
  const response = await site.app.inject(site.path)
  assert.equal(response.statusCode, 404)
  assert.ok(!response.body.includes('Cleaning and two fillings'))
})

test('an invoice with no method a page can take says so', async () => {
  const site = await invoiceSite(
    new MemoryInvoicePort(invoiceView({ methods: { cc: null, ach: { required: ['track_data'] } } })),
  )
  assert.match((await site.app.inject(site.path)).body, /cannot be paid online/)
})

test('a form sent from another site is refused, one from here or typed in is not', async () => {
  const site = await invoiceSite()
  const attempt = await open(site)
  const refused = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ]
  for (const headers of refused) {
    const response = await submit(site, { ...CARD, attempt }, headers)
    assert.equal(response.statusCode, 403)
    assert.match(response.body, /came from another site/)
  }
  assert.equal(site.port.payments.length, 0)
  for (const headers of [
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: 'http://127.0.0.1' },
    { origin: 'null' },
  ]) {
    assert.equal((await submit(site, { ...CARD, attempt }, headers)).statusCode, 303)
  }
})

test('too many tries are turned away before anything is sent', async () => {
  const site = await invoiceSite()
  site.port.triesLeft = 0
  const response = await submit(site, { ...CARD, attempt: await open(site) })
  assert.equal(response.statusCode, 429)
  assert.equal(response.headers['retry-after'], '60')
  assert.match(response.body, /Too many attempts/)
  assert.equal(site.port.payments.length, 0)
})

test('a form over 16 KB or of another type is turned away with a page', async () => {
  const site = await invoiceSite()
  const large = await submit(site, { ...CARD, note: 'x'.repeat(17_000) })
  assert.equal(large.statusCode, 413)
  assert.match(large.body, /could not be read/)
  const json = await site.app.inject({
    method: 'POST',
    url: site.path,
    payload: { cc_account_number: '4111111111111111' },
  })
  assert.equal(json.statusCode, 415)
})

test('a failure inside is a friendly page without details, and the log holds no card data', async () => {
  const site = await invoiceSite()
  site.port.beforeDecision = () => {
    throw new Error('the pool is exhausted')
  }
  const response = await submit(site, { ...CARD, attempt: await open(site) })
  assert.equal(response.statusCode, 500)
  assert.match(response.body, /Something went wrong on our side/)
  assert.match(response.body, /see whether it has been paid before you try again/)
  assert.doesNotMatch(response.body, /pool|Error|at file/)
  const log = site.log.join('')
  assert.match(log, /a hosted page failed/)
  assert.doesNotMatch(log, /4111111111111111|Lindqvist/)
})

test('G19 a refusal of fields that the payer did not send is an internal error, not a form error', async () => {
  const site = await invoiceSite()
  site.port.beforeDecision = () => {
    throw invalidField('contact_id', 'contact_id provided is not valid')
  }
  const response = await submit(site, { ...CARD, attempt: await open(site) })
  assert.equal(response.statusCode, 500)
  assert.match(response.body, /Something went wrong on our side/)
  assert.match(site.log.join(''), /a hosted page failed/)
})

test('a file is downloaded as an attachment that can never act as a page of this origin', async () => {
  const { app } = await invoiceSite()
  const response = await app.inject(`/quickinvoice/files/${FILE_ID}?id=${INVOICE_ID}`)
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-type'], 'application/pdf')
  assert.equal(
    response.headers['content-disposition'],
    `attachment; filename="Treatment plan.pdf"; filename*=UTF-8''Treatment%20plan.pdf`,
  )
  assert.equal(response.headers['x-content-type-options'], 'nosniff')
  assert.match(String(response.headers['content-security-policy']), /sandbox/)
  assert.equal(response.body, '%PDF-1.7 test')
})

test('a file of another invoice, or none, is a 404 page', async () => {
  const { app } = await invoiceSite()
  const paths = [
    `/quickinvoice/files/${FILE_ID}?id=000000000000000000000000`,
    `/quickinvoice/files/${INVOICE_ID}?id=${INVOICE_ID}`,
    `/quickinvoice/files/${FILE_ID}`,
    `/quickinvoice/files/..%2f..%2fetc?id=${INVOICE_ID}`,
  ]
  for (const path of paths) assert.equal((await app.inject(path)).statusCode, 404, path)
})

test('a receipt opens with its own token only', async () => {
  const { app } = await invoiceSite()
  for (const query of [`id=${INVOICE_ID}&token=guess`, `id=${INVOICE_ID}`, 'token=r1', '']) {
    const response = await app.inject(`/quickinvoice/receipt?${query}`)
    assert.equal(response.statusCode, 404)
    assert.match(response.body, /This receipt is not available/)
  }
})

test('a pending payment’s page looks again by itself, and so does its receipt', async () => {
  const pending = await invoiceSite(new MemoryInvoicePort(invoiceView({ status: 'processing' })))
  const { headers } = await pending.app.inject(pending.path)
  assert.equal(headers.refresh, `15; url=${pending.path}`)
  const site = await invoiceSite()
  assert.equal((await site.app.inject(site.path)).headers.refresh, undefined)
  const attempt = await open(site)
  site.port.forced = { result: 'unknown', message: '', receipt_token: `r1-${attempt}` }
  const { headers: sent } = await submit(site, { ...CARD, attempt })
  const receipt = await site.app.inject(String(sent.location))
  assert.equal(receipt.headers.refresh, `15; url=${sent.location}`)
})

test('a paid invoice leads to its receipt, an overdue one looks overdue, and a mailed one knows the address', async () => {
  const bodyOf = async (view: ReturnType<typeof invoiceView>) => {
    const { app, path } = await invoiceSite(new MemoryInvoicePort(view))
    return (await app.inject(path)).body
  }
  const paid = invoiceView({ status: 'paid', invoice: { paid: 40_000n, remaining_balance: 0n } })
  assert.match(await bodyOf({ ...paid, receipt_href: '/quickinvoice/receipt?id=1&token=2' }), />View receipt</)
  const late = await bodyOf(invoiceView({ invoice: { is_overdue: true, email: 'rosa@example.com' } }))
  assert.match(late, /data-overdue>Was due/)
  assert.match(late, /name="notification_email_address"[^>]* value="rosa@example\.com"/)
  assert.doesNotMatch(await bodyOf(invoiceView()), /data-overdue|Overdue/)
})

test('a sandbox says that nothing is real and has test cards; live mode has neither', async () => {
  const sandbox = await invoiceSite(new MemoryInvoicePort(), 'http://127.0.0.1', true)
  const { body } = await sandbox.app.inject(sandbox.path)
  assert.match(body, /Test mode/)
  assert.match(body, /4111 1111 1111 1111/)
  const live = await invoiceSite()
  assert.doesNotMatch((await live.app.inject(live.path)).body, /Test mode|4111/)
})
