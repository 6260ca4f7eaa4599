import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import fastify from 'fastify'
import type { Page } from 'playwright-core'
import { writeSandboxFile } from '../../sandbox/sandbox-file.ts'
import { type Json, testApp } from '../support/app.ts'
import { assertAccessible } from '../support/axe.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { consoleOn } from '../support/console-site.ts'
import { watchPolicy } from '../support/page-watch.ts'
import { postReceiver } from '../support/post-receiver.ts'

const t = await testApp('console')
const [merchant] = t.merchants
const site = fastify()
let browser: TestBrowser
let address = ''
const closing: (() => Promise<unknown>)[] = []

before(async () => {
  browser = await openBrowser()
  await consoleOn(site, t, () => address)
  address = await site.listen({ host: '127.0.0.1', port: 0 })
  await writeSandboxFile(t.home, { base_url: address, developer_id: t.developer_id, merchants: t.merchants })
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
after(async () => {
  await browser.close()
  await site.close()
  await t.close()
})

/** The console in a fresh window that runs no script. */
async function open(path = '/sandbox', javaScriptEnabled = false): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints = await watchPolicy(page)
  closing.push(
    () => context.close(),
    async () => assert.deepEqual(complaints, []),
  )
  await page.goto(address + path)
  return page
}

async function newInvoice(over: Json = {}): Promise<Json> {
  const quickinvoice = {
    location_id: merchant.location_id,
    title: 'Garden work',
    due_date: '2030-01-31',
    item_list: { Mowing: 40 },
    ...over,
  }
  const { status, body, text } = await t.api.post('quickinvoices', { quickinvoice })
  assert.equal(status, 201, text)
  return body.quickinvoice
}

test('the console shows who can call the API, and secrets only when they are asked for', async () => {
  const page = await open()
  await page.getByRole('heading', { name: 'Tollgate sandbox', level: 1 }).waitFor()
  for (const text of [t.developer_id, merchant.user.user_id, merchant.child_location_id]) {
    assert.equal(await page.getByText(text, { exact: true }).first().isVisible(), true, text)
  }
  const key = page.getByText(merchant.user.user_api_key, { exact: true })
  assert.equal(await key.isVisible(), false)
  await page.getByText('Show keys and password').first().click()
  assert.equal(await key.isVisible(), true)
})

test('the keys are read from sandbox.json at each request', async () => {
  const { base_url, developer_id, merchants } = { base_url: address, developer_id: 'another1', merchants: t.merchants }
  await writeSandboxFile(t.home, { base_url, developer_id, merchants })
  assert.match((await site.inject('/sandbox')).body, /another1/)
  await writeSandboxFile(t.home, { base_url, developer_id: t.developer_id, merchants })
  assert.doesNotMatch((await site.inject('/sandbox')).body, /another1/)
})

test('the clock is moved forward by a button, and what happened on the way is listed', async () => {
  const page = await open()
  const before = t.clock.seconds()
  await page.locator('#clock summary').click()
  await page.getByRole('button', { name: '1 day' }).click()
  await page.waitForURL(/since=\d+/)
  assert.ok(t.clock.seconds() >= before + 86_400)
  await page.getByText(/(Nothing happened|events?) since/).waitFor()

  const invoice = await newInvoice()
  await page.reload()
  const happened = await page.locator('.happened li').allTextContents()
  assert.ok(happened.some(line => line.includes('quickinvoice.created') && line.includes(invoice.id)))
})

test('the clock goes to a day, and not back to one', async () => {
  const page = await open()
  const day = Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('UTC').add({ days: 10 })
  await page.locator('#clock summary').click()
  await page.getByLabel('Go to a day').fill(day.toPlainDate().toString())
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.waitForURL(/since=\d+/)
  const noon = day.with({ hour: 12, minute: 0, second: 0, millisecond: 0 })
  assert.ok(t.clock.now() >= noon.epochMilliseconds - 1000)

  const now = t.clock.seconds()
  const token = await tokenOf()
  const back = await post({ token, day: '2020-01-01' })
  assert.equal(back.statusCode, 422)
  assert.match(back.body, /The clock moves forward only/)
  assert.equal((await post({ token, advance: 'soon' })).statusCode, 422)
  assert.equal((await post({ token, day: '2020-13-41' })).statusCode, 422)
  assert.ok(t.clock.seconds() - now < 60)
})

async function tokenOf(): Promise<string> {
  const { body } = await site.inject('/sandbox')
  return /name="token" value="([0-9a-f]{64})"/.exec(body)?.[1] ?? ''
}

function post(fields: Record<string, string>, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) {
  return site.inject({
    method: 'POST',
    url: '/sandbox/console/clock',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
}

test('the clock is not moved by another site, nor by a form without the mark of the console', async () => {
  const now = t.clock.seconds()
  const token = await tokenOf()
  const refused = [
    await post({ token, advance: 'P1D' }, { 'sec-fetch-site': 'cross-site' }),
    await post({ token, advance: 'P1D' }, { 'sec-fetch-site': 'same-site' }),
    await post({ token, advance: 'P1D' }, { origin: 'https://evil.example' }),
    await post({ advance: 'P1D' }),
    await post({ advance: 'P1D' }, { origin: 'null' }),
    await post({ token: '0'.repeat(64), advance: 'P1D' }, {}),
  ]
  for (const answer of refused) assert.equal(answer.statusCode, 403, answer.body)
  assert.ok(t.clock.seconds() - now < 60)
  const json = { method: 'POST', url: '/sandbox/console/clock', payload: { token, advance: 'P1D' } } as const
  assert.equal((await site.inject(json)).statusCode, 415)
})

test('a name that somebody else pointed at this machine does not open the console', async () => {
  const asked = (host: string) => site.inject({ url: '/sandbox', headers: { host } })
  for (const host of ['evil.example', 'evil.example:8080', '127.0.0.1.evil.example', 'localhost.evil.example']) {
    const answer = await asked(host)
    assert.equal(answer.statusCode, 403, host)
    assert.doesNotMatch(answer.body, new RegExp(t.developer_id))
  }
  for (const host of ['127.0.0.1:9999', 'localhost:8080', 'tollgate.localhost', '[::1]:8080']) {
    assert.equal((await asked(host)).statusCode, 200, host)
  }
  assert.equal((await asked('192.168.1.4:8080')).statusCode, 401, 'with the password')
})

test('messages are shown as text, filtered by recipient, and as their readers see them', async () => {
  await newInvoice({ title: '<img src=x onerror=alert(1)>', email: 'one@example.com', send_email: 1 })
  await newInvoice({ title: 'Second', email: 'two@example.com', send_email: 1 })
  const page = await open('/sandbox/console/messages', true)
  await page.getByLabel('Recipient').fill('one@example.com')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/to=one/)
  const messages = page.locator('.message')
  assert.equal(await messages.count(), 1)
  await messages.locator('summary').click()
  assert.match((await messages.locator('pre').textContent()) ?? '', /<img src=x onerror=alert\(1\)>/)
  assert.equal(await page.locator('img').count(), 0)

  const popup = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open as the recipient sees it' }).click()
  const mail = await popup
  await mail.getByText('<img src=x onerror=alert(1)>').first().waitFor()
  assert.equal(await mail.locator('img').count(), 0)
  const href = new URL(mail.url())
  const answer = await site.inject(href.pathname + href.search)
  assert.match(String(answer.headers['content-security-policy']), /default-src 'none'.*; sandbox/)
})

test('a mail cannot run a script or belong to this origin', async () => {
  const id = 'a'.repeat(24)
  await t.db.run(
    `insert into outbox_message (id, kind, recipient, sender, subject, text, html, attachments, reason, location_id, created_ts)
     values ($1, 'email', 'x@example.com', 'y@example.com', 'Evil', 'Evil', $2, '[]', 'test', $3, 1)`,
    [
      id,
      '<p id="said">still</p><script>document.getElementById("said").textContent = "changed"</script>',
      merchant.location_id,
    ],
  )
  const context = await browser.newContext()
  closing.push(() => context.close())
  const page = await context.newPage()
  await page.goto(`${address}/sandbox/console/mail?id=${id}`)
  assert.equal(await page.locator('#said').textContent(), 'still')
  assert.equal(await page.evaluate('self.origin'), 'null')
  assert.equal((await site.inject('/sandbox/console/mail?id=000000000000000000000000')).statusCode, 404)
})

test('invoices and paylinks are listed with the page on which they are paid', async () => {
  const invoice = await newInvoice({ title: '<b>Hedge</b>' })
  const { body } = await t.api.post('paylinks', {
    paylink: { location_id: merchant.location_id, amount_due: 12.5, description: 'Deposit' },
  })
  const page = await open()
  const href = (name: string) => page.getByRole('link', { name, exact: true }).first().getAttribute('href')
  assert.equal(await href('<b>Hedge</b>'), `/quickinvoice/?id=${invoice.id}`)
  assert.equal(await href('Deposit'), `/?paylink_id=${body.paylink.id}`)
})

test('the processor’s book is shown as it is, the latest first', async () => {
  for (const transaction_amount of ['61.01', '6.15']) {
    await t.api.post('transactions', {
      transaction: {
        action: 'sale',
        payment_method: 'cc',
        account_number: '4111111111111111',
        exp_date: '1230',
        transaction_amount,
      },
    })
  }
  const page = await open('/sandbox/console/processor')
  const rows = await page.locator('#ledger tbody tr').allTextContents()
  assert.match(rows[0] ?? '', /sale.*declined.*6\.15/s)
  assert.match(rows[1] ?? '', /sale.*approved.*61\.01/s)
})

test('the console is accessible in light and dark with everything open, and fits a small phone', async () => {
  const page = await open('/sandbox?since=1', true)
  await page.locator('details').evaluateAll(all => {
    for (const one of all as unknown as { open: boolean }[]) one.open = true
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `the console, ${colorScheme}`)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.equal(overflow, 0)
})

test('the console carries the strict policy of every page', async () => {
  const { headers } = await site.inject('/sandbox')
  const policy = String(headers['content-security-policy'])
  for (const part of ["default-src 'none'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'"]) {
    assert.ok(policy.includes(part), part)
  }
  assert.equal(headers['cache-control'], 'no-store')
})

test('G32 configurations are shown with what they last posted, and postbacks with what was answered', async () => {
  const shop = await postReceiver()
  closing.push(shop.close)
  const { location_id } = merchant
  const postbackconfig = { location_id, resource: 'contact', url: shop.url, on_create: 1 }
  await t.api.post('postbackconfigs', { postbackconfig })
  shop.answer(418)
  await t.api.post('contacts', { contact: { location_id, last_name: 'Testperson' } })
  const page = await open('/sandbox/console/postbacks')
  const rows = page.locator('#postbacks tbody tr')
  assert.equal(await rows.count(), 1)
  const cells = await rows.first().locator('td').allTextContents()
  assert.deepEqual(cells.slice(0, 4), ['CREATE contact', '1', '418', shop.url])
  assert.match(cells[4] ?? '', /^\s*Send again CREATE contact/)
  const configured = await page.locator('#configurations tbody tr').allTextContents()
  assert.equal(configured.length, 1)
  assert.match(configured[0] ?? '', /\/hook\s*contact create\s*Failing\s*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d failed/)
})
