import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Lines, openLines } from '../../src/payments/lifecycle/lines.ts'
import type { NewPayment, Payments } from '../../src/payments/payments.ts'
import { NO_RESPONSE_DATA, type Outcome, type Processor } from '../../src/ports/processor.ts'
import type { Json } from '../support/app.ts'
import { allowEverything } from '../support/payment-matrix.ts'
import {
  bankPayment,
  cardPayment,
  disturbedSite,
  gateway,
  lastRow,
  neverSent,
  openAttempts,
  orderAtProcessor,
  resolveAll,
  rootActor,
  rowOf,
} from '../support/power-cut.ts'

/** References of look-ups, in the order in which they were asked. */
let asked: string[] = []
/** Takes the place of look-ups and of ruling out; undefined where the real one answers. */
let look: ((reference: string) => Promise<never> | undefined) | undefined
function heeding(real: Processor): Processor {
  const heard = (reference: string) => {
    asked.push(reference)
    return look?.(reference)
  }
  return {
    ...real,
    find: async order => (await heard(order.reference)) ?? real.find(order),
    ruleOut: async order => (await heard(order.reference)) ?? real.ruleOut!(order),
  }
}
const { t, line, processor } = await disturbedSite('processor_down', heeding)
await allowEverything(t)
beforeEach(() => {
  look = undefined
  asked = []
})

const run = (payment: NewPayment, by: Payments = gateway(t, processor)) => by.run(rootActor(t), payment)

/** Payments whose process died before it stored the answer; returns their ids, which are their references. */
async function leaveOpen(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let each = 0; each < count; each += 1) {
    await assert.rejects(gateway(t, processor, 1).run(rootActor(t), cardPayment(t)), /power cut/)
    ids.push((await lastRow(t)).id)
  }
  return ids
}

/** A payment that is approved at the processor and was reported as failed. */
async function told(payment: NewPayment): Promise<string> {
  line.fault = 'drop_after,hide:2'
  const row = await run(payment)
  line.fault = undefined
  assert.deepEqual([row.status_id, row.outcome], [301, 'unknown'])
  return row.id
}

const resolved = () => resolveAll(t, () => gateway(t, processor).resolve())

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let round = 0; !(await holds()); round += 1) {
    assert.ok(round < 3_000, what)
    await pause(10)
  }
}

/** As many as one process has under way. */
const HANGING = 40

test('look-ups that hang at one processor account delay a reversal at another by nothing', async context => {
  const owed = await told(bankPayment(t, 'debit'))
  await t.db.run('update attempt set ask_ts = ask_ts + 3600 where id = $1', [owed])
  const left = new Set(await leaveOpen(HANGING))
  const released = Promise.withResolvers<never>()
  released.promise.catch(() => undefined)
  const release = () => released.reject(new Error('the connection breaks at last'))
  context.after(release)
  look = reference => (left.has(reference) ? released.promise : undefined)
  asked = []
  const worker = gateway(t, processor, undefined, { at_once: HANGING, look_ms: 600_000 })
  await worker.resolution.payments()
  await until(async () => asked.length === HANGING, 'all are asked about')
  await t.db.run('update attempt set ask_ts = 0 where id = $1', [owed])
  await worker.resolution.payments()
  await until(async () => (await rowOf(t, owed)).outcome === 'declined', 'the reversal waits for the others')
  assert.deepEqual(await orderAtProcessor(t, owed), { held: 0, captured: 0, refunded: 0 })
  assert.equal(asked.filter(reference => left.has(reference)).length, HANGING, 'none of them was answered meanwhile')
  assert.equal(await openAttempts(t), HANGING)
  release()
  await worker.resolution.stop()
  look = undefined
  await resolved()
})

test('an outcome that is learned twice at the same moment counts once', async () => {
  const ids = await leaveOpen(24)
  const released = Promise.withResolvers<void>()
  look = () => released.promise as Promise<never>
  const worker = gateway(t, processor, undefined, { at_once: 100, look_ms: 600_000 })
  for (const asks of [1, 2]) {
    await t.db.run(`update attempt set ask_ts = 0 where state = 'pending'`)
    await worker.resolution.payments()
    await until(async () => asked.length === asks * ids.length, 'all are asked about')
  }
  released.resolve()
  await until(async () => (await openAttempts(t)) === 0, 'all are recorded')
  await worker.resolution.stop()
  const [{ transaction_batch_id }] = await Promise.all(ids.map(id => rowOf(t, id)))
  const [sums] = await t.db.query<Json>(
    `select total_sale_count::int as told, total_sale_amount as amount,
            (select count(*)::int from transaction where transaction_batch_id = b.id) as sales,
            (select sum(captured_amount)::bigint from transaction where transaction_batch_id = b.id) as sum
       from transactionbatch b where id = $1`,
    [transaction_batch_id],
  )
  assert.deepEqual([sums.told, sums.amount], [sums.sales, sums.sum])
})

