import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'
import { storedTransaction } from '../support/stored-transaction.ts'

const t = await newMerchant()

const [merchant] = t.merchants
const scanner = {
  scanner_model_id: 1,
  title: 'Front desk scanner',
  serial_number: 'SC-0001',
  location_id: merchant.location_id,
}

async function created(over: object = {}) {
  const { status, body } = await t.api.post('scanners', { scanner: { ...scanner, ...over } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.scanner
}

async function refused(over: object): Promise<Record<string, string[]>> {
  const { status, body } = await t.api.post('scanners', { scanner: { ...scanner, ...over } })
  assert.equal(status, 422, JSON.stringify(body))
  return body.errors
}

test('SCN-01 SCN-05 SCN-06 SCN-08 SCN-09 SCN-10 POST with the four fields answers the scanner', async () => {
  const made = await created({ id: 'f'.repeat(24), created_user_id: 'f'.repeat(24), created_ts: 1 })
  assert.deepEqual(Object.keys(made), [
    ...['id', 'title', 'serial_number', 'scanner_model_id', 'location_id', 'active'],
    ...['created_ts', 'modified_ts', 'created_user_id', 'modified_user_id', '_links'],
  ])
  assert.match(made.id, /^[0-9a-f]{24}$/)
  assert.notEqual(made.id, 'f'.repeat(24))
  assert.equal(made.location_id, merchant.location_id)
  assert.equal(made.active, 1)
  assert.equal(made.created_user_id, merchant.user.user_id)
  assert.equal(made.modified_user_id, merchant.user.user_id)
})

test('SCN-07 created_ts and modified_ts are the time of the write, whatever is sent', async () => {
  const before = t.clock.seconds()
  const made = await created({ created_ts: 1111111111, modified_ts: 1111111111 })
  assert.ok(made.created_ts >= before && made.created_ts <= t.clock.seconds())
  assert.equal(made.modified_ts, made.created_ts)
})

test('SCN-02 SCN-03 title and serial_number take 24 characters, not 25', async () => {
  await created({ title: 'x'.repeat(24), serial_number: 'x'.repeat(24) })
  const errors = await refused({ title: 'x'.repeat(25), serial_number: 'x'.repeat(25) })
  assert.deepEqual(errors, {
    title: ['Title should contain at most 24 characters.'],
    serial_number: ['Serial Number should contain at most 24 characters.'],
  })
})

test('SCN-09 each of the four fields is required', async () => {
  const { status, body } = await t.api.post('scanners', { scanner: {} })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.errors).toSorted(), ['location_id', 'scanner_model_id', 'serial_number', 'title'])
})

test('SCN-04 scanner_model_id is a known model, an integer of at most ten digits', async () => {
  assert.deepEqual((await refused({ scanner_model_id: 424242 })).scanner_model_id, [
    'scanner_model_id provided is not valid',
  ])
  assert.deepEqual((await refused({ scanner_model_id: 12345678901 })).scanner_model_id, [
    'Scanner Model Id should contain at most 10 digits.',
  ])
  assert.deepEqual((await refused({ scanner_model_id: 'one' })).scanner_model_id, [
    'Scanner Model Id must be an integer.',
  ])
  assert.equal((await created({ scanner_model_id: '1' })).scanner_model_id, 1)
})

test('a location of somebody else is not valid', async () => {
  const errors = await refused({ location_id: t.merchants[1].location_id })
  assert.deepEqual(errors.location_id, ['location_id provided is not valid'])
})

test('SCN-11 SCN-12 PUT changes a scanner, GET shows it', async () => {
  const made = await created()
  const put = await t.api.put(`scanners/${made.id}`, { scanner: { title: 'Back desk', active: false } })
  assert.equal(put.status, 200)
  assert.equal(put.body.scanner.title, 'Back desk')
  assert.equal(put.body.scanner.active, 0)
  assert.deepEqual((await t.api.get(`scanners/${made.id}`)).body, put.body)
  assert.equal((await t.api.put(`scanners/${made.id}`, { scanner: { scanner_model_id: 424242 } })).status, 422)
  assert.equal((await t.stranger.get(`scanners/${made.id}`)).status, 404)
  assert.equal((await t.stranger.put(`scanners/${made.id}`, { scanner: { title: 'Mine' } })).status, 404)
})

test('SCN-13 the list filters by title, serial_number and scanner_model_id', async () => {
  const made = await created({ title: 'Only one', serial_number: 'ONLY-1' })
  for (const filter of ['title=Only one', 'serial_number=ONLY-1']) {
    const { body } = await t.api.get(`scanners?${filter}`)
    assert.deepEqual(
      body.scanners.map((each: { id: string }) => each.id),
      [made.id],
      filter,
    )
    assert.equal(body.meta.pagination.totalCount, 1)
  }
  const ofModel = await t.api.get('scanners?scanner_model_id=1')
  assert.ok(ofModel.body.scanners.length > 1)
  assert.equal((await t.api.get('scanners?scanner_model_id=2')).body.scanners.length, 0)
})

test('SCN-14 DELETE answers 204 without a body, and the scanner is gone', async () => {
  const made = await created()
  const { status, text } = await t.api.delete(`scanners/${made.id}`)
  assert.equal(status, 204)
  assert.equal(text, '')
  assert.equal((await t.api.get(`scanners/${made.id}`)).status, 404)
  assert.equal((await t.api.delete(`scanners/${made.id}`)).status, 404)
})

test('SCN-15 ERR-04 DELETE of a scanner whose transactions exist answers 409 with errors', async () => {
  const made = await created({ serial_number: 'USED-1' })
  await storedTransaction(t, { terminal_serial_number: 'USED-1' })
  const { status, body } = await t.api.delete(`scanners/${made.id}`)
  assert.equal(status, 409)
  assert.deepEqual(body.errors, { id: ['Scanner was used for transactions and cannot be deleted.'] })
  assert.equal((await t.api.get(`scanners/${made.id}`)).status, 200)
})

test('SCN-16 SCN-17 the expands of a scanner, the manufacturer of its model included', async () => {
  const made = await created()
  const { body } = await t.api.get(
    `scanners/${made.id}?expand=scanner_model,location,created_user,scanner_manufacturer`,
  )
  assert.equal(body.scanner.scanner_model.id, 1)
  assert.equal(body.scanner.location.id, merchant.location_id)
  assert.equal(body.scanner.created_user.id, merchant.user.user_id)
  assert.equal(body.scanner.scanner_manufacturer.id, 1)
  assert.equal('scanner_manufacturer_id' in body.scanner, false)
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
