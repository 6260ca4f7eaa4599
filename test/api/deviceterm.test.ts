import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Json } from '../support/app.ts'
import { readPng } from '../support/read-png.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [merchant] = t.merchants
const { location_id, terminal_id } = merchant

const TERMS = 'I keep the plants watered for two weeks.'
const sent = { location_id, terminal_id, require_signature: true, terms_conditions: TERMS }

const post = (over: object = {}): Promise<Answer> => t.api.post('deviceterms', { deviceterm: { ...sent, ...over } })

async function shown(over: object = {}): Promise<Json> {
  const { status, body, text } = await post(over)
  assert.equal(status, 201, text)
  return body.deviceterm
}

async function refused(over: object): Promise<Record<string, string[]>> {
  const { status, body, text } = await post(over)
  assert.equal(status, 422, text)
  return body.errors
}

async function signaturesOf(id: string): Promise<Json[]> {
  return (await t.api.get(`signatures?resource_id=${id}`)).body.signatures
}

test('GAP-06 DT-11 a signed term carries its signature: a PNG image in base64, stored as a signature of its own', async () => {
  const term = await shown()
  const { signature } = term
  assert.deepEqual(Object.keys(signature), [
    'id',
    'resource_id',
    'resource',
    'signature',
    'created_ts',
    'modified_ts',
    '_links',
  ])
  assert.deepEqual([signature.resource, signature.resource_id], ['DeviceTerm', term.id])
  assert.equal(signature._links.self.href, `http://127.0.0.1:8080/v2/signatures/${signature.id}`)
  assert.deepEqual((await t.api.get(`signatures/${signature.id}`)).body.signature, signature)
  const { width, height, dots } = readPng(Buffer.from(signature.signature, 'base64'))
  const ink = dots.filter(dot => dot < 0x80).length
  assert.ok(ink > 300 && ink < (width * height) / 2, `${ink} dots of ink`)
})

test('GAP-05 DT-10 declined terms have reason 1500, unanswered ones 1531; neither is signed', async () => {
  for (const [word, reason] of [
    ['DECLINE', 1500],
    ['TIMEOUT', 1531],
  ]) {
    const term = await shown({ terms_conditions: `Please ${word} these terms.` })
    assert.deepEqual([term.reason_code_id, term.signature], [reason, null])
    const read = (await t.api.get(`deviceterms/${term.id}?expand=reason_code`)).body.deviceterm
    assert.deepEqual([read.reason_code_id, read.reason_code.id], [reason, reason])
    assert.deepEqual(await signaturesOf(term.id), [])
  }
  assert.equal((await shown({ terms_conditions: 'You may decline; there is no timeout.' })).reason_code_id, 1000)
})

test('the id of the caller is taken by either of its names', async () => {
  const term = await shown({ device_term_api_id: 'visit-2' })
  assert.deepEqual([term.device_terms_api_id, term.device_term_api_id], ['visit-2', 'visit-2'])
  assert.deepEqual(Object.keys(await refused({ device_terms_api_id: 'visit-2' })), ['device_terms_api_id'])
  assert.deepEqual(Object.keys(await refused({ device_terms_api_id: 'a', device_term_api_id: 'b' })), [
    'device_term_api_id',
  ])
})

test('terms sent twice at once under one id are one record, signed once', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => post({ device_terms_api_id: 'at-once' })))
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter(status => status === 201).length, 1, statuses.join())
  assert.deepEqual(
    statuses.filter(status => ![201, 409, 422].includes(status)),
    [],
  )
  const { deviceterms } = (await t.api.get('deviceterms?device_terms_api_id=at-once')).body
  assert.equal(deviceterms.length, 1)
  assert.equal((await signaturesOf(deviceterms[0].id)).length, 1)
})

test('GAP-21 there is no PUT and no DELETE', async () => {
  const term = await shown()
  assert.equal((await t.api.put(`deviceterms/${term.id}`, { deviceterm: { terms_conditions: 'x' } })).status, 405)
  assert.equal((await t.api.delete(`deviceterms/${term.id}`)).status, 405)
})

test('the same Idempotency-Key shows terms once', async () => {
  const headers = { 'idempotency-key': 'terms-once' }
  const first = await t.api.post('deviceterms', { deviceterm: sent }, headers)
  const second = await t.api.post('deviceterms', { deviceterm: sent }, headers)
  assert.deepEqual([first.status, second.status, second.headers['idempotency-hit']], [201, 201, 'true'])
  assert.deepEqual(second.body, first.body)
})
