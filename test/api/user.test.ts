import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Client, Json, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
let count = 0

before(async () => {
  t = await newMerchant()
})

const PASSWORD = 'Correct-horse-1'
const KEY = 'an-invented-key-of-some-length'

const draft = (over: Record<string, unknown> = {}) => ({
  username: `person${++count}`,
  email: 'person@juniper.example',
  last_name: 'Example',
  primary_location_id: t.merchants[0].location_id,
  user_type_id: 400,
  ...over,
})
const make = async (over: Record<string, unknown> = {}): Promise<Json> => {
  const answer = await t.api.post('users', { user: draft(over) })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.user
}
/** The API as this user with this key. */
const being = (user_id: string, user_api_key: string): Client =>
  t.as({ 'developer-id': t.developer_id, 'user-id': user_id, 'user-api-key': user_api_key })
const fieldsOf = (answer: { body: Json }) => Object.keys(answer.body.errors ?? {})

const KEYS = [
  ...[
    'id',
    'username',
    'first_name',
    'last_name',
    'company_name',
    'email',
    'address',
    'city',
    'state',
    'zip',
    'cell_phone',
  ],
  ...['home_phone', 'office_phone', 'office_ext_phone', 'account_number', 'date_of_birth', 'contact_id', 'domain_id'],
  ...[
    'branding_domain_url',
    'primary_location_id',
    'user_type_id',
    'status_id',
    'status',
    'email_trx_receipt',
    'locale',
  ],
  ...[
    'tz',
    'user_api_key',
    'user_hash_key',
    'requires_new_password',
    'login_attempts',
    'last_login_ts',
    'current_login',
  ],
  ...[
    'current_login_ip',
    'current_date_time',
    'terms_accepted_ts',
    'terms_agree_ip',
    'terms_condition_id',
    'created_ts',
  ],
  ...['modified_ts', 'created_user_id', 'ui_prefs', 'forms_only', '_links'],
]

test('GAP-04 GAP-20 USR-01 USR-14 USR-15 USR-16 USR-24 USR-34 USR-41 USR-46 a user is created and found', async () => {
  const sent = draft({ branding_domain_url: 'elsewhere.example', id: '000000000000000000000001', domain: 'x' })
  const answer = await t.api.post('users', { user: sent })
  assert.equal(answer.status, 201)
  const { user } = answer.body
  assert.deepEqual(Object.keys(user), KEYS)
  assert.match(user.id, /^[0-9a-f]{24}$/)
  assert.equal(user.branding_domain_url, t.merchants[0].user.domain)
  assert.match(user.domain_id, /^[0-9a-f]{24}$/)
  assert.deepEqual([user.primary_location_id, user.user_type_id], [sent.primary_location_id, 400])
  assert.deepEqual([user.status_id, user.status, user.requires_new_password, user.login_attempts], [1, 1, '0', 0])
  assert.equal(user.created_user_id, t.merchants[0].user.user_id)
  assert.equal(answer.headers['tollgate-ignored-fields'], 'branding_domain_url, id, domain')
  const read = await t.api.get(`users/${user.id}?expand=primary_location,branding_domain,created_user,contact`)
  assert.equal(read.status, 200)
  assert.equal(read.body.user.username, sent.username)
  assert.equal(read.body.user.primary_location.id, sent.primary_location_id)
  assert.equal(read.body.user.branding_domain.id, user.domain_id)
  assert.equal(read.body.user.contact, null)
})

test('GAP-04 GEN-14 what a user cannot do without is told together', async () => {
  const answer = await t.api.post('users', { user: {} })
  assert.equal(answer.status, 422)
  assert.deepEqual(fieldsOf(answer).toSorted(), [
    'email',
    'last_name',
    'primary_location_id',
    'user_type_id',
    'username',
  ])
})

