import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Json } from '../support/app.ts'
import { readPng } from '../support/read-png.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [merchant, other] = t.merchants
const { location_id, child_location_id, terminal_id, terminal_id_without_signature } = merchant

const TERMS = 'I keep the plants watered for two weeks.'
const sent = { location_id, terminal_id, require_signature: true, terms_conditions: TERMS }

const post = (over: object = {}): Promise<Answer> => t.api.post('deviceterms', { deviceterm: { ...sent, ...over } })

async function shown(over: object = {}): Promise<Json> {
  const { status, body, text } = await post(over)
  assert.equal(status, 201, text)
  return body.deviceterm
}

async function refused(over: object): Promise<Record<string, string[]>> {
  const { status, body, text } = await post(over)
  assert.equal(status, 422, text)
  return body.errors
}

async function signaturesOf(id: string): Promise<Json[]> {
  return (await t.api.get(`signatures?resource_id=${id}`)).body.signatures
}

/** A terminal at the child location, with the given ability to take signatures. */
async function terminalWith(over: object): Promise<string> {
  const { body } = await t.api.get(`terminals/${terminal_id}`)
  const { terminal_manufacturer_id, terminal_application_id, sig_capture_enable } = body.terminal
  const copied = { location_id, terminal_manufacturer_id, terminal_application_id, sig_capture_enable }
  const made = await t.api.post('terminals', { terminal: { ...copied, title: 'Extra', serial_number: 'X1', ...over } })
  assert.equal(made.status, 201, made.text)
  return made.body.terminal.id
}

test('DT-02 DT-12 DT-13 DT-14 terms are shown, accepted and signed, and the answer is the wrapped record', async () => {
  const forged = { id: 'f'.repeat(24), created_ts: 1, created_user_id: 'f'.repeat(24), reason_code_id: 1500 }
  const { status, body, headers } = await post(forged)
  assert.equal(status, 201)
  const { deviceterm: term } = body
  assert.deepEqual(Object.keys(term), [
    'id',
    'location_id',
    'terminal_id',
    'require_signature',
    'terms_conditions',
    'device_terms_api_id',
    'device_term_api_id',
    'reason_code_id',
    'signature',
    'created_ts',
    'created_user_id',
    '_links',
  ])
  assert.match(term.id, /^[0-9a-f]{24}$/)
  assert.notEqual(term.id, forged.id)
  assert.deepEqual([term.location_id, term.terminal_id, term.terms_conditions], [location_id, terminal_id, TERMS])
  assert.deepEqual([term.require_signature, term.device_terms_api_id, term.reason_code_id], [1, null, 1000])
  assert.ok(Math.abs(term.created_ts - t.clock.seconds()) < 60)
  assert.equal(term.created_user_id, merchant.user.user_id)
  assert.equal(term._links.self.href, `http://127.0.0.1:8080/v2/deviceterms/${term.id}`)
  assert.equal(headers['tollgate-ignored-fields'], 'id, created_ts, created_user_id, reason_code_id')
})

test('GAP-06 DT-11 a signed term carries its signature: a PNG image in base64, stored as a signature of its own', async () => {
  const term = await shown()
  const { signature } = term
  assert.deepEqual(Object.keys(signature), [
    'id',
    'resource_id',
    'resource',
    'signature',
    'created_ts',
    'modified_ts',
    '_links',
  ])
  assert.deepEqual([signature.resource, signature.resource_id], ['DeviceTerm', term.id])
  assert.equal(signature._links.self.href, `http://127.0.0.1:8080/v2/signatures/${signature.id}`)
  assert.deepEqual((await t.api.get(`signatures/${signature.id}`)).body.signature, signature)
  const { width, height, dots } = readPng(Buffer.from(signature.signature, 'base64'))
  const ink = dots.filter(dot => dot < 0x80).length
  assert.ok(ink > 300 && ink < (width * height) / 2, `${ink} dots of ink`)
})

test('DT-06 true and 1 require a signature; without one the signature is null', async () => {
  assert.ok((await shown({ require_signature: 1 })).signature)
  for (const require_signature of [false, 0, '0']) {
    const term = await shown({ require_signature })
    assert.deepEqual([term.require_signature, term.reason_code_id, term.signature], [0, 1000, null])
    assert.deepEqual(await signaturesOf(term.id), [])
  }
})

test('DT-03 DT-04 DT-06 DT-07 DT-08 required fields and lengths, all told at once', async () => {
  const { status, body } = await t.api.post('deviceterms', { deviceterm: { device_terms_api_id: 'x'.repeat(37) } })
  assert.equal(status, 422)
  assert.deepEqual(body.errors, {
    location_id: ['Location Id cannot be blank.'],
    terminal_id: ['Terminal Id cannot be blank.'],
    require_signature: ['Require Signature cannot be blank.'],
    terms_conditions: ['Terms Conditions cannot be blank.'],
    device_terms_api_id: ['Device Terms Api Id should contain at most 36 characters.'],
  })
  assert.ok((await refused({ terms_conditions: '' })).terms_conditions)
  assert.ok((await refused({ terms_conditions: 'x'.repeat(4097) })).terms_conditions)
  assert.equal((await shown({ terms_conditions: 'x'.repeat(4096) })).terms_conditions.length, 4096)
  assert.ok((await refused({ require_signature: 'perhaps' })).require_signature)
})

