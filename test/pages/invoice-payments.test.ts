import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Json } from '../support/app.ts'
import { assertAccessible } from '../support/axe.ts'
import { freshQuarterHour } from '../support/fresh-quarter-hour.ts'
import { arrive, boundedQueue, gatewayVisits, pressPay, textOf, typeBank, typeCard } from '../support/gateway-visit.ts'
import { newInvoice, outbox, readInvoice } from '../support/invoices.ts'

const line = boundedQueue()
const { t, visit, address } = await gatewayVisits('invoice_page', { processor: line.wrap })
const [merchant] = t.merchants

const open = (invoice: Json, options?: BrowserContextOptions): Promise<Page> =>
  visit(`/quickinvoice/?id=${invoice.id}`, options)

async function paymentsOf(invoice: Json): Promise<Json[]> {
  const { status, body, text } = await t.api.get(`transactions?quick_invoice_id=${invoice.id}`)
  assert.equal(status, 200, text)
  return body.transactions
}

/** Balance, payment status and status. */
async function status(invoice: Json): Promise<[string, number, number]> {
  const { remaining_balance, payment_status_id, status_id } = await readInvoice(t, invoice.id)
  return [remaining_balance, payment_status_id, status_id]
}

/** The processor's own entries of approved orders for an amount no other test of this file uses. */
async function taken(amount: string): Promise<number> {
  return (await t.ledger()).filter(entry => entry.amount === amount && entry.result === 'approved').length
}

const HOW: [string, BrowserContextOptions, number][] = [
  ['with the script', {}, 1],
  ['without any script', { javaScriptEnabled: false }, 2],
]

for (const [how, options, cents] of HOW) {
  test(`QI-56 QI-57 QI-83 an invoice made for a contact is paid by card on its page ${how}`, async () => {
    const email = `payer${cents}@example.com`
    const { body } = await t.api.post('contacts', {
      contact: { location_id: merchant.location_id, first_name: 'Rosa', last_name: 'Lindqvist', email },
    })
    const invoice = await newInvoice(t, { contact_id: body.contact.id, item_list: { Mowing: `41.0${cents}` } })

    const page = await open(invoice, options)
    await assertShows(page, ['Garden work', `$41.0${cents}`, 'Due January 31, 2030'])
    await typeCard(page)
    await pressPay(page)
    await arrive(page, 'Payment approved')
    await assertShows(page, [`$41.0${cents} USD`, 'Visa ending in 1111', 'Rosa Lindqvist', merchant.name])
    assert.doesNotMatch(await page.content(), /4111111111111111|04\/31|(?<![0-9a-f])0431(?![0-9a-f])/)

    assert.deepEqual(await status(invoice), ['0.00', 2, 2])
    const [paid, ...others] = await paymentsOf(invoice)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [paid.quick_invoice_id, paid.trx_source_id, paid.contact_id, paid.status_id, paid.transaction_amount],
      [invoice.id, 8, body.contact.id, 101, 41 + cents / 100],
    )
    assert.equal(await taken(`41.0${cents}`), 1)
    const [thanks, ...more] = await outbox(t, email)
    assert.deepEqual(
      [thanks.reason, thanks.subject, more.length],
      ['quickinvoice.thanks', 'Thank you: Garden work is paid', 0],
    )
    assert.ok(thanks.text.includes(`${address()}/quickinvoice/?id=${invoice.id}`))
  })

  test(`QI-83 a declined invoice says so, keeps its balance, and the next one is paid ${how}`, async () => {
    const declined = await newInvoice(t, { item_list: { Mowing: '6.15' } })
    const page = await open(declined, options)
    await typeCard(page)
    await pressPay(page)
    await page.getByRole('heading', { name: 'The payment was declined' }).waitFor()
    assert.equal(await page.getByLabel('Card number').inputValue(), '')
    assert.equal(await page.getByLabel('Name on card').inputValue(), 'Rosa Lindqvist')
    assert.deepEqual(await status(declined), ['6.15', 1, 1])
    assert.deepEqual(
      (await paymentsOf(declined)).map(each => each.status_id),
      [301],
    )

    const other = await newInvoice(t, { item_list: { Mowing: `42.0${cents}` } })
    await page.goto(`${address()}/quickinvoice/?id=${other.id}`)
    await typeCard(page, '5454545454545454')
    await pressPay(page)
    await arrive(page, 'Payment approved')
    await assertShows(page, ['Mastercard ending in 5454'])
    assert.equal(await taken(`42.0${cents}`), 1)
  })

  test(`QI-32 QI-83 an invoice is paid in parts where its merchant allows it ${how}`, async () => {
    const invoice = await newInvoice(t, { allow_partial_pay: 1, item_list: { Mowing: `43.0${cents}` } })
    const page = await open(invoice, options)
    await page.getByLabel('Amount to pay').fill('40.00')
    await typeCard(page)
    await pressPay(page)
    await arrive(page, 'Payment approved')
    await assertShows(page, [`Balance due$3.0${cents}`])
    assert.deepEqual(await status(invoice), [`3.0${cents}`, 3, 1])
    await page.getByRole('link', { name: 'Back to the invoice' }).click()
    await assertShows(page, ['Paid so far', '−$40.00', `$3.0${cents}`])
    await typeCard(page)
    await pressPay(page)
    await arrive(page, 'Payment approved')
    assert.deepEqual(await status(invoice), ['0.00', 2, 2])
    assert.deepEqual(
      (await paymentsOf(invoice)).map(each => each.transaction_amount),
      [3 + cents / 100, 40],
    )
  })

  test(`QI-57 QI-83 an invoice of a location with a bank product is paid from a bank account ${how}`, async () => {
    const item_list = { Mowing: `44.0${cents}` }
    const invoice = await newInvoice(t, { location_id: merchant.child_location_id, item_list })
    const page = await open(invoice, options)
    assert.equal(await page.getByRole('radio', { name: 'Bank account' }).isVisible(), true)
    await typeBank(page)
    await pressPay(page)
    await arrive(page, 'Payment submitted')
    await assertShows(page, ['Checking account ending in 6789', 'Bank payment', 'You authorized'])
    const [paid] = await paymentsOf(invoice)
    assert.deepEqual(
      [paid.payment_method, paid.type_id, paid.ach_sec_code, paid.trx_source_id, paid.product_transaction_id],
      ['ach', 50, 'WEB', 8, merchant.child_ach_product_transaction_id],
    )
    assert.equal(await taken(`44.0${cents}`), 1)
    assert.deepEqual(await status(invoice), ['0.00', 2, 2])
  })
}

