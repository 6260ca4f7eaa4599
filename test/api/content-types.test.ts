import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Shop } from '../support/app.ts'
import { invoiceBody } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

/** Bodies are JSON, and forms with files only where files are taken (decision 42). */

let t: Shop
before(async () => {
  t = await newMerchant()
})

const routes = routesOf(bareRegistry().nouns).filter(({ method }) => method !== 'GET')
const takesFiles = ({ command, right, noun }: (typeof routes)[number]) =>
  command ? command.takes !== undefined : right === 'create' && noun.operations.takes !== undefined

test('F12 decision 42 every endpoint refuses with 415 what is neither JSON nor a form with files it takes', async () => {
  const form = 'multipart/form-data; boundary=x'
  const taken = routes.filter(takesFiles).map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(taken.toSorted(), [
    'POST /v2/branding_domains/{id}/logo',
    'POST /v2/contacts/{id}/files',
    'POST /v2/locations/{id}/logo',
    'POST /v2/quickinvoices',
    'POST /v2/quickinvoices/{id}/files',
  ])
  for (const route of routes) {
    const url = route.path.replaceAll(/\{\w+\}/g, 'f'.repeat(24))
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'x', form, '']) {
      const payload = type === form ? '--x--\r\n' : '{"tag":{"title":"x"}}'
      const headers = { ...t.keysOf(t.merchants[0].user), ...(type ? { 'content-type': type } : {}) }
      const sent = await t.app.http.inject({ method: route.method, url, headers, payload: Buffer.from(payload) })
      const isTaken = type === form && takesFiles(route)
      assert.equal(sent.statusCode === 415, !isTaken, `${route.method} ${url} ${type}: ${sent.statusCode}`)
      if (!isTaken) assert.match(sent.json().message, /Content-Type: application\/json/)
    }
  }
})

test('F12 JSON is taken under its own names, and what has no body needs no content type', async () => {
  const body = JSON.stringify({ contact: { location_id: t.merchants[0].location_id, last_name: 'Typed' } })
  for (const type of ['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json'])
    assert.equal((await t.api.post('contacts', body, { 'content-type': type })).status, 201, type)
  const { quickinvoice } = (await t.api.post('quickinvoices', invoiceBody(t.merchants[0].location_id))).body
  assert.equal((await t.api.delete(`quickinvoices/${quickinvoice.id}`)).status, 204)
  assert.equal((await t.as({}).post('/v2/token', 'username=a', { 'content-type': 'text/plain' })).status, 415)
})

test('F12 a form post from a foreign page does not reach the API, whatever it holds', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ location_id: t.merchants[0].location_id, title: 'Not mine' }))
    form.append(`quickinvoice[${name}]`, value)
  const { user, contact_id } = t.merchants[0]
  const keys = Buffer.from(`${user.user_id}:${user.user_api_key}`).toString('base64')
  const browser = t.as({ authorization: `Basic ${keys}`, 'developer-id': t.developer_id })
  for (const site of ['cross-site', 'same-site']) {
    for (const mode of ['navigate', 'no-cors']) {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode }
      assert.equal((await browser.multipart('POST', 'quickinvoices', form, headers)).status, 403)
      assert.equal((await browser.post(`users/${user.user_id}/generateuserapikey`, undefined, headers)).status, 403)
      assert.equal((await browser.get(`contacts/${contact_id}`, headers)).status, 200)
    }
  }
  const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  assert.equal((await browser.multipart('POST', 'quickinvoices', form, own)).status, 422)
})
