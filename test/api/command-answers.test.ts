import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import type { Answer, Json } from '../support/app.ts'
import { compareAnswers, undescribed } from '../support/described-answers.ts'
import { sampleOf } from '../support/samples.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [merchant] = t.merchants

async function made(noun: string, over: Json = {}): Promise<string> {
  const { plural } = t.app.engine.registry.get(noun).resource
  const body = { ...(await sampleOf({ api: t.api, merchant }, noun)), ...over }
  const answer = await t.api.post(plural, { [noun]: body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body[noun].id
}

const attached = (): FormData => {
  const form = new FormData()
  form.append('file[file]', new Blob(['plain']), 'note.txt')
  return form
}

const BANK = {
  payment_method: 'ach',
  account_number: '55578',
  exp_date: undefined,
  routing: '072000326',
  account_type: 'checking',
  account_holder_name: 'Wilma Testperson',
  is_company: false,
}

/** The commands that answer something else than the record they were called on, each with a call that succeeds. */
const CALLS: Readonly<Record<string, (path: string) => Promise<Answer>>> = {
  'get /v2/recurrings/{id}/preview': async path => t.api.get(path.replace('{id}', await made('recurring'))),
  'get /v2/accountvaults/{id}/bininfo': async path => t.api.get(path.replace('{id}', await made('accountvault'))),
  'post /v2/accountvaults/{id}/microdeposits': async path =>
    t.api.post(path.replace('{id}', await made('accountvault', BANK)), {
      accountvault: { product_transaction_id: merchant.ach_product_transaction_id },
    }),
  'get /v2/transactions/{id}/bininfo': async path => t.api.get(path.replace('{id}', await made('transaction'))),
  'get /v2/terminals/{id}/isOnline': path => t.api.get(path.replace('{id}', merchant.terminal_id)),
  'post /v2/users/{id}/generateuserapikey': async path => t.api.post(path.replace('{id}', await made('user'))),
  'post /v2/users/{id}/generateuserhashkey': async path => t.api.post(path.replace('{id}', await made('user'))),
  'get /v2/users/me': path => t.api.get(path),
  'post /v2/contacts/{id}/files': path =>
    t.api.multipart('POST', path.replace('{id}', merchant.contact_id), attached()),
  'get /v2/contacts/{id}/files': path => t.api.get(path.replace('{id}', merchant.contact_id)),
  'post /v2/quickinvoices/{id}/files': async path =>
    t.api.multipart('POST', path.replace('{id}', await made('quickinvoice')), attached()),
  'post /v2/recurrings/{id}/placeOnHold': async path => t.api.post(path.replace('{id}', await made('recurring'))),
}

for (const [address, call] of Object.entries(CALLS)) {
  test(`${address} answers what its description says`, async () => {
    const answer = await call(address.split(' ')[1]!)
    assert.ok(answer.status < 300, answer.text)
  })
}

test('DELETE /v2/tags is described with both of its answers', async () => {
  assert.equal((await t.api.delete('tags?id=0123456789abcdef01234567')).status, 404)
  assert.equal((await t.api.delete(`tags?id=${await made('tag')}`)).status, 204)
})

test('F11 every answer of the tests is compared with the description, which tells what breaks it', async () => {
  const path = `/v2/contacts/${merchant.contact_id}`
  const answer = await t.api.get(path)
  const having = (over: object) => {
    return { ...answer, text: JSON.stringify({ contact: { ...answer.body.contact, ...over } }) }
  }
  assert.deepEqual(undescribed('GET', path, answer), [])
  for (const wrong of [
    having({ email: 5 }),
    having({ unheard_of: 'x' }),
    having({ created_ts: '2026-01-01' }),
    having({ date_of_birth: '0000-00-00' }),
    { ...answer, status: 418 },
    { ...answer, headers: { 'content-type': 'text/html' } },
  ])
    assert.notDeepEqual(undescribed('GET', path, wrong), [], JSON.stringify(wrong).slice(0, 300))
})

test('F11 an answer over a connection is compared too', async () => {
  const other = Fastify()
  other.get('/v2/tags', async () => ({ tags: [{ id: 5 }] }))
  const assertDescribed = compareAnswers(other)
  const url = await other.listen({ host: '127.0.0.1', port: 0 })
  await (await fetch(`${url}/v2/tags`)).text()
  await other.close()
  assert.throws(assertDescribed, /tags/)
})