async function assertShows(page: Page, texts: string[]): Promise<void> {
  const shown = await textOf(page)
  for (const text of texts) assert.ok(shown.includes(text), `${text} in: ${shown}`)
}

test('a form sent twice while its payment is under way pays once and ends on the receipt', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '45.01' } })
  const page = await open(invoice, { javaScriptEnabled: false })
  await typeCard(page)
  const { reached, release } = line.hold()
  const button = page.getByRole('button', { name: /^Pay/ })
  await button.scrollIntoViewIfNeeded()
  const box = (await button.boundingBox())!
  const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await press()
  await reached
  const second = page.waitForRequest(request => request.method() === 'POST')
  await press()
  await second
  release()
  await arrive(page, 'Payment approved')
  assert.equal((await t.ledger()).filter(entry => entry.amount === '45.01').length, 1)
  assert.equal((await paymentsOf(invoice)).length, 1)
})

test('of two people who pay at the same moment one pays, and the other is told that a payment is on its way', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '45.02' } })
  const [first, second] = await Promise.all([open(invoice), open(invoice)])
  await typeCard(first)
  await typeCard(second, '5454545454545454')
  const { reached, release } = line.hold()
  const pressed = pressPay(first)
  await reached
  await pressPay(second)
  await arrive(second, 'A payment is being confirmed')
  release()
  await pressed
  await arrive(first, 'Payment approved')
  await second.getByRole('link', { name: 'Check again' }).click()
  await arrive(second, 'This invoice is paid')
  assert.equal((await t.ledger()).filter(entry => entry.amount === '45.02').length, 1)
  assert.deepEqual(
    (await paymentsOf(invoice)).map(each => each.last_four),
    ['1111'],
  )
})

