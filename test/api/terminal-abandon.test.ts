import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import type { OrderStatus, TerminalRequest } from '../../src/ports/terminal.ts'
import { type Answer, type Json, testApp } from '../support/app.ts'
import { transactionOf } from '../support/payments.ts'
import { resolveOnce } from '../support/power-cut.ts'
import { approval, scriptedTerminal } from '../support/scripted-terminal.ts'

const device = scriptedTerminal()
let is_deaf = false
const t = await testApp('abandon', {
  terminal: device,
  processor: real => ({
    ...real,
    find: reference => (is_deaf ? Promise.reject(new Error('not reachable')) : real.find(reference)),
  }),
})
after(t.close)

const [home] = t.merchants
const asked = {
  payment_method: 'cc',
  action: 'sale',
  location_id: home.location_id,
  terminal_id: home.terminal_id,
  transaction_amount: '10.00',
}
const post = (fields: object = {}): Promise<Answer> =>
  t.api.post('routertransactions', { routertransaction: { ...asked, ...fields } })
const abandon = (id: string, api = t.api): Promise<Answer> => api.post(`terminalruns/${id}/abandon`)
const runOf = async (id: string): Promise<Json> => (await t.api.get(`terminalruns/${id}`)).body.terminalrun

/** What a terminal does at its acquirer, whether or not the gateway learns of it. */
const charged = (order: Pick<TerminalRequest, 'reference'>, amount: bigint) =>
  t.connector(null).actions.sale!({
    reference: order.reference,
    action: 'sale',
    amount,
    instrument: { kind: 'card', number: '5454545454545454', exp_date: '1239', brand: 'mc' },
    currency: 'USD',
    allow_partial: false,
    initiation: BY_CARDHOLDER,
  })

/**
 * A run whose connection failed after the terminal had received the order. Returns its id, which is its transaction's
 * too.
 */
async function lost(fields: object = {}, amount?: bigint): Promise<string> {
  const answer = post(fields)
  const { order, answer: say } = await device.next()
  if (amount !== undefined) await charged(order, amount)
  say({ result: 'unknown', text: 'COMMUNICATION ERROR' })
  const { status, body } = await answer
  assert.deepEqual([status, body.transaction.status_id, body.transaction.reason_code_id], [201, 0, 1531])
  return order.reference
}

const busy = async (): Promise<boolean> => {
  const { status, body } = await post({ transaction_amount: 'much' })
  assert.equal(status, 422)
  const [{ n }] = (await t.db.query('select count(*)::int as n from terminalrun where ended_ts is null')) as [
    { n: number },
  ]
  assert.ok(body.errors.transaction_amount)
  return n > 0
}

test('a terminal that is lost is free again, and a payment it made stands: the processor knows it', async () => {
  const id = await lost({}, 1000n)
  assert.equal(await busy(), true)
  const { status, body } = await abandon(id)
  assert.equal(status, 200, JSON.stringify(body))
  const { status: now, result, message, abandoned_ts } = body.terminalrun
  assert.deepEqual([now, result, message], ['ended', null, 'ABANDONED'])
  assert.ok(abandoned_ts)
  assert.equal(await busy(), false)
  const paid = await transactionOf(t, id)
  assert.deepEqual([paid.status_id, paid.auth_amount, paid.reason_code_id, paid.batch], [101, '10.00', 1000, '1'])
  const voided = await t.api.put(`transactions/${id}`, { transaction: { action: 'void' } })
  assert.equal(voided.body.transaction.status_id, 201)
})

test('a tip that was chosen on the lost terminal is in the payment', async () => {
  const id = await lost({}, 1250n)
  await abandon(id)
  const paid = await transactionOf(t, id)
  assert.deepEqual(
    [paid.status_id, paid.transaction_amount, paid.tip_amount, paid.auth_amount],
    [101, 12.5, '2.50', '12.50'],
  )
})

