import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import type { Page } from 'playwright-core'
import { writeSandboxFile } from '../../sandbox/sandbox-file.ts'
import { type Json, testApp } from '../support/app.ts'
import { assertAccessible } from '../support/axe.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { consoleOn } from '../support/console-site.ts'
import { watchPolicy } from '../support/page-watch.ts'
import { postReceiver } from '../support/post-receiver.ts'

const t = await testApp('console_records')
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
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled: false })
  context.setDefaultTimeout(30_000)
  page = await context.newPage()
})
after(async () => {
  await browser.close()
  await site.close()
  await t.close()
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

/** Makes a record, and returns its noun and id. */
async function posted(noun: string, plural: string, fields: object): Promise<string> {
  const { status, body, text } = await t.api.post(plural, { [noun]: { location_id: merchant.location_id, ...fields } })
  assert.ok(status < 300, text)
  return `${noun}/${body[noun].id}`
}
async function put(path: string, noun: string, fields: object): Promise<void> {
  const { status, text } = await t.api.put(path, { [noun]: fields })
  assert.equal(status, 200, text)
}
const idOf = (path: string): string => path.split('/')[1]!
const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' }
let last = 0
function next(): number {
  last += 1
  return last
}
/** Each payment has another amount, so that none is refused as a duplicate. */
const amount = (): string => `7${next()}.01`
const sale = (over = {}): Promise<string> =>
  posted('transaction', 'transactions', { ...CARD, action: 'sale', transaction_amount: amount(), ...over })
const debit = (): Promise<string> =>
  posted('transaction', 'transactions', {
    ...{ action: 'debit', payment_method: 'ach', account_number: '1234567890123', routing: '072403004' },
    product_transaction_id: merchant.ach_product_transaction_id,
    ...{ account_type: 'checking', account_holder_name: 'Example', ach_sec_code: 'WEB', transaction_amount: amount() },
  })
const invoice = (over = {}): Promise<string> =>
  posted('quickinvoice', 'quickinvoices', { title: 'Hedge', due_date: '2030-01-31', item_list: { Hedge: 40 }, ...over })
const paylink = (over = {}): Promise<string> => posted('paylink', 'paylinks', { amount_due: amount(), ...over })
const configured = (over = {}): Promise<string> =>
  posted('postbackconfig', 'postbackconfigs', {
    resource: 'contact',
    url: 'http://127.0.0.1:9/',
    on_create: 1,
    ...over,
  })
async function subscription(over = {}): Promise<string> {
  const contact_id = idOf(await posted('contact', 'contacts', { last_name: 'Subscriber' }))
  const account_vault_id = idOf(await posted('accountvault', 'accountvaults', { ...CARD, contact_id }))
  const start_date = Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('UTC').add({ days: 3 })
  const plan = { payment_method: 'cc', transaction_amount: amount(), interval: 1, interval_type: 'm' }
  const days = { start_date: start_date.toPlainDate().toString(), ...over }
  return posted('recurring', 'recurrings', { account_vault_id, ...plan, ...days })
}
async function batchOf(path: string): Promise<string> {
  return `transactionbatch/${(await t.api.get(`transactions/${idOf(path)}`)).body.transaction.transaction_batch_id}`
}
async function settled(path: string): Promise<string> {
  const { status, text } = await t.api.post(`transactionbatches/${idOf(path)}/settle`, {})
  assert.equal(status, 200, text)
  return path
}
async function held(over = {}): Promise<string> {
  const path = await subscription(over)
  await t.api.post(`recurrings/${idOf(path)}/placeOnHold`, {})
  return path
}
/** A postback of a configuration whose receiver does not listen. */
async function failed(is_active = 1): Promise<string> {
  const config = idOf(await configured())
  await posted('contact', 'contacts', { last_name: 'Example' })
  await t.settle()
  const [log] = (await t.api.get(`postbacklogs?postback_config_id=${config}`)).body.postbacklogs
  await put(`postbackconfigs/${config}`, 'postbackconfig', { is_active })
  return `postback_log/${log.id}`
}

/** What can be done with a record in each of its states; the API is asked for all of it below. */
const STATES: Record<string, [make: () => Promise<string>, buttons: string[]]> = {
  'a sale': [() => sale(), ['void', 'reverse', 'refund']],
  'an authorization': [() => sale({ action: 'authonly' }), ['capture', 'void', 'reverse']],
  'a declined sale': [() => sale({ transaction_amount: '6.15' }), []],
  'a bank debit of today': [() => debit(), ['void']],
  'a voided sale': [
    async () => {
      const path = await sale()
      await put(`transactions/${idOf(path)}`, 'transaction', { action: 'void' })
      return path
    },
    [],
  ],
  'a settled sale': [
    async () => {
      const path = await sale()
      await settled(await batchOf(path))
      return path
    },
    ['refund'],
  ],
  'a sale refunded in part': [
    async () => {
      const path = await sale()
      await posted('transaction', 'transactions', {
        ...{ action: 'refund', payment_method: 'cc', transaction_amount: '1.00' },
        previous_transaction_id: idOf(path),
      })
      return path
    },
    ['refund'],
  ],
  'an invoice with an address': [() => invoice({ email: 'bench@example.com' }), ['resend']],
  'an invoice without': [() => invoice(), []],
  'an invoice to a blacklisted address': [
    async () => {
      const email = `gone${next()}@example.com`
      await posted('email_blacklist', 'email_blacklists', { email, location_id: undefined })
      return invoice({ email })
    },
    [],
  ],
  'an invoice that was paid': [
    async () => {
      const path = await invoice()
      await t.api.put(`quickinvoices/${idOf(path)}/addTransaction`, {
        quickinvoice: { transaction_id: idOf(await sale({ transaction_amount: '40.00', order_num: String(next()) })) },
      })
      return path
    },
    [],
  ],
  'a paylink': [() => paylink({ email: 'bench@example.com' }), ['resend', 'withdraw']],
  'a withdrawn paylink': [() => paylink({ active: 0 }), ['offer']],
  'an expired paylink': [() => paylink({ active: 0, expire_date: '2020-01-01' }), []],
  'a recurring': [() => subscription(), ['advance', 'hold', 'skip']],
  'an installment': [() => subscription({ installment_total_count: 3 }), ['advance', 'hold', 'skip', 'defer']],
  'a recurring on hold': [() => held(), ['activate']],
  'an open batch': [async () => batchOf(await sale()), ['settle', 'forceclose']],
  'a settled batch': [async () => settled(await batchOf(await sale())), []],
  'a configuration': [() => configured(), ['ping', 'off']],
  'a configuration that is off': [() => configured({ is_active: 0 }), ['on']],
  'a postback that failed': [() => failed(), ['replay']],
  'a postback whose configuration is off': [() => failed(0), []],
}

/** The forms of the record that a page is about, as a browser sends them without a script. */
async function formsOf(path: string): Promise<{ name: string; url: string; payload: string }[]> {
  const { body, statusCode } = await site.inject(`/sandbox/console/records/${path}`)
  assert.equal(statusCode, 200, path)
  const found = body.matchAll(/<form class="action" method="post" action="([^"]+)">(.*?)<\/form>/gs)
  return [...found]
    .filter(([, action]) => action!.startsWith(`/sandbox/console/records/${path}/`))
    .map(([, url, inside]) => {
      const inputs = inside!.matchAll(/<input[^>]*name="(\w+)" value="([^"]*)"/g)
      const fields = [...inputs].map(([, name, value]) => [name!, value!])
      return { name: url!.split('/').at(-1)!, url: url!, payload: new URLSearchParams(fields).toString() }
    })
}