test('two forms that arrive together make one payment', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '45.03' } })
  const [first, second] = await Promise.all([open(invoice), open(invoice)])
  await typeCard(first)
  await typeCard(second, '5454545454545454')
  await Promise.all([pressPay(first), pressPay(second)])
  const [one, two] = await Promise.all([settled(first), settled(second)])
  assert.deepEqual([one, two].toSorted(), ['paid', 'refused'])
  assert.equal((await t.ledger()).filter(entry => entry.amount === '45.03').length, 1)
  assert.deepEqual(await status(invoice), ['0.00', 2, 2])
})

/** Where a page ended after its form was sent. */
async function settled(page: Page): Promise<'paid' | 'refused'> {
  const paid = page.getByRole('heading', { name: 'Payment approved' })
  const refused = page.getByRole('heading', {
    name: /^(A payment is being confirmed|This invoice is paid|Nothing was charged)$/,
  })
  await paid.or(refused).first().waitFor()
  return (await paid.count()) > 0 ? 'paid' : 'refused'
}

test('an issuer that gives only a part is shown with what was asked and what was taken', async () => {
  const invoice = await newInvoice(t, { allow_partial_pay: 1, item_list: { Mowing: '2.01' } })
  const page = await open(invoice)
  await typeCard(page)
  await pressPay(page)
  await arrive(page, 'Payment approved')
  await assertShows(page, ['Amount requested$2.01', 'Total$1.00 USD', 'Balance due$1.01'])
  assert.deepEqual(await status(invoice), ['1.01', 3, 1])
})

test('the receipt goes where the payer asks for it', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '46.01' } })
  const page = await open(invoice)
  await typeCard(page)
  await page.getByLabel('Email for your receipt').fill('receipt@example.com')
  await pressPay(page)
  await arrive(page, 'Payment approved')
  await assertShows(page, ['We are emailing your receipt to receipt@example.com'])
  const mails = await outbox(t, 'receipt@example.com')
  assert.deepEqual(mails.map(mail => mail.reason).toSorted(), ['quickinvoice.receipt'], 'one payment is one mail')
  const { text } = mails.find(mail => mail.reason === 'quickinvoice.receipt')
  assert.match(text, /Your invoice is now paid in full/)
  assert.match(text, /Visa ending in 1111/)
  assert.doesNotMatch(text, /411111|04\/31|(?<![0-9a-f])0431(?![0-9a-f])/)
})

const STANDINGS: [string, string | RegExp, () => Promise<Json>][] = [
  [
    'a paid',
    'This invoice is paid',
    async () => {
      const invoice = await newInvoice(t, { item_list: { Mowing: '47.01' } })
      const page = await open(invoice)
      await typeCard(page)
      await pressPay(page)
      await arrive(page, 'Payment approved')
      return invoice
    },
  ],
  [
    'a closed',
    'This invoice is closed',
    async () => {
      const invoice = await newInvoice(t, { item_list: { Mowing: '47.02' } })
      const page = await open(invoice)
      await typeCard(page)
      await pressPay(page)
      await arrive(page, 'Payment approved')
      const [paid] = await paymentsOf(invoice)
      const path = `quickinvoices/${invoice.id}/removeTransaction`
      const removed = await t.api.put(path, { quickinvoice: { transaction_id: paid.id } })
      assert.deepEqual([removed.status, removed.body.quickinvoice.status_id], [200, 2], removed.text)
      return invoice
    },
  ],
  [
    'a deleted',
    'This invoice is not available',
    async () => {
      const invoice = await newInvoice(t)
      assert.equal((await t.api.delete(`quickinvoices/${invoice.id}`)).status, 204)
      return invoice
    },
  ],
  ['an unknown', 'This invoice is not available', async () => ({ id: '0'.repeat(24) })],
  ['a malformed', 'This invoice is not available', async () => ({ id: '%3Cscript%3E' })],
  [
    'an expired',
    'This invoice has expired',
    async () => {
      const invoice = await newInvoice(t, { expire_date: dayAfter(1) })
      await t.clock.moveTo(t.clock.seconds() + 3 * 86_400, t.app.worker)
      return invoice
    },
  ],
]

/** `yyyy-mm-dd`, this many days from the gateway's today. */
function dayAfter(days: number): string {
  const today = Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('UTC').toPlainDate()
  return today.add({ days }).toString()
}