test('an order that the processor never saw is ruled out, so that the terminal cannot charge with it when it turns up', async () => {
  const id = await lost()
  await abandon(id)
  assert.equal((await transactionOf(t, id)).status_id, 0, 'it may be on its way still')
  await resolveOnce(t)
  assert.deepEqual([(await transactionOf(t, id)).status_id, (await transactionOf(t, id)).reason_code_id], [301, 1531])
  assert.equal((await charged({ reference: id }, 1000n)).result, 'declined')
  assert.deepEqual(await t.ledger(id), [])
})

test('while the processor cannot be asked, nothing is guessed; the terminal is free all the same', async () => {
  is_deaf = true
  const id = await lost({}, 1000n)
  await abandon(id)
  await resolveOnce(t)
  assert.deepEqual([(await transactionOf(t, id)).status_id, await busy()], [0, false])
  is_deaf = false
  await resolveOnce(t)
  assert.equal((await transactionOf(t, id)).status_id, 101)
})

test('the caller who asks again under the same id gets the payment, not a second one', async () => {
  const id = await lost({ transaction_api_id: 'till-7' }, 1000n)
  await abandon(id)
  const again = await post({ transaction_api_id: 'till-7' })
  assert.deepEqual([again.status, again.body.transaction.id, again.body.transaction.status_id], [201, id, 101])
})

test('a device that is heard after its payment was told to have failed is taken back, as any other', async () => {
  const id = await lost()
  const asking = Promise.withResolvers<OrderStatus>()
  const asked_now = Promise.withResolvers<void>()
  const { find } = device
  device.find = () => {
    asked_now.resolve()
    return asking.promise
  }
  await t.db.run('update terminalrun set lease_until = 0 where ended_ts is null')
  const recovering = t.app.runs.recover()
  await asked_now.promise
  await abandon(id)
  await resolveOnce(t)
  assert.equal((await transactionOf(t, id)).status_id, 301)
  asking.resolve({ state: 'ended', outcome: approval({ amount: 1000n }) })
  await recovering
  device.find = find
  const [reversal] = await t.db.query<Json>(
    `select action, original from attempt where transaction_id = $1 and purpose = 'reversal'`,
    [id],
  )
  assert.deepEqual(reversal, { action: 'void', original: id })
})

test('only a run of unknown outcome is abandoned, and once; nobody else’s', async () => {
  const answer = post()
  const { order, answer: say } = await device.next()
  const running = await abandon(order.reference)
  assert.deepEqual(
    [running.status, running.body.errors],
    [422, { status: ['The terminal is at work; cancel the run first.'] }],
  )
  say({ result: 'unknown', text: 'COMMUNICATION ERROR' })
  await answer
  assert.equal((await abandon(order.reference, t.stranger)).status, 404)
  const both = await Promise.all([abandon(order.reference), abandon(order.reference)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 422])
  assert.equal((await runOf(order.reference)).status, 'ended')
  await resolveOnce(t)
})

test('a card that was to be stored by a lost terminal is not; a batch that was to be closed is still open', async () => {
  const { location_id, terminal_id, contact_id } = home
  const wanted = { payment_method: 'cc', location_id, terminal_id }
  const later_please = { prefer: 'respond-async' }
  const { body: known } = await t.api.get(`transactionbatches?is_open=1`)
  assert.equal(known.transactionbatches.length, 1)
  for (const [path, body] of [
    ['routeraccountvaults', { routeraccountvault: { ...wanted, action: 'store', contact_id } }],
    ['routertransactions', { routertransaction: { ...wanted, action: 'settle', transaction_amount: '0.00' } }],
  ] as const) {
    const begun = await t.api.post(path, body, later_please)
    assert.equal(begun.status, 202, begun.text)
    const { order, answer: say } = await device.next()
    say({ result: 'unknown', text: 'COMMUNICATION ERROR' })
    while ((await runOf(order.reference)).status !== 'unknown');
    const { terminalrun } = (await abandon(order.reference)).body
    assert.deepEqual(
      [terminalrun.result, terminalrun.account_vault_id, terminalrun.transaction_id],
      ['failed', null, null],
    )
  }
  assert.deepEqual((await t.api.get(`transactionbatches?is_open=1`)).body.transactionbatches, known.transactionbatches)
})
