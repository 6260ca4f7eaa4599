import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Device } from '../../src/ports/terminal.ts'
import { assertAccessible } from '../support/axe.ts'
import { gatewayVisits } from '../support/gateway-visit.ts'
import { readPng } from '../support/read-png.ts'
import { newDevice, testTerminal } from '../support/test-terminal.ts'

const { t, visit } = await gatewayVisits('terminal_ui')
const [merchant] = t.merchants
const path = `/sandbox/terminals/${merchant.terminal_id}`
const record: Partial<Device> = { id: merchant.terminal_id, title: 'Counter', tip_enable: true }
const { order, terminal, device } = testTerminal(t.devices, newDevice(record))

/** Opens the page and waits until the device knows of it. */
async function open(options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const page = await visit(path, options)
  await page.locator('#status').filter({ hasNotText: 'Connecting' }).waitFor()
  return page
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const asks = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name }).waitFor()

async function approved(running: ReturnType<typeof order>) {
  const outcome = await running
  assert.ok(
    outcome.result === 'approved',
    JSON.stringify(outcome, (_key, value) => String(value)),
  )
  return outcome
}

test('a person sees the amount, chooses a tip, inserts a card and signs with the mouse', async () => {
  const page = await open()
  await asks(page, 'Ready')
  assert.equal(await page.getByText('Ready', { exact: false }).count(), 1, 'it is said once')
  await assertAccessible(page, 'a terminal that waits')
  const running = order(4000n, { ask_tip: true, ask_signature: true })
  await asks(page, 'Add a tip?')
  await page.getByText('$40.00', { exact: true }).waitFor()
  await assertAccessible(page, 'a terminal that offers tips')
  await press(page, /^18 %/)
  await asks(page, 'Payment')
  await page.getByText('Includes a tip of $7.20').waitFor()
  await assertAccessible(page, 'a terminal that wants a card')
  await page.getByLabel(/Mastercard credit/).check()
  await press(page, 'Insert')
  await asks(page, 'Please sign')
  await assertAccessible(page, 'a terminal that wants a signature')
  await press(page, 'Done')
  await page.getByText('Sign in the box first.').waitFor()
  const box = (await page.locator('section[data-view="signature"] canvas').boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 8 })
  await page.mouse.move(box.x + 200, box.y + 30, { steps: 8 })
  await page.mouse.up()
  await press(page, 'Done')
  await asks(page, 'Approved')
  await page.locator('section[data-view="done"]').getByText('$47.20', { exact: true }).waitFor()
  await assertAccessible(page, 'a terminal that is done')

  const outcome = await approved(running)
  assert.deepEqual([outcome.auth_amount, outcome.tip], [4720n, 720n])
  assert.deepEqual([outcome.card?.entry_mode_id, outcome.card?.account_type], ['C', 'mc'])
  assert.equal(outcome.emv_receipt_data?.CVM, 'Signature')
  const { dots } = readPng(Buffer.from(outcome.signature_png_base64!, 'base64'))
  assert.ok(dots.filter(dot => dot < 0x80).length > 100)
})

test('a debit card asks for its PIN, which is typed on the pad', async () => {
  const page = await open()
  const running = order(1200n)
  await asks(page, 'Payment')
  await page.getByLabel(/Visa debit/).check()
  await press(page, 'Insert')
  await asks(page, 'Enter PIN')
  await assertAccessible(page, 'a terminal that wants a PIN')
  for (const digit of ['1', '2', '3', '4']) await page.getByRole('button', { name: digit, exact: true }).click()
  await press(page, 'Enter')
  const { card, emv_receipt_data } = await approved(running)
  assert.deepEqual([card?.entry_mode_id, card?.is_debit, emv_receipt_data?.CVM], ['C', true, 'Pin Verified'])
})

test('tap and swipe are told as what they are', async () => {
  const page = await open()
  for (const [name, entry_mode_id] of [
    ['Tap', 'P'],
    ['Swipe', 'S'],
  ] as const) {
    const running = order(900n)
    await asks(page, 'Payment')
    await press(page, name)
    assert.equal((await approved(running)).card?.entry_mode_id, entry_mode_id)
  }
})

test('a public test card can be keyed with its security code; any other number is asked for again', async () => {
  const page = await open()
  const running = order(2600n, { billing: { zip: '32606' } })
  await asks(page, 'Payment')
  await page.getByText('Key in a number').click()
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry, MMYY').fill('0931')
  await press(page, 'Enter')
  await page.getByText('Only public test cards can be used here.').waitFor()
  await page.getByLabel('Card number').fill('5454 5454 5454 5454')
  await page.getByLabel('Expiry, MMYY').fill('0931')
  await page.getByLabel('Security code').fill('999')
  await press(page, 'Enter')
  const { card, cvv_response, avs } = await approved(running)
  assert.deepEqual([card?.entry_mode_id, card?.last_four, card?.exp_date], ['K', '5454', '0931'])
  assert.deepEqual([cvv_response, avs], ['M', 'GOOD'])
})

