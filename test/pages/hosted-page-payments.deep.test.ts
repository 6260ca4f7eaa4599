import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Json } from '../support/app.ts'
import { assertAccessible } from '../support/axe.ts'
import { arrive, boundedQueue, gatewayVisits, pressPay, textOf, typeBank, typeCard } from '../support/gateway-visit.ts'
import { asking, linkTo, madePage } from '../support/hosted-pages.ts'
import { outbox } from '../support/invoices.ts'
import { surchargedProduct } from '../support/surcharges.ts'

const line = boundedQueue()
const { t, visit, address } = await gatewayVisits('hosted_page', { processor: line.wrap })
const [merchant] = t.merchants

const newPage = (over: Json = {}) => madePage(t.api, merchant, over)

async function paymentsOf(page: Json): Promise<Json[]> {
  const { status, body, text } = await t.api.get(`transactions?hosted_payment_page_id=${page.id}`)
  assert.equal(status, 200, text)
  return body.transactions
}

async function payByCard(path: string, options?: BrowserContextOptions, number?: string): Promise<Page> {
  const page = await visit(path, options)
  await typeCard(page, number)
  await pressPay(page)
  return page
}

for (const [how, options] of [
  ['with the script', {}],
  ['without any script', { javaScriptEnabled: false }],
] as const) {
  test(`a link asks for its amount, shows what it says, and is paid by card ${how}`, async () => {
    const hosted = await newPage()
    const email = `rosa-${how.replaceAll(' ', '-')}@example.com`
    const fields = [
      { id: 'description', value: 'Women, blue', label: 'Product', readonly: true },
      { id: 'order_num', value: 'A1001', visible: false },
      { id: 'contact_id', value: merchant.contact_id, visible: false },
      { id: 'custom_data-cart', value: 'c77', visible: false },
    ]
    const page = await visit(asking(hosted, '61.01', fields), options)
    const shown = await textOf(page)
    for (const text of ['Sneakers', '$61.01', 'Product', 'Women, blue', merchant.name])
      assert.ok(shown.includes(text), text)
    assert.ok(!shown.includes('A1001') && (await page.getByLabel('Amount to pay').count()) === 0)
    await typeCard(page)
    await page.getByLabel('Email for your receipt').fill(email)
    await pressPay(page)
    await arrive(page, 'Payment approved')
    const [paid, ...others] = await paymentsOf(hosted)
    assert.deepEqual(others, [])
    const { trx_source_id, hosted_payment_page_id, order_num, description, contact_id, custom_data, status_id } = paid
    assert.deepEqual([trx_source_id, hosted_payment_page_id, status_id], [10, hosted.id, 101])
    assert.deepEqual([order_num, description, contact_id], ['A1001', 'Women, blue', merchant.contact_id])
    assert.deepEqual(
      [custom_data, paid.transaction_amount, paid.created_user_id ?? null],
      [{ cart: 'c77' }, 61.01, null],
    )
    await t.settle()
    assert.equal((await outbox(t, email)).length, 1)
    const { body } = await t.api.get(`transactions/${paid.id}?expand=hosted_payment_page`)
    assert.equal(body.transaction.hosted_payment_page.title, 'Sneakers')
    assert.equal(body.transaction.hosted_payment_page.encryption_key, hosted.encryption_key)
  })

  test(`a declined link can be paid with another card ${how}`, async () => {
    const hosted = await newPage()
    const page = await payByCard(asking(hosted, '6.15'), options)
    await page.getByRole('heading', { name: 'The payment was declined' }).waitFor()
    assert.doesNotMatch(await page.content(), /4111111111111111/)
    await typeCard(page, '5454545454545454')
    await pressPay(page)
    await page.getByRole('heading', { name: 'The payment was declined' }).waitFor()
    assert.deepEqual(
      (await paymentsOf(hosted)).map(({ status_id }) => status_id),
      [301, 301],
    )
  })
}