const LIMITS: [statement: string, field: string, fits: unknown[], fails: unknown[]][] = [
  ['USR-02', 'username', ['x', 'x'.repeat(64)], ['', 'x'.repeat(65)]],
  ['USR-03', 'first_name', ['', 'x'.repeat(64)], ['x'.repeat(65)]],
  ['USR-03', 'last_name', ['x'.repeat(64)], ['', 'x'.repeat(65)]],
  ['USR-04', 'company_name', ['x'.repeat(64)], ['x'.repeat(65)]],
  ['USR-05', 'email', ['a@b', `${'x'.repeat(116)}@example.com`], ['nobody', `${'x'.repeat(117)}@example.com`]],
  ['USR-06', 'address', ['x'.repeat(64)], ['x'.repeat(65)]],
  ['USR-07', 'city', ['x'.repeat(100)], ['x'.repeat(101)]],
  ['USR-08', 'state', ['x'.repeat(100)], ['x'.repeat(101)]],
  ['USR-09', 'zip', ['x'.repeat(10)], ['x'.repeat(11)]],
  ['USR-10', 'cell_phone', ['2025550143'], ['20255501433']],
  ['USR-10', 'home_phone', ['2025550143'], ['20255501433']],
  ['USR-10', 'office_phone', ['2025550143'], ['20255501433']],
  ['USR-10', 'office_ext_phone', ['1234567890'], ['12345678901']],
  ['USR-11', 'account_number', ['x'.repeat(32)], ['x'.repeat(33)]],
  ['USR-12', 'date_of_birth', ['1980-02-29'], ['29/02/1980', '1981-02-29']],
  ['USR-17 F10', 'user_type_id', [250, 500, 600, 1000], [123456789, 999, 'admin', 200]],
  ['USR-18', 'status_id', [0, 1], [2, -1]],
  ['USR-19', 'email_trx_receipt', [true, false], ['maybe']],
  ['USR-20', 'locale', ['en_US', 'x'.repeat(8)], ['x'.repeat(9)]],
  ['USR-21', 'tz', ['America/Denver'], ['x'.repeat(31), 'Mars/Olympus']],
  ['USR-35', 'ui_prefs', [], ['text', [1], { page_size: 'many' }, { default_terminal: 'x'.repeat(37) }]],
]

for (const [statement, field, fits, fails] of LIMITS) {
  test(`${statement} ${field} keeps its limits, on create and on change`, async () => {
    const { id } = await make()
    for (const value of fits) {
      const answer = await t.api.put(`users/${id}`, { user: { [field]: value } })
      assert.equal(answer.status, 200, `${value}: ${answer.text}`)
      assert.equal(answer.body.user[field], value)
    }
    for (const value of fails) {
      const onPut = await t.api.put(`users/${id}`, { user: { [field]: value } })
      const onPost = await t.api.post('users', { user: draft({ [field]: value }) })
      for (const answer of [onPut, onPost])
        assert.deepEqual([answer.status, fieldsOf(answer)], [422, [field]], String(value))
    }
  })
}

test('USR-13 a contact of the same merchant can be named, no other', async () => {
  const { contact_id } = t.merchants[0]
  const made = await make({ contact_id })
  assert.equal(made.contact_id, contact_id)
  const expanded = await t.api.get(`contacts/${contact_id}?expand=user`)
  assert.equal(expanded.body.contact.user.id, made.id)
  const foreign = await t.api.put(`users/${made.id}`, { user: { contact_id: t.merchants[1].contact_id } })
  assert.deepEqual(foreign.body.errors, { contact_id: ['contact_id provided is not valid'] })
  assert.equal((await t.api.put(`users/${made.id}`, { user: { contact_id: '' } })).body.user.contact_id, null)
})

test('USR-14 the domain is the location’s, or one of the same merchant', async () => {
  const { domain_id } = await make()
  assert.equal((await make({ domain_id })).domain_id, domain_id)
  assert.equal((await make({ branding_domain_id: domain_id })).domain_id, domain_id)
  const foreign = (await t.stranger.get('users/me')).body.user.domain_id
  for (const field of ['domain_id', 'branding_domain_id']) {
    const answer = await t.api.post('users', { user: draft({ [field]: foreign }) })
    assert.deepEqual([answer.status, fieldsOf(answer)], [422, [field]])
  }
})

