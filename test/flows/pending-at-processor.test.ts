import assert from 'node:assert/strict'
import test, { after, afterEach, before } from 'node:test'
import { localDate } from '../../src/lib/local-date.ts'
import { originalIdOf } from '../../src/payments/vault/network-ids.ts'
import { NO_RESPONSE_DATA, type Outcome, type Processor } from '../../src/ports/processor.ts'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { ownProduct, paid, saleBody, transactionOf } from '../support/payments.ts'
import { refusal } from '../support/typed-client.ts'
import { cardBody, storedVault } from '../support/vaults.ts'

/** What the processor says of a request, and of a question about it; null where the real one answers. */
let says: ((request: ProcessorRequest) => Outcome | null) | null = null
let found: Outcome | null = null
const sent: ProcessorRequest[] = []

function processor(real: Processor): Processor {
  const action = (name: keyof Processor['actions']) => (request: ProcessorRequest) => {
    sent.push(request)
    const said = says?.(request)
    return said ? Promise.resolve(said) : real.actions[name]!(request)
  }
  const names = Object.keys(real.actions) as (keyof Processor['actions'])[]
  return {
    ...real,
    actions: Object.fromEntries(names.map(name => [name, action(name)])),
    find: async asked => (found ? { seen: true, outcome: found } : real.find(asked)),
  }
}

let t: TestApp
before(async () => {
  t = await testApp('underway', { processor, retry_policy: { join_ms: 400 } })
})
after(() => t.close())
afterEach(() => {
  says = null
  found = null
  sent.length = 0
})

const HELD: Outcome = {
  ...NO_RESPONSE_DATA,
  result: 'held',
  reason_code_id: 1531,
  verbiage: 'HELD FOR REVIEW',
  processor_reference: 'at-theirs',
}
const APPROVED: Outcome = {
  ...HELD,
  result: 'approved',
  reason_code_id: 1000,
  verbiage: 'APPROVAL',
  auth_amount: 1000n,
}
const DECLINED: Outcome = { ...HELD, result: 'declined', reason_code_id: 1500, verbiage: 'DECLINE' }

async function asked(): Promise<void> {
  await t.db.run(`update attempt set ask_ts = 0 where state in ('pending', 'unknown')`)
  await t.app.payments.resolve()
}
const held = async (transaction_amount = '10.00'): Promise<Json> => {
  says = () => HELD
  const transaction = await paid(t.api, saleBody({ transaction_amount }))
  says = null
  return transaction
}

test('what is held for a review is open, is never told as failed, and becomes what the review says', async () => {
  for (const [outcome, status_id] of [
    [APPROVED, 101],
    [DECLINED, 301],
  ] as const) {
    const { id, status_id: first, verbiage } = await held()
    assert.deepEqual([first, verbiage], [0, 'HELD FOR REVIEW'])
    found = { ...HELD, result: 'pending' }
    await asked()
    assert.equal((await transactionOf(t, id)).status_id, 0)
    found = outcome
    await asked()
    assert.equal((await transactionOf(t, id)).status_id, status_id)
    const attempts = await t.db.query(
      `select purpose, state, underway, processor_reference from attempt where transaction_id = $1`,
      [id],
    )
    assert.deepEqual(attempts, [
      { purpose: 'order', state: outcome.result, underway: 'pending', processor_reference: 'at-theirs' },
    ])
    found = null
  }
})

test('a request that is repeated while its payment is held is told when to ask again, and gets its final answer', async () => {
  says = () => HELD
  const key = { idempotency_key: 'one-review' }
  const body = saleBody({ transaction_amount: '12.00' })
  const first = await t.api.transactions.create(body, key)
  says = null
  assert.equal(first.status_id, 0)
  found = HELD
  const again = await refusal(t.api.transactions.create(body, key))
  assert.equal(again.status, 409)
  assert.ok(again.retry_after! > 0)
  found = { ...APPROVED, auth_amount: 1200n }
  await asked()
  const last = await t.api.transactions.create(body, key)
  assert.deepEqual([last.id, last.status_id], [first.id, 101])
})

test('a review that nobody makes is shown to a person after three days, not after one', async () => {
  const { id } = await held('13.00')
  found = HELD
  const days = async (count: number): Promise<boolean> => {
    await t.clock.moveTo(t.clock.seconds() + count * 86_400, t.app.worker)
    await t.db.run('update attempt set asks = 10 where transaction_id = $1', [id])
    await asked()
    return (await transactionOf(t, id)).is_stuck
  }
  assert.equal(await days(2), false)
  assert.equal(await days(1.1), true)
  const note = 'refused in the review of the processor'
  const decided = await t.api.transactions.resolve(id, { resolution: 'declined', note })
  assert.deepEqual([decided.status_id, decided.is_stuck], [301, false])
})