test('a page without a link takes what the payer enters, between its bounds, and asks what its record says', async () => {
  const field_configuration = { body: { fields: [{ id: 'transaction_c1', label: 'In memory of' }] } }
  const hosted = await newPage({
    title: 'Donations',
    min_payment_amount: '5',
    max_payment_amount: '50',
    field_configuration,
  })
  const page = await visit(`/hostedpaymentpage?id=${hosted.id}`)
  await page.getByLabel('In memory of').fill('Grandfather')
  await page.getByLabel('Amount to pay').fill('51')
  await typeCard(page)
  await pressPay(page)
  await page.getByText('Enter an amount from $5.00 to $50.00.').first().waitFor()
  await page.getByLabel('Amount to pay').fill('12.34')
  await pressPay(page)
  await arrive(page, 'Payment approved')
  const [paid] = await paymentsOf(hosted)
  assert.deepEqual([paid.transaction_amount, paid.transaction_c1], [12.34, 'Grandfather'])
  const { body } = await t.api.get(`hostedpaymentpages/${hosted.id}?expand=payment_url`)
  assert.equal(body.hostedpaymentpage.payment_url, `${address()}/hostedpaymentpage?id=${hosted.id}`)
})

test('a page of a bank product takes bank accounts', async () => {
  const hosted = await newPage({ product_transaction_id: merchant.ach_product_transaction_id })
  const page = await visit(asking(hosted, '61.03'))
  await typeBank(page)
  await pressPay(page)
  await arrive(page, 'Payment submitted')
  const [paid] = await paymentsOf(hosted)
  assert.deepEqual([paid.payment_method, paid.ach_sec_code, paid.trx_source_id], ['ach', 'WEB', 10])
})

test('a link can hold an amount, keep the account of a contact, and asks for nothing optional', async () => {
  const hosted = await newPage({ hide_optional_fields: 1 })
  const fields = [
    { id: 'action', value: 'authonly', visible: false },
    { id: 'contact_id', value: merchant.contact_id, visible: false },
    { id: 'save_account', value: true, visible: false },
    { id: 'save_account_title', value: 'From the shop', visible: false },
  ]
  const page = await visit(asking(hosted, '61.04', fields))
  assert.match(await textOf(page), /\$61\.04 will be held on your card.*save this account/s)
  assert.equal(await page.getByLabel('Security code').count(), 0)
  await typeCard(page)
  await page.getByRole('button', { name: 'Authorize $61.04' }).click()
  await arrive(page, 'Payment authorized')
  const [paid] = await paymentsOf(hosted)
  assert.equal(paid.status_id, 102)
  const { body } = await t.api.get(`accountvaults?contact_id=${merchant.contact_id}&title=From the shop`)
  assert.equal(body.accountvaults.length, 1)
})

test('a link with a transaction_api_id is paid once, and says so when it is opened again', async () => {
  const hosted = await newPage()
  const path = asking(hosted, '61.05', [{ id: 'transaction_api_id', value: 'order-61-05', visible: false }])
  const late = await visit(path)
  await arrive(await payByCard(path), 'Payment approved')
  await arrive(await visit(path), 'This payment has been made')
  await typeCard(late)
  await pressPay(late)
  await arrive(late, 'This payment has been made')
  assert.equal((await paymentsOf(hosted)).length, 1)
})

test('a form that is sent twice at the same time pays once', async () => {
  const hosted = await newPage()
  const page = await visit(asking(hosted, '61.06'), { javaScriptEnabled: false })
  await typeCard(page)
  const sent = "new URLSearchParams(new FormData(document.querySelector('form'))).toString()"
  const form = String(await page.evaluate(sent))
  const action = (await page.locator('form').getAttribute('action')) ?? ''
  const held = line.hold()
  const send = () =>
    fetch(address() + action, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: form,
    })
  const both = [send(), send()]
  await held.reached
  held.release()
  const [one, other] = await Promise.all(both)
  assert.deepEqual([one!.status, other!.status], [303, 303])
  assert.equal(one!.headers.get('location'), other!.headers.get('location'))
  assert.equal((await paymentsOf(hosted)).length, 1)
})

test('payers are sent on after approval and decline, and can stay', async () => {
  const hosted = await newPage({ redirect_url_delay: 9 })
  const next = {
    redirect_url_on_approve: 'https://shop.example/thanks',
    redirect_url_on_decline: 'https://shop.example/no',
  }
  const paid = await payByCard(asking(hosted, '61.07', [], next))
  await arrive(paid, 'Payment approved')
  assert.match(await textOf(paid), /go to shop\.example in \d+ seconds?/)
  await paid.getByRole('link', { name: 'Stay on this page' }).click()
  await arrive(paid, 'Payment approved')
  assert.doesNotMatch(await textOf(paid), /9 seconds/)
  const declined = await payByCard(asking(hosted, '6.15', [], next), {}, '6011111111111117')
  await arrive(declined, 'The payment was declined')
  await declined.getByRole('link', { name: 'Try again' }).click()
  await typeCard(declined)
})