test('DT-05 the terminal has to be attached to the location, in use, and of a make that is spoken to', async () => {
  const text = ['terminal_id provided is not valid']
  assert.deepEqual(await refused({ location_id: child_location_id }), { terminal_id: text })
  assert.deepEqual(await refused({ terminal_id: other.terminal_id }), { terminal_id: text })
  assert.deepEqual(await refused({ terminal_id: 'f'.repeat(24) }), { terminal_id: text })
  assert.deepEqual(await refused({ location_id: other.location_id }), {
    location_id: ['location_id provided is not valid'],
  })
  const idle = await terminalWith({ active: 0 })
  assert.deepEqual(await refused({ terminal_id: idle }), { terminal_id: ['Terminal Id is not active.'] })
  const unknown = await terminalWith({ terminal_manufacturer_id: 2 })
  assert.deepEqual(await refused({ terminal_id: unknown }), {
    terminal_id: ['Terminal Id is of a make that is not supported here.'],
  })
})

test('DT-01 DT-18 ERR-07 a signature cannot be required of a terminal that takes none', async () => {
  const text = ['Device is not signature capable']
  const before = (await t.api.get('deviceterms')).body.meta.pagination.totalCount
  for (const require_signature of [true, 1]) {
    const errors = await refused({ terminal_id: terminal_id_without_signature, require_signature })
    assert.deepEqual(errors, { terminal_id: text, require_signature: text })
  }
  const switchedOff = await terminalWith({ sig_capture_enable: 0 })
  assert.deepEqual((await refused({ terminal_id: switchedOff })).require_signature, text)
  assert.equal((await t.api.get('deviceterms')).body.meta.pagination.totalCount, before)

  const unsigned = await shown({ terminal_id: terminal_id_without_signature, require_signature: false })
  assert.equal(unsigned.reason_code_id, 1000)
})

test('GAP-05 DT-10 declined terms have reason 1500, unanswered ones 1531; neither is signed', async () => {
  for (const [word, reason] of [
    ['DECLINE', 1500],
    ['TIMEOUT', 1531],
  ]) {
    const term = await shown({ terms_conditions: `Please ${word} these terms.` })
    assert.deepEqual([term.reason_code_id, term.signature], [reason, null])
    const read = (await t.api.get(`deviceterms/${term.id}?expand=reason_code`)).body.deviceterm
    assert.deepEqual([read.reason_code_id, read.reason_code.id], [reason, reason])
    assert.deepEqual(await signaturesOf(term.id), [])
  }
  assert.equal((await shown({ terms_conditions: 'You may decline; there is no timeout.' })).reason_code_id, 1000)
})

test('DT-09 device_terms_api_id is unique per location: accepted terms are not shown again', async () => {
  const term = await shown({ device_terms_api_id: 'visit-1' })
  assert.deepEqual([term.device_terms_api_id, term.device_term_api_id], ['visit-1', 'visit-1'])
  assert.deepEqual(await refused({ device_terms_api_id: 'visit-1', terms_conditions: 'Other terms' }), {
    device_terms_api_id: ['Device Terms Api Id has already been taken.'],
  })
  const elsewhere = await terminalWith({ location_id: child_location_id })
  await shown({ device_terms_api_id: 'visit-1', location_id: child_location_id, terminal_id: elsewhere })
  const found = await t.api.get(`deviceterms/visit-1?api_id=1&location_id=${location_id}`)
  assert.equal(found.body.deviceterm.id, term.id)
  await shown({ device_terms_api_id: '' })
  await shown({ device_terms_api_id: '' })
})

test('the id of the caller is taken by either of its names', async () => {
  const term = await shown({ device_term_api_id: 'visit-2' })
  assert.deepEqual([term.device_terms_api_id, term.device_term_api_id], ['visit-2', 'visit-2'])
  assert.deepEqual(Object.keys(await refused({ device_terms_api_id: 'visit-2' })), ['device_terms_api_id'])
  assert.deepEqual(Object.keys(await refused({ device_terms_api_id: 'a', device_term_api_id: 'b' })), [
    'device_term_api_id',
  ])
})

for (const [word, reason] of [
  ['DECLINE', 1500],
  ['TIMEOUT', 1531],
]) {
  test(`DT-19 terms that ended with ${reason} are shown again under the same id, as an update`, async () => {
    const device_terms_api_id = `again-${word}`
    const first = await shown({ device_terms_api_id, terms_conditions: `${word} this.`, require_signature: false })
    assert.equal(first.reason_code_id, reason)
    const total = (await t.api.get('deviceterms')).body.meta.pagination.totalCount

    const { status, body } = await post({ device_terms_api_id })
    assert.equal(status, 200)
    const again = body.deviceterm
    assert.deepEqual([again.id, again.created_ts], [first.id, first.created_ts])
    assert.deepEqual([again.reason_code_id, again.terms_conditions, again.require_signature], [1000, TERMS, 1])
    assert.equal(again.signature.resource_id, first.id)
    assert.equal((await t.api.get('deviceterms')).body.meta.pagination.totalCount, total)
    assert.equal((await signaturesOf(first.id)).length, 1)
    assert.equal((await post({ device_terms_api_id })).status, 422)
  })
}