test("the network's id of the first payment is kept with the account and sent with the next", async () => {
  const { location_id, contact_id } = t.merchants[0]
  const vault = await storedVault(t.api, cardBody(location_id, { contact_id }))
  const pay = (transaction_amount: string): Promise<Json> =>
    paid(t.api, {
      ...{ action: 'sale', payment_method: 'cc', location_id, transaction_amount },
      account_vault_id: vault.id,
    })
  says = ({ amount }) => ({ ...APPROVED, auth_amount: amount, network_transaction_id: `nti-${amount}` })
  await pay('21.00')
  await pay('22.00')
  await pay('23.00')
  const told = sent.map(({ initiation }) => [initiation.by, initiation.series, initiation.network_transaction_id])
  assert.deepEqual(told, [
    ['merchant', 'unscheduled', undefined],
    ['merchant', 'unscheduled', 'nti-2100'],
    ['merchant', 'unscheduled', 'nti-2100'],
  ])
})

/** The series of each payment that was sent, and the earlier one it names. */
const named = () => sent.map(({ initiation: { is_first, network_transaction_id: id } }) => [is_first, id])

test('G69 each later payment names the payment that stored the card, and a recurring does so from its first run', async () => {
  const { location_id, contact_id, cc_product_transaction_id: product_transaction_id } = t.merchants[0]
  says = ({ amount }) => ({ ...APPROVED, auth_amount: amount, network_transaction_id: `nti-${amount}` })
  const stored = await paid(t.api, saleBody({ contact_id, save_account: 1, transaction_amount: '24.00' }))
  const { saved_account } = await transactionOf(t, stored.id, 'saved_account')
  const vault = { location_id, account_vault_id: saved_account.id }
  const sale = (transaction_amount: string): Promise<Json> =>
    paid(t.api, { action: 'sale', payment_method: 'cc', transaction_amount, ...vault })
  await sale('25.00')
  const today = localDate(t.clock.seconds(), 'America/New_York')
  await t.api.recurrings.create({
    ...vault,
    product_transaction_id,
    ...{ interval: 1, interval_type: 'm', transaction_amount: '26.00', start_date: today.add({ days: 1 }).toString() },
  })
  await t.clock.moveTo(t.clock.seconds() + 40 * 86_400, t.app.worker)
  assert.deepEqual(named(), [[true, undefined], ...Array.from({ length: 3 }, () => [false, 'nti-2400'])])
})

test('G69 a card that a check stored, and one stored from an earlier payment, name that check and that payment', async () => {
  const { location_id, contact_id } = t.merchants[0]
  let nr = 0
  says = ({ amount }) => ({ ...APPROVED, auth_amount: amount, network_transaction_id: `nti-${++nr}` })
  const sale = { action: 'sale', payment_method: 'cc', location_id, transaction_amount: '27.00' }
  const checked = await storedVault(t.api, cardBody(location_id, { contact_id, run_avs: 1 }))
  await paid(t.api, { ...sale, account_vault_id: checked.id })
  const typed = await paid(t.api, saleBody({ transaction_amount: '27.10' }))
  const from = { location_id, contact_id, payment_method: 'cc', previous_transaction_id: typed.id } as const
  const vault = await t.api.accountvaults.create(from)
  await paid(t.api, { ...sale, transaction_amount: '27.20', account_vault_id: vault.id })
  assert.deepEqual(named(), [
    [true, undefined],
    [false, 'nti-1'],
    [false, undefined],
    [false, 'nti-3'],
  ])
})

test('G69 a payment again, and again of that one, names the first; one at another product names it too', async () => {
  const { location_id } = t.merchants[0]
  let nr = 0
  says = ({ amount }) => ({ ...APPROVED, auth_amount: amount, network_transaction_id: `nti-${++nr}` })
  const first = await paid(t.api, saleBody({ transaction_amount: '28.00' }))
  const again = (previous_transaction_id: string, transaction_amount: string, over: Json = {}): Promise<Json> =>
    paid(t.api, {
      ...{ action: 'sale', payment_method: 'cc', location_id },
      ...{ previous_transaction_id, transaction_amount, ...over },
    })
  const second = await again(first.id, '28.10')
  const third = await again(second.id, '28.20')
  await again(third.id, '28.30', { product_transaction_id: await ownProduct(t) })
  assert.deepEqual(named().slice(1), [
    [false, 'nti-1'],
    [false, 'nti-1'],
    [false, 'nti-1'],
  ])
  const text = 'select network_ids from instrument i join transaction t on t.instrument_id = i.id where t.id = $1'
  const [kept] = await t.db.query<{ network_ids: Json[] }>(text, [first.id])
  assert.deepEqual(
    kept!.network_ids.map(({ network_transaction_id }) => network_transaction_id),
    ['nti-1'],
  )
})