for (const [state, [make, buttons]] of Object.entries(STATES)) {
  test(`G32 ${state} has the buttons of what the API allows, and each of them is taken`, async () => {
    const path = await make()
    assert.deepEqual(
      (await formsOf(path)).map(({ name }) => name),
      buttons,
    )
    for (const button of buttons) {
      const form = (await formsOf(button === buttons[0] ? path : await make())).find(({ name }) => name === button)!
      const answer = await site.inject({ method: 'POST', url: form.url, headers: FORM, payload: form.payload })
      const { location } = answer.headers
      assert.match(String(location), /^\/sandbox\/console\/records\/[^?]+\?(done|since)=/, button)
    }
  })
}

test('G32 a payment is voided by its button without a script, and its life says all that happened', async () => {
  const shop = await postReceiver()
  const product_transaction_id = merchant.cc_product_transaction_id
  await configured({ url: shop.url, resource: 'transaction', product_transaction_id, on_update: 1 })
  const path = await sale()
  await page.goto(`${address}/sandbox/console/records/${path}`)
  await page.getByRole('button', { name: 'Void' }).click()
  await page.getByRole('status').waitFor()
  await shop.close()
  assert.match((await page.getByRole('status').textContent()) ?? '', /PUT \/v2\/transactions\/\w+ answered 200/)
  assert.equal(await page.getByRole('button', { name: 'Void' }).count(), 0)
  const life = (await page.locator('#life .life > li').allTextContents()).join('\n')
  for (const said of [
    /created Pending → Sale approved/,
    /updated Sale approved → Voided/,
    /sale: approved/,
    /void: approved/,
    /Postback CREATE transaction: accepted/,
    /Postback UPDATE transaction: accepted/,
    /by user, user-key · POST \/v2\/transactions/,
  ])
    assert.match(life, said)
  assert.match((await page.locator('#belongs').textContent()) ?? '', /transaction_batch\s*Batch \d+/)
  const json = page.locator('#json .listing').first()
  assert.equal(await json.isVisible(), false)
  await page.getByText('JSON', { exact: true }).click()
  assert.equal(JSON.parse((await json.textContent()) ?? '').transaction.status_id, 201)
})

