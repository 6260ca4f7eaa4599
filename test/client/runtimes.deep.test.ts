import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { signedOrder } from '../support/card-tickets.ts'
import { gatewayVisits } from '../support/gateway-visit.ts'
import { saleBody } from '../support/payments.ts'
import { ROOT } from '../tidy/modules.ts'

const run = promisify(execFile)
const PACKAGE = `${ROOT}/packages/client`
const { exports, files } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8'))
const ENTRY: string = exports['.'].default

const { t, visit, address } = await gatewayVisits('client_runtimes')
const [merchant] = t.merchants
const { location_id, user } = merchant

before(async () => {
  for (const title of ['Hedge', 'Lawn', 'Roses']) {
    const quickinvoice = { location_id, title, due_date: '2030-01-31', item_list: { [title]: '10.00' } }
    assert.equal((await t.api.post('quickinvoices', { quickinvoice })).status, 201)
  }
})

/** A function of one program for every place where the client runs; `given` is what it needs. */
const PROGRAM = `async (client, { options, location_id, sale }) => {
  const tollgate = new client.Tollgate(options)
  const titles = []
  for await (const { title } of tollgate.quickinvoices.list({ sort: 'title', page_size: 2 })) titles.push(title)
  const paid = await tollgate.transactions.create(sale)
  const refused = await tollgate.contacts.create({ location_id, last_name: '' }).catch(error => error)
  const secret = 'whsec_' + btoa('a secret of a receiver, 32 bytes')
  const sent = JSON.stringify({ id: 'e1', type: 'CREATE', resource: 'tag', number_of_attempts: 1, data: '{"title":"Regulars"}' })
  const postback = await client.verifyPostback(sent, await client.signPostback(sent, secret, { id: 'm1' }), secret)
  const is_typed = refused instanceof client.ValidationError
  return [titles, paid.status_id, paid.last_four, is_typed, Object.keys(refused.fields), postback.resource]
}`
const DONE = [['Hedge', 'Lawn', 'Roses'], 101, '1111', true, ['last_name'], 'tag']

function given(): string {
  const { user_id, user_api_key } = user
  const options = { base_url: address(), developer_id: t.developer_id, user_id, user_api_key }
  return JSON.stringify({ options, location_id, sale: saleBody({ location_id }) })
}

/** A page with the package beside it, as files of its own origin and not changed by any tool. */
async function shopAt(origin: string): Promise<Page> {
  const page = await visit('/healthz')
  await page.route(`${origin}/shop/**`, async (route, request) => {
    const path = new URL(request.url()).pathname.replace('/shop/', '')
    if (path === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Shop</h1>' })
    assert.ok(files.includes(path.split('/')[0]), `${path} is not published`)
    return route.fulfill({ contentType: 'text/javascript', path: `${PACKAGE}/${path}` })
  })
  await page.goto(`${origin}/shop/`)
  return page
}

test('in a browser, on a page of the gateway’s origin, it lists, pays, tells what was wrong, and verifies', async () => {
  const page = await shopAt(address())
  assert.deepEqual(await page.evaluate(`import('${ENTRY}').then(client => (${PROGRAM})(client, ${given()}))`), DONE)
})

test('in a browser, on the page of a shop, it leaves a card at the gateway, or tells what is wrong with it', async () => {
  const origin = 'http://shop.localhost:9'
  const location = { ticket_origins: [origin] }
  assert.equal((await t.api.put(`locations/${location_id}`, { location })).status, 200)
  const page = await shopAt(origin)
  // No server sent the page, so that Chromium takes it for one of the internet, which may not reach this machine.
  await page.context().grantPermissions(['local-network-access'], { origin })
  const order = JSON.stringify(signedOrder(merchant, t.clock.seconds(), 'A-1'))
  const leave = (card: object) =>
    page.evaluate<{ id: string; last_four: string }>(
      `import('${ENTRY}').then(client => client.leaveCard('${address()}', ${order}, ${JSON.stringify(card)})
        .catch(error => ({ name: error.name, fields: Object.keys(error.fields) })))`,
    )
  assert.deepEqual(await leave({ card_number: '4111111111111112', exp_date: '1230' }), {
    name: 'ValidationError',
    fields: ['card_number'],
  })
  const { id: ticket, last_four } = await leave({ card_number: '4111111111111111', exp_date: '1230' })
  assert.equal(last_four, '1111')
  const transaction = { action: 'sale', payment_method: 'cc', transaction_amount: '12.00', ticket }
  const { status, text } = await t.api.post('transactions', { transaction })
  assert.equal(status, 201, text)
})

const isMissing = spawnSync('deno', ['--version']).status !== 0
test('in Deno it does the same', { skip: isMissing && 'no deno here' }, async () => {
  const call = `(${PROGRAM})(await import('file://${PACKAGE}/${ENTRY}'), ${given()})`
  const { stdout } = await run('deno', ['eval', '--no-config', `console.log(JSON.stringify(await ${call}))`])
  assert.deepEqual(JSON.parse(stdout), DONE)
})
