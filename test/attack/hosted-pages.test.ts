import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { freshQuarterHour } from '../support/fresh-quarter-hour.ts'
import { asking, linkTo, madePage } from '../support/hosted-pages.ts'
import { sealLink } from '../support/page-link.ts'
import { CARD_FORM } from '../support/pay-page.ts'

/** What a payer can do with the link he was given, and a stranger with the page. */

let t: TestApp
let page: Json

before(async () => {
  t = await testApp('hosted_page_attacks')
  page = await madePage(t.api, t.merchants[0])
})
after(() => t.close())
beforeEach(() => freshQuarterHour(t))

const open = (url: string, remoteAddress = '192.0.2.1') => t.app.http.inject({ url, remoteAddress })

interface Opened {
  status: number
  text: string
  fields: Record<string, string>
}

async function opened(url: string): Promise<Opened> {
  const { statusCode, body } = await open(url)
  const hidden = [...body.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ])
  return { status: statusCode, text: body, fields: Object.fromEntries(hidden) }
}

const pay = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  t.app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    payload: new URLSearchParams({ ...CARD_FORM, ...fields }).toString(),
  })

const payments = async (): Promise<Json[]> =>
  (await t.api.get(`transactions?hosted_payment_page_id=${page.id}`)).body.transactions

test('a payer cannot pay less than his link asks for, whatever he sends beside it', async () => {
  const url = asking(page, '71.00')
  const { fields } = await opened(url)
  const before = (await payments()).length
  for (const over of [
    { shown_amount: '1' },
    { amount: '0.01', shown_amount: '1' },
    { transaction_amount: '1', shown_amount: '1' },
  ])
    assert.equal((await pay(url, { ...fields, ...over })).statusCode, 422)
  assert.equal((await payments()).length, before)
  const more = {
    detail_transaction_amount: '1',
    transaction_amount: '1',
    detail_location_id: 'x',
    location_id: t.merchants[1].location_id,
  }
  assert.equal((await pay(url, { ...fields, ...more })).statusCode, 303)
  const [paid] = await payments()
  assert.deepEqual([paid.transaction_amount, paid.location_id], [71, t.merchants[0].location_id])
})

test('what a link fixes or hides a payer does not change by sending it', async () => {
  const fixed = [
    { id: 'description', value: 'Blue', readonly: true },
    { id: 'order_num', value: 'A7', visible: false },
    { id: 'transaction_c1' },
  ]
  const url = asking(page, '72.00', fixed)
  const { fields } = await opened(url)
  const sent = {
    detail_description: 'Red',
    detail_order_num: 'B8',
    detail_transaction_c1: 'mine',
    'detail_custom_data-x': 'y',
  }
  assert.equal((await pay(url, { ...fields, ...sent })).statusCode, 303)
  const [paid] = await payments()
  assert.deepEqual(
    [paid.description, paid.order_num, paid.transaction_c1, paid.custom_data],
    ['Blue', 'A7', 'mine', null],
  )
})

