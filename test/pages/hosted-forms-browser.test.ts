import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import type { Json } from '../support/app.ts'
import { assertAccessible } from '../support/axe.ts'
import { gatewayVisits } from '../support/gateway-visit.ts'
import { account, formAddress, payment } from '../support/hosted-form.ts'

const { t, visit, address } = await gatewayVisits('hosted_frames')

/** A merchant's shop: another origin, with a form of ours in a frame and an ear for what it says. */
let shop: Server
let origin = ''
let framed = ''
before(async () => {
  shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><pre id="heard"></pre>
<script>addEventListener('message', event => { document.getElementById('heard').textContent = event.origin + ' ' + event.data })</script>
<iframe id="form" title="Payment" src="${framed.replaceAll('&', '&amp;')}" width="600" height="1000"></iframe></html>`)
  })
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  origin = `http://localhost:${(shop.address() as AddressInfo).port}`
})
after(async () => {
  shop.close()
  shop.closeAllConnections()
})

/** Opens the shop with this form in its frame. */
async function enter(
  form: 'payform' | 'accountform',
  data: Json,
  javaScriptEnabled = true,
): Promise<[Page, FrameLocator]> {
  framed = address() + formAddress(t, form, data)
  const page = await visit('/healthz', { javaScriptEnabled })
  await page.goto(origin)
  return [page, page.frameLocator('#form')]
}

async function typeCard(frame: FrameLocator): Promise<void> {
  await frame.getByLabel('Card number').fill('4111111111111111')
  await frame.getByLabel('Expiration date').fill('04/31')
  const code = frame.getByLabel('Security code')
  if (await code.isVisible()) await code.fill('999')
  await frame.getByLabel('Name on card').fill('Rosa Lindqvist')
}

const made = async (data: Json) =>
  (await t.api.get(`transactions?transaction_api_id=${data.transaction_api_id}`)).body.transactions

test('a card pays in a frame of another site, and the page around it is told by a message', async () => {
  const data = payment(t, { parent_origin: origin, parent_send_message: true })
  const [page, frame] = await enter('payform', data)
  await typeCard(frame)
  await frame.getByRole('button', { name: 'Pay $12.00' }).click()
  await frame.getByRole('heading', { name: 'Payment approved' }).waitFor()
  const heard = page.locator('#heard')
  await heard.filter({ hasText: 'transaction' }).waitFor()
  const [from = '', ...rest] = ((await heard.textContent()) ?? '').split(' ')
  assert.equal(from, address())
  const { transaction } = JSON.parse(rest.join(' '))
  assert.equal(transaction.status_id, 101)
  assert.equal((await made(data))[0].id, transaction.id)
})

test('without any script a card pays in a frame all the same', async () => {
  const data = payment(t, { parent_origin: origin, parent_send_message: true })
  const [, frame] = await enter('payform', data, false)
  await typeCard(frame)
  await frame.getByRole('button', { name: 'Pay $12.00' }).click()
  await frame.getByRole('heading', { name: 'Payment approved' }).waitFor()
  assert.equal((await made(data)).length, 1)
})

test('an account is stored in a frame, with a button that says so', async () => {
  const data = account(t, { parent_origin: origin, parent_send_message: true })
  const [page, frame] = await enter('accountform', data)
  await typeCard(frame)
  await frame.getByRole('button', { name: 'Save account' }).click()
  await frame.getByRole('heading', { name: 'Account saved' }).waitFor()
  await page.locator('#heard').filter({ hasText: 'accountvault' }).waitFor()
})

test('nobody else hears: a page of another origin than the declared one cannot even show the form', async () => {
  const data = payment(t, { parent_origin: 'http://127.0.0.2:9', parent_send_message: true })
  framed = address() + formAddress(t, 'payform', data)
  const context = await (await visit('/healthz')).context().browser()!.newContext()
  const page = await context.newPage()
  const refused = page.waitForEvent('console', message => message.text().includes('frame-ancestors'))
  await page.goto(origin)
  await refused
  assert.equal(await page.frameLocator('#form').getByLabel('Card number').count(), 0)
  await context.close()
})

test('form and result are accessible in light and dark', async () => {
  const page = await visit(formAddress(t, 'payform', payment(t)))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await assertAccessible(page, `payform, ${colorScheme}`)
  }
  await page.getByLabel('Card number').fill('4111111111111111')
  await page.getByLabel('Expiration date').fill('04/31')
  await page.getByLabel('Security code').fill('999')
  await page.getByLabel('Name on card').fill('Rosa Lindqvist')
  await page.getByRole('button', { name: 'Pay $12.00' }).click()
  await page.getByRole('heading', { name: 'Payment approved', level: 1 }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `result, ${colorScheme}`)
  }
  const store = await visit(formAddress(t, 'accountform', account(t)))
  await assertAccessible(store, 'accountform')
})

test('every script and style of the form comes from the gateway', async () => {
  const page = await visit('/healthz')
  const hosts = new Set<string>()
  page.on('request', request => {
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin)
  })
  await page.goto(address() + formAddress(t, 'payform', payment(t, { stylesheet_url: 'http://127.0.0.2:9/x.css' })))
  assert.deepEqual([...hosts], [address()])
})
