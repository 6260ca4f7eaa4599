import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()

const [merchant] = t.merchants
const scanner = {
  scanner_model_id: 1,
  title: 'Front desk scanner',
  serial_number: 'SC-0001',
  location_id: merchant.location_id,
}

async function refused(over: object): Promise<Record<string, string[]>> {
  const { status, body } = await t.api.post('scanners', { scanner: { ...scanner, ...over } })
  assert.equal(status, 422, JSON.stringify(body))
  return body.errors
}

test('a location of somebody else is not valid', async () => {
  const errors = await refused({ location_id: t.merchants[1].location_id })
  assert.deepEqual(errors.location_id, ['location_id provided is not valid'])
})

test('scanner models and manufacturers are read only', async () => {
  const { body } = await t.api.get('scannermodels?expand=scanner_manufacturer')
  assert.equal(body.scannermodels[0].scanner_manufacturer.title, 'Generic')
  assert.equal(body.meta.pagination.totalCount, 1)
  assert.equal((await t.api.get('scannermanufacturers/1')).body.scannermanufacturer.id, 1)
  assert.equal((await t.api.get('scannermodels/424242')).status, 404)
  assert.equal((await t.api.post('scannermodels', { scannermodel: { title: 'Mine' } })).status, 405)
  assert.equal((await t.api.delete('scannermanufacturers/1')).status, 405)
})
