import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { newInvoice, readInvoice, saleElsewhere } from '../support/invoices.ts'

const t = await testApp('findings')
after(t.close)

const { api } = t
const [home, away] = t.merchants
let count = 0

async function made(path: string, wrapper: string, record: Json, client = api): Promise<Json> {
  const answer = await client.post(path, { [wrapper]: record })
  assert.equal(answer.status, 201, answer.text)
  return answer.body[wrapper]
}

const newContact = (over: Json = {}) =>
  made('contacts', 'contact', { location_id: home.location_id, last_name: 'Lindqvist', ...over })
const newLink = (over: Json = {}) =>
  made('paylinks', 'paylink', { location_id: home.location_id, amount_due: 10, ...over })
const outbox = async (to: string): Promise<Json[]> => {
  await t.settle()
  return (await api.get(`/sandbox/outbox?to=${to}`)).body.messages
}
const address = () => `finding${++count}@juniper.example`

test('F13 a line break in a title is none in the subject of a mail', async () => {
  const email = address()
  await newInvoice(t, { title: 'Hedge\r\nBcc: all@juniper.example', email, send_email: 1 })
  const [mail] = await outbox(email)
  assert.match(mail.subject, /Hedge Bcc: all@juniper\.example$/)
  const { body } = await api.get(`log_emails?recipient=${email}`)
  assert.equal(body.log_emails[0].subject, mail.subject)
})

test('F16 a note links to the contact it is about', async () => {
  const contact = await newContact()
  const note = await made('notes', 'note', { resource: 'Contact', resource_id: contact.id, note: 'Prefers mornings' })
  for (const each of [
    note,
    (await api.get(`notes/${note.id}`)).body.note,
    (await api.get(`contacts/${contact.id}?expand=notes`)).body.contact.notes[0],
  ]) {
    assert.equal(each._links.for.href, contact._links.self.href)
    assert.match(each._links.self.href, new RegExp(`/v2/notes/${note.id}$`))
  }
})

test('F17 expand given twice expands both, on a record, a list and a write', async () => {
  const invoice = await newInvoice(t)
  const both = ['location', 'payment_url']
  const query = 'expand=location&expand=payment_url'
  const one = (await api.get(`quickinvoices/${invoice.id}?${query}`)).body.quickinvoice
  const [listed] = (await api.get(`quickinvoices?id=${invoice.id}&${query}`)).body.quickinvoices
  const written = (await api.put(`quickinvoices/${invoice.id}?${query}`, { quickinvoice: { note: 'x' } })).body
  for (const record of [one, listed, written.quickinvoice]) for (const name of both) assert.ok(record[name], name)
  assert.equal((await api.get(`quickinvoices/${invoice.id}?expand=location&expand=nothing`)).status, 422)
})

test('repeated filters mean one of them, and sort given twice sorts by both', async () => {
  const [a, b, c] = [await newContact(), await newContact(), await newContact()]
  const found = await api.get(`contacts?id=${a.id}&id=${b.id}&sort=last_name&sort=id`)
  const ids = found.body.contacts.map((each: Json) => each.id)
  assert.deepEqual(ids, [a.id, b.id].toSorted())
  assert.ok(!ids.includes(c.id))
  assert.deepEqual(found.body.meta.sort.attributes, { last_name: 'asc', id: 'asc' })
})

test('F18 a withdrawn paylink can be offered again, and an expired one extended; a paid one stays closed', async () => {
  const link = await newLink()
  const put = (paylink: Json) => api.put(`paylinks/${link.id}`, { paylink })
  await put({ active: 0 })
  assert.equal((await put({ description: 'Hedge' })).status, 422)
  assert.equal((await put({ active: 1, description: 'Hedge' })).body.paylink.active, 1)
  await put({ expire_date: '2020-01-01' })
  assert.equal((await put({ amount_due: 5 })).status, 422)
  assert.equal((await put({ expire_date: '2020-02-01' })).status, 422)
  const extended = await put({ expire_date: '2049-12-31' })
  assert.deepEqual([extended.status, extended.body.paylink.expire_date], [200, '2049-12-31'])
})

