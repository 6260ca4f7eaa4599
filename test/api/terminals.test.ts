import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'
import { storedTransaction } from '../support/stored-transaction.ts'

const t = await newMerchant()

const [merchant] = t.merchants
const terminal = {
  location_id: merchant.location_id,
  terminal_manufacturer_id: 100,
  terminal_application_id: '000000000000000000000101',
  title: 'Greenhouse',
  serial_number: 'GH0001',
}

async function created(over: object = {}) {
  const { status, body } = await t.api.post('terminals', { terminal: { ...terminal, ...over } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.terminal
}

async function refused(over: object): Promise<Record<string, string[]>> {
  const { status, body } = await t.api.post('terminals', { terminal: { ...terminal, ...over } })
  assert.equal(status, 422, JSON.stringify(body))
  return body.errors
}

test('a terminal is created with what it needs, and the rest has its start values', async () => {
  const made = await created()
  for (const [name, value] of Object.entries(terminal)) assert.equal(made[name], value, name)
  assert.equal(made.port, 10009)
  assert.equal(made.active, 1)
  assert.equal(made.sig_capture_enable, 0)
  assert.equal(made.terminal_timeouts.overall_timeout, 300)
  assert.equal(made.tip_percents, null)
  assert.equal(made.created_user_id, merchant.user.user_id)
  assert.equal(made._links.self.href, `http://127.0.0.1:8080/v2/terminals/${made.id}`)
})

test('a terminal without its required fields is refused, every one of them named', async () => {
  const { status, body } = await t.api.post('terminals', { terminal: {} })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.errors).toSorted(), Object.keys(terminal).toSorted())
  assert.deepEqual(body.errors.terminal_manufacturer_id, ['Terminal Manufacturer Id cannot be blank.'])
})

test('limits: title 64, serial_number 24 letters and digits, terminal_number exactly 15, port to 65535, lines 32', async () => {
  await created({
    title: 'x'.repeat(64),
    serial_number: 'A1'.repeat(12),
    terminal_number: '1'.repeat(15),
    port: 65535,
    header_line1: 'x'.repeat(32),
  })
  assert.ok((await refused({ title: 'x'.repeat(65) })).title)
  assert.ok((await refused({ serial_number: `${'A1'.repeat(12)}B` })).serial_number)
  assert.ok((await refused({ serial_number: 'A-1' })).serial_number)
  assert.deepEqual((await refused({ terminal_number: '1'.repeat(14) })).terminal_number, [
    'Terminal Number should contain 15 characters.',
  ])
  assert.ok((await refused({ terminal_number: '1'.repeat(16) })).terminal_number)
  assert.ok((await refused({ port: 65536 })).port)
  assert.ok((await refused({ trailer_line5: 'x'.repeat(33) })).trailer_line5)
  assert.ok((await refused({ local_ip_address: '10.0.0.256' })).local_ip_address)
  assert.ok((await refused({ communication_type: 'pigeon' })).communication_type)
})

test('what a terminal refers to has to exist and be visible', async () => {
  const { location_id, cc_product_transaction_id } = t.merchants[1]
  assert.deepEqual((await refused({ location_id })).location_id, ['location_id provided is not valid'])
  assert.deepEqual((await refused({ terminal_manufacturer_id: 99 })).terminal_manufacturer_id, [
    'terminal_manufacturer_id provided is not valid',
  ])
  assert.ok((await refused({ terminal_application_id: '0000000000000000000001ff' })).terminal_application_id)
  assert.ok((await refused({ terminal_cvm_id: '0000000000000000000001ff' })).terminal_cvm_id)
  assert.ok(
    (await refused({ default_product_transaction_id: cc_product_transaction_id })).default_product_transaction_id,
  )
  const bank = merchant.ach_product_transaction_id
  assert.ok(
    (await refused({ default_product_transaction_id: bank })).default_product_transaction_id,
    'a bank product cannot take cards',
  )
})

