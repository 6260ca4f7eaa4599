import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookForAttacks } from '../../src/alerts/look-for-attacks.ts'
import { refundLimit } from '../../src/resources/producttransaction/refund-limit.ts'
import type { Answer, Client, Json } from '../support/app.ts'
import { integration } from '../support/oauth.ts'
import { postTransaction, putTransaction, refundBody, saleBody } from '../support/payments.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [{ location_id, child_location_id, terminal_id }] = t.merchants
const { api: admin, stranger } = t

let count = 0
/** A user with an API key, made by the administrator, who therefore asks for nothing here. */
async function person(user_type_id: number, limits: Json = {}, at = location_id): Promise<Client & { id: string }> {
  const user = { username: `refunder${++count}`, last_name: 'Example', email: 'r@example.com', user_type_id }
  const made = await admin.post('users', { user: { ...user, primary_location_id: at } })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body.user
  const key = await admin.post(`users/${id}/generateuserapikey`, { user: limits })
  const headers = { 'developer-id': t.developer_id, 'user-id': id, 'user-api-key': key.body.user.user_api_key }
  return { ...t.as(headers), id }
}

async function product(over: Json = {}): Promise<string> {
  const counter = { payment_method: 'cc', processor: 'zgate', industry_type: 'retail', title: 'Counter' }
  const body = { location_id, ...counter, refund_approval_amount: '100.00', ...over }
  const made = await admin.post('producttransactions', { producttransaction: body })
  assert.equal(made.status, 201, made.text)
  return made.body.producttransaction.id
}

async function sale(product_transaction_id: string, transaction_amount = '200.00'): Promise<string> {
  const made = await postTransaction(admin, saleBody({ product_transaction_id, transaction_amount }))
  assert.equal(made.body.transaction?.status_id, 101, made.text)
  return made.body.transaction.id
}

const ask = (by: Client, product_transaction_id: string, transaction_id: string, transaction_amount = '150.00') => {
  const asked = { action: 'refund', product_transaction_id, transaction_id, transaction_amount, reason: 'Wrong item.' }
  return by.post('refundapprovals', { refundapproval: asked })
}
const asked = async (...of: Parameters<typeof ask>): Promise<string> => {
  const answer = await ask(...of)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.refundapproval.id
}
const decide = (by: Client, id: string, what = 'approve') => by.post(`refundapprovals/${id}/${what}`, {})
const refund = (by: Client, sale_id: string, transaction_amount = '150.00', refund_approval_id?: string) =>
  postTransaction(by, {
    ...refundBody(sale_id, transaction_amount),
    ...(refund_approval_id ? { refund_approval_id } : {}),
  })
/** How many refunds of this payment were stored, whatever became of them. */
const refundsOf = async (sale_id: string): Promise<number> =>
  (await admin.get(`transactions?previous_transaction_id=${sale_id}`)).body.transactions.length

function assertHeld(answer: Answer, says = /another user/): void {
  assert.deepEqual([answer.status, Object.keys(answer.body.errors ?? {})], [422, ['refund_approval_id']], answer.text)
  assert.match(answer.text, says)
}

