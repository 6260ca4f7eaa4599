import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'
import { storedTransaction } from '../support/stored-transaction.ts'

/** One transparent dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const t = await newMerchant()

const sale = await storedTransaction(t, {})
const sent = { resource: 'Transaction', resource_id: sale.id, signature: DOT }

async function refused(over: object): Promise<Record<string, string[]>> {
  const { status, body } = await t.api.post('signatures', { signature: { ...sent, ...over } })
  assert.equal(status, 422, JSON.stringify(body))
  return body.errors
}

test('a signature is kept for the record that was signed', async () => {
  const { status, body } = await t.api.post('signatures', { signature: sent })
  assert.equal(status, 201)
  const { signature } = body
  assert.deepEqual(Object.keys(signature), [
    'id',
    'resource_id',
    'resource',
    'signature',
    'created_ts',
    'modified_ts',
    '_links',
  ])
  assert.equal(signature.signature, DOT)
  assert.equal(signature._links.self.href, `http://127.0.0.1:8080/v2/signatures/${signature.id}`)
  assert.deepEqual((await t.api.get(`signatures/${signature.id}`)).body, body)
})

test('a signature is a PNG image in base64', async () => {
  const text = ['Signature must be a PNG image in base64.']
  assert.deepEqual((await refused({ signature: Buffer.from('GIF89a').toString('base64') })).signature, text)
  assert.deepEqual((await refused({ signature: `data:image/png;base64,${DOT}` })).signature, text)
  assert.deepEqual((await refused({ signature: DOT + 'A'.repeat(65536) })).signature, [
    'Signature should contain at most 65536 characters.',
  ])
})

test('what was signed has to exist, be visible and be of its kind', async () => {
  assert.deepEqual((await refused({ resource_id: '0'.repeat(24) })).resource_id, ['resource_id provided is not valid'])
  assert.deepEqual((await refused({ resource: 'Recurring' })).resource_id, ['resource_id provided is not valid'])
  assert.deepEqual((await refused({ resource: 'DeviceTerm' })).resource_id, ['resource_id provided is not valid'])
  assert.ok((await refused({ resource: 'Napkin' })).resource)
  const { status } = await t.stranger.post('signatures', { signature: sent })
  assert.equal(status, 422)
})

test('signatures are listed by what was signed, and are where the signed record is', async () => {
  const other = await storedTransaction(t, {})
  const { body } = await t.api.post('signatures', { signature: { ...sent, resource_id: other.id } })
  const { id } = body.signature
  for (const filter of [
    `resource_id=${other.id}`,
    `resource=Transaction&resource_id=${other.id}`,
    `id=${id}&created_ts=today`,
  ]) {
    const list = await t.api.get(`signatures?${filter}`)
    assert.deepEqual(
      list.body.signatures.map((each: { id: string }) => each.id),
      [id],
      filter,
    )
  }
  assert.equal((await t.clerk.get(`signatures/${id}`)).status, 404, 'the sale belongs to the location above')
  assert.equal((await t.stranger.get(`signatures/${id}`)).status, 404)
})

test('what was signed stays signed: there is no PUT and no DELETE', async () => {
  const { body } = await t.api.post('signatures', { signature: sent })
  assert.equal((await t.api.put(`signatures/${body.signature.id}`, { signature: { signature: DOT } })).status, 405)
  assert.equal((await t.api.delete(`signatures/${body.signature.id}`)).status, 405)
})