test('F19 null or an empty product id on POST means none, and not the default', async () => {
  const { cc_product_transaction_id: cc, ach_product_transaction_id: ach } = home
  await api.put(`locations/${home.location_id}`, { location: { default_cc: cc, default_ach: ach } })
  for (const none of [null, '']) {
    const invoice = await newInvoice(t, { ach_product_transaction_id: ach, cc_product_transaction_id: none })
    assert.deepEqual([invoice.cc_product_transaction_id, invoice.ach_product_transaction_id], [null, ach])
    const link = await newLink({ ach_product_transaction_id: none })
    assert.deepEqual([link.cc_product_transaction_id, link.ach_product_transaction_id], [cc, null])
  }
  const neither = { cc_product_transaction_id: null, ach_product_transaction_id: null }
  for (const [path, wrapper, record] of [
    ['quickinvoices', 'quickinvoice', { title: 'x', due_date: '2030-01-31', item_list: { a: 1 } }],
    ['paylinks', 'paylink', { amount_due: 1 }],
  ] as const) {
    const answer = await api.post(path, { [wrapper]: { location_id: home.location_id, ...record, ...neither } })
    assert.deepEqual(Object.keys(answer.body.errors), ['cc_product_transaction_id'])
  }
})

test('F20 a closed paylink is sent again as a closed invoice is, and its mail says so', async () => {
  const email = address()
  const link = await newLink({ email })
  await api.put(`paylinks/${link.id}`, { paylink: { active: 0 } })
  assert.equal((await api.post(`paylinks/${link.id}/resend`)).status, 204)
  const [mail] = await outbox(email)
  assert.match(mail.text, /This link can no longer be paid/)
  assert.doesNotMatch(mail.text, /Pay now/)
})

test('F21 without send_email nothing is texted on create, with it by both ways', async () => {
  const [email, cell_phone] = [address(), '2025550191']
  await newInvoice(t, { email, cell_phone, send_text_to_pay: 1 })
  assert.deepEqual([await outbox(email), await outbox(cell_phone)], [[], []])
  await newInvoice(t, { email, cell_phone, send_text_to_pay: 1, send_email: 1 })
  assert.deepEqual([(await outbox(email)).length, (await outbox(cell_phone)).length], [1, 1])
})

test('F22 field=null finds what has none, of every kind that may have none', async () => {
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

test('F23 the address of another merchant is no address of a second domain, and both go on signing in', async () => {
  for (const url of [away.user.domain, away.user.domain.toUpperCase()]) {
    const location = {
      parent_id: home.location_id,
      name: 'Branch',
      branding_domain_url: url,
      branding_domain_title: 'B',
    }
    const answer = await api.post('locations', { location: { ...location, is_new_domain: true } })
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['branding_domain_url']], answer.text)
    const moved = await api.put(`locations/${home.child_location_id}`, { location: { branding_domain_url: url } })
    assert.equal(moved.status, 422)
  }
  for (const { user } of t.merchants) {
    const { username, password, domain } = user
    const { status, body } = await t
      .as({ 'developer-id': t.developer_id })
      .post('token', { username, password, domain })
    assert.deepEqual([status, body.token?.id !== undefined && body.token.username], [201, username])
  }
})

test('F25 a clerk reads who made a record, also an administrator: name and id', async () => {
  const invoice = await newInvoice(t, { location_id: home.child_location_id })
  const own = await newInvoice(t, { location_id: home.child_location_id }, t.clerk)
  const path = (id: string) => `quickinvoices/${id}?expand=created_user,modified_user`
  const { created_user, modified_user } = (await t.clerk.get(path(invoice.id))).body.quickinvoice
  const { first_name, last_name } = (await api.get(`users/${home.user.user_id}`)).body.user
  assert.deepEqual(created_user, { id: home.user.user_id, first_name, last_name })
  assert.deepEqual(modified_user, created_user)
  const mine = (await t.clerk.get(path(own.id))).body.quickinvoice.created_user
  assert.deepEqual([mine.id, mine.username], [home.clerk.user_id, home.clerk.username])
  assert.equal((await t.clerk.get(`users/${home.user.user_id}`)).status, 404)
})

