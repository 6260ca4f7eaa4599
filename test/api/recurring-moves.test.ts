import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { recurringSite } from '../support/recurrings.ts'

const { t, location_id, makeVault, sent, make, put, act } = await recurringSite('recurring_moves')

test('RC-31 RC-32 RC-33 RC-44 skipped payments move the next run, leave the end, and are not collected', async () => {
  const recurring = await make({ start_date: '2040-03-23', installment_total_count: 5 })
  const { status, body } = await act(recurring.id, 'skipPayment?skip_count=2')
  assert.equal(status, 200)
  assert.deepEqual(
    [body.recurring.status, body.recurring.next_run_date, body.recurring.end_date],
    ['active', '2040-05-23', recurring.end_date],
  )
  const { payments } = (await t.api.get(`recurrings/${recurring.id}/preview`)).body.preview
  assert.equal(payments.length, 3)
  for (const wrong of ['', '?skip_count=', '?skip_count=0', '?skip_count=x', '?skip_count=100', '?skip_count=4']) {
    const answer = await act(recurring.id, `skipPayment${wrong}`)
    assert.deepEqual(Object.keys(answer.body.errors), ['skip_count'], wrong)
  }
  const ended = (await act(recurring.id, 'skipPayment?skip_count=3')).body.recurring
  assert.deepEqual([ended.status, ended.active, ended.next_run_date], ['ended', '0', '0000-00-00'])
})

test('RC-34 RC-35 RC-45 deferred payments move next run and end, and the count is still collected', async () => {
  const recurring = await make({ start_date: '2040-03-23', installment_total_count: 5 })
  assert.equal(recurring.end_date, '2040-08-22')
  const { status, body } = await act(recurring.id, 'deferPayment?defer_count=2')
  assert.equal(status, 200)
  const { next_run_date, end_date, installment_total_count } = body.recurring
  assert.deepEqual(
    [body.recurring.status, next_run_date, end_date, installment_total_count],
    ['active', '2040-05-23', '2040-10-22', 5],
  )
  const { payments } = (await t.api.get(`recurrings/${recurring.id}/preview`)).body.preview
  assert.equal(payments.length, 5)
  const ongoing = await make()
  const answer = await act(ongoing.id, 'deferPayment?defer_count=1')
  assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['recurring_type_id']])
})

test('RC-29 RC-30 RC-46 RC-47 on hold nothing is due, and activate goes on with the first date that is not past', async () => {
  const recurring = await make({ start_date: '2040-03-31' })
  const held = await act(recurring.id, 'placeOnHold')
  assert.equal(held.status, 200)
  assert.deepEqual(
    [held.body.recurring.status, held.body.recurring.next_run_date, held.body.recurring.active],
    ['on hold', '0000-00-00', '1'],
  )
  const again = await act(recurring.id, 'activate')
  assert.equal(again.status, 200)
  assert.deepEqual([again.body.recurring.status, again.body.recurring.next_run_date], ['active', '2040-03-31'])
  const past = await make({ start_date: '2040-01-31' })
  assert.equal(past.next_run_date, '2040-01-31')
  await act(past.id, 'placeOnHold')
  assert.equal((await act(past.id, 'activate')).body.recurring.next_run_date, '2040-03-31')
})

test('RC-36 RC-24 active 0 pauses an ongoing recurring and is not read for installments', async () => {
  const ongoing = await make()
  const paused = (await put(ongoing.id, { active: '0' })).body.recurring
  assert.deepEqual([paused.active, paused.status, paused.next_run_date], ['0', 'on hold', '0000-00-00'])
  const back = (await put(ongoing.id, { active: 1 })).body.recurring
  assert.deepEqual([back.active, back.status, back.next_run_date], ['1', 'active', '2040-03-31'])
  const fixed = await make({ installment_total_count: 2 })
  const { status, body } = await put(fixed.id, { active: '0' })
  assert.equal(status, 200)
  assert.deepEqual([body.recurring.active, body.recurring.status], ['1', 'active'])
})

const MOVES: Record<string, (id: string) => Promise<{ status: number; body: Json }>> = {
  PUT: id => put(id, { description: 'later' }),
  skipPayment: id => act(id, 'skipPayment?skip_count=1'),
  deferPayment: id => act(id, 'deferPayment?defer_count=1'),
  placeOnHold: id => act(id, 'placeOnHold'),
  activate: id => act(id, 'activate'),
}

/** What each move leads to, from each status; 422 with errors.status where it leads nowhere. */
const LEADS: Record<string, Record<string, string | null>> = {
  active: { PUT: 'active', skipPayment: 'active', deferPayment: 'active', placeOnHold: 'on hold', activate: null },
  'on hold': { PUT: 'on hold', skipPayment: null, deferPayment: null, placeOnHold: null, activate: 'active' },
  ended: { PUT: null, skipPayment: null, deferPayment: null, placeOnHold: null, activate: null },
}