test('G69 a refund begins no series: a payment with its card names none', async () => {
  let nr = 0
  says = ({ amount }) => ({ ...APPROVED, auth_amount: amount, network_transaction_id: `nti-${++nr}` })
  const { location_id } = t.merchants[0]
  const given = await paid(t.api, saleBody({ transaction_amount: '29.00' }))
  const refund = { action: 'refund', payment_method: 'cc', location_id, transaction_amount: '29.00' }
  const refunded = await paid(t.api, { ...refund, previous_transaction_id: given.id })
  const sale = { action: 'sale', payment_method: 'cc', location_id, previous_transaction_id: refunded.id }
  await paid(t.api, { ...sale, transaction_amount: '29.10' })
  await paid(t.api, { ...sale, transaction_amount: '29.20' })
  assert.deepEqual(
    named().map(([, id]) => id),
    [undefined, undefined, undefined, 'nti-3'],
  )
})

test('G69 a payment names the id of its own processor account where its holder began a series there', () => {
  const ids = [
    { processor_account_id: 'one', network_transaction_id: 'first' },
    { processor_account_id: 'two', network_transaction_id: 'second' },
  ]
  assert.deepEqual(
    ['one', 'two', 'three', null].map(id => originalIdOf(ids, id)),
    ['first', 'second', 'first', 'first'],
  )
  assert.equal(originalIdOf([], 'one'), undefined)
})

test('what follows a capture acts on the capture, and names what it is', async () => {
  const authorized = await paid(t.api, saleBody({ action: 'authonly', transaction_amount: '30.00' }))
  const put = (transaction: Json) => t.api.transactions.update(authorized.id, transaction)
  says = ({ amount }) => ({ ...APPROVED, auth_amount: amount, processor_reference: 'the-capture' })
  assert.equal((await put({ action: 'authcomplete', transaction_amount: '25.00' })).status_id, 101)
  await put({ action: 'void' })
  const [, capture, voided] = sent
  assert.deepEqual([capture!.original?.action, capture!.original?.amount], ['authonly', 3000n])
  const { reference, action, amount, processor_reference, last_four } = voided!.original!
  assert.deepEqual([reference, action, amount, processor_reference], [authorized.id, 'sale', 2500n, 'the-capture'])
  assert.equal(last_four, authorized.last_four)
})

test('a processor is told what the payment is about', async () => {
  const details = {
    ...{ order_num: 'A 17', po_number: 'PO-9', description: 'Two chairs', customer_id: 'c-1', tax: '0.80' },
    ...{ billing_street: '12 Main Street', billing_city: 'Springfield', billing_state: 'IL', billing_zip: '62701' },
  }
  await paid(t.api, saleBody({ transaction_amount: '40.00', ...details }))
  const [
    { currency, order_num, po_number, description, customer_id, tax, billing, entry_mode, initiation } = assert.fail(),
  ] = sent
  assert.deepEqual(
    { currency, order_num, po_number, description, customer_id, tax, entry_mode, initiation },
    {
      ...{ currency: 'USD', order_num: 'A 17', po_number: 'PO-9', description: 'Two chairs', customer_id: 'c-1' },
      ...{ tax: 80n, entry_mode: 'ecommerce', initiation: { by: 'cardholder', series: null, is_first: false } },
    },
  )
  const { street, city, state, zip, country } = billing!
  assert.deepEqual([street, city, state, zip, country], ['12 Main Street', 'Springfield', 'IL', '62701', 'US'])
})

test('an action that is decided later is answered as open, and becomes what the processor says', async () => {
  const sale = await paid(t.api, saleBody({ transaction_amount: '50.00' }))
  says = () => HELD
  const transaction = await t.api.transactions.update(sale.id, { action: 'void' })
  says = null
  const { status_id, reason_code_id, verbiage } = transaction
  assert.deepEqual([status_id, reason_code_id, verbiage], [101, 1531, 'HELD FOR REVIEW'])
  found = { ...APPROVED, auth_amount: 5000n }
  await asked()
  assert.equal((await transactionOf(t, sale.id)).status_id, 201)
})