test('G32 the clock goes to the next charge of a recurring, whose page then shows the payment', async () => {
  const path = await subscription()
  await page.goto(`${address}/sandbox/console/records/${path}`)
  await page.getByRole('button', { name: 'Advance to the next charge' }).click()
  await page.waitForURL(/since=\d+$/)
  assert.match((await page.locator('#belongs').textContent()) ?? '', /transactions by recurring_id.*Sale approved/s)
  assert.equal((await t.api.get(`transactions?recurring_id=${idOf(path)}`)).body.transactions.length, 1)
})

test('G32 an invoice is sent again, and its life has both mails', async () => {
  const path = await invoice({ email: 'again@example.com', send_email: 1 })
  await page.goto(`${address}/sandbox/console/records/${path}`)
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await page.getByRole('status').waitFor()
  const life = await page.locator('#life .life > li').allTextContents()
  assert.equal(life.filter(each => /Mail: sent to again@example\.com/.test(each)).length, 2)
})

test('G32 one postback is sent again from the tab, and only that one', async () => {
  const shop = await postReceiver()
  await configured({ url: shop.url })
  const contact_id = idOf(await posted('contact', 'contacts', { last_name: 'Example' }))
  await posted('contact', 'contacts', { last_name: 'Other' })
  await t.settle()
  await page.goto(`${address}/sandbox/console/postbacks`)
  const row = page.locator('#postbacks tr', {
    has: page.locator(`a[href$="/contact/${contact_id}"]`),
    hasText: shop.url,
  })
  await row.getByRole('button').click()
  await page.getByRole('status').waitFor()
  assert.deepEqual([await row.count(), shop.posted.length], [2, 3])
  const [first, , last] = shop.posted as Json[]
  assert.equal(last.data.id, contact_id)
  assert.equal(
    last.headers['webhook-id'],
    shop.posted.find(each => (each as Json).data.id === contact_id)!.headers['webhook-id'],
  )
  assert.ok(first)
  await shop.close()
})

/** A payment, an invoice that was mailed, a recurring and a postback, each with a life. */
async function recordPaths(): Promise<string[]> {
  const shop = await postReceiver()
  await configured({ url: shop.url, resource: 'quickinvoice' })
  const ids = [await sale(), await invoice({ email: 'life@example.com', send_email: 1 }), await subscription()]
  await t.settle()
  await shop.close()
  const [log] = (await t.api.get('postbacklogs?page_size=1')).body.postbacklogs
  return [...ids, `postback_log/${log.id}`].map(path => `/sandbox/console/records/${path}`)
}

test('G32 the pages of records are accessible in light and dark with everything open, and fit a small phone', async () => {
  const each = await browser.newPage()
  const complaints = await watchPolicy(each)
  for (const path of await recordPaths()) {
    await each.setViewportSize({ width: 1280, height: 900 })
    await each.goto(address + path)
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
})

test('G32 postbacks whose tries are gone are shown, and after all are gone the tab says how long they are kept', async () => {
  await configured()
  await posted('contact', 'contacts', { last_name: 'Example' })
  await t.settle()
  await t.db.run('delete from postback_attempt')
  await page.goto(`${address}/sandbox/console/postbacks`)
  assert.match((await page.locator('#postbacks tbody tr').first().textContent()) ?? '', /CREATE contact\s*1\s*failed/)
  await t.clock.moveTo(t.clock.seconds() + 40 * 86_400, t.app.worker)
  await t.db.run('delete from postback_log')
  await page.reload()
  await page.getByText('Postbacks are kept for 30 days, so earlier ones are no longer here.').waitFor()
})
