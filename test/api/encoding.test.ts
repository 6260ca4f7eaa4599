import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Shop } from '../support/app.ts'
import { invoiceBody } from '../support/invoices.ts'
import { servedRoutes } from '../support/served-routes.ts'
import { newMerchant } from '../support/shared-gateway.ts'

/** Requests are UTF-8: `José` in another encoding is refused instead of stored as `Jos\ufffd`. */

let t: Shop
before(async () => {
  t = await newMerchant()
})

const routes = routesOf(bareRegistry().nouns)
const urlOf = (path: string) => path.replaceAll(/\{\w+\}/g, 'f'.repeat(24))
const LATIN = Buffer.from('{"contact":{"last_name":"Jos\u00e9"}}', 'latin1')
const PLAIN = Buffer.from('{"contact":{"last_name":"Jose"}}')

async function send(method: string, url: string, type: string, payload?: Buffer) {
  const headers = { ...t.keysOf(t.merchants[0].user), ...(payload ? { 'content-type': type } : {}) }
  return t.app.http.inject({ method: method as 'POST', url, headers, ...(payload ? { payload } : {}) })
}

test('G24 every endpoint of the API refuses a body that is not UTF-8, and one that says it is not', async () => {
  const writes = [
    ...routes.filter(({ method }) => method !== 'GET'),
    { method: 'POST', path: '/v2/token' },
    { method: 'POST', path: '/v2/cardtickets' },
  ]
  for (const { method, path } of writes)
    for (const [type, payload] of [
      ['application/json', LATIN],
      ['application/json; charset=utf-8', LATIN],
      ['application/json; charset=iso-8859-1', LATIN],
      ['application/json;charset="windows-1252"', PLAIN],
      ['application/json; charset=utf-16', Buffer.from(PLAIN.toString(), 'utf16le')],
    ] as const) {
      const { statusCode, body } = await send(method, urlOf(path), type, payload)
      assert.equal(statusCode, 400, `${method} ${path} ${type}: ${body}`)
      assert.match(body, /UTF-8/)
    }
})

test('G24 every endpoint of the API refuses a query that is not UTF-8', async () => {
  for (const { method, path } of [...routes, { method: 'GET', path: '/v2/version' }])
    for (const query of ['last_name=Jos%E9', '%E9=1', 'last_name=Jos%C3', 'last_name=%ED%A0%80']) {
      const { statusCode, body } = await send(method, `${urlOf(path)}?${query}`, '')
      assert.equal(statusCode, 400, `${method} ${path}?${query}: ${body}`)
      assert.match(body, /UTF-8/)
    }
  const old = await send('GET', `/v2/contact/view?id=${t.merchants[0].contact_id}&x=%E9`, '')
  assert.equal(old.statusCode, 400)
})

test('G24 forms of pages and of OAuth, and links with data, are UTF-8 too', async () => {
  const endpoints = new Set(routes.map(({ path }) => path))
  const posts = servedRoutes(t.app).flatMap(route => (route.startsWith('POST ') ? [route.slice(5)] : []))
  const pages = posts.filter(path => !endpoints.has(path) && !OTHER_SENDERS.test(path))
  assert.ok(pages.length > 12, pages.join())
  for (const path of pages)
    for (const payload of [Buffer.from('name=Jos%E9'), Buffer.from('name=Jos\u00e9', 'latin1')]) {
      const { statusCode, body } = await send('POST', urlOf(path), 'application/x-www-form-urlencoded', payload)
      assert.equal(statusCode, 400, `${path}: ${body}`)
    }
  const data = Buffer.from('{"transaction":{"description":"Jos\u00e9"}}', 'latin1').toString('hex')
  for (const path of ['payform', 'contactsso'])
    assert.equal((await send('GET', `/v2/${path}?data=${data}&developer-id=${t.developer_id}`, '')).statusCode, 400)
})

/** Programs with rules of their own: JSON, processors, Twilio, reports of browsers, and pages that take no form. */
const OTHER_SENDERS =
  /^\/(v2\/(token|version|cardtickets)|processors\/|messages\/|texts?\/|inbound|page-reports|docs|sandbox|healthz|readyz|openapi|metrics)/

test('G24 a part of a multipart body is UTF-8 or says what else it is', async () => {
  const { location_id } = t.merchants[0]
  const part = (title: Buffer, type = '') =>
    Buffer.concat([
      Buffer.from(
        Object.entries({ ...invoiceBody(location_id).quickinvoice, item_list: '{"Mowing":"10.00"}' })
          .filter(([name]) => name !== 'title')
          .map(
            ([name, text]) => `--x\r\ncontent-disposition: form-data; name="quickinvoice[${name}]"\r\n\r\n${text}\r\n`,
          )
          .join(''),
      ),
      Buffer.from(`--x\r\ncontent-disposition: form-data; name="quickinvoice[title]"\r\n${type}\r\n`),
      title,
      Buffer.from('\r\n--x--\r\n'),
    ])
  const post = (body: Buffer) => send('POST', '/v2/quickinvoices', 'multipart/form-data; boundary=x', body)
  const refused = await post(part(Buffer.from('Jos\u00e9', 'latin1')))
  assert.equal(refused.statusCode, 400, refused.body)
  for (const body of [
    part(Buffer.from('Jos\u00e9')),
    part(Buffer.from('Jos\u00e9', 'latin1'), 'content-type: text/plain; charset=iso-8859-1\r\n'),
  ]) {
    const made = await post(body)
    assert.equal(made.statusCode, 201, made.body)
    assert.equal(made.json().quickinvoice.title, 'Jos\u00e9')
  }
})

test('G24 letters of any language arrive as they were sent', async () => {
  const { location_id } = t.merchants[0]
  for (const type of ['application/json', 'application/json; charset=UTF-8', 'application/json;charset="utf-8"']) {
    const body = Buffer.from(JSON.stringify({ contact: { location_id, last_name: 'Jos\u00e9 \u738b \u{1f33f}' } }))
    const made = await send('POST', '/v2/contacts', type, body)
    assert.equal(made.statusCode, 201, made.body)
    assert.equal(made.json().contact.last_name, 'Jos\u00e9 \u738b \u{1f33f}')
  }
  const found = await send('GET', `/v2/contacts?last_name=${encodeURIComponent('Jos\u00e9 \u738b \u{1f33f}')}`, '')
  assert.equal(found.json().contacts.length, 3)
})