test('Cancel ends the payment, and nothing was authorised', async () => {
  const page = await open()
  const running = order(1500n)
  await asks(page, 'Payment')
  await press(page, 'Cancel')
  assert.deepEqual(await running, { result: 'failed', why: 'cancelled', text: 'ABORTED' })
  await asks(page, 'ABORTED')
})

test('the till can stop what the device is asking', async () => {
  const page = await open()
  const stop = new AbortController()
  const running = order(1600n, {}, { signal: stop.signal })
  await asks(page, 'Payment')
  stop.abort()
  assert.deepEqual(await running, { result: 'failed', why: 'cancelled', text: 'ABORTED' })
})

test('a pulled cable: the card is charged, the till hears nothing, and gets the truth once it is plugged in again', async () => {
  const page = await open()
  const running = order(1700n)
  await asks(page, 'Payment')
  await press(page, 'Pull the cable')
  await page.getByText('The cable is pulled.').first().waitFor()
  await press(page, 'Tap')
  await asks(page, 'Approved')
  await press(page, 'Plug the cable in')
  assert.equal((await approved(running)).auth_amount, 1700n)
})

test('DT-10 DT-11 terms are read and signed on the device by its keys alone, at the size of a phone', async () => {
  const page = await open({ viewport: { width: 360, height: 740 } })
  const deviceterm = { location_id: merchant.location_id, terminal_id: merchant.terminal_id, require_signature: true }
  const terms_conditions = 'I water the plants.\nTwice a week.'
  const running = t.api.post('deviceterms', { deviceterm: { ...deviceterm, terms_conditions } })
  await asks(page, 'Terms and conditions')
  await page.getByText(terms_conditions).waitFor()
  await assertAccessible(page, 'a terminal that shows terms')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, 'nothing sticks out')
  const key = async (name: string) => {
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await key('Accept')
  await page.getByText('Sign before you accept.').waitFor()
  await page.locator('section[data-view="terms"]').getByRole('button', { name: 'Sample signature' }).focus()
  await page.keyboard.press('Enter')
  await key('Accept')
  const { body, text } = await running
  assert.equal(body.deviceterm.reason_code_id, 1000, text)
  assert.equal(readPng(Buffer.from(body.deviceterm.signature.signature, 'base64')).dots.includes(0), true)
})

test('terms can be declined on the device, and declined ones shown again', async () => {
  const page = await open()
  const deviceterm = { location_id: merchant.location_id, terminal_id: merchant.terminal_id, require_signature: false }
  const ask = () =>
    t.api.post('deviceterms', { deviceterm: { ...deviceterm, terms_conditions: 'Terms', device_terms_api_id: 'face' } })
  for (const [name, reason] of [
    ['Decline', 1500],
    ['Cancel', 1500],
    ['Accept', 1000],
  ] as const) {
    const running = ask()
    await asks(page, 'Terms and conditions')
    await press(page, name)
    assert.equal((await running).body.deviceterm.reason_code_id, reason)
  }
})

test('what the keyboard needs is where the keyboard is: each question takes the focus to its heading', async () => {
  const page = await open()
  const running = order(1800n)
  await asks(page, 'Payment')
  assert.equal(await page.evaluate('document.activeElement.id'), 'card-title')
  await press(page, 'Cancel')
  await running
})

test('when the page is closed the device goes on by itself', async () => {
  const page = await open()
  const running = order(716n)
  await asks(page, 'Payment')
  await page.close()
  assert.equal((await approved(running)).emv_receipt_data?.CVM, 'Pin Verified')
})

test('the list says where the devices listen, and their books what they did', async () => {
  const { terminals } = (await t.api.get('/sandbox/terminals')).body
  const mine = terminals.find(({ id }: { id: string }) => id === merchant.terminal_id)
  assert.equal(mine.host, '127.0.0.1')
  assert.ok(mine.port > 0)
  await order(2500n, { reference: 'written-down' })
  const { entries } = (await t.api.get(`${path}/book`)).body
  const written = entries.find(({ reference }: { reference: string }) => reference === 'written-down')
  assert.deepEqual([written.state, written.amount, written.approved], ['approved', 2500, 2500])
  assert.doesNotMatch(JSON.stringify(entries), /4111111111111111|5454545454545454/)
})

test('only virtual terminals have a UI', async () => {
  for (const id of ['f'.repeat(24), 'nothing', merchant.location_id]) {
    assert.equal((await t.api.get(`/sandbox/terminals/${id}`)).status, 404)
    assert.equal((await t.api.post(`/sandbox/terminals/${id}/act`, { do: 'cancel' })).status, 404)
  }
  assert.equal(await terminal.isOnline(device), true)
})

test('no other site can press the keys of a terminal', async () => {
  const from = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  assert.equal((await t.api.post(`${path}/act`, { do: 'pull' }, from)).status, 403)
  assert.equal((await t.api.get(path, { host: 'elsewhere.example' })).status, 403)
})