for (const [what, heading, make] of STANDINGS) {
  test(`QI-56 ${what} invoice has a page without a form, and takes no payment`, async () => {
    const invoice = await make()
    const before = (await t.ledger()).length
    const page = await open(invoice)
    await arrive(page, heading)
    assert.equal(await page.locator('form').count(), 0)
    await assertAccessible(page, `${what} invoice`)
    const forced = await fetch(`${address()}/quickinvoice/?id=${invoice.id}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({
        attempt: 'a'.repeat(32),
        shown_amount: '1000',
        cc_account_number: '4111111111111111',
        cc_exp_date: '0431',
        cc_cvv: '999',
        cc_account_holder_name: 'Rosa Lindqvist',
        cc_billing_zip: '32606',
      }),
    })
    assert.ok([404, 409].includes(forced.status), String(forced.status))
    assert.equal((await t.ledger()).length, before)
  })
}

const EVIL = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'>'

test('whatever a merchant writes into an invoice is shown as text', async () => {
  const invoice = await newInvoice(t, {
    title: EVIL,
    note: EVIL,
    item_header: EVIL,
    item_footer: EVIL,
    invoice_number: EVIL,
    item_list: { [EVIL]: '48.01' },
  })
  const page = await open(invoice)
  await assertShows(page, [EVIL])
  assert.equal(await page.locator('img, script:not([src])').count(), 0)
  await assertAccessible(page, 'an invoice full of markup')
  await typeCard(page)
  await pressPay(page)
  await arrive(page, 'Payment approved')
  await assertShows(page, [EVIL])
})

test('a receipt opens with its own link only', async () => {
  const [mine, other] = [await newInvoice(t, { item_list: { a: '49.01' } }), await newInvoice(t)]
  const page = await open(mine)
  await typeCard(page)
  await pressPay(page)
  await arrive(page, 'Payment approved')
  const link = new URL(page.url())
  const token = link.searchParams.get('token') ?? ''
  link.searchParams.set('id', other.id)
  await page.goto(link.href)
  await arrive(page, 'This receipt is not available')
  assert.match(t.logged(), /\/quickinvoice\/receipt\?id=/)
  assert.ok(token.length > 64 && !t.logged().includes(token), 'no log keeps what opens a receipt')
  link.searchParams.set('id', mine.id)
  link.searchParams.set('token', `${(await paymentsOf(mine))[0].id}.${'0'.repeat(64)}`)
  await page.goto(link.href)
  await arrive(page, 'This receipt is not available')
})

test('who tries one invoice again and again has to wait, and nothing is sent meanwhile', async () => {
  await freshQuarterHour(t)
  const invoice = await newInvoice(t, { item_list: { Mowing: '6.16' } })
  const send = async (attempt: number) =>
    t.app.http.inject({
      method: 'POST',
      url: `/quickinvoice/?id=${invoice.id}`,
      remoteAddress: '192.0.2.77',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams({
        attempt: attempt.toString(16).padStart(32, '0'),
        shown_amount: '616',
        cc_account_number: '4012888888881881',
        cc_exp_date: '0431',
        cc_cvv: '999',
        cc_account_holder_name: 'Rosa Lindqvist',
        cc_billing_zip: '32606',
      }).toString(),
    })
  for (let attempt = 1; attempt <= 3; attempt += 1) assert.equal((await send(attempt)).statusCode, 422)
  const before = (await t.ledger()).length
  const fourth = await send(4)
  assert.equal(fourth.statusCode, 429)
  assert.match(fourth.body, /Too many attempts/)
  const wait = Number(fourth.headers['retry-after'])
  assert.ok(wait > 0 && wait <= 10, `waits ${wait} seconds`)
  assert.equal((await t.ledger()).length, before)
  assert.equal((await send(3)).statusCode, 422, 'a form that was sent before is answered as before')
  assert.equal((await t.ledger()).length, before)
})

test('the pages of a real invoice are accessible in light and dark, and fit a phone', async () => {
  const invoice = await newInvoice(t, { location_id: merchant.child_location_id, item_list: { Mowing: '49.02' } })
  const page = await open(invoice, { reducedMotion: 'reduce' })
  for (const stage of ['pay page', 'receipt']) {
    if (stage === 'receipt') {
      await typeCard(page)
      await pressPay(page)
      await arrive(page, 'Payment approved')
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, `${stage}, ${colorScheme}`)
    }
  }
})