test('RT-40 LIM-02 a request is open for 300 seconds at most; timeouts and tips are checked, and a change keeps the steps it leaves out', async () => {
  const errors = await refused({ terminal_timeouts: { overall_timeout: 301, nap: 1 }, tip_percents: { percent_1: 10 } })
  assert.deepEqual(errors.terminal_timeouts, [
    'Terminal Timeouts must have 30 to 300 seconds for overall_timeout.',
    'Terminal Timeouts has no step nap.',
  ])
  assert.deepEqual(errors.tip_percents, ['Tip Percents must have all three percentages or none.'])

  const made = await created({
    terminal_timeouts: { overall_timeout: 90 },
    tip_percents: { percent_1: 10, percent_2: 15, percent_3: 20 },
  })
  const { body } = await t.api.put(`terminals/${made.id}`, {
    terminal: { terminal_timeouts: { pin_entry_timeout: 45 } },
  })
  assert.equal(body.terminal.terminal_timeouts.overall_timeout, 90)
  assert.equal(body.terminal.terminal_timeouts.pin_entry_timeout, 45)
  assert.deepEqual(body.terminal.tip_percents, { percent_1: 10, percent_2: 15, percent_3: 20 })
})

test('a terminal is changed, but not moved and not made by somebody else', async () => {
  const made = await created()
  const change = {
    title: 'Nursery',
    sig_capture_enable: true,
    location_id: merchant.child_location_id,
    terminal_manufacturer_id: 1,
  }
  const { status, body, headers } = await t.api.put(`terminals/${made.id}`, { terminal: change })
  assert.equal(status, 200)
  assert.equal(body.terminal.title, 'Nursery')
  assert.equal(body.terminal.sig_capture_enable, 1)
  assert.equal(body.terminal.location_id, merchant.location_id)
  assert.equal(body.terminal.terminal_manufacturer_id, 100)
  assert.equal(headers['tollgate-ignored-fields'], 'location_id, terminal_manufacturer_id')
})

test('terminal_api_id is unique per location and finds the terminal', async () => {
  const made = await created({ terminal_api_id: 'till-7' })
  assert.deepEqual((await refused({ terminal_api_id: 'till-7' })).terminal_api_id, [
    'Terminal Api Id has already been taken.',
  ])
  await created({ terminal_api_id: 'till-7', location_id: merchant.child_location_id })
  const found = await t.api.get(`terminals/till-7?api_id=1&location_id=${merchant.location_id}`)
  assert.equal(found.body.terminal.id, made.id)
})

test('the expands of a terminal', async () => {
  const cvm = '000000000000000000000201'
  const made = await created({
    terminal_cvm_id: cvm,
    default_product_transaction_id: merchant.cc_product_transaction_id,
  })
  const names = [
    'location',
    'created_user',
    'terminal_application',
    'terminal_cvm',
    'terminal_manufacturer',
    'default_product_transaction',
  ]
  const { body } = await t.api.get(`terminals/${made.id}?expand=${names.join(',')}`)
  assert.equal(body.terminal.location.id, merchant.location_id)
  assert.equal(body.terminal.created_user.id, merchant.user.user_id)
  assert.equal(body.terminal.terminal_application.sig_capture_capable, 1)
  assert.equal(body.terminal.terminal_cvm.id, cvm)
  assert.equal(body.terminal.terminal_manufacturer.title, 'Virtual Device')
  assert.equal(body.terminal.default_product_transaction.id, merchant.cc_product_transaction_id)
})

test('LOC-37 the terminals of a location are embedded under terminal', async () => {
  const { body } = await t.api.get(`locations/${merchant.location_id}?expand=terminal,product_file,product_recurring`)
  const ids = body.location.terminal.map((each: { id: string }) => each.id)
  assert.ok(ids.includes(merchant.terminal_id) && ids.includes(merchant.terminal_id_without_signature))
  assert.ok('product_file' in body.location && 'product_recurring' in body.location)
})

