import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import type { NounParts } from '../../src/definition/command.ts'
import type { Row } from '../../src/definition/resource.ts'
import { vaulting } from '../../src/payments/vault/vault.ts'
import type { location } from '../../src/resources/location/location.ts'
import { ticketOperations } from '../../src/resources/ticket/ticket.operations.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { CARD, refused, storeVault } from '../support/vaults.ts'

let t: TestApp
let place: string
before(async () => {
  t = await testApp('ticketapi')
  place = t.merchants[0].location_id
})
after(() => t.close())

const take = (over: Json = {}) =>
  t.api.post('tickets', { ticket: { location_id: place, account_number: CARD, exp_date: '1230', cvv: '999', ...over } })

test('a ticket shows what may be shown of its card, its nine digits and when it ends', async () => {
  const { contact_id } = t.merchants[0]
  const holder = {
    account_holder_name: 'Pat Example',
    billing_zip: '14850',
    billing_street: '12 Orchard Lane',
    contact_id,
  }
  const { status, body, text } = await take(holder)
  assert.equal(status, 201)
  const { id, ticket_number, created_ts, modified_ts, expire_ts, _links, ...rest } = body.ticket
  assert.match(ticket_number, /^[1-9]\d{8}$/)
  assert.equal(expire_ts, created_ts + 900)
  assert.equal(_links.self.href, `http://127.0.0.1:8080/v2/tickets/${id}`)
  assert.deepEqual(rest, {
    location_id: place,
    exp_date: '1230',
    ...holder,
    first_six: '411111',
    last_four: '1111',
    account_type: 'visa',
    order_id: null,
    used_ts: null,
  })
  assert.ok(!text.includes(CARD) && !text.includes('"999"'))
  assert.deepEqual((await t.api.get(`tickets/${id}`)).body, body)
})

test('every field that does not fit is told at once', async () => {
  const answer = await take({ account_number: '4111111111111112', exp_date: '1330', cvv: '12', billing_zip: '1' })
  assert.deepEqual(refused(answer), ['account_number', 'billing_zip', 'cvv', 'exp_date'])
  assert.deepEqual(refused(await t.api.post('tickets', { ticket: {} })), ['account_number', 'exp_date', 'location_id'])
  assert.deepEqual(refused(await take({ exp_date: '0120' })), ['exp_date'])
  assert.deepEqual(refused(await take({ location_id: t.merchants[1].location_id })), ['location_id'])
  assert.deepEqual(refused(await take({ contact_id: t.merchants[1].contact_id })), ['contact_id'])
})

test('a ticket is there to be read by its own merchant, and for nothing else', async () => {
  const { id } = (await take()).body.ticket
  assert.equal((await t.stranger.get(`tickets/${id}`)).status, 404)
  for (const answer of [
    await t.api.get('tickets'),
    await t.api.put(`tickets/${id}`, {}),
    await t.api.delete(`tickets/${id}`),
  ]) {
    assert.equal(answer.status, 405)
  }
})

test('fifteen minutes after it was made a ticket has expired, and used ones say when they were used', async () => {
  const [used, late] = [(await take()).body.ticket, (await take()).body.ticket]
  const vault = (ticket: string) => storeVault(t.api, { payment_method: 'cc', location_id: place, ticket })
  assert.equal((await vault(used.id)).status, 201)
  assert.equal(typeof (await t.api.get(`tickets/${used.id}`)).body.ticket.used_ts, 'number')

  await t.as({}).post('/sandbox/clock', { now: late.expire_ts })
  assert.deepEqual(refused(await vault(late.id)), ['ticket'])
})

test('nine digits that are in use are drawn anew, and five times at most', async () => {
  const used = (await take()).body.ticket.ticket_number
  const create = (draw: () => string) => {
    const vault = vaulting({ db: t.db, cipher: t.cipher, clock: t.clock })
    const { create } = ticketOperations(draw)
    const nothing = { contact_id: null, cvv: null, account_holder_name: null, billing_street: null, billing_zip: null }
    return create!({
      draft: { ...nothing, location_id: place, account_number: CARD, exp_date: '1230' },
      refs: { location_id: { tz: 'America/New_York' } as Row<typeof location>, contact_id: null },
      parts: { vaulting: vault } as NounParts,
      actor: { caller: systemCaller(place, 'test') },
      moment: { seconds: t.clock.seconds(), caller: systemCaller(place, 'test') },
      store: t.app.store,
      read: t.app.store.reader(systemCaller(place, 'test')),
      uploads: [],
      proceed: () => assert.fail('tickets are not made in the generic way'),
    })
  }
  const draws = [used, used, '123456789']
  const made = await create(() => draws.shift()!)
  assert.equal('ticket_number' in made && made.ticket_number, '123456789')
  let count = 0
  const always = () => {
    count += 1
    return used
  }
  await assert.rejects(create(always))
  assert.equal(count, 5)
})

test('a clerk takes tickets for the child location only', async () => {
  const ticket = { account_number: CARD, exp_date: '1230' }
  const at = (location_id: string) => t.clerk.post('tickets', { ticket: { ...ticket, location_id } })
  assert.equal((await at(t.merchants[0].child_location_id)).status, 201)
  assert.deepEqual(refused(await at(place)), ['location_id'])
})
