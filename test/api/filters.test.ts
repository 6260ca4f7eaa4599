import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { api } = t

const newContact = (over: Json = {}): Promise<Json> =>
  api.contacts.create({ location_id: t.merchants[0].location_id, last_name: 'Lindqvist', ...over })

test('a repeated filter matches any of its values, and two sorts apply in order', async () => {
  const [a, b, c] = [await newContact(), await newContact(), await newContact()]
  const found = await api.get(`contacts?id=${a.id}&id=${b.id}&sort=last_name&sort=id`)
  const ids = found.body.contacts.map((each: Json) => each.id)
  assert.deepEqual(ids, [a.id, b.id].toSorted())
  assert.ok(!ids.includes(c.id))
  assert.deepEqual(found.body.meta.sort.attributes, { last_name: 'asc', id: 'asc' })
})

test('F22 field=null finds records without a value, for every nullable kind of field', async () => {
  const contact = await newContact({ first_name: 'Rosa' })
  const [with_one, without] = [await newInvoice(t, { contact_id: contact.id }), await newInvoice(t)]
  const found = async (path: string, filter: string): Promise<string[]> => {
    const answer = await api.get(`${path}?${filter}&page_size=500`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body[path].map((each: Json) => each.id)
  }
  for (const filter of ['contact_id=null', 'expire_date=null', 'invoice_number=null']) {
    assert.ok((await found('quickinvoices', filter)).includes(without.id), filter)
  }
  assert.ok(!(await found('quickinvoices', 'contact_id=null')).includes(with_one.id))
  assert.ok(!(await found('contacts', 'first_name=null')).includes(contact.id))
  assert.equal((await api.get('quickinvoices?status_id=null')).status, 422)
  const named = await newContact({ last_name: 'null' })
  assert.deepEqual(await found('contacts', 'last_name=null'), [named.id])
  const { meta } = (await api.get('quickinvoices?contact_id=null&page_size=1')).body
  assert.equal(meta.pagination.totalCount, (await found('quickinvoices', 'contact_id=null')).length)
})
