import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openStripeRoom, type StripeRoom } from '../contracts/stripe.fixture.ts'
import type { HostFault } from '../hosts/host.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { postTransaction, putTransaction, saleBody } from '../support/payments.ts'

/**
 * Every fault on the way to Stripe, in each request of a payment's life, with Stripe reachable again at once or for a
 * while not. However it goes, the gateway's books end where Stripe's do.
 */
const FAULTS: readonly HostFault[] = ['lost_before', 'lost_after', 'cut', 'late', 'garbage', 'error_500']

let room: StripeRoom
let t: TestApp
before(async () => {
  room = await openStripeRoom()
  const processor = room.another({}, { call_ms: 250 })
  const retry_policy = { find_ms: [10], poll_ms: 300 }
  t = await testApp('stripe_faults', { processor: () => processor, retry_policy })
  const { cc_product_transaction_id: id } = t.merchants[0]
  await t.api.put(`producttransactions/${id}`, { producttransaction: { dup_check_per_batch: 0 } })
})
after(async () => {
  await t.close()
  await room.close()
})
beforeEach(() => {
  room.host.is_blind = false
})

const cardSale = (action: string) => saleBody({ action, account_number: '4242424242424242', exp_date: '1249' })
const begin = async (action: string): Promise<string> =>
  (await postTransaction(t.api, cardSale(action))).body.transaction.id
const refundOf = (id: string): Json => {
  return { action: 'refund', payment_method: 'cc', previous_transaction_id: id, transaction_amount: '4.00' }
}

const open = async (): Promise<number> => {
  const [row] = await t.db.query<{ open: number }>(
    `select count(*)::int as open from attempt where state in ('pending', 'unknown')`,
  )
  return row!.open
}

async function resolveAll(): Promise<void> {
  for (let round = 0; (await open()) > 0; round += 1) {
    assert.ok(round < 20, 'an attempt stays open')
    await t.db.run(`update attempt set ask_ts = 0, believe_ts = 0 where state in ('pending', 'unknown')`)
    await t.app.payments.resolve()
  }
}

/** Stripe takes no refund back: one that was told as failed and was approved waits for a person. Returns how many. */
async function keepStuck(): Promise<number> {
  const stuck = (await t.api.get('transactions?is_stuck=1')).body.transactions as Json[]
  for (const { id } of stuck) {
    const decision = { resolution: 'kept', note: 'The customer was told.' }
    const { status, text } = await t.api.post(`transactions/${id}/resolve`, { transaction: decision })
    assert.equal(status, 200, text)
  }
  return stuck.length
}

/** What a payment has brought, minor units, and what is still held: by the gateway's books. */
async function ours(id: string): Promise<{ taken: number; held: number }> {
  const { status_id, transaction_amount } = (await t.api.get(`transactions/${id}`)).body.transaction
  const [back] = await t.db.query<{ cents: number }>(
    'select coalesce(sum(auth_amount), 0)::int as cents from transaction where refunded_id = $1 and status_id = 111',
    [id],
  )
  const cents = Math.round(Number(transaction_amount) * 100)
  return { taken: status_id === 101 ? cents - back!.cents : 0, held: status_id === 102 ? cents : 0 }
}

/** The same by Stripe's, of all intents of the payment. */
function theirs(id: string): { taken: number; held: number } {
  const sum = { taken: 0, held: 0 }
  for (const intent of room.host.book.intents.values()) {
    if (intent.metadata.transaction_id !== id) continue
    const back = room.host.book.charges.get(intent.latest_charge ?? '')?.amount_refunded ?? 0
    sum.taken += intent.amount_received - back
    sum.held += intent.amount_capturable
  }
  return sum
}

/** Each names what stands before it, and makes the request that goes wrong. */
const REQUESTS: Readonly<Record<string, { first?: string; ask(id: string): Promise<{ status: number; body: Json }> }>> =
  {
    sale: { ask: () => postTransaction(t.api, cardSale('sale')) },
    authonly: { ask: () => postTransaction(t.api, cardSale('authonly')) },
    authcomplete: {
      first: 'authonly',
      ask: id => putTransaction(t.api, id, { action: 'authcomplete', transaction_amount: '8.00' }),
    },
    'void of an authorization': { first: 'authonly', ask: id => putTransaction(t.api, id, { action: 'void' }) },
    'void of a sale': { first: 'sale', ask: id => putTransaction(t.api, id, { action: 'void' }) },
    refund: { first: 'sale', ask: id => postTransaction(t.api, refundOf(id)) },
  }

for (const [name, { first, ask }] of Object.entries(REQUESTS))
  for (const fault of FAULTS)
    test(`${name}, ${fault}`, async () => {
      for (const is_blind of [false, true]) {
        const id = first ? await begin(first) : ''
        room.host.faults.push(fault)
        room.host.is_blind = is_blind
        const { status, body } = await ask(id)
        assert.ok(status < 500, `${status}`)
        room.host.is_blind = false
        room.host.release()
        await resolveAll()
        const went_back = name === 'refund' && fault !== 'lost_before' && is_blind
        assert.equal(await keepStuck(), went_back ? 1 : 0)
        const about = id || body.transaction.id
        assert.deepEqual(await ours(about), theirs(about), `${is_blind ? 'blind' : 'seeing'}, ${about}`)
      }
    })