test('F26 a PUT that would close an invoice is 422, and one that leaves status_id as it is changes the rest', async () => {
  const { id } = await newInvoice(t)
  for (const status_id of [2, 0]) {
    const answer = await api.put(`quickinvoices/${id}`, { quickinvoice: { status_id, title: 'Other' } })
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['status_id']])
  }
  const kept = await api.put(`quickinvoices/${id}`, { quickinvoice: { status_id: 1, title: 'Other' } })
  assert.deepEqual([kept.status, kept.body.quickinvoice.title], [200, 'Other'])
  assert.equal((await readInvoice(t, id)).status_id, 1)
})

test('F27 a logo at an address that pages do not show is refused', async () => {
  const put = (path: string, wrapper: string, receipt_logo: string) => api.put(path, { [wrapper]: { receipt_logo } })
  for (const [path, wrapper] of [
    [`locations/${home.location_id}`, 'location'],
    [`producttransactions/${home.cc_product_transaction_id}`, 'producttransaction'],
  ] as const) {
    for (const elsewhere of [
      ...['https://cdn.example/logo.png', 'http://cdn.example/l.png', '//cdn.example/l.png', 'logo.png'],
      ...['javascript:alert(1)', 'data:text/html;base64,PHA+', 'data:image/png,%89PNG', '/logo.png?size=2', '/\\cdn'],
    ]) {
      const answer = await put(path, wrapper, elsewhere)
      assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['receipt_logo']])
    }
    for (const shown of ['data:image/png;base64,iVBORw0KGgo=', '/logo.png', '']) {
      assert.equal((await put(path, wrapper, shown)).status, 200)
    }
  }
})

test('F28 a recurring on hold, sent back as it was read, stays on hold', async () => {
  const contact = await newContact()
  const vault = await made('accountvaults', 'accountvault', {
    payment_method: 'cc',
    location_id: home.location_id,
    contact_id: contact.id,
    account_number: '4111111111111111',
    exp_date: '1249',
  })
  const schedule = { interval: 1, interval_type: 'm', start_date: '2049-01-15', transaction_amount: '10.00' }
  const { id } = await made('recurrings', 'recurring', {
    location_id: home.location_id,
    account_vault_id: vault.id,
    ...schedule,
  })
  const { recurring } = (await api.post(`recurrings/${id}/placeOnHold`)).body
  assert.deepEqual([recurring.status, recurring.active], ['on hold', '1'])
  const sent = await api.put(`recurrings/${id}`, { recurring })
  assert.equal(sent.status, 200, sent.text)
  assert.deepEqual([sent.body.recurring.status, sent.body.recurring.next_run_date], ['on hold', '0000-00-00'])
  await api.put(`recurrings/${id}`, { recurring: { active: 0 } })
  const back = await api.put(`recurrings/${id}`, { recurring: { active: 1 } })
  assert.deepEqual([back.body.recurring.status, back.body.recurring.next_run_date], ['active', '2049-01-15'])
})

test('an invoice has texts of its own, limits for one payment, and opens again by itself where that is wanted', async () => {
  const texts = { quick_invoice_c1: 'a', quick_invoice_c2: 'b', quick_invoice_c3: 'x'.repeat(128) }
  const limits = { single_payment_min_amount: '2.00', single_payment_max_amount: '6.00' }
  const invoice = await newInvoice(t, { ...texts, ...limits, auto_reopen: 1 })
  for (const [name, value] of Object.entries({ ...texts, ...limits, auto_reopen: 1 }))
    assert.equal(invoice[name], value)
  const put = (quickinvoice: Json) => api.put(`quickinvoices/${invoice.id}`, { quickinvoice })
  for (const wrong of [
    { single_payment_max_amount: 1 },
    { single_payment_min_amount: 7 },
    { single_payment_max_amount: 0 },
  ]) {
    assert.deepEqual(Object.keys((await put(wrong)).body.errors), ['single_payment_min_amount'])
  }
  assert.equal((await put({ single_payment_min_amount: null })).body.quickinvoice.single_payment_min_amount, '0.00')

  for (const auto_reopen of [1, 0]) {
    const { id } = await newInvoice(t, { auto_reopen })
    const sale = await saleElsewhere(t, 1000n, 'sale', { quick_invoice_id: id })
    assert.deepEqual(await statesOf(id), [2, 2])
    assert.equal((await api.put(`transactions/${sale.id}`, { transaction: { action: 'void' } })).status, 200)
    assert.deepEqual(await statesOf(id), [auto_reopen ? 1 : 2, 1])
  }
})