test('a page that a merchant frames tells its result to that origin and to nobody else', async () => {
  const hosted = await newPage({ parent_origin: 'https://shop.example', parent_send_message: 1 })
  const path = asking(hosted, '61.08')
  const opened = await fetch(address() + path)
  assert.match(opened.headers.get('content-security-policy')!, /frame-ancestors https:\/\/shop\.example/)
  assert.equal(opened.headers.get('x-frame-options'), null)
  const page = await payByCard(path)
  await arrive(page, 'Payment approved')
  const result = page.locator('#result')
  const [message, origin] = [await result.getAttribute('data-message'), await result.getAttribute('data-origin')]
  assert.equal(origin, 'https://shop.example')
  const [paid] = await paymentsOf(hosted)
  assert.equal(JSON.parse(message!).transaction.id, paid.id)
  assert.doesNotMatch(message!, /4111111111111111/)
})

for (const [how, number, more] of [
  ['the form is shown again', '4012888888881881', {}],
  ['the payer is sent on', '4005562231212149', { redirect_url_on_decline: 'https://shop.example/no' }],
] as const) {
  test(`a page in a frame tells that origin of a decline too, where ${how}`, async () => {
    const hosted = await newPage({ parent_origin: 'https://shop.example', parent_send_message: 1 })
    const page = await payByCard(asking(hosted, '6.15', [], more), {}, number)
    const result = page.locator('#result')
    await result.waitFor()
    const [message, origin] = [await result.getAttribute('data-message'), await result.getAttribute('data-origin')]
    assert.equal(origin, 'https://shop.example')
    const { transaction } = JSON.parse(message!)
    assert.deepEqual([transaction.status_id, transaction.hosted_payment_page_id], [301, hosted.id])
    assert.doesNotMatch(message!, /4111111111111111/)
    assert.equal(await page.locator('script[src*="/assets/parent"]').count(), 1)
  })
}

test('a link with the action avsonly checks a card and charges nothing', async () => {
  const hosted = await newPage()
  const fields = [
    { id: 'transaction_amount', value: '0', readonly: true, visible: false },
    { id: 'action', value: 'avsonly', visible: false },
    { id: 'transaction_api_id', value: `check-${hosted.id}`, visible: false },
  ]
  const path = linkTo(hosted, { field_configuration: { body: { fields } } })
  const page = await visit(path)
  assert.match(await textOf(page), /Check a card/)
  assert.doesNotMatch(await textOf(page), /\$|receipt/)
  await typeCard(page)
  await page.getByRole('button', { name: 'Check card' }).click()
  await arrive(page, 'Card checked')
  assert.doesNotMatch(await textOf(page), /\$/)
  const [checked] = await paymentsOf(hosted)
  assert.deepEqual([checked.status_id, checked.type_id, checked.transaction_amount], [121, 21, 0])
  const again = await visit(path)
  await again.getByRole('heading', { name: 'Card checked' }).waitFor()
})

test('a page adds the surcharge of its product on top, and names it as the amount is typed', async () => {
  const { product_transaction_id } = await surchargedProduct(t, {}, { hosted_payment_page_allow: 1 })
  const hosted = await newPage({ product_transaction_id, min_payment_amount: '5', max_payment_amount: '50' })
  const page = await visit(`/hostedpaymentpage?id=${hosted.id}`)
  await page.getByLabel('Amount to pay').fill('20')
  assert.match(await textOf(page), /Card fee: \$0\.60 is added with a credit card, \$20\.60 in all/)
  await typeCard(page)
  await pressPay(page)
  await arrive(page, 'Payment approved')
  const [paid] = await paymentsOf(hosted)
  assert.deepEqual([paid.transaction_amount, paid.surcharge_amount, paid.subtotal_amount], [20.6, '0.60', '20.00'])
})

for (const [where, options] of [
  ['on a phone in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['on a desktop', {}],
] as const) {
  test(`the page and its receipt are accessible ${where}`, async () => {
    const hosted = await newPage()
    const fields = [
      { id: 'description', value: 'Women, blue', label: 'Product', readonly: true },
      { id: 'transaction_c1', label: 'Engraving' },
    ]
    const page = await visit(asking(hosted, '61.09', fields), options)
    await assertAccessible(page, 'the page')
    await typeCard(page)
    await pressPay(page)
    await arrive(page, 'Payment approved')
    await assertAccessible(page, 'the receipt')
    await assertAccessible(await visit(linkTo(hosted, { min_payment_amount: 'much' }), options), 'a wrong link')
  })
}