for (const [from, moves] of Object.entries(LEADS)) {
  for (const [move, to] of Object.entries(moves)) {
    test(`${move} from ${from} ${to === null ? 'is refused' : `leads to ${to}`}`, async () => {
      const { id } = await make({ installment_total_count: 2 })
      if (from === 'on hold') await act(id, 'placeOnHold')
      if (from === 'ended') await act(id, 'skipPayment?skip_count=2')
      const before = (await t.api.get(`recurrings/${id}`)).body.recurring
      assert.equal(before.status, from)
      const { status, body } = await MOVES[move]!(id)
      if (to !== null) return assert.deepEqual([status, body.recurring.status], [200, to])
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['status']])
      assert.deepEqual((await t.api.get(`recurrings/${id}`)).body.recurring, before)
    })
  }
}

test('RC-42 RC-43 ERR-03 a deleted recurring is gone for everybody', async () => {
  const { id } = await make()
  const answer = await t.api.delete(`recurrings/${id}`)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  for (const path of [`recurrings/${id}`, `recurrings/${'0'.repeat(24)}`]) {
    assert.equal((await t.api.delete(path)).status, 404)
    assert.equal((await t.api.get(path)).status, 404)
  }
  const own = await make()
  assert.equal((await t.stranger.delete(`recurrings/${own.id}`)).status, 404)
  assert.equal((await t.stranger.post(`recurrings/${own.id}/placeOnHold`)).status, 404)
})

test('AV-47 AV-63 a vault knows the recurrings tied to it and cannot be deleted while one runs', async () => {
  const [one, two] = [await makeVault(), await makeVault()]
  const has = async (each: Json) => (await t.api.get(`accountvaults/${each.id}`)).body.accountvault.has_recurring
  assert.deepEqual([await has(one), await has(two)], [false, false])
  const first = await make({ account_vault_id: one.id })
  const second = await make({ account_vault_id: one.id, installment_total_count: 1 })
  assert.equal(await has(one), true)
  assert.deepEqual(Object.keys((await t.api.delete(`accountvaults/${one.id}`)).body.errors), ['has_recurring'])
  await put(first.id, { account_vault_id: two.id })
  assert.deepEqual([await has(one), await has(two)], [true, true])
  await act(second.id, 'skipPayment?skip_count=1')
  assert.equal(await has(one), false)
  assert.equal((await t.api.delete(`accountvaults/${one.id}`)).status, 204)
  await act(first.id, 'placeOnHold')
  assert.equal(await has(two), true)
  await t.api.delete(`recurrings/${first.id}`)
  assert.equal(await has(two), false)
})

test('AV-47 of recurrings that end at the same moment none is taken for the one that is left', async () => {
  const shared = await makeVault()
  const tied = await Promise.all(Array.from({ length: 12 }, () => make({ account_vault_id: shared.id })))
  const answers = await Promise.all(tied.map(({ id }) => t.api.delete(`recurrings/${id}`)))
  assert.deepEqual([...new Set(answers.map(answer => answer.status))], [204])
  assert.equal((await t.api.get(`accountvaults/${shared.id}`)).body.accountvault.has_recurring, false)
})

test('AV-63 a vault that is deleted while a recurring is being tied to it: one of the two is refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const contested = await makeVault()
    const [tied, deleted] = await Promise.all([
      t.api.post('recurrings', sent({ account_vault_id: contested.id })),
      t.api.delete(`accountvaults/${contested.id}`),
    ])
    assert.deepEqual([tied.status, deleted.status].toSorted(), tied.status === 201 ? [201, 422] : [204, 422])
  }
})

test('the contact of a recurring is that of its vault, also when the vault gets another', async () => {
  const made = await t.api.post('contacts', { contact: { location_id, last_name: 'Other' } })
  const owned = await makeVault()
  const { id } = await make({ account_vault_id: owned.id })
  await t.api.put(`accountvaults/${owned.id}`, { accountvault: { contact_id: made.body.contact.id } })
  const { body } = await t.api.get(`recurrings/${id}?expand=contact`)
  assert.equal(body.recurring.contact.id, made.body.contact.id)
})

test('F28 a recurring on hold stays on hold after a PUT of what was read', async () => {
  const { id } = await make({ start_date: '2049-01-15' })
  const { recurring } = (await act(id, 'placeOnHold')).body
  assert.deepEqual([recurring.status, recurring.active], ['on hold', '1'])
  const answer = await put(id, recurring)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.body.recurring.status, answer.body.recurring.next_run_date], ['on hold', '0000-00-00'])
  await put(id, { active: 0 })
  const back = await put(id, { active: 1 })
  assert.deepEqual([back.body.recurring.status, back.body.recurring.next_run_date], ['active', '2049-01-15'])
})
