import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import type { Page } from 'playwright-core'
import { writeSandboxFile } from '../../sandbox/sandbox-file.ts'
import { type Json, testApp } from '../support/app.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { consoleOn } from '../support/console-site.ts'
import { newInvoice, readInvoice } from '../support/invoices.ts'

const t = await testApp('console_messages')
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

const listing = async (id: string, of: 'email_blacklist' | 'sms_blacklist'): Promise<Json> =>
  (await readInvoice(t, id, of))[of]

test('a mail can be let bounce: its recipient is blacklisted, and it is listed as not delivered', async () => {
  const { id } = await newInvoice(t, { email: 'soon-gone@example.com', send_email: 1 })
  await page.goto(`${address}/sandbox/console/messages?to=soon-gone@example.com`)
  await page.locator('details.message summary').click()
  await page.getByRole('button', { name: 'Let it bounce' }).click()
  await page.getByRole('heading', { name: 'Not delivered' }).waitFor()
  await page.getByText('Mail to soon-gone@example.com came back; the recipient is blacklisted').waitFor()
  assert.deepEqual(
    [(await listing(id, 'email_blacklist')).is_blacklisted, (await listing(id, 'email_blacklist')).detail],
    [true, '550 5.1.1 No such mailbox.'],
  )
  assert.equal(await page.getByRole('button', { name: 'Let it bounce' }).count(), 0)
})

test('a phone can answer STOP and START', async () => {
  const { id } = await newInvoice(t, { cell_phone: '2025550188', send_email: 1, send_text_to_pay: 1 })
  await page.goto(`${address}/sandbox/console/messages?to=2025550188`)
  for (const [word, is_blacklisted] of [
    ['STOP', true],
    ['START', false],
  ] as const) {
    await page.locator('details.message summary').click()
    await page.getByRole('button', { name: `Answer ${word}` }).click()
    await page.waitForURL(/messages\?to=2025550188$/)
    assert.equal((await listing(id, 'sms_blacklist')).is_blacklisted, is_blacklisted)
  }
})

test('what is still tried is listed with the words of the server', async () => {
  await newInvoice(t, { email: 'slow@busy.example', send_email: 1 })
  await page.goto(`${address}/sandbox/console/messages`)
  await page.getByText('Mail to slow@busy.example is tried again').waitFor()
  await page.getByText('451 4.7.1 Please try again later.').waitFor()
})

test('these forms are taken from the console alone', async () => {
  for (const path of ['bounce', 'reply', 'make/invoice', 'make/payment', 'make/postback']) {
    const body = new URLSearchParams({ id: 'f'.repeat(24), to: '2025550143', text: 'STOP' })
    assert.equal((await fetch(`${address}/sandbox/console/${path}`, { method: 'POST', body })).status, 403)
  }
})
