import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  UnknownOutcomeError,
} from '../../packages/client/src/index.js'
import { waitAfter } from '../../packages/client/src/retries.js'
import { testApp } from '../support/app.ts'
import { clientSite, FAULTS, type Fault } from '../support/client-site.ts'
import { saleBody } from '../support/payments.ts'

let hold_ms = 0
const t = await testApp('client_retries', {
  processor: real => ({
    ...real,
    actions: {
      ...real.actions,
      sale: async order => {
        await pause(hold_ms)
        return real.actions.sale!(order)
      },
    },
  }),
})
const site = await clientSite(t)
after(async () => {
  await site.close()
  await t.close()
})
const tollgate = site.client()
const { location_id } = t.merchants[0]

beforeEach(() => {
  hold_ms = 0
  site.next()
  site.arrived.length = 0
})

/** How often the processor's own book says that a payment was made. */
async function charges(id: string): Promise<number> {
  const transaction = await tollgate.transactions.get(id)
  const { records } = await tollgate.transactions.list({ order_num: String(transaction.order_num) }).page()
  assert.equal(records.length, 1, 'one payment in the gateway')
  const attempts = await tollgate.transactions.listAttempts(id)
  return attempts.attempts.length
}

const sale = () => saleBody({ location_id, order_num: randomBytes(8).toString('hex') })

for (const [name, fault] of Object.entries(FAULTS)) {
  test(`${name}: the payment is made once, under one key`, async () => {
    site.next(fault)
    const before = (await t.ledger()).length
    const made = await tollgate.transactions.create(sale())
    assert.equal(made.status_id, 101)
    const keys = site.arrived.map(({ key }) => key)
    assert.ok(keys.length >= 2, 'it was sent again')
    assert.equal(new Set(keys).size, 1, 'under the same key')
    assert.equal(await charges(made.id), 1)
    assert.equal((await t.ledger()).length - before, 1, 'one order in the book of the processor')
  })
}

test('a gateway that is slower than one try may be: the next try gets the payment of the first', async () => {
  hold_ms = 700
  const before = (await t.ledger()).length
  const made = await site.client({ timeout_ms: 300 }).transactions.create(sale())
  assert.equal(made.status_id, 101)
  assert.ok(site.arrived.length >= 2)
  assert.equal((await t.ledger()).length - before, 1)
})

test('a capture and a void are sent again under one key too', async () => {
  const { id } = await tollgate.transactions.create({ ...sale(), action: 'authonly' })
  site.next('unanswered')
  const captured = await tollgate.transactions.authcomplete(id)
  assert.equal(captured.status_id, 101)
  site.next('cut off')
  assert.equal((await tollgate.transactions.void(id)).status_id, 201)
})

test('when no try is answered the outcome is unknown, and the same key asks for it later', async () => {
  site.next('unanswered', 'lost')
  const hurried = site.client({ most_tries: 2 })
  const order = sale()
  const unknown = await hurried.transactions.create(order).catch(each => each)
  assert.ok(unknown instanceof UnknownOutcomeError, String(unknown))
  assert.match(unknown.idempotency_key ?? '', /^[0-9a-f-]{36}$/)
  const asked = await tollgate.transactions.create(order, { idempotency_key: unknown.idempotency_key! })
  assert.equal(await charges(asked.id), 1)
})

test('a payment that was turned away after a try of unknown end is unknown too', async () => {
  site.next('unanswered', { status: 401, body: '{}' })
  const unknown = await tollgate.transactions.create(sale()).catch(each => each)
  assert.ok(unknown instanceof UnknownOutcomeError, String(unknown))
})

test('what certainly did not arrive is a broken connection, and no unknown outcome', async () => {
  const gone = await clientSite(t)
  await gone.close()
  const nobody = gone.client({ most_tries: 2 })
  const error = await nobody.transactions.create(sale()).catch(each => each)
  assert.ok(error instanceof ConnectionError, String(error))
  assert.match(error.message, /^POST \/v2\/transactions: no answer: /)
})

test('a request that only reads has no unknown outcome', async () => {
  const hurried = site.client({ most_tries: 2 })
  site.next('unanswered', 'unanswered')
  await assert.rejects(hurried.tags.list().page(), ConnectionError)
  site.next({ status: 503 }, { status: 503 })
  await assert.rejects(hurried.tags.list().page(), ServerError)
})

test('a record whose deletion was not answered is deleted, and one that never was is not found', async () => {
  const { id } = await tollgate.tags.create({ location_id, title: 'Short-lived' })
  site.next('unanswered')
  await tollgate.tags.delete(id)
  await assert.rejects(tollgate.tags.delete(id), NotFoundError)
})

test('it waits as long as it is asked to, but not longer than it may', async () => {
  site.next({ status: 429, headers: { 'retry-after': '1' } })
  const began = performance.now()
  await tollgate.tags.list().page()
  assert.ok(performance.now() - began >= 1000)
  site.next({ status: 429, headers: { 'retry-after': '600' } })
  const limited = await tollgate.tags
    .list()
    .page()
    .catch(each => each)
  assert.ok(limited instanceof RateLimitError)
  assert.equal(limited.retry_after, 600)
})

test("the caller's own signal ends a call with its reason, while it waits and while it is on its way", async () => {
  hold_ms = 500
  for (const fault of [[], [{ status: 503, headers: { 'retry-after': '2' } }]] as Fault[][]) {
    site.next(...fault)
    const signal = AbortSignal.timeout(100)
    await assert.rejects(tollgate.transactions.create(sale(), { signal }), { name: 'TimeoutError' })
  }
})

test('waits grow twice each time up to eight seconds, are spread at random, and never shorter than asked', () => {
  assert.deepEqual(
    [1, 2, 3, 9].map(tries => waitAfter(tries, null, () => 1)),
    [250, 500, 1000, 8000],
  )
  assert.equal(
    waitAfter(3, null, () => 0),
    0,
  )
  assert.equal(
    waitAfter(1, 5, () => 0),
    5000,
  )
})
