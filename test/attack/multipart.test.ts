import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { location_id } = t.merchants[0]

const fields = { location_id, title: 'Hedge', due_date: '2030-01-01' }
const KIBIBYTE = 1024

function post(parts: readonly [name: string, value: string, type?: string][]): Promise<Answer> {
  const form = new FormData()
  for (const [name, value, type] of parts) form.append(name, type ? new Blob([value], { type }) : value)
  return t.api.multipart('POST', 'quickinvoices', form)
}

test('text fields together may be as long as a body of JSON and no longer', async () => {
  const [name, value] = ['quickinvoice[ignored]', 'x'.repeat(600 * KIBIBYTE)]
  const invoice = Object.entries({ ...fields, 'item_list][Cut': '10.00' }).map(([field, text]): [string, string] => [
    `quickinvoice[${field}]`,
    text,
  ])
  assert.equal((await post([...invoice, [name, value]])).status, 201)
  assert.equal((await post([...invoice, [name, value], [`${name}[2]`, value]])).status, 413)
})

test('a text field that is too long is refused and not cut', async () => {
  const answer = await post([['quickinvoice[title]', 'x'.repeat(1100 * KIBIBYTE)]])
  assert.equal(answer.status, 413, answer.text)
})

/** One part that says it is JSON; a FormData would make a file of it. */
function postJson(text: string, headers: Record<string, string> = {}): Promise<{ statusCode: number; body: string }> {
  const head = 'content-disposition: form-data; name="quickinvoice"\r\ncontent-type: application/json'
  return t.app.http.inject({
    method: 'POST',
    url: '/v2/quickinvoices',
    headers: { ...t.keysOf(t.merchants[0].user), 'content-type': 'multipart/form-data; boundary=x', ...headers },
    payload: `--x\r\n${head}\r\n\r\n${text}\r\n--x--\r\n`,
  })
}

test('a part of JSON is read like a body of JSON: by its fields, its depth and its length', async () => {
  const good = await postJson(JSON.stringify({ ...fields, item_list: { Cut: 10 } }))
  assert.equal(good.statusCode, 201, good.body)
  const deep = await postJson('['.repeat(3000) + ']'.repeat(3000), { 'idempotency-key': 'deep' })
  assert.equal(deep.statusCode, 400, deep.body)
})