test('manufacturers, applications and card holder checks can be read by everybody and written by nobody', async () => {
  const makers = await t.clerk.get('terminalmanufacturers')
  const codes = makers.body.terminalmanufacturers.map((each: { id: number }) => each.id)
  assert.deepEqual(codes, [1, 2, 3, 4, 5, 100])
  assert.equal(makers.body.meta.pagination.totalCount, 6)
  assert.equal((await t.stranger.get('terminalmanufacturers/100')).body.terminalmanufacturer.title, 'Virtual Device')
  for (const key of ['99', '0', 'PAX', '1.5', '99999999999', '000000000000000000000101']) {
    assert.equal((await t.api.get(`terminalmanufacturers/${key}`)).status, 404, key)
  }
  assert.deepEqual(
    (await t.api.get('terminalapplications?sig_capture_capable=0')).body.terminalapplications.map(
      (each: { title: string }) => each.title,
    ),
    ['Virtual device without signature'],
  )
  const cvms = await t.api.get('terminalcvms?expand=terminal_manufacturer')
  assert.equal(cvms.body.terminalcvms[0].terminal_manufacturer.id, 100)
  for (const plural of ['terminalmanufacturers', 'terminalapplications', 'terminalcvms']) {
    assert.equal((await t.api.post(plural, {})).status, 405)
    assert.equal((await t.api.put(`${plural}/100`, {})).status, 405)
    assert.equal((await t.api.delete(`${plural}/100`)).status, 405)
  }
})

test('a terminal is deleted while no transaction names it; after that it is 409, and it stays', async () => {
  const made = await created()
  await storedTransaction(t, { terminal_id: made.id })
  const { status, body } = await t.api.delete(`terminals/${made.id}`)
  assert.equal(status, 409)
  assert.deepEqual(body.errors, { id: ['Terminal was used for transactions and cannot be deleted.'] })
  assert.equal((await t.api.get(`terminals/${made.id}`)).status, 200)

  const unused = await created()
  assert.equal((await t.api.delete(`terminals/${unused.id}`)).status, 204)
  assert.equal((await t.api.get(`terminals/${unused.id}`)).status, 404)
  assert.equal((await t.stranger.delete(`terminals/${merchant.terminal_id}`)).status, 404)
})

test('a terminal that terms were shown on is not deleted: they name it', async () => {
  const { location_id } = merchant
  const body = {
    location_id,
    terminal_manufacturer_id: 100,
    terminal_application_id: '000000000000000000000101',
    title: 'Terms',
    serial_number: 'TERMS1',
  }
  const { terminal } = (await t.api.post('terminals', { terminal: body })).body
  const terms = { location_id, terminal_id: terminal.id, require_signature: 0, terms_conditions: 'I agree.' }
  assert.equal((await t.api.post('deviceterms', { deviceterm: terms })).status, 201)
  const refused = await t.api.delete(`terminals/${terminal.id}`)
  assert.equal(refused.status, 409)
  assert.deepEqual(refused.body.errors, { id: ['Terminal was used for device terms and cannot be deleted.'] })
  assert.equal((await t.api.get(`terminals/${terminal.id}`)).status, 200)
})

test('terminalinfos lists the caller’s terminals with the fields that a till needs', async () => {
  const { id } = (await t.api.get(`terminals/${merchant.terminal_id}`)).body.terminal
  const { terminalinfo } = (await t.api.get(`terminalinfo/view?id=${id}`)).body
  const keys = ['id', 'location_id', 'local_ip_address', 'port', 'title', 'serial_number', 'active', '_links']
  assert.deepEqual(Object.keys(terminalinfo), keys)
  assert.match(terminalinfo._links.self.href, new RegExp(`/v2/terminalinfos/${id}$`))
  const { terminalinfos, meta } = (await t.api.get('terminalinfos')).body
  const { totalCount } = (await t.api.get('terminals')).body.meta.pagination
  assert.deepEqual([terminalinfos.length, meta.pagination.totalCount], [totalCount, totalCount])
  assert.equal((await t.stranger.get(`terminalinfos/${id}`)).status, 404)
  assert.equal((await t.api.put(`terminalinfos/${id}`, { terminalinfo: { title: 'x' } })).status, 405)
})
