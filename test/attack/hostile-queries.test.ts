/** Hostile requests against the whole gateway: what was once broken stays fixed. Never: a rule of one resource. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { location_id } = t.merchants[0]

/** Properties that every JavaScript object has. */
const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__']

test('a name that every object inherits is an unknown filter, sort and expand', async () => {
  for (const name of INHERITED) {
    const filtered = await t.api.get(`tags?${name}=1`)
    // Parameters that begin with an underscore are not filters.
    assert.equal(filtered.status, name.startsWith('_') ? 200 : 422, filtered.text)
    if (filtered.status === 422) assert.deepEqual(Object.keys(filtered.body.errors), [name])
    assert.equal((await t.api.get(`tags?sort=-${name}`)).status, 422, name)
    assert.equal((await t.api.get(`tags?expand=${name}`)).status, 422, name)
  }
})

test('a name that every object inherits is ignored in a body', async () => {
  for (const name of INHERITED) {
    const made = await t.api.post('tags', `{"tag":{"title":"x","location_id":"${location_id}","${name}":1}}`)
    assert.equal(made.status, 201, made.text)
    assert.equal(made.headers['tollgate-ignored-fields'], name)
    const put = await t.api.put(`tags/${made.body.tag.id}`, `{"tag":{"title":"y","${name}":{"x":1}}}`)
    assert.equal(put.status, 200, put.text)
  }
})

test('no word of time is found on a prototype', async () => {
  assert.equal((await t.api.get('tags?created_ts=constructor')).status, 422)
  assert.equal((await t.api.get('contacts?date_of_birth=constructor')).status, 422)
})

test('a sort of nothing is the usual one', async () => {
  for (const sort of [',', ' ', ',,']) {
    const answer = await t.api.get(`tags?sort=${encodeURIComponent(sort)}`)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body.meta.sort.attributes, { id: 'desc' })
  }
})

test('what is hidden is not sorted by', async () => {
  assert.equal((await t.api.get('accountvaults?sort=instrument_id')).status, 422)
  assert.equal((await t.api.get('transactions?sort=-captured_amount')).status, 422)
  assert.equal((await t.api.get('quickinvoices?sort=active')).status, 200)
})

test('a page beyond the end of any list shows its last page', async () => {
  for (const list of ['tags', 'tags?title=y', `tags?location_id=${location_id}`, 'locations', 'paylinks']) {
    const answer = await t.api.get(`${list}${list.includes('?') ? '&' : '?'}page=99999`)
    assert.equal(answer.status, 200, `${list}: ${answer.text}`)
    assert.equal(answer.body.meta.pagination.currentPage, 1)
  }
})

test('a path that cannot be decoded is answered like every other mistake', async () => {
  const answer = await t.api.get('tags/%E0%A4%A')
  assert.equal(answer.status, 404)
  assert.deepEqual(Object.keys(answer.body).slice(0, 4), ['name', 'message', 'code', 'status'])
})

test('a total counts what the filter finds, also around blanks', async () => {
  const { body } = await t.api.get(`tags?location_id=%20${location_id}%20`)
  assert.ok(body.tags.length > 0)
  assert.equal(body.meta.pagination.totalCount, body.tags.length)
})
