import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import type { BrowserContext, Page } from 'playwright-core'
import { writeSandboxFile } from '../../sandbox/sandbox-file.ts'
import { grayPng } from '../../src/lib/gray-png.ts'
import { type Json, testApp } from '../support/app.ts'
import { assertAccessible } from '../support/axe.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { consoleOn } from '../support/console-site.ts'
import { watchPolicy } from '../support/page-watch.ts'
import { postReceiver } from '../support/post-receiver.ts'

const t = await testApp('console_workbench')
const [merchant] = t.merchants
const site = Fastify()
let browser: TestBrowser
let page: Page
let address = ''

before(async () => {
  browser = await openBrowser()
  await consoleOn(site, t, () => address)
  address = await site.listen({ host: '127.0.0.1', port: 0 })
  await writeSandboxFile(t.home, { base_url: address, developer_id: t.developer_id, merchants: t.merchants })
  page = await (await windowOf(false)).newPage()
})
after(async () => {
  await browser.close()
  await site.close()
  await t.close()
})

async function windowOf(javaScriptEnabled: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled })
  context.setDefaultTimeout(30_000)
  return context
}

/** Presses the button on the overview, and returns the noun of the request that is shown then. */
async function make(button: string, fields: Record<string, string> = {}): Promise<Json> {
  await page.goto(`${address}/sandbox`)
  const form = page.locator('form', { has: page.getByRole('button', { name: button }) })
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(/\/sandbox\/console\/requests\/[^/]+$/)
  const answer = await page.locator('.listing', { hasText: '"id"' }).last().textContent()
  return JSON.parse(answer ?? '')
}

async function looks(): Promise<Json> {
  const { branding_domain_id } = (await t.api.get(`locations/${merchant.location_id}`)).body.location
  return (await t.api.get(`branding_domains/${branding_domain_id}`)).body.branding_domain
}

function newInvoiceOf(location_id: string) {
  return { location_id, title: 'Hedge', due_date: '2030-01-31', item_list: { Hedge: 40 } }
}

test('an invoice is made by a form, mailed, and shown as the request that made it', async () => {
  const { quickinvoice } = await make('Make an invoice', { Amount: '55.25', 'Mail it to': 'bench@example.com' })
  const read = await t.api.get(`quickinvoices/${quickinvoice.id}`)
  assert.deepEqual([read.body.quickinvoice.amount_due, read.body.quickinvoice.email], ['55.25', 'bench@example.com'])
  assert.equal(await page.getByRole('heading', { name: 'POST /v2/quickinvoices' }).count(), 1)
  const pay = await page.getByRole('link', { name: 'Its pay page' }).getAttribute('href')
  assert.equal(pay, `/quickinvoice/?id=${quickinvoice.id}`)
  await page.getByRole('link', { name: 'The quickinvoice' }).click()
  await page.waitForURL(`**/sandbox/console/records/quickinvoice/${quickinvoice.id}`)
  assert.match((await page.locator('.listing').first().textContent()) ?? '', /"amount_due": "55.25"/)
})

test('a payment is made with a test card, and neither its number nor its code is kept', async () => {
  const { transaction } = await make('Make a payment', { Amount: '11.07' })
  assert.equal((await t.api.get(`transactions/${transaction.id}`)).body.transaction.status_id, 101)
  const shown = (await page.locator('main').textContent()) ?? ''
  assert.match(shown, /"account_number": "\[redacted\]"/)
  assert.match(shown, /curl 'http.*\/v2\/transactions'/)
  const work = (await page.locator('#request').textContent()) ?? ''
  assert.doesNotMatch(work, /4111111111111111|"cvv": "999"/)
  const declined = await make('Make a payment', { Amount: '6.15' })
  assert.equal(declined.transaction.reason_code_id, 1615)
})