test('terms sent twice at once under one id are one record, signed once', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => post({ device_terms_api_id: 'at-once' })))
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter(status => status === 201).length, 1, statuses.join())
  assert.deepEqual(
    statuses.filter(status => ![201, 409, 422].includes(status)),
    [],
  )
  const { deviceterms } = (await t.api.get('deviceterms?device_terms_api_id=at-once')).body
  assert.equal(deviceterms.length, 1)
  assert.equal((await signaturesOf(deviceterms[0].id)).length, 1)
})

test('DT-15 one record is read by its id; that of another merchant is not there', async () => {
  const { body } = await post()
  const read = await t.api.get(`deviceterms/${body.deviceterm.id}`)
  assert.equal(read.status, 200)
  assert.deepEqual(read.body, body)
  assert.equal((await t.stranger.get(`deviceterms/${body.deviceterm.id}`)).status, 404)
  assert.equal((await t.clerk.get(`deviceterms/${body.deviceterm.id}`)).status, 404, 'it belongs to the location above')
})

test('DT-16 the list is wrapped, newest first, with meta and signatures, also with a slash at its end', async () => {
  const term = await shown()
  for (const path of ['/v2/deviceterms/', '/v2/deviceterms']) {
    const { status, body } = await t.api.get(path)
    assert.equal(status, 200, path)
    assert.deepEqual(body.deviceterms[0], term)
    assert.equal(body.meta.pagination.currentPage, 1)
  }
  assert.equal((await t.stranger.get('deviceterms')).body.meta.pagination.totalCount, 0)
})

test('DT-17 every filter of the contract', async () => {
  const term = await shown({ device_terms_api_id: 'filtered', terms_conditions: 'DECLINE' })
  const ids = async (query: string) =>
    (await t.api.get(`deviceterms?page_size=500&${query}`)).body.deviceterms.map((each: Json) => each.id)
  const all: string[] = await ids('')
  for (const [query, isEach] of [
    [`id=${term.id}`, (each: Json) => each.id === term.id],
    [`location_id=${child_location_id}`, (each: Json) => each.location_id === child_location_id],
    [`terminal_id=${terminal_id}`, (each: Json) => each.terminal_id === terminal_id],
    ['device_terms_api_id=filtered', (each: Json) => each.device_terms_api_id === 'filtered'],
    ['device_term_api_id=filtered', (each: Json) => each.device_terms_api_id === 'filtered'],
    ['reason_code_id=1500', (each: Json) => each.reason_code_id === 1500],
    ['reason_code_id=1500,1531', (each: Json) => [1500, 1531].includes(each.reason_code_id)],
    [`created_ts=${term.created_ts}`, (each: Json) => each.created_ts === term.created_ts],
    [`created_user_id=${merchant.user.user_id}`, (each: Json) => each.created_user_id === merchant.user.user_id],
  ] as const) {
    const { deviceterms } = (await t.api.get('deviceterms?page_size=500')).body
    const expected = deviceterms.filter(isEach).map((each: Json) => each.id)
    assert.ok(expected.length > 0, query)
    assert.deepEqual(await ids(query), expected, query)
  }
  assert.ok(all.length > 1)
  assert.equal((await t.api.get('deviceterms?signature=x')).status, 422)
})

test('DT-20 DT-21 every expand of the contract; signature has the name of the field and is there unasked', async () => {
  const term = await shown()
  const names = ['created_user', 'location', 'terminal', 'reason_code', 'signature']
  for (const path of [`deviceterms/${term.id}`, `deviceterms?id=${term.id}`]) {
    const { body } = await t.api.get(`${path}${path.includes('?') ? '&' : '?'}expand=${names.join(',')}`)
    const record = body.deviceterm ?? body.deviceterms[0]
    assert.equal(record.created_user.id, merchant.user.user_id)
    assert.equal(record.location.id, location_id)
    assert.equal(record.terminal.id, terminal_id)
    assert.deepEqual([record.reason_code.id, typeof record.reason_code.title], [1000, 'string'])
    assert.deepEqual(record.signature, term.signature)
  }
})

test('GAP-21 there is no PUT and no DELETE', async () => {
  const term = await shown()
  assert.equal((await t.api.put(`deviceterms/${term.id}`, { deviceterm: { terms_conditions: 'x' } })).status, 405)
  assert.equal((await t.api.delete(`deviceterms/${term.id}`)).status, 405)
})

test('the same Idempotency-Key shows terms once', async () => {
  const headers = { 'idempotency-key': 'terms-once' }
  const first = await t.api.post('deviceterms', { deviceterm: sent }, headers)
  const second = await t.api.post('deviceterms', { deviceterm: sent }, headers)
  assert.deepEqual([first.status, second.status, second.headers['idempotency-hit']], [201, 201, 'true'])
  assert.deepEqual(second.body, first.body)
})
