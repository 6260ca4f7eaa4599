import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { testApp } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { saleBody } from '../support/payments.ts'

const t = await testApp('old_addresses')
after(t.close)

const { api, stranger } = t
const [home] = t.merchants

test('a record is read at the address it linked to itself by once', async () => {
  const { id } = await newInvoice(t)
  for (const path of [`quickinvoice/view?id=${id}`, `quickinvoices/view?id=${id}`, `/v2/quickinvoice/view/?id=${id}`]) {
    const { status, body } = await api.get(path)
    assert.deepEqual([status, body.quickinvoice?.id], [200, id], path)
  }
  const embedded = await api.get(`quickinvoice/view?id=${id}&expand=location`)
  assert.equal(embedded.body.quickinvoice.location.id, home.location_id)
  assert.equal((await stranger.get(`quickinvoice/view?id=${id}`)).status, 404)
  assert.equal((await api.get(`deviceterms/view?id=${'0'.repeat(24)}`)).status, 404)
  assert.equal((await api.get('quickinvoice/view')).status, 404)
  assert.equal((await api.get('unheardof/view?id=1')).status, 404)
})

test('a tag is read by its title and location, as old links name it', async () => {
  const { location_id } = home
  const made = await api.post('tags', { tag: { title: 'Spring & autumn', location_id } })
  const path = `tags/${encodeURIComponent('Spring & autumn')}`
  const { status, body } = await api.get(`${path}?location_id=${location_id}`)
  assert.deepEqual([status, body.tag?.id], [200, made.body.tag.id])
  assert.equal((await api.get(path)).status, 404)
  assert.equal((await api.get(`${path}?location_id=${home.child_location_id}`)).status, 404)
  assert.equal((await stranger.get(`${path}?location_id=${location_id}`)).status, 404)
})

test('GAP-42 the version is told to who brings a developer id', async () => {
  const { status, body } = await t.as({ 'developer-id': t.developer_id }).get('version')
  assert.deepEqual([status, body.version.api], [200, 'v2'])
  assert.match(body.version.number, /^\d+\.\d+\.\d+/)
  assert.equal((await t.as({}).get('version')).status, 401)
  assert.equal((await api.post('version')).status, 405)
})

test('a capture and a void that are posted to their transaction are those that are put', async () => {
  const sale = (action: string) =>
    api.post('transactions', { transaction: { ...saleBody({ location_id: home.location_id }), action } })
  const held = (await sale('authonly')).body.transaction
  const captured = await api.post(`transactions/${held.id}`, { transaction: { action: 'authcomplete' } })
  assert.deepEqual([captured.status, captured.body.transaction?.status_id], [200, 101], captured.text)
  const key = { 'idempotency-key': 'posted-void' }
  const voided = await api.post(`transactions/${held.id}`, { transaction: { action: 'void' } }, key)
  assert.deepEqual([voided.status, voided.body.transaction.status_id], [200, 201])
  const again = await api.post(`transactions/${held.id}`, { transaction: { action: 'void' } }, key)
  assert.equal(again.headers['idempotency-hit'], 'true')
  assert.equal((await stranger.post(`transactions/${held.id}`, { transaction: { action: 'void' } })).status, 404)
  assert.equal((await api.post(`contacts/${home.contact_id}`, { contact: {} })).status, 405)
})
