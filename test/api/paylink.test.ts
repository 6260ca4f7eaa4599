import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import type { Payments } from '../../src/payments/payments.ts'
import type { Processor } from '../../src/ports/processor.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'

let t: TestApp
let location_id: string
let count = 0

before(async () => {
  t = await testApp('paylink', { processor: unreachableAtTimes })
  ;({ location_id } = t.merchants[0])
})
after(() => t.close())

/** While true, neither orders nor queries reach the processor. */
let unreachable = false

function unreachableAtTimes(real: Processor): Processor {
  const orLost =
    <A, R>(work: (asked: A) => Promise<R>) =>
    (asked: A): Promise<R> =>
      unreachable ? Promise.reject(new Error('connection lost')) : work(asked)
  return { ...real, actions: { ...real.actions, sale: orLost(real.actions.sale!) }, find: orLost(real.find) }
}

const sent = (over: Json = {}): Json => ({ paylink: { location_id, amount_due: 10.5, ...over } })
const put = (id: string, paylink: Json) => t.api.put(`paylinks/${id}`, { paylink })
const read = async (id: string): Promise<Json> => (await t.api.get(`paylinks/${id}`)).body.paylink

async function make(over: Json = {}): Promise<Json> {
  const answer = await t.api.post('paylinks', sent(over))
  assert.equal(answer.status, 201, answer.text)
  return answer.body.paylink
}

type Message = { kind: string; to: string; text: string; reason: string; from: string; subject: string; html: string }

async function outbox(to: string): Promise<Message[]> {
  await t.settle()
  const answer = await t.as({}).get(`/sandbox/outbox?to=${to}`)
  return answer.body.messages
}

/** The payment of a pay page. */
type Payment = Parameters<Payments['run']>[1]

function pay(link: Json, over: Partial<Payment> = {}): Promise<TransactionRow> {
  const payment: Payment = {
    action: link.paylink_action === 'sale' ? 'sale' : 'authonly',
    location_id: link.location_id,
    product_transaction_id: link.cc_product_transaction_id,
    amount: BigInt(link.amount_due.replace('.', '')),
    source: {
      kind: 'account',
      account: {
        payment_method: 'cc',
        account_number: '4111111111111111',
        exp_date: '1249',
        account_holder_name: null,
      },
    },
    initiation: BY_CARDHOLDER,
    details: { paylink_id: link.id, trx_source_id: 16 },
    ...over,
  }
  return t.app.payments.run({ caller: systemCaller(location_id, 'page') }, payment)
}

test('a recipient who wants no messages gets none', async () => {
  const email = `Listed${++count}@juniper.example`
  await t.api.post('email_blacklists', { email_blacklist: { email } })
  const link = await make({ email, delivery_method: 1 })
  assert.deepEqual(await outbox(email), [])
  assert.equal((await t.api.post(`paylinks/${link.id}/resend`)).status, 422)
})

test('GAP-13 PL-27 PL-21 PL-28 ERR-09 the first approved payment pays the link: it is referred to, and the link is closed', async () => {
  for (const paylink_action of ['sale', 'auth-only']) {
    const link = await make({ paylink_action })
    const paid = await pay(link)
    assert.equal(paid.outcome, 'approved')
    const after = await read(link.id)
    assert.equal(after.status_id, 1)
    const { body } = await t.api.get(`transactions?paylink_id=${link.id}`)
    assert.deepEqual(
      body.transactions.map((each: Json) => [each.id, each.paylink_id]),
      [[paid.id, link.id]],
    )
    const refusal = await put(link.id, { cc_product_transaction_id: t.merchants[0].child_cc_product_transaction_id })
    assert.equal(refusal.status, 422)
    assert.deepEqual(refusal.body.errors, { status_id: ['Paylink is closed and cannot be updated.'] })
    assert.deepEqual(await read(link.id), after)
    await assert.rejects(pay(link), { status: 422 })
  }
})

test('a link that is paid tells it by an event, once', async () => {
  const link = await make()
  await pay(link)
  const events = await t.db.query<{ verb: string }>('select verb from event where record_id = $1 order by id', [
    link.id,
  ])
  assert.deepEqual(
    events.map(event => event.verb),
    ['created', 'updated'],
  )
})

test('a declined payment leaves the link as it is, and it can be paid after', async () => {
  const link = await make()
  // The simulator declines 6.03.
  const declined = await pay(link, { amount: 603n })
  assert.equal(declined.outcome, 'declined')
  assert.deepEqual(await read(link.id), link)
  assert.equal((await put(link.id, { description: 'Once more' })).status, 200)
  assert.equal((await pay(link)).outcome, 'approved')
})

test('while nobody knows what became of a payment its link is held; once it is known to have failed the link is free again', async () => {
  const link = await make()
  unreachable = true
  const lost = await pay(link)
  unreachable = false
  assert.equal(lost.outcome, 'unknown')
  await assert.rejects(pay(link), { status: 422 })
  assert.deepEqual(Object.keys((await put(link.id, { amount_due: 1 })).body.errors), ['status_id'])
  assert.equal((await t.api.delete(`paylinks/${link.id}`)).status, 409)
  await t.db.run('update attempt set ask_ts = 0, believe_ts = 0 where transaction_id = $1', [lost.id])
  assert.equal(await t.app.payments.resolve(), 1)
  assert.deepEqual(await read(link.id), link)
  assert.equal((await pay(link)).outcome, 'approved')
})

test('a void of the payment does not open the link again', async () => {
  const link = await make()
  const paid = await pay(link)
  await t.app.payments.follow({ caller: systemCaller(location_id, 'test') }, paid.id, 'void', { amount: null, set: {} })
  assert.equal((await read(link.id)).status_id, 1)
})

test('of people who pay one link at the same moment only one can begin', async () => {
  const link = await make()
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => pay(link)))
  const won = results.filter(result => result.status === 'fulfilled')
  assert.equal(won.length, 1)
  for (const lost of results.filter(result => result.status === 'rejected')) assert.equal(lost.reason.status, 422)
  const rows = await t.db.query('select 1 from transaction where paylink_id = $1', [link.id])
  assert.equal(rows.length, 1)
  assert.equal((await read(link.id)).status_id, 1)
})

test('a link that was withdrawn or has expired can be changed only to open it again, and not be paid', async () => {
  const withdrawn = await make()
  assert.equal((await put(withdrawn.id, { active: 0 })).body.paylink.active, 0)
  const expired = await make({ expire_date: '2020-01-01', delivery_method: 1, email: `late${++count}@juniper.example` })
  assert.deepEqual(await outbox(expired.email), [])
  for (const link of [withdrawn, expired]) {
    assert.deepEqual(Object.keys((await put(link.id, { amount_due: 1 })).body.errors), ['status_id'])
    await assert.rejects(pay(link), { status: 422 })
  }
})
