import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import type { Payments } from '../../src/payments/payments.ts'
import type { Processor } from '../../src/ports/processor.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { PAYLINK_KEYS } from '../support/paylink-keys.ts'

let t: TestApp
let location_id: string
let child_location_id: string
let count = 0

before(async () => {
  t = await testApp('paylink', { processor: unreachableAtTimes })
  ;({ location_id, child_location_id } = t.merchants[0])
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

async function refused(over: Json): Promise<string[]> {
  const answer = await t.api.post('paylinks', sent(over))
  assert.equal(answer.status, 422, answer.text)
  return Object.keys(answer.body.errors)
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

test('PL-01 PL-23 PL-24 PL-29 PL-03 PL-11 PL-16 PL-21 PL-22 a location and an amount make a link: unpaid, active, everything else at its start value', async () => {
  const by = '0'.repeat(24)
  const own = { created_ts: 1, modified_ts: 1, created_user_id: by, modified_user_id: by }
  const link = await make({ id: by, status_id: 1, ...own })
  assert.deepEqual(Object.keys(link), PAYLINK_KEYS)
  const { id, created_ts, modified_ts, _links, ...rest } = link
  assert.notEqual(id, '0'.repeat(24))
  assert.ok(created_ts > 1_700_000_000 && modified_ts === created_ts)
  assert.equal(_links.self.href, `http://127.0.0.1:8080/v2/paylinks/${id}`)
  assert.deepEqual(rest, {
    location_id,
    cc_product_transaction_id: t.merchants[0].cc_product_transaction_id,
    ach_product_transaction_id: null,
    contact_id: null,
    paylink_api_id: null,
    amount_due: '10.50',
    email: null,
    cell_phone: null,
    delivery_method: 0,
    description: null,
    expire_date: null,
    paylink_action: 'sale',
    display_product_transaction_receipt_details: 0,
    display_billing_fields: 0,
    status_id: 0,
    active: 1,
    bank_funded_only_override: null,
    store_token: 0,
    store_token_title: null,
    redirect_url_on_approve: null,
    redirect_url_on_decline: null,
    redirect_url_delay: 15,
    created_user_id: t.merchants[0].user.user_id,
    modified_user_id: t.merchants[0].user.user_id,
  })
  assert.deepEqual(await read(id), link)
})

test('PL-02 PL-11 what is required is told, everything at once', async () => {
  const { status, body } = await t.api.post('paylinks', { paylink: {} })
  assert.deepEqual([status, Object.keys(body.errors).toSorted()], [422, ['amount_due', 'location_id']])
})

const BOUNDS: [id: string, field: string, fits: Json[], not: Json[]][] = [
  ['PL-02', 'location_id', [], ['x'.repeat(23), '0'.repeat(24)]],
  ['PL-09', 'paylink_api_id', [`fits-${'x'.repeat(59)}`, ''], ['x'.repeat(65)]],
  ['PL-11', 'amount_due', ['0.01', 1, '99999999.99'], ['0', '-1', '1.001', '123456789012', 'x']],
  ['PL-12', 'email', ['a@b.c', `${'x'.repeat(122)}@b.com`], ['a@bc', `${'x'.repeat(123)}@b.com`, 'nobody']],
  ['PL-13', 'cell_phone', ['1', '2025550143'], ['20255501434', '']],
  ['PL-15', 'delivery_method', [0, '1'], [4, 'x']],
  ['PL-16 F5', 'description', ['', 'x'.repeat(250)], ['x'.repeat(251)]],
  ['PL-17', 'expire_date', ['2099-12-31'], ['2099-1-1', '12/31/2099', '2099-02-30']],
  ['PL-18', 'paylink_action', ['sale', 'auth-only'], ['refund', 'authonly', '']],
  ['PL-19', 'display_product_transaction_receipt_details', [1, '0', true], [2]],
  ['PL-20', 'display_billing_fields', [1, '0', true], [2]],
  ['PL-08', 'contact_api_id', [], ['nobody', '']],
]

for (const [id, field, fits, not] of BOUNDS) {
  test(`${id} ${field} is bounded as its table says`, async () => {
    for (const value of fits) await make({ [field]: value })
    for (const value of not) assert.deepEqual(await refused({ [field]: value }), [field], `${field} ${value}`)
  })
}

test('PL-03 PL-04 PL-05 the products are those of the location unless named, and one has to fit', async () => {
  const { child_cc_product_transaction_id, child_ach_product_transaction_id, cc_product_transaction_id } =
    t.merchants[0]
  const child = await make({ location_id: child_location_id })
  assert.deepEqual(
    [child.cc_product_transaction_id, child.ach_product_transaction_id],
    [child_cc_product_transaction_id, child_ach_product_transaction_id],
  )
  assert.deepEqual(await refused({ cc_product_transaction_id: child_ach_product_transaction_id }), [
    'cc_product_transaction_id',
  ])
  assert.deepEqual(await refused({ ach_product_transaction_id: t.merchants[1].ach_product_transaction_id }), [
    'ach_product_transaction_id',
  ])
  const allow = (paylink_allow: number) =>
    t.api.put(`producttransactions/${cc_product_transaction_id}`, { producttransaction: { paylink_allow } })
  assert.equal((await allow(0)).status, 200)
  assert.deepEqual(await refused({}), ['cc_product_transaction_id'])
  assert.deepEqual(await refused({ cc_product_transaction_id }), ['cc_product_transaction_id'])
  const bank = await make({ ach_product_transaction_id: t.merchants[0].ach_product_transaction_id })
  assert.equal(bank.cc_product_transaction_id, null)
  const { ach_product_transaction_id } = t.merchants[0]
  assert.deepEqual(await refused({ ach_product_transaction_id, paylink_action: 'auth-only' }), ['paylink_action'])
  await allow(1)
})

test('PL-07 PL-08 a contact is named by its id or by its own id', async () => {
  const contact_api_id = `contact-${++count}`
  const made = await t.api.post('contacts', { contact: { location_id, last_name: 'Example', contact_api_id } })
  const { id } = made.body.contact
  assert.equal((await make({ contact_id: id })).contact_id, id)
  const link = await make({ contact_api_id })
  assert.equal(link.contact_id, id)
  assert.equal((await put(link.id, { contact_id: null })).body.paylink.contact_id, null)
  assert.equal((await put(link.id, { contact_api_id })).body.paylink.contact_id, id)
})

test('PL-10 paylink_api_id is unique per location', async () => {
  const paylink_api_id = `mine-${++count}`
  await make({ paylink_api_id })
  assert.deepEqual(await refused({ paylink_api_id }), ['paylink_api_id'])
  await make({ paylink_api_id, location_id: child_location_id })
})

test('PL-14 a phone number is required when the link is texted', async () => {
  for (const delivery_method of [2, 3]) assert.deepEqual(await refused({ delivery_method }), ['cell_phone'])
  for (const delivery_method of [0, 1]) await make({ delivery_method })
})

test('PL-30 PL-06 what a PUT may change is changed while nothing was paid', async () => {
  const link = await make()
  const changes = {
    amount_due: '12.00',
    cc_product_transaction_id: t.merchants[0].child_cc_product_transaction_id,
    ach_product_transaction_id: t.merchants[0].ach_product_transaction_id,
    email: 'pat@juniper.example',
    cell_phone: '2025550143',
    delivery_method: 3,
    description: 'Hedge',
    expire_date: '2099-12-31',
    paylink_action: 'auth-only',
    display_billing_fields: 1,
    redirect_url_on_approve: 'https://shop.example/thanks',
    redirect_url_delay: 0,
  }
  const answer = await put(link.id, { ...changes, location_id: child_location_id, status_id: 1 })
  assert.equal(answer.status, 200, answer.text)
  const { modified_ts: _, ...expected } = { ...link, ...changes }
  const { modified_ts: __, ...changed } = answer.body.paylink
  assert.deepEqual(changed, expected)
  assert.equal(answer.headers['tollgate-ignored-fields'], 'location_id, status_id')
  assert.deepEqual(Object.keys((await put(link.id, { cell_phone: null })).body.errors), ['cell_phone'])
})

test('PL-26 NT-02 a new link is mailed, texted or both, as delivery_method says and where there is a recipient', async () => {
  for (const [delivery_method, ways] of [
    [0, []],
    [1, ['email']],
    [2, ['sms']],
    [3, ['email', 'sms']],
  ] as const) {
    const [email, cell_phone] = [`way${++count}@juniper.example`, `20255501${10 + count}`]
    const link = await make({ email, cell_phone, delivery_method, description: 'Spring <care>' })
    const messages = [...(await outbox(email)), ...(await outbox(cell_phone))]
    assert.deepEqual(messages.map(message => message.kind).toSorted(), ways)
    for (const message of messages) {
      assert.ok(message.text.includes(`http://127.0.0.1:8080/?paylink_id=${link.id}`))
      assert.ok(message.text.includes('$10.50'))
      assert.equal(message.reason, 'paylink.created')
      if (message.kind === 'email') assert.ok(message.html.includes('Spring &#60;care&#62;'))
    }
  }
  await make({ delivery_method: 1 })
})

test('PL-35 PL-36 ERR-03 resend sends the link again, refuses when there is nobody, and does not know foreign links', async () => {
  const email = `again${++count}@juniper.example`
  const link = await make({ email, delivery_method: 1 })
  const answer = await t.api.post(`paylinks/${link.id}/resend`)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.deepEqual((await outbox(email)).map(message => message.reason).toSorted(), [
    'paylink.created',
    'paylink.resend',
  ])
  const nobody = await make()
  assert.deepEqual(Object.keys((await t.api.post(`paylinks/${nobody.id}/resend`)).body.errors), ['delivery_method'])
  await put(nobody.id, { email })
  assert.equal((await t.api.post(`paylinks/${nobody.id}/resend`)).status, 204)
  assert.equal((await t.api.post(`paylinks/${'0'.repeat(24)}/resend`)).status, 404)
  assert.equal((await t.stranger.post(`paylinks/${link.id}/resend`)).status, 404)
})

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

test('PL-33 PL-34 ERR-03 a deleted link is gone, and cannot be paid', async () => {
  const link = await make()
  const answer = await t.api.delete(`paylinks/${link.id}`)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.equal((await t.api.delete(`paylinks/${link.id}`)).status, 404)
  assert.equal((await t.api.delete(`paylinks/${'0'.repeat(24)}`)).status, 404)
  await assert.rejects(pay(link), { status: 422 })
})

test('PL-31 PL-32 links are read and listed with filters and pages, by those who may see them', async () => {
  const email = `list${++count}@juniper.example`
  const made = [await make({ email }), await make({ email, amount_due: 3 }), await make({ email })]
  const { body } = await t.api.get(`paylinks?email=${email}&page_size=2`)
  assert.deepEqual(
    body.paylinks.map((each: Json) => each.id),
    [made[2].id, made[1].id],
  )
  assert.equal(body.meta.pagination.totalCount, 3)
  assert.equal((await t.api.get(`paylinks?email=${email}&amount_due=3.00`)).body.paylinks[0].id, made[1].id)
  assert.equal((await t.stranger.get(`paylinks?email=${email}`)).body.meta.pagination.totalCount, 0)
  assert.equal((await t.clerk.get(`paylinks/${made[0].id}`)).status, 404)
})

test('PL-37 PL-38 PL-39 PL-25 every expand is there; payment_url is an address, not a record', async () => {
  const email = `known${++count}@juniper.example`
  await t.api.post('email_blacklists', { email_blacklist: { email } })
  const link = await make({ email, contact_id: t.merchants[0].contact_id })
  const names = 'contact,email_blacklist,sms_blacklist,location,tags,created_user,payment_url'
  const { paylink } = (await t.api.get(`paylinks/${link.id}?expand=${names}`)).body
  assert.equal(paylink.contact.id, t.merchants[0].contact_id)
  assert.equal(paylink.email_blacklist.email, email)
  assert.deepEqual([paylink.sms_blacklist, paylink.tags], [null, []])
  assert.equal(paylink.location.id, location_id)
  assert.equal(paylink.created_user.id, t.merchants[0].user.user_id)
  assert.equal(paylink.payment_url, `http://127.0.0.1:8080/?paylink_id=${link.id}`)
})