test('G54 a large refund waits for another user, and runs once', async () => {
  const [clerk, other, manager] = [await person(400), await person(400), await person(300)]
  const product_id = await product()
  const sale_id = await sale(product_id, '400.00')
  assertHeld(await refund(clerk, sale_id))
  const id = await asked(clerk, product_id, sale_id)
  assertHeld(await refund(clerk, sale_id, '150.00', id), /is waiting/)
  assert.equal((await decide(clerk, id)).status, 403, 'a clerk approves nothing')
  assert.equal((await decide(stranger, id)).status, 404, 'nor does another merchant')
  const approved = await decide(manager, id)
  assert.equal(approved.status, 200, approved.text)
  const { status, decided_user_id } = approved.body.refundapproval
  assert.deepEqual([status, decided_user_id], ['approved', manager.id])
  assertHeld(await refund(other, sale_id, '150.00', id), /by the user who asked/)
  assertHeld(await refund(clerk, sale_id, '149.00', id), /another refund/)
  assertHeld(await refund(clerk, await sale(product_id), '150.00', id), /another refund/)
  const made = await refund(clerk, sale_id, '150.00', id)
  assert.deepEqual([made.status, made.body.transaction.status_id], [201, 111], made.text)
  const used = (await admin.get(`refundapprovals/${id}`)).body.refundapproval
  assert.deepEqual([used.status, used.refund_transaction_id], ['used', made.body.transaction.id])
  assertHeld(await refund(clerk, sale_id, '150.00', id), /is used/)
  assert.equal(await refundsOf(sale_id), 1)
  const verbs = await t.db.query(`select verb from event where record_id = $1 order by id`, [id])
  assert.deepEqual(verbs, [{ verb: 'created' }, { verb: 'approved' }, { verb: 'used' }])
})

test('G54 nobody approves his own refund, nor by a user he made, an integration or a limited key', async () => {
  const [manager, limited] = [await person(300), await person(300, { user_api_key_scope: 'payments' })]
  const product_id = await product()
  const sale_id = await sale(product_id)
  const own = await asked(manager, product_id, sale_id)
  assert.equal((await decide(manager, own)).status, 403)
  assert.equal((await decide(limited, own)).status, 403)
  const app = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
  const { body } = await app.exchange(await app.code())
  const granted = t.as({ 'developer-id': t.developer_id, authorization: `Bearer ${body.access_token}` })
  const by_program = await decide(granted, own)
  assert.equal(by_program.status, 403)
  assert.match(by_program.text, /An integration may not approve/)
  const of_admin = await asked(admin, product_id, sale_id)
  const refused = await decide(manager, of_admin)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /neither made nor changed by the one who asked/)
  const later = await person(250)
  await t.db.run(`update "user" set created_ts = created_ts + 60 where id = $1`, [later.id])
  assert.equal((await decide(later, own)).status, 403, 'a user who came after the request')
  const [one, two] = [await person(250), await person(300)]
  const taken = await one.post(`users/${two.id}/generateuserapikey`, { user: {} })
  const headers = { 'user-id': two.id, 'user-api-key': taken.body.user.user_api_key }
  const impostor = t.as({ 'developer-id': t.developer_id, ...headers })
  assert.equal((await impostor.get('users/me')).status, 200)
  assert.equal((await decide(impostor, await asked(one, product_id, sale_id))).status, 403, 'a key made for another')
  await assert.rejects(
    t.db.run(
      `update refundapproval set status = 'approved', decided_ts = 1, decided_user_id = created_user_id where id = $1`,
      [own],
    ),
    /refundapproval_two_persons/,
  )
})

test('G54 an administrator who has just taken a user over approves nothing that this user asks for', async () => {
  const [owner, clerk, manager] = [await person(250), await person(400), await person(300)]
  const product_id = await product()
  const sale_id = await sale(product_id, '400.00')
  const taken = await owner.post(`users/${clerk.id}/generateuserapikey`, { user: {} })
  const key = { 'user-id': clerk.id, 'user-api-key': taken.body.user.user_api_key }
  const puppet = { ...t.as({ 'developer-id': t.developer_id, ...key }), id: clerk.id }
  const id = await asked(puppet, product_id, sale_id)
  const refused = await decide(owner, id)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /within a week/)
  assert.equal((await decide(manager, id)).status, 200)
})

