import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()

const [merchant] = t.merchants
const note = { resource: 'Contact', resource_id: merchant.contact_id, note: 'Prefers to be called in the morning.' }

async function created(over: object = {}) {
  const { status, body } = await t.api.post('notes', { note: { ...note, ...over } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.note
}

test('a note is written about a contact', async () => {
  const made = await created()
  assert.deepEqual(Object.keys(made), [
    ...['id', 'resource_id', 'resource', 'visibility_group_id', 'note', 'created_ts', 'modified_ts', '_links'],
  ])
  assert.equal(made.visibility_group_id, '')
  assert.equal(made._links.self.href, `http://127.0.0.1:8080/v2/notes/${made.id}`)
  const expanded = await t.api.get(`notes/${made.id}?expand=created_user`)
  assert.equal(expanded.body.note.created_user.id, merchant.user.user_id)
})

test('a note has 1 to 16384 characters and a contact that can be seen', async () => {
  await created({ note: 'x'.repeat(16384) })
  const refused = async (over: object) => (await t.api.post('notes', { note: { ...note, ...over } })).body.errors
  assert.ok((await refused({ note: 'x'.repeat(16385) })).note)
  assert.ok((await refused({ note: '' })).note)
  assert.ok((await refused({ resource: 'Location' })).resource)
  assert.deepEqual(await refused({ resource_id: t.merchants[1].contact_id }), {
    resource_id: ['resource_id provided is not valid'],
  })
})

test('a note is changed, listed by its contact, seen where its contact is, and deleted', async () => {
  const made = await created()
  const change = { note: 'Moved away.', resource_id: t.merchants[1].contact_id }
  const { body } = await t.api.put(`notes/${made.id}`, { note: change })
  assert.equal(body.note.note, 'Moved away.')
  assert.equal(body.note.resource_id, merchant.contact_id)
  const list = await t.api.get(`notes?resource=Contact&resource_id=${merchant.contact_id}`)
  assert.equal(list.body.notes[0].id, made.id)
  assert.equal((await t.clerk.get(`notes/${made.id}`)).status, 404, 'the contact belongs to the location above')
  assert.equal((await t.stranger.delete(`notes/${made.id}`)).status, 404)
  assert.equal((await t.api.delete(`notes/${made.id}`)).status, 204)
  assert.equal((await t.api.get(`notes/${made.id}`)).status, 404)
})

test('F16 a note links to its contact', async () => {
  const contact = await t.api.contacts.create({ location_id: merchant.location_id, last_name: 'Lindqvist' })
  const about = await created({ resource_id: contact.id })
  for (const each of [
    about,
    (await t.api.get(`notes/${about.id}`)).body.note,
    (await t.api.get(`contacts/${contact.id}?expand=notes`)).body.contact.notes[0],
  ]) {
    assert.equal(each._links.for.href, contact._links.self.href)
    assert.match(each._links.self.href, new RegExp(`/v2/notes/${about.id}$`))
  }
})