test('a link of another page, an old key, no key or half of it opens nothing, and all of them look alike', async () => {
  const other = await madePage(t.api, t.merchants[1] as never, {}).catch(() => null)
  assert.equal(other, null, 'of another merchant')
  const second = await madePage(t.api, t.merchants[0])
  const good = new URLSearchParams(linkTo(page).split('?')[1])
  const data = good.get('data')!
  const bytes = Buffer.from(data, 'base64')
  const tampered = (at: number) => {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    return changed.toString('base64')
  }
  const texts = new Set<string>()
  for (const query of [
    { id: second.id, data },
    { id: page.id, data: sealLink(JSON.stringify({ id: page.id }), second.encryption_key) },
    { id: page.id, data: sealLink(JSON.stringify({ id: second.id }), page.encryption_key) },
    { id: page.id, data: sealLink('{}', page.encryption_key) },
    { id: page.id, data: data.slice(0, 20) },
    { id: page.id, data: tampered(bytes.length - 1) },
    { id: page.id, data: tampered(20) },
    { id: page.id, data, 'data-hash': '0'.repeat(64) },
    { id: '0'.repeat(24), data },
  ]) {
    const { status, text } = await opened(`/hostedpaymentpage?${new URLSearchParams(query)}`)
    assert.equal(status, 404, JSON.stringify(query))
    // The links to other languages repeat the address that was asked for.
    texts.add(text.replaceAll(/href="[^"]*lang=es"/g, ''))
  }
  assert.equal(texts.size, 1)
  await t.api.post(`hostedpaymentpages/${page.id}/generateencryptionkey`)
  assert.equal((await opened(`/hostedpaymentpage?${good}`)).status, 404)
  page = (await t.api.get(`hostedpaymentpages/${page.id}`)).body.hostedpaymentpage
})

test('who tries data that were not made with the key has to wait, also for a right one, and nobody else has', async () => {
  const wrong = () => `/hostedpaymentpage?${new URLSearchParams({ id: page.id, data: sealLink('x', 'not the key') })}`
  const statuses = []
  for (let tries = 0; tries < 22; tries += 1) statuses.push((await open(wrong())).statusCode)
  assert.deepEqual([statuses[0], statuses.at(-1)], [404, 429])
  assert.equal((await open(asking(page, '1.00'))).statusCode, 429)
  assert.equal((await open(asking(page, '1.00'), '198.51.100.9')).statusCode, 200)
  assert.equal((await open(`/hostedpaymentpage?id=${page.id}`)).statusCode, 200)
  await t.clock.moveTo(t.clock.seconds() + 900, t.app.worker)
})

test('where the location asks for a data-hash, only links with one open', async () => {
  const { location_id } = t.merchants[0]
  const set = (on: number) => t.api.put(`locations/${location_id}`, { location: { form_data_hash_required: on } })
  await set(1)
  assert.equal((await opened(linkTo(page))).status, 404)
  assert.equal((await opened(linkTo(page, {}, true))).status, 200)
  await set(0)
  assert.equal((await opened(linkTo(page))).status, 200)
})

test('a link neither pays out, nor names another location, product, card or stored account', async () => {
  for (const field of [
    { id: 'action', value: 'refund', visible: false },
    { id: 'action', value: 'force', visible: false },
    { id: 'location_id', value: t.merchants[1].location_id, visible: false },
    { id: 'product_transaction_id', value: t.merchants[0].child_cc_product_transaction_id, visible: false },
    { id: 'account_vault_id', value: '0'.repeat(24), visible: false },
    { id: 'account_number', value: '4111111111111111', visible: false },
    { id: 'previous_transaction_id', value: '0'.repeat(24), visible: false },
  ]) {
    const { status, text } = await opened(asking(page, '73.00', [field]))
    assert.equal(status, 422, field.id)
    assert.ok(!text.includes('id="pay-form"') && !text.includes('4111111111111111'))
  }
})

test('the contact of another merchant is refused when it is paid, and nothing is stored', async () => {
  const url = asking(page, '74.00', [{ id: 'contact_id', value: t.merchants[1].contact_id, visible: false }])
  const { fields } = await opened(url)
  const before = (await payments()).length
  assert.equal((await pay(url, fields)).statusCode, 422)
  assert.equal((await payments()).length, before)
})

test('texts of a link are shown as texts', async () => {
  const evil = '"><script>alert(1)</script>'
  const fields = [
    { id: 'description', value: evil, readonly: true, label: evil },
    { id: 'transaction_c1', value: evil, label: evil },
  ]
  const { text } = await opened(asking(page, '75.00', fields))
  assert.ok(!text.includes('<script>alert'))
  const location = { redirect_url_on_approve: 'javascript:alert(1)' }
  assert.equal((await opened(asking(page, '75.00', [], location))).status, 422)
})

test('forms of other sites are refused, and a withdrawn page takes nothing', async () => {
  const own = await madePage(t.api, t.merchants[0])
  const url = asking(own, '76.00')
  const { fields } = await opened(url)
  assert.equal((await pay(url, fields, { 'sec-fetch-site': 'cross-site' })).statusCode, 403)
  assert.equal((await t.api.delete(`hostedpaymentpages/${own.id}`)).status, 204)
  assert.equal((await pay(url, fields)).statusCode, 404)
  assert.equal((await opened(url)).status, 404)
})

test('a receipt opens by its token on its own page only, and nobody finds it otherwise', async () => {
  const url = asking(page, '77.00')
  const { fields } = await opened(url)
  const receipt = String((await pay(url, fields)).headers.location)
  assert.equal((await open(receipt)).statusCode, 200)
  const other = await madePage(t.api, t.merchants[0])
  const token = new URLSearchParams(receipt.split('?')[1]).get('token')!
  assert.equal(
    (await open(`/hostedpaymentpage/receipt?${new URLSearchParams({ id: other.id, token })}`)).statusCode,
    404,
  )
  assert.equal(
    (await open(`/hostedpaymentpage/receipt?${new URLSearchParams({ id: page.id, token })}`)).statusCode,
    404,
  )
  assert.equal((await open(receipt.replace(/.$/, '0').replace(/00$/, '01'))).statusCode, 404)
})

test('cards cannot be tried by the dozen: neither on one link, nor with a new link for each', async () => {
  const tried: number[] = []
  for (let count = 0; count < 30; count += 1) {
    const url = asking(page, '6.15', [{ id: 'order_num', value: `O${count}`, visible: false }])
    const { fields } = await opened(url)
    tried.push((await pay(url, fields)).statusCode)
  }
  assert.equal(tried[0], 422)
  assert.ok(tried.filter(status => status === 422).length <= 6, tried.join(' '))
  assert.equal(tried.at(-1), 429)
})