test('USR-02 a username is taken once per domain, capitals or not', async () => {
  const { username } = await make({ username: 'Robin.Example' })
  const again = await t.api.post('users', { user: draft({ username: username.toUpperCase() }) })
  assert.deepEqual([again.status, again.body.errors], [422, { username: ['Username has already been taken.'] }])
  const elsewhere = draft({ username, primary_location_id: t.merchants[1].location_id })
  assert.equal((await t.stranger.post('users', { user: elsewhere })).status, 201)
})

test('USR-25 USR-26 USR-27 USR-28 USR-30 USR-31 USR-32 USR-33 what the system keeps is there and cannot be sent', async () => {
  const system = {
    login_attempts: 9,
    last_login_ts: 1,
    current_login: '2020-01-01',
    current_login_ip: '192.0.2.1',
    terms_accepted_ts: 1,
    terms_agree_ip: '192.0.2.1',
    terms_condition_id: 'x',
    created_ts: 1,
    modified_ts: 1,
    created_user_id: '000000000000000000000001',
    requires_new_password: '1',
  }
  const made = await make(system)
  const answer = await t.api.put(`users/${made.id}`, { user: system })
  for (const [name, value] of Object.entries(system)) {
    assert.notEqual(made[name], value, name)
    assert.notEqual(answer.body.user[name], value, name)
  }
  assert.match(String(made.created_ts), /^\d{10}$/)
  assert.match(String(made.modified_ts), /^\d{10}$/)
})

test('USR-29 current_date_time is now in the zone of the user', async () => {
  const { current_date_time } = await make({ tz: 'Asia/Kolkata' })
  assert.match(current_date_time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0530$/)
  const shown = Date.parse(`${current_date_time.slice(0, -2)}:${current_date_time.slice(-2)}`) / 1000
  assert.ok(Math.abs(shown - t.clock.seconds()) <= 60)
})

test('USR-35 USR-36 USR-37 USR-38 USR-39 USR-40 preferences have defaults and change one by one', async () => {
  const defaults = {
    entry_page: 'dashboard',
    page_size: 15,
    report_export_type: 'csv',
    process_method: 'virtual_terminal',
  }
  const made = await make()
  const { terminal_id, terminal_id_without_signature, child_location_id } = t.merchants[0]
  assert.deepEqual(made.ui_prefs, { ...defaults, default_terminal: terminal_id })
  const elsewhere = await make({ primary_location_id: child_location_id })
  assert.equal(elsewhere.ui_prefs.default_terminal, null)
  const own = await make({ ui_prefs: { page_size: 50, default_terminal: terminal_id_without_signature } })
  assert.deepEqual(own.ui_prefs, { ...defaults, page_size: 50, default_terminal: terminal_id_without_signature })
  const answer = await t.api.put(`users/${own.id}`, { user: { ui_prefs: { entry_page: 'reports' } } })
  assert.deepEqual(answer.body.user.ui_prefs, { ...own.ui_prefs, entry_page: 'reports' })
})

test('USR-44 a change touches what was sent', async () => {
  const made = await make({ first_name: 'Pat' })
  const answer = await t.api.put(`users/${made.id}`, { user: { first_name: 'Robin' } })
  assert.equal(answer.status, 200)
  const { modified_ts, current_date_time } = answer.body.user
  assert.deepEqual(answer.body.user, { ...made, first_name: 'Robin', modified_ts, current_date_time })
})

test('USR-47 users/me is who asks', async () => {
  assert.equal((await t.api.get('users/me')).body.user.id, t.merchants[0].user.user_id)
  assert.equal((await t.clerk.get('users/me')).body.user.id, t.merchants[0].clerk.user_id)
  assert.ok((await t.api.get('users/me?expand=primary_location')).body.user.primary_location.id)
})