/** A batch with one sale of a product, settled by a process that hears no answer; returns the batch's id. */
async function leaveSettling(over: Partial<NewPayment>): Promise<string> {
  const { transaction_batch_id } = await run(cardPayment(t, over))
  const unheard = (real: Processor): Processor => ({
    ...real,
    settle: async () => ({ result: 'unknown', message: '' }),
  })
  const { processing_status_id } = await gateway(t, unheard).batches.settle(rootActor(t), transaction_batch_id!)
  assert.equal(processing_status_id, 5)
  return transaction_batch_id!
}

test('settlements that hang at one processor account delay one at another by nothing', async context => {
  const { child_location_id: location_id, child_cc_product_transaction_id: product_transaction_id } = t.merchants[0]
  const hanging: string[] = []
  for (let count = 0; count < 8; count += 1) hanging.push(await leaveSettling({}))
  const other = await leaveSettling({ location_id, product_transaction_id })
  const rows = await t.db.query<{ id: string }>('select id from settlement where transactionbatch_id = any($1)', [
    hanging,
  ])
  const left = new Set(rows.map(({ id }) => id))
  const released = Promise.withResolvers<never>()
  released.promise.catch(() => undefined)
  const release = () => released.reject(new Error('the connection breaks at last'))
  context.after(release)
  const questions: string[] = []
  const hangs = (real: Processor): Processor => ({
    ...real,
    findSettlement(reference) {
      questions.push(reference)
      return left.has(reference) ? released.promise : real.findSettlement!(reference)
    },
  })
  await t.db.run(`update settlement set ask_ts = 0 where state = 'pending'`)
  await t.db.run('update settlement set ask_ts = 1 where transactionbatch_id = $1', [other])
  const worker = gateway(t, hangs, undefined, { at_once: 5 })
  await worker.resolution.settlements()
  const statusOf = async (id: string): Promise<number> =>
    (await t.db.query<Json>('select processing_status_id from transactionbatch where id = $1', [id]))[0]
      .processing_status_id
  await until(async () => (await statusOf(other)) === 2, 'the settlement waits for the others')
  assert.equal(questions.filter(reference => left.has(reference)).length, 5, 'its slots are all in use')
  for (const id of hanging) assert.equal(await statusOf(id), 5)
  release()
  await worker.resolution.stop()
  await t.db.run(`update settlement set ask_ts = 0 where state = 'pending'`)
  await gateway(t, processor).resolve()
  for (const id of hanging) assert.equal(await statusOf(id), 2)
})

test('a look-up that is never answered gives its slot back', { timeout: 60_000 }, async () => {
  const [first, second] = (await leaveOpen(2)) as [string, string]
  look = reference => (reference === first ? new Promise<never>(() => undefined) : undefined)
  const worker = gateway(t, processor, undefined, { at_once: 1, look_ms: 20, ask_again_seconds: [3600] })
  assert.equal(await worker.resolve(), 0)
  assert.equal(await worker.resolve(), 1)
  assert.deepEqual([(await rowOf(t, first)).outcome, (await rowOf(t, second)).outcome], ['pending', 'approved'])
  look = undefined
  await t.db.run('update attempt set ask_ts = 0 where id = $1', [first])
  await resolved()
})

test('the oldest debt comes first: a reversal, then what was reported as failed, then the rest', async () => {
  const reversed = await told(cardPayment(t))
  line.instead = (order, call) => (order.action === 'void' ? neverSent() : call())
  await gateway(t, processor).resolve()
  line.instead = undefined
  const [reversal] = await t.db.query<{ id: string }>(
    `select id from attempt where transaction_id = $1 and purpose = 'reversal'`,
    [reversed],
  )
  const failed = await told(cardPayment(t))
  const [open] = (await leaveOpen(1)) as [string]
  for (const [index, id] of [open, failed, reversal!.id].entries())
    await t.db.run('update attempt set ask_ts = $2 where id = $1', [id, index])
  asked = []
  await gateway(t, processor, undefined, { at_once: 1 }).resolve()
  assert.deepEqual(asked.slice(0, 3), [reversal!.id, failed, open])
  await resolved()
})

