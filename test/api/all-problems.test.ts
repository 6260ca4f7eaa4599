import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Json, Shop } from '../support/app.ts'
import { refundBody, saleBody } from '../support/payments.ts'
import { sampleNouns, sampleOf } from '../support/samples.ts'
import { newMerchant } from '../support/shared-gateway.ts'

/** What is wrong with a request is told at once, and says what would be right. */

let t: Shop
before(async () => {
  t = await newMerchant()
})

const nouns = bareRegistry().nouns.map(({ resource }) => resource)
const NOBODY = 'f'.repeat(24)

test('G26 the account and the expiry of a card are judged together', async () => {
  const { location_id } = t.merchants[0]
  const card = { payment_method: 'cc', location_id, account_number: '4111111111111112', exp_date: '0120' }
  const sale = { ...card, action: 'sale', transaction_amount: '5.00', billing_zip: '1', contact_id: NOBODY }
  const fields = ['account_number', 'billing_zip', 'contact_id', 'exp_date']
  const vault = { ...card, billing_zip: '1', contact_id: NOBODY }
  for (const [plural, body] of [
    ['accountvaults', { accountvault: vault }],
    ['transactions', { transaction: sale }],
  ] as const) {
    const { status, body: answer } = await t.api.post(plural, body)
    assert.deepEqual([status, Object.keys(answer.errors).toSorted()], [422, fields], plural)
  }
})

for (const { name, plural, fields } of nouns.filter(({ name }) => sampleNouns.includes(name)))
  test(`G26 a wrong reference of a new ${name} hides no other field, and none hides it`, async () => {
    const sample = await sampleOf({ api: t.api, merchant: t.merchants[0] }, name)
    const sent = Object.entries(fields).filter(([, { mark }]) => /P|^R$/.test(mark))
    const references = sent.filter(([, { options }]) => options.to !== undefined).map(([each]) => each)
    const texts = sent.filter(
      ([, { kind, limits }]) => kind.name === 'text' && limits.max !== undefined && limits.max < 500,
    )
    const [reference] = references
    const [text] = texts.find(([each]) => !(each in sample)) ?? []
    if (!reference || !text) return
    const body = { ...sample, [reference]: NOBODY, [text]: ['no text'] }
    const answer = await t.api.post(plural, { [name]: body })
    assert.equal(answer.status, 422, answer.text)
    for (const field of [reference, text]) assert.ok(field in answer.body.errors, `${field}: ${answer.text}`)
  })

test('G26 a refund that is too much says how much is left', async () => {
  const { cc_product_transaction_id: product_transaction_id } = t.merchants[0]
  const made = await t.api.post('transactions', { transaction: saleBody({ product_transaction_id }) })
  const { id, transaction_amount } = made.body.transaction
  assert.equal((await t.api.post('transactions', refund(id, '1.50'))).status, 201)
  const left = (Number(transaction_amount) - 1.5).toFixed(2)
  const { status, body } = await t.api.post('transactions', refund(id, transaction_amount))
  assert.equal(status, 422)
  assert.deepEqual(body.errors.transaction_amount, [
    `Transaction Amount is more than is left to refund, which is ${left}.`,
  ])
  assert.equal((await t.api.post('transactions', refund(id, left))).status, 201)
})

const refund = (id: string, amount: string): Json => ({ transaction: refundBody(id, amount) })

test('G26 a page that is no number is refused in every list', async () => {
  const lists = nouns.filter(({ verbs }) => verbs.includes('list'))
  for (const { plural } of lists)
    for (const page of ['0', '-1', 'abc', '1.5', 'NaN', '1e3', ' 2', '%00']) {
      const { status, body } = await t.api.get(`${plural}?page=${page}`)
      if (status === 403) continue
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['page']], `${plural} ${page}`)
    }
  for (const page of ['', '1', '01', '99999999999999'])
    assert.equal((await t.api.get(`tags?page=${page}`)).status, 200, page)
})

test('G26 every path of the API answers OPTIONS with the methods that it has', async () => {
  const routes = [
    ...routesOf(bareRegistry().nouns),
    { method: 'POST', path: '/v2/token' },
    { method: 'GET', path: '/v2/version' },
    { method: 'POST', path: '/o/token' },
  ]
  for (const [path, offered] of Map.groupBy(routes, route => route.path)) {
    const url = path.replaceAll(/\{\w+\}/g, NOBODY)
    const { statusCode, headers, body } = await t.app.http.inject({ method: 'OPTIONS', url })
    const methods = new Set(offered.map(({ method }) => method))
    const also = methods.has('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS']
    assert.deepEqual([statusCode, body, headers.allow], [204, '', [...methods, ...also].toSorted().join(', ')], path)
  }
})