test('a postback is made once for each press, also where its address was registered before', async () => {
  const shop = await postReceiver()
  try {
    for (const count of [1, 2]) {
      const { contact } = await make('Make a postback', { 'Where to': shop.url })
      await t.settle()
      assert.equal(shop.posted.length, count)
      assert.equal((shop.posted.at(-1) as Json).data.id, contact.id)
    }
  } finally {
    await shop.close()
  }
  await page.goto(`${address}/sandbox/console/postbacks`)
  await page.getByRole('link', { name: 'CREATE contact' }).first().click()
  await page.waitForURL(/records\/contact\//)
})

test('a refund, a recurring and a settlement happen by a button each, as by the command line', async () => {
  const { transaction } = await make('Refund a sale')
  const refund = (await t.api.get(`transactions/${transaction.id}`)).body.transaction
  assert.deepEqual([refund.type_id, refund.transaction_amount], [30, 25])
  await page.goto(`${address}/sandbox`)
  await page.getByRole('button', { name: 'Charge a recurring' }).click()
  await page.waitForURL(/\/records\/recurring\/[^/]+$/)
  const recurring_id = page.url().split('/').at(-1)!
  const charged = (await t.api.get(`transactions?recurring_id=${recurring_id}`)).body.transactions
  assert.deepEqual(
    charged.map(({ status_id }: Json) => status_id),
    [101],
  )
  await page.goto(`${address}/sandbox`)
  await page.getByRole('button', { name: 'Settle a batch' }).click()
  await page.waitForURL(/\/records\/transactionbatch\/[^/]+$/)
  const batch = (await t.api.get(`transactionbatches/${page.url().split('/').at(-1)}`)).body.transactionbatch
  assert.equal(batch.is_open, 0)
})

test('looks are tried with their contrast, refused where nobody could read them, and saved, without a script', async () => {
  const bare = await (await windowOf(false)).newPage()
  await bare.goto(`${address}/sandbox/console/looks`)
  const before = await looks()
  await bare.getByLabel('Buttons', { exact: true }).fill('#ffe066')
  await bare.getByLabel('Text of buttons').fill('#ffffff')
  await bare.getByLabel('Corners').fill('3')
  await bare.getByRole('button', { name: 'Compare without saving' }).click()
  const row = bare.locator('#looks tbody tr')
  assert.match((await row.textContent()) ?? '', /Text of buttons on buttons.*1\.30.*too low, needs 4\.5/s)
  await bare.getByRole('button', { name: 'Save' }).click()
  await bare.getByText('#ffffff of button_primary_text_color on #ffe066').waitFor()
  assert.deepEqual(await looks(), before)
  await bare.getByLabel('Text of buttons').fill('')
  await bare.getByLabel('Letters').selectOption('serif')
  await bare.getByRole('button', { name: 'Save' }).click()
  await bare.getByRole('status').waitFor()
  assert.match((await row.textContent()) ?? '', /can be read/)
  const { button_primary_color, button_primary_text_color, page_corner_radius, page_font } = await looks()
  assert.deepEqual([button_primary_color, button_primary_text_color], ['#ffe066', null])
  assert.deepEqual([page_corner_radius, page_font], [3, 'serif'])
  const made = await t.api.post('quickinvoices', { quickinvoice: newInvoiceOf(merchant.location_id) })
  await bare.reload()
  const href = await bare.getByRole('link', { name: 'in English' }).getAttribute('href')
  assert.equal(href, `/quickinvoice/?id=${made.body.quickinvoice.id}`)
  await bare.context().close()
})

test('a logo is uploaded by a form, and taken away; what is no picture is refused beside it', async () => {
  const bare = await (await windowOf(false)).newPage()
  const upload = async (name: string, buffer: Buffer) => {
    await bare.goto(`${address}/sandbox/console/looks`)
    await bare.getByLabel('Picture').setInputFiles({ name, mimeType: 'image/png', buffer })
    await bare.getByRole('button', { name: 'Upload' }).click()
  }
  await upload('logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await bare.getByText('File must be a PNG, JPEG or WebP picture').waitFor()
  await upload('logo.png', grayPng(Buffer.alloc(32, 200), 8, 4))
  await bare.getByRole('status').waitFor()
  const { logo } = await looks()
  assert.equal(await bare.getByAltText('The logo that is stored').getAttribute('src'), logo)
  await bare.getByRole('button', { name: 'Remove the logo' }).click()
  await bare.getByText('None is stored').waitFor()
  assert.equal((await looks()).logo, '')
  await bare.context().close()
})

test('requests are filtered by method, status and a part of their path, without a script', async () => {
  await t.api.get('contacts?page_size=1')
  await t.api.get('contacts/none')
  const bare = await (await windowOf(false)).newPage()
  await bare.goto(`${address}/sandbox/console/requests`)
  await bare.getByLabel('Method').selectOption('GET')
  await bare.getByLabel('Status').selectOption('4')
  await bare.getByLabel('Path contains').fill('CONTACTS')
  await bare.getByRole('button', { name: 'Filter' }).click()
  await bare.waitForURL(/method=GET&status=4&path=CONTACTS/)
  const shown = await bare.locator('#requests tbody th').allTextContents()
  assert.deepEqual(shown, ['GET /v2/contacts/none'])
  assert.equal(await bare.getByLabel('Path contains').inputValue(), 'CONTACTS')
  await bare.goto(`${address}/sandbox/console/requests?path=${encodeURIComponent('<nothing>')}`)
  await bare.getByText('No request of the latest thousand is like that.').waitFor()
  await bare.getByRole('link', { name: 'Show all' }).click()
  assert.ok((await bare.locator('#requests tbody tr').count()) > 1)
  await bare.context().close()
})

test('what the API refuses is shown as its refusal', async () => {
  await page.goto(`${address}/sandbox`)
  await page.getByLabel('Amount').first().fill('lots')
  await page.getByRole('button', { name: 'Make an invoice' }).click()
  await page.waitForURL(/requests\//)
  assert.match((await page.locator('#request').textContent()) ?? '', /422.*"errors"/s)
})

test('the log has no secret of a request, of an address or of an answer', async () => {
  const { user } = merchant
  const { username, password, domain } = user
  const { body } = await t.api.post('token', { token: { username, password, domain } })
  await t.api.post('accountvaults', {
    accountvault: {
      payment_method: 'cc',
      account_number: '5454545454545454',
      exp_date: '1230',
      title: user.user_api_key,
    },
  })
  await t.api.post('tags', { tag: { title: '4111 1111 1111 1111', note: `Bearer ${user.user_api_key}` } })
  await t.api.get(`tags?user-api-key=${user.user_api_key}&location_id=${merchant.location_id}`)
  await t.api.post('tags', `{"tag": {"title": "${'x'.repeat(7970)} 4111111111111111"}}`)
  const kept = JSON.stringify(t.requests.latest(1000))
  for (const secret of [password, body.token.token, '5454545454545454', '4111 1111', '41111111'])
    assert.equal(kept.includes(secret), false, secret)
  assert.match(t.requests.latest(2)[1]?.path ?? '', /user-api-key=\[redacted\]/)
})

test('G32 every tab has one clock, and its times are those of that clock', async () => {
  await t.clock.moveTo(t.clock.seconds() + 40 * 86_400, t.app.worker)
  const before = t.clock.now()
  await t.api.get('tags?page_size=1')
  for (const tab of [
    '',
    '/console/requests',
    '/console/messages',
    '/console/postbacks',
    '/console/looks',
    '/console/processor',
  ]) {
    await page.goto(`${address}/sandbox${tab}`)
    assert.equal(await page.locator('#clock time').count(), 1, tab)
    assert.equal(await page.locator('.console-side').count(), ['', '/console/processor'].includes(tab) ? 1 : 0, tab)
  }
  await page.goto(`${address}/sandbox/console/requests?path=tags`)
  const asked = await page.locator('#requests tbody tr').first().locator('time').getAttribute('datetime')
  assert.ok(Date.parse(asked!) >= before - 2000, `${asked} is not the sandbox's time`)
})

test('G32 the clock of a tab comes back to it, and to no other site', async () => {
  await page.goto(`${address}/sandbox/console/messages`)
  await page.locator('#clock summary').click()
  await page.getByRole('button', { name: '1 hour' }).click()
  await page.waitForURL(/\/sandbox\/console\/messages\?since=\d+$/)
  const token = await page.locator('[name=token]').first().getAttribute('value')
  for (const back of ['https://evil.example/', '//evil.example', '/sandbox/console/../../v2', '/docs']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    const payload = new URLSearchParams({ token: token!, advance: 'PT1S', back }).toString()
    const answer = await site.inject({ method: 'POST', url: '/sandbox/console/clock', headers, payload })
    assert.match(String(answer.headers.location), /^\/sandbox\?since=\d+$/, back)
  }
})

test('requests that the console itself reads by are not in the log; requests and records that are not there are 404', async () => {
  const before = t.requests.latest(1)[0]?.number
  await page.goto(`${address}/sandbox/console/records/location/${merchant.location_id}`)
  await page.getByRole('heading', { name: 'location', exact: true }).waitFor()
  assert.equal(t.requests.latest(1)[0]?.number, before)
  for (const path of ['requests/none', `records/contact/${'0'.repeat(24)}`, `records/nothing/${'0'.repeat(24)}`])
    assert.equal((await site.inject(`/sandbox/console/${path}`)).statusCode, 404, path)
})

test('nothing is made for another site, nor without the mark of the console', async () => {
  const before = t.requests.latest(1)[0]?.number
  const { body } = await site.inject('/sandbox')
  const token = /name="token" value="([0-9a-f]{64})"/.exec(body)?.[1] ?? ''
  const button = `records/location/${merchant.location_id}/remove`
  for (const path of ['make/invoice', 'make/payment', 'make/postback', 'looks', 'looks/logo', button]) {
    const post = (fields: Record<string, string>, headers: Record<string, string>) =>
      site.inject({
        method: 'POST',
        url: `/sandbox/console/${path}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams({ amount: '12.00', title: 'x', url: 'http://127.0.0.1:9/', ...fields }).toString(),
      })
    const refused = [
      await post({ token }, { 'sec-fetch-site': 'cross-site' }),
      await post({ token }, { origin: 'https://evil.example' }),
      await post({ token }, { host: 'evil.example' }),
      await post({}, { 'sec-fetch-site': 'same-origin' }),
      await post({ token: '0'.repeat(64) }, { 'sec-fetch-site': 'same-origin' }),
    ]
    for (const answer of refused) assert.equal(answer.statusCode, 403, answer.body)
  }
  assert.equal(t.requests.latest(1)[0]?.number, before)
})

test('every tab names itself, is accessible in light and dark, and fits a small phone', async () => {
  const context = await windowOf(true)
  const each = await context.newPage()
  const complaints = await watchPolicy(each)
  const one = `requests/${t.requests.latest(1)[0]?.request_id}`
  for (const [path, name] of [
    ['/sandbox', 'Overview'],
    ['/sandbox/console/requests', 'Requests'],
    [`/sandbox/console/${one}`, 'Requests'],
    ['/sandbox/console/messages', 'Messages'],
    ['/sandbox/console/postbacks', 'Postbacks'],
    ['/sandbox/console/looks', 'Looks'],
    ['/sandbox/console/processor', 'Processor'],
    [`/sandbox/console/records/location/${merchant.location_id}`, 'Overview'],
  ] as const) {
    await each.setViewportSize({ width: 1280, height: 900 })
    await each.goto(address + path)
    assert.equal(await each.locator('nav [aria-current=page]').textContent(), name)
    await each.locator('details').evaluateAll(all => {
      for (const one of all as unknown as { open: boolean }[]) one.open = true
    })
    for (const colorScheme of ['light', 'dark'] as const) {
      await each.emulateMedia({ colorScheme })
      await assertAccessible(each, `${path}, ${colorScheme}`)
    }
    await each.setViewportSize({ width: 320, height: 640 })
    const overflow = await each.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    assert.equal(overflow, 0, path)
  }
  assert.deepEqual(complaints, [])
  await context.close()
})

test('an id is copied by its button', async () => {
  const context = await windowOf(true)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const each = await context.newPage()
  await each.goto(`${address}/sandbox`)
  await each.getByRole('button', { name: 'Copy developer-id' }).click()
  assert.equal(await each.evaluate('navigator.clipboard.readText()'), t.developer_id)
  await context.close()
})
