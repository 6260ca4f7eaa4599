import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { api } = t

const newContact = (over: Json = {}): Promise<Json> =>
  api.contacts.create({ location_id: t.merchants[0].location_id, last_name: 'Lindqvist', ...over })

const found = async (path: string, filter: string): Promise<string[]> => {
  const answer = await api.get(`${path}?${filter}&page_size=500`)
  assert.equal(answer.status, 200, `${filter} ${answer.text}`)
  return answer.body[path].map((each: Json) => each.id).toSorted()
}

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

test('G25 a text is found by all of it in any case, and by a part of it with _contains', async () => {
  const [accented, plain] = [await newContact({ last_name: 'Østergård' }), await newContact({ last_name: 'Ostrava' })]
  assert.deepEqual(await found('contacts', `last_name=${encodeURIComponent('ØSTERGÅRD')}`), [accented.id])
  assert.deepEqual(await found('contacts', `last_name=${encodeURIComponent('ØSTERGA\u030ARD')}`), [accented.id])
  assert.deepEqual(await found('contacts', 'last_name=OSTRAVA'), [plain.id])
  assert.deepEqual(await found('contacts', 'last_name=ostr'), [])
  assert.deepEqual(await found('contacts', 'last_name_contains=STRA'), [plain.id])
  assert.deepEqual(await found('contacts', `last_name_contains=${encodeURIComponent('gÅr')}`), [accented.id])
  const both = [accented.id, plain.id].toSorted()
  assert.deepEqual(await found('contacts', `last_name=ostrava&last_name=${encodeURIComponent('østergård')}`), both)
  for (const wildcard of ['%25', '_', '%5C', encodeURIComponent('％')]) {
    assert.deepEqual(await found('contacts', `last_name_contains=${wildcard}`), [], wildcard)
  }
  const invoice = await newInvoice(t, { title: 'Garden work in Spring' })
  assert.deepEqual(await found('quickinvoices', 'title_contains=work+in'), [invoice.id])
  assert.deepEqual(await found('quickinvoices', 'title=GARDEN+WORK+IN+SPRING'), [invoice.id])
})

test('G25 identifiers are compared as they are written, and fields without an index have no _contains', async () => {
  const [upper, lower] = [await newContact({ contact_api_id: 'AB-1' }), await newContact({ contact_api_id: 'ab-1' })]
  assert.deepEqual(await found('contacts', 'contact_api_id=AB-1'), [upper.id])
  assert.deepEqual(await found('contacts', 'contact_api_id=ab-1'), [lower.id])
  for (const name of ['contact_api_id_contains', 'city_contains', 'created_ts_contains']) {
    const { status, body } = await api.get(`contacts?${name}=1`)
    assert.deepEqual([status, Object.keys(body.errors)], [422, [name]])
  }
  const described = (await api.get('/openapi.json')).body.paths['/v2/contacts'].get.parameters as Json[]
  const names = described.map(({ name }) => name).filter(name => name?.endsWith('_contains'))
  assert.deepEqual(
    names.toSorted(),
    ['company_name', 'email', 'first_name', 'last_name'].map(name => `${name}_contains`),
  )
})

test('G25 quotes keep a text that means something else as a filter', async () => {
  const made: Record<string, string> = {}
  for (const last_name of ['Quill', 'Pen', 'Quill, Pen', '"Quill"', 'null', '12" pipe']) {
    made[last_name] = (await newContact({ last_name, first_name: last_name })).id
  }
  const named = async (filter: string) => found('contacts', filter)
  const ids = (...names: string[]) => names.map(name => made[name]).toSorted()
  assert.deepEqual(await named('last_name="Quill, Pen"'), ids('Quill, Pen'))
  assert.deepEqual(await named('last_name=Quill, Pen'), ids('Quill, Pen', 'Quill'))
  assert.deepEqual(await named('last_name="quill, pen",Pen'), ids('Quill, Pen', 'Pen'))
  assert.deepEqual(await named('last_name="Quill, Pen"&last_name="Pen"'), ids('Quill, Pen', 'Pen'))
  assert.deepEqual(await named('last_name="""Quill"""'), ids('"Quill"'))
  assert.deepEqual(await named('last_name=12" pipe'), ids('12" pipe'))
  assert.deepEqual(await named('first_name="null"'), ids('null'))
  assert.deepEqual(await named('first_name_contains=nul'), ids('null'))
  assert.deepEqual(await named('first_name_contains=null'), ids('null'))
  assert.deepEqual(await named('first_name_contains="l, P"'), ids('Quill, Pen'))
  assert.ok(!(await named('first_name=null')).includes(made.null!))
})

test('G25 a plus in an email that came unencoded finds the address', async () => {
  const { id } = await newContact({ email: 'ida+shop@example.com' })
  for (const filter of ['email=ida+shop@example.com', 'email=Ida%2Bshop@example.com', 'email_contains=shop@example'])
    assert.deepEqual(await found('contacts', filter), [id], filter)
  assert.deepEqual(await found('contacts', 'email_contains=a+shop@example.com'), [id])
  assert.deepEqual(await found('contacts', 'email=nobody@example.com,ida+shop@example.com'), [id])
})

test('G25 payments are searched inside of their texts by the plain filter, in any case, as the contract has it', async () => {
  const sale = await api.transactions.create({
    action: 'sale',
    payment_method: 'cc',
    location_id: t.merchants[0].location_id,
    transaction_amount: '12.00',
    account_number: '4111111111111111',
    exp_date: '1249',
    account_holder_name: 'Zoë, Ärger',
  })
  for (const filter of ['ZOË, ÄRG', '"ZOË, "', 'ärger']) {
    assert.deepEqual(await found('transactions', `account_holder_name=${encodeURIComponent(filter)}`), [sale.id])
  }
  assert.deepEqual(await found('transactions', `account_holder_name=${encodeURIComponent('"Zoë"')}`), [sale.id])
})