test('USR-48 users are listed with filters', async () => {
  const made = await make({ username: 'listed-one', city: 'Ithaca' })
  const { body } = await t.api.get('users?username=listed-one&city=Ithaca&status=1')
  assert.deepEqual(
    body.users.map((each: Json) => each.id),
    [made.id],
  )
  assert.equal(body.meta.pagination.totalCount, 1)
  assert.deepEqual(body.meta.sort.attributes, { id: 'desc' })
  for (const secret of [
    'password',
    'password_mark',
    'user_api_key',
    'user_api_key_mark',
    'user_hash_key',
    'user_hash_key_sealed',
  ]) {
    assert.equal((await t.api.get(`users?${secret}=x`)).status, 422, secret)
    assert.equal((await t.api.get(`users?sort=${secret}`)).status, 422, secret)
  }
})

test('USR-49 nobody deletes himself', async () => {
  const answer = await t.api.delete(`users/${t.merchants[0].user.user_id}`)
  assert.equal(answer.status, 409)
  assert.deepEqual(fieldsOf(answer), ['id'])
})

test('who is no administrator changes himself and nobody else, and gives himself no rights', async () => {
  const made = await make({ user_api_key: KEY })
  const self = being(made.id, KEY)
  assert.equal((await self.put(`users/${made.id}`, { user: { city: 'Ithaca' } })).status, 200)
  assert.deepEqual(fieldsOf(await self.put(`users/${made.id}`, { user: { user_type_id: 250 } })), ['user_type_id'])
  const admin = t.merchants[0].user.user_id
  assert.equal((await self.put(`users/${admin}`, { user: { password: PASSWORD } })).status, 403)
  assert.equal((await self.post(`users/${admin}/generateuserapikey`)).status, 403)
  assert.equal((await self.delete(`users/${admin}`)).status, 403)
  assert.equal((await self.post('users', { user: draft() })).status, 403)
  assert.equal((await self.post(`users/${made.id}/generateuserapikey`)).status, 200)
})

test('users of another merchant, or above, are not there', async () => {
  const made = await make()
  for (const client of [t.stranger, t.clerk]) {
    assert.equal((await client.get(`users/${made.id}`)).status, 404)
    assert.equal((await client.put(`users/${made.id}`, { user: { city: 'X' } })).status, 404)
  }
  assert.equal((await t.stranger.delete(`users/${made.id}`)).status, 404)
  const foreign = await t.api.post('users', { user: draft({ primary_location_id: t.merchants[1].location_id }) })
  assert.deepEqual(foreign.body.errors, { primary_location_id: ['primary_location_id provided is not valid'] })
})

test('a contact user (type 100) reads and changes his own record, and nothing else', async () => {
  const { id } = await make({
    user_type_id: 100,
    user_api_key: KEY,
    password: PASSWORD,
    contact_id: t.merchants[0].contact_id,
  })
  const payer = being(id, KEY)
  const me = await payer.get('users/me')
  assert.equal(me.status, 200, me.text)
  assert.deepEqual([me.body.user.id, me.body.user.user_type_id], [id, 100])
  const password = { old_password: PASSWORD, password: `${PASSWORD}2` }
  assert.equal((await payer.put(`users/${id}`, { user: password })).status, 200)
  assert.equal((await payer.put(`users/${id}`, { user: { first_name: 'Pat' } })).status, 200)
  const other = await make()
  for (const answer of [
    await payer.get('users'),
    await payer.get(`users/${other.id}`),
    await payer.put(`users/${other.id}`, { user: { first_name: 'Pat' } }),
    await payer.delete(`users/${id}`),
    await payer.get('contacts'),
    await payer.get('transactions'),
    await payer.get(`contacts/${t.merchants[0].contact_id}`),
    await payer.post('tags', { tag: { title: 'mine', location_id: t.merchants[0].location_id } }),
  ])
    assert.equal(answer.status, 403, answer.text)
  const moved = await payer.put(`users/${id}`, {
    user: { contact_id: null, primary_location_id: t.merchants[0].child_location_id },
  })
  assert.equal(moved.status, 422, moved.text)
})