test('what a reader has encrypted is refused with the reason, and repeated nowhere', async () => {
  const swipe = {
    location_id: home.location_id,
    payment_method: 'cc',
    e_track_data: 'c2f1a9'.repeat(40),
    e_format: 'idtech',
  }
  for (const [path, record] of [
    ['transactions', { ...swipe, action: 'sale', transaction_amount: '1.00' }],
    ['accountvaults', swipe],
  ] as const) {
    const { status, body, text } = await api.post(path, { [path.slice(0, -1)]: record })
    assert.equal(status, 422)
    assert.match(body.errors.e_track_data[0], /^E Track Data is of an encrypting reader/)
    assert.ok(!text.includes('c2f1a9'))
  }
})

test('services are written under the wrappers that public clients send as well', async () => {
  for (const [path, name] of [
    ['productfiles', 'product_file'],
    ['productrecurrings', 'product_recurring'],
  ] as const) {
    const [known] = (await api.get(path)).body[path]
    const title = `By ${name}`
    const { status, body } = await api.put(`${path}/${known.id}`, { [name.replace('_', '')]: { title } })
    assert.deepEqual([status, body[name].title], [200, title])
    assert.equal((await api.get(`${name.replace('_', '')}/view?id=${known.id}`)).body[name].id, known.id)
  }
})

test('the expands of newer clients answer: tags by either name, routers of a terminal, who stands above a contact', async () => {
  const { id } = await newInvoice(t, { tags: ['Hedge'] })
  const { tags, all_tags } = (await api.get(`quickinvoices/${id}?expand=tags,all_tags`)).body.quickinvoice
  assert.deepEqual(all_tags, tags)
  const routers = `terminals/${home.terminal_id}?expand=terminal_routers,has_terminal_routers`
  const { terminal } = (await api.get(routers)).body
  assert.deepEqual([terminal.terminal_routers, terminal.has_terminal_routers], [[], false])
  const agent = await made('terminalagents', 'terminalagent', { location_id: home.location_id, title: 'Back office' })
  await api.put(`terminals/${home.terminal_id}`, { terminal: { terminal_agent_id: agent.id } })
  const carried = (await api.get(routers)).body.terminal
  assert.deepEqual(
    [carried.terminal_routers.map((each: Json) => each.id), carried.has_terminal_routers],
    [[agent.id], true],
  )
  const contact = await newContact()
  const { parent, children } = (await api.get(`contacts/${contact.id}?expand=parent,children`)).body.contact
  assert.deepEqual([parent, children], [null, []])
})

test('terminalinfos are the terminals a caller sees, by what a till needs of them', async () => {
  const { id } = (await api.get(`terminals/${home.terminal_id}`)).body.terminal
  const { terminalinfo } = (await api.get(`terminalinfo/view?id=${id}`)).body
  const keys = ['id', 'location_id', 'local_ip_address', 'port', 'title', 'serial_number', 'active', '_links']
  assert.deepEqual(Object.keys(terminalinfo), keys)
  assert.match(terminalinfo._links.self.href, new RegExp(`/v2/terminalinfos/${id}$`))
  const { terminalinfos, meta } = (await api.get('terminalinfos')).body
  const { totalCount } = (await api.get('terminals')).body.meta.pagination
  assert.deepEqual([terminalinfos.length, meta.pagination.totalCount], [totalCount, totalCount])
  assert.equal((await t.stranger.get(`terminalinfos/${id}`)).status, 404)
  assert.equal((await api.put(`terminalinfos/${id}`, { terminalinfo: { title: 'x' } })).status, 405)
})

async function statesOf(id: string): Promise<number[]> {
  const { status_id, payment_status_id } = await readInvoice(t, id)
  return [status_id, payment_status_id]
}