test('G54 a shop whose product lies above it asks for approvals, and its own manager gives them', async () => {
  const product_id = await product({ allow_blind_refund: 1 })
  await admin.put(`locations/${child_location_id}`, { location: { default_cc: product_id } })
  const [clerk, manager] = [await person(400, {}, child_location_id), await person(300, {}, child_location_id)]
  const made = await postTransaction(clerk, saleBody({ location_id: child_location_id, transaction_amount: '400.00' }))
  const { id: transaction_id } = made.body.transaction
  assertHeld(await refund(clerk, transaction_id))
  const what = { action: 'refund', transaction_id, transaction_amount: '150.00', reason: 'Wrong item.' }
  const { body } = await clerk.post('refundapprovals', { refundapproval: what })
  assert.equal(body.refundapproval?.product_transaction_id, product_id, JSON.stringify(body))
  assert.equal((await decide(manager, body.refundapproval.id)).status, 200)
  assert.equal((await refund(clerk, transaction_id, '150.00', body.refundapproval.id)).status, 201)
  const credit = { ...what, action: 'credit', transaction_id: null, last_four: '1111' }
  const named = { ...credit, product_transaction_id: product_id }
  assert.equal((await clerk.post('refundapprovals', { refundapproval: credit })).status, 422)
  assert.equal((await clerk.post('refundapprovals', { refundapproval: named })).status, 201)
  const foreign = { ...credit, product_transaction_id: await product() }
  assert.equal((await clerk.post('refundapprovals', { refundapproval: foreign })).status, 422)
})

test('G54 many small refunds come to the same limit: of one payment, and of a day', async () => {
  const [clerk, other] = [await person(400), await person(400)]
  const product_id = await product()
  const sale_id = await sale(product_id)
  assert.equal((await refund(clerk, sale_id, '60.00')).status, 201)
  assertHeld(await refund(other, sale_id, '60.00'))
  const more = await sale(product_id)
  assertHeld(await refund(clerk, more, '60.00'), /today/)
  assert.equal((await refund(other, more, '60.00')).status, 201)
  const third = await person(400)
  const sales = await Promise.all(Array.from({ length: 8 }, () => sale(product_id, '40.00')))
  const answers = await Promise.all(sales.map(each => refund(third, each, '30.00')))
  assert.equal(answers.filter(({ status }) => status === 201).length, 3)
  for (const answer of answers.filter(({ status }) => status !== 201)) assertHeld(answer, /today/)
})

test('G54 of two decisions at once one counts, and of two refunds with one approval one is made', async () => {
  const [clerk, one, two] = [await person(400), await person(300), await person(300)]
  const product_id = await product()
  for (const what of ['approve', 'refuse']) {
    const id = await asked(clerk, product_id, await sale(product_id))
    const both = await Promise.all([decide(one, id), decide(two, id, what)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 422])
  }
  const sale_id = await sale(product_id, '400.00')
  const id = await asked(clerk, product_id, sale_id)
  await decide(one, id)
  const made = await Promise.all([1, 2, 3].map(() => refund(clerk, sale_id, '150.00', id)))
  assert.deepEqual(made.map(({ status }) => status).toSorted(), [201, 422, 422])
  assert.equal(await refundsOf(sale_id), 1)
})

test('G54 an approved refund is checked again: voided, expired, approved by a user who has left', async () => {
  const [clerk, manager] = [await person(400), await person(300)]
  const product_id = await product()
  const ready = async (): Promise<[string, string]> => {
    const sale_id = await sale(product_id)
    const id = await asked(clerk, product_id, sale_id)
    assert.equal((await decide(manager, id)).status, 200)
    return [sale_id, id]
  }
  const [voided, of_voided] = await ready()
  assert.equal((await putTransaction(admin, voided, { action: 'void' })).status, 200)
  const after_void = await refund(clerk, voided, '150.00', of_voided)
  assert.deepEqual([after_void.status, Object.keys(after_void.body.errors)], [422, ['action']])
  assert.equal((await admin.get(`refundapprovals/${of_voided}`)).body.refundapproval.status, 'approved')

  const [sale_id, id] = await ready()
  const old = `insert into refundapproval select (json_populate_record(r, json_build_object('id', $2::text, 'expire_ts', $3::bigint))).* from refundapproval r where id = $1`
  const expired = `${id.slice(0, -4)}0000`
  await t.db.run(old, [id, expired, t.clock.seconds()])
  assertHeld(await refund(clerk, sale_id, '150.00', expired), /has expired/)
  const waiting = await asked(clerk, product_id, sale_id)
  const late = `${waiting.slice(0, -4)}0000`
  await t.db.run(old, [waiting, late, t.clock.seconds()])
  assert.equal((await decide(manager, late)).status, 422)
  assert.equal((await admin.delete(`users/${manager.id}`)).status, 204)
  assertHeld(await refund(clerk, sale_id, '150.00', id), /no longer active/)
  assert.equal(await refundsOf(sale_id), 0)
})