test('several processes share what is due at an account: each question is asked once', async () => {
  const left = await leaveOpen(30)
  line.fault = undefined
  asked = []
  const policy = { at_once: 4, lease_seconds: 600, ask_again_seconds: [3600] }
  await t.db.run(`update attempt set believe_ts = believe_ts + 3600 where state = 'pending'`)
  const workers = [1, 2, 3].map(() => gateway(t, processor, undefined, policy))
  for (let round = 0; asked.length < left.length; round += 1) {
    assert.ok(round < 30)
    await Promise.all(workers.map(worker => worker.resolve()))
  }
  assert.deepEqual(asked.toSorted(), left.toSorted())
  await t.db.run('update attempt set ask_ts = 0, believe_ts = 0')
  await resolved()
})

const UNSENT: Outcome = {
  ...NO_RESPONSE_DATA,
  result: 'unknown',
  reason_code_id: 1531,
  verbiage: 'NOBODY LISTENS',
  never_left: true,
}
const never = () => new Promise<never>(() => undefined)
const garbage = () => Promise.reject(new Error('an object was expected'))

/** How a processor is down: what becomes of an order and of a question, and what the first callers are told. */
const DOWN: Record<string, { order(): Promise<Outcome>; look(): Promise<never>; first: [number, string] }> = {
  'refuses connections': { order: async () => UNSENT, look: garbage, first: [1530, 'declined'] },
  'accepts connections and hangs': { order: never, look: never, first: [1531, 'unknown'] },
  'answers garbage': { order: garbage, look: garbage, first: [1531, 'unknown'] },
}
const QUICK = { call_ms: 30, find_ms: [1], poll_ms: 10, probe_wait_ms: 10, look_ms: 10 }
const parts = { clock: { now: () => 0, seconds: () => 0 }, log: { warn: () => undefined } }
/** Lines that may be probed again at once. */
const eager = (): Lines => openLines({ ...parts, policy: { probe_again_ms: [0], probe_ms: 5 } })

for (const [way, { order, look: lookedUp, first }] of Object.entries(DOWN)) {
  test(`a processor that ${way}: it is sent nothing more, and nothing unknown is made, until it answers`, {
    timeout: 60_000,
  }, async () => {
    const sale = await run(cardPayment(t))
    const lines = eager()
    const down = gateway(t, processor, undefined, QUICK, undefined, lines)
    let sent = 0
    line.instead = () => {
      sent += 1
      return order()
    }
    look = lookedUp
    for (let each = 0; each < 5; each += 1) {
      const row = await run(cardPayment(t), down)
      assert.deepEqual([row.status_id, row.reason_code_id, row.outcome], [301, ...first])
    }
    assert.equal(lines.states().find(({ state }) => state !== 'closed')?.name, await accountOf(sale.id))
    const unknown = await openAttempts(t)
    const refused = await run(cardPayment(t), down)
    assert.deepEqual(
      [refused.status_id, refused.reason_code_id, refused.outcome, refused.verbiage],
      [301, 1530, 'declined', 'PROCESSOR NOT REACHED, NOTHING SENT'],
    )
    const kept = await down.follow(rootActor(t), sale.id, 'void', { amount: null, set: {} })
    assert.deepEqual([kept.status_id, kept.reason_code_id, kept.doing], [101, 1530, null])
    assert.deepEqual([sent, await openAttempts(t)], [5, unknown], 'nothing was sent, and nothing is open for it')
    const asks = await asksOfOpen()
    await down.resolve()
    assert.deepEqual(await asksOfOpen(), asks, 'what is due keeps its place in the timetable')

    line.instead = undefined
    look = undefined
    await until(async () => (await run(cardPayment(t), down)).status_id === 101, 'it is not used again')
    assert.deepEqual(
      lines.states().filter(({ state }) => state !== 'closed'),
      [],
    )
    const patient = gateway(t, processor, undefined, {}, undefined, lines)
    const voided = await patient.follow(rootActor(t), sale.id, 'void', { amount: null, set: {} })
    assert.deepEqual([voided.status_id, voided.reason_code_id], [201, 1000], voided.verbiage ?? '')
    await resolved()
    assert.equal((await rowOf(t, refused.id)).reason_code_id, 1530)
    assert.deepEqual(await t.ledger(refused.id), [])
    assert.deepEqual(await t.db.query(`select id from transaction where outcome in ('pending', 'unknown')`), [])
  })
}

async function accountOf(id: string): Promise<string> {
  const [attempt] = await t.db.query<Json>('select * from attempt where id = $1', [id])
  return attempt.processor_account_id
}

async function asksOfOpen(): Promise<Json[]> {
  return t.db.query(`select id, asks, ask_ts from attempt where state in ('pending', 'unknown') order by id`)
}