test('G54 what refunds no payment is approved for one account, and a terminal gives nothing back alone', async () => {
  const [clerk, manager] = [await person(400), await person(300)]
  const product_transaction_id = await product({ allow_blind_refund: 1, refund_approval_amount: '0.00' })
  const blind = (over: Json = {}) =>
    postTransaction(clerk, saleBody({ action: 'refund', product_transaction_id, transaction_amount: '1.00', ...over }))
  assertHeld(await blind())
  const body = { action: 'refund', product_transaction_id, last_four: '1111', transaction_amount: '1.00', reason: 'R.' }
  const { id } = (await clerk.post('refundapprovals', { refundapproval: body })).body.refundapproval
  assert.equal((await decide(manager, id)).status, 200)
  const elsewhere = { refund_approval_id: id, account_number: '5454545454545454' }
  assertHeld(await blind(elsewhere), /another refund/)
  assert.equal((await blind({ refund_approval_id: id })).status, 201)
  const run = { action: 'refund', payment_method: 'cc', transaction_amount: '1.00', terminal_id, location_id }
  const at_terminal = await clerk.post('routertransactions', { routertransaction: { ...run, product_transaction_id } })
  assert.deepEqual([at_terminal.status, Object.keys(at_terminal.body.errors)], [422, ['action']], at_terminal.text)
  const unlimited = await product({ refund_approval_amount: null, allow_blind_refund: 1 })
  const by_other = await clerk.post('routertransactions', {
    routertransaction: { ...run, product_transaction_id: unlimited },
  })
  assert.deepEqual([by_other.status, Object.keys(by_other.body.errors)], [422, ['action']], 'whatever product is named')
  const routed = await product({
    ...{ allow_blind_refund: 1, refund_approval_amount: '0.00' },
    processor_rules: {
      rules: [
        {
          brand: ['visa'],
          product_transaction_id: await product({ refund_approval_amount: null, allow_blind_refund: 1 }),
        },
      ],
    },
  })
  assertHeld(await blind({ product_transaction_id: routed }))
})

test('G54 a limit that is raised or switched off counts a day longer, and is an alert', async () => {
  const clerk = await person(400)
  const id = await product()
  const set = (refund_approval_amount: string | null) =>
    admin.put(`producttransactions/${id}`, { producttransaction: { refund_approval_amount } })
  const sale_id = await sale(id)
  for (const amount of ['500.00', null, '900.00']) {
    assert.equal((await set(amount)).status, 200)
    assertHeld(await refund(clerk, sale_id), /more than 100\.00/)
  }
  const raised: string[] = []
  const thresholds = { refusals: 1_000_000, decline_points: 100 }
  const raise = async (warnings: readonly Json[]) => {
    for (const { matter, subject } of warnings) if (matter === 'refund_limit_raised') raised.push(subject)
    return 0
  }
  await lookForAttacks({ db: t.db, clock: t.clock, raise, thresholds })
  assert.ok(raised.includes(id))
  assert.equal((await set('20.00')).status, 200)
  assertHeld(await refund(clerk, sale_id), /more than 20\.00/)
  const stored = { refund_approval_amount: 90_000n, refund_approval_was: 10_000n, refund_approval_until_ts: 1_000 }
  assert.deepEqual([refundLimit(stored, 999), refundLimit(stored, 1_000)], [10_000n, 90_000n])
})
