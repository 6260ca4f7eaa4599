import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import pg from 'pg'
import { onLane } from '../../src/db/lanes.ts'
import { NO_RESPONSE_DATA, type Processor } from '../../src/ports/processor.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import { asked } from '../contracts/processor.contract.ts'
import type { Json } from '../support/app.ts'
import { paid, saleBody } from '../support/payments.ts'
import {
  cardPayment,
  disturbedSite,
  gateway,
  lastRow,
  neverSent,
  openAttempts,
  orderAtProcessor,
  rootActor,
  rowOf,
} from '../support/power-cut.ts'
import { allowsFault } from '../support/server-faults.ts'
import { refusal } from '../support/typed-client.ts'

const { t, line, processor, run, resolved } = await disturbedSite('unknown')

const eventsOf = async (id: string): Promise<string[]> => {
  const rows = await t.db.query<{ verb: string }>('select verb from event where record_id = $1 order by id', [id])
  return rows.map(each => each.verb)
}
const states = async (id: string): Promise<Json[]> => {
  const rows = await t.db.query(
    'select purpose, state, told_ts is not null as told from attempt where transaction_id = $1 order by id',
    [id],
  )
  return rows.map((each: Json) => [each.purpose, each.state, each.told])
}

test('power is cut after the intent: the order never left, and the resolver ends it as declined', async () => {
  line.instead = neverSent
  await assert.rejects(gateway(t, processor, 1).run(rootActor(t), cardPayment(t)), /power cut/)
  const left = await lastRow(t)
  const shown = await t.api.transactions.get(left.id)
  assert.deepEqual([shown.status_id, shown.reason_code_id, shown.verbiage], [0, 1531, 'PENDING'])
  assert.deepEqual(await eventsOf(left.id), ['started'])
  await resolved()
  const row = await rowOf(t, left.id)
  assert.deepEqual([row.status_id, row.reason_code_id, row.outcome], [301, 1531, 'declined'])
  assert.deepEqual(await eventsOf(left.id), ['started', 'created'])
  assert.deepEqual(await t.ledger(row.reference), [])
})

test('power is cut after the processor approved: the resolver ends it in the truth', async () => {
  await assert.rejects(gateway(t, processor, 1).run(rootActor(t), cardPayment(t)), /power cut/)
  const left = await lastRow(t)
  assert.deepEqual([left.status_id, left.outcome], [0, 'pending'])
  await resolved()
  const row = await rowOf(t, left.id)
  assert.deepEqual([row.status_id, row.reason_code_id, row.captured_amount, row.batch], [101, 1000, 1000, '1'])
  assert.deepEqual(await eventsOf(left.id), ['started', 'created'])
  assert.equal((await orderAtProcessor(t, row.reference)).captured, 1000)
})

test('power is cut after the processor declined: the resolver tells its reason', async () => {
  await assert.rejects(gateway(t, processor, 1).run(rootActor(t), cardPayment(t, { amount: 616n })), /power cut/)
  await resolved()
  const row = await lastRow(t)
  assert.deepEqual([row.status_id, row.reason_code_id], [301, 1616])
})

test('power is cut after the outcome was stored: nothing is left to do', async () => {
  const row = await gateway(t, processor, 2).run(rootActor(t), cardPayment(t))
  assert.deepEqual([row.status_id, await openAttempts(t), await gateway(t, processor).resolve()], [101, 0, 0])
})

test('an answer that is lost on the wire is found by asking, and the caller gets the truth', async () => {
  for (const fault of ['drop_after', 'garbage', 'drop_after,hide:1']) {
    line.fault = fault
    const row = await run(cardPayment(t))
    assert.equal(row.status_id, 101, fault)
  }
  assert.equal(await openAttempts(t), 0)
})

async function told(
  over: Parameters<typeof cardPayment>[1] = {},
  fault = 'drop_after,hide:2',
): Promise<TransactionRow> {
  line.fault = fault
  const row = await run(cardPayment(t, over))
  line.fault = undefined
  assert.deepEqual([row.status_id, row.reason_code_id, row.outcome], [301, 1531, 'unknown'])
  return row
}

test('who was told "not approved" is not charged: a found approval is taken back', async () => {
  const { id } = await told()
  const known = await rowOf(t, id)
  assert.equal((await orderAtProcessor(t, known.reference)).captured, 1000)
  await resolved()
  const row = await rowOf(t, id)
  assert.deepEqual([row.status_id, row.reason_code_id, row.outcome, row.batch], [301, 1531, 'declined', null])
  assert.deepEqual(await orderAtProcessor(t, row.reference), { held: 0, captured: 0, refunded: 0 })
  assert.deepEqual(await states(id), [
    ['order', 'reversed', true],
    ['reversal', 'approved', false],
  ])
  assert.deepEqual(await eventsOf(id), ['started', 'created', 'updated'])
})

test('told and found declined: it stays declined, with the true reason', async () => {
  const { id } = await told({ amount: 616n })
  await resolved()
  const row = await rowOf(t, id)
  assert.deepEqual([row.status_id, row.reason_code_id, row.outcome], [301, 1616, 'declined'])
})

test('told and never seen: it stays declined', async () => {
  const { id } = await told({}, 'drop_before')
  await resolved()
  const row = await rowOf(t, id)
  assert.deepEqual([row.status_id, row.reason_code_id, row.outcome], [301, 1531, 'declined'])
})

test('"never seen" is not believed while the order may still be on its way', async () => {
  const { id } = await told({}, 'drop_before')
  await t.db.run('update attempt set believe_ts = believe_ts + 60 where transaction_id = $1', [id])
  assert.equal(await gateway(t, processor).resolve(), 0)
  assert.equal((await rowOf(t, id)).outcome, 'unknown')
  await t.db.run('update attempt set believe_ts = 0 where transaction_id = $1', [id])
  await resolved()
  assert.equal((await rowOf(t, id)).outcome, 'declined')
})

test('as long as the processor cannot be asked, nothing is guessed', async () => {
  const { id } = await told({}, 'drop_after,hide:5')
  for (let round = 0; round < 3; round += 1) assert.equal(await gateway(t, processor).resolve(), 0)
  assert.equal((await rowOf(t, id)).outcome, 'unknown')
  await resolved()
  assert.equal((await rowOf(t, id)).outcome, 'declined')
})

/** A processor that cannot rule an order out. */
function cannot(real: Processor): Processor {
  const { ruleOut: _, ...able } = processor(real)
  return able
}

/** A sale that reaches the processor only after it was given up. Returns its transaction. */
async function givenUpThenSent(gone: typeof processor): Promise<Json> {
  let release: () => void = () => undefined
  const boundedQueue = new Promise<void>(resolve => {
    release = resolve
  })
  line.instead = async (order, call) => {
    if (order.action === 'sale') await boundedQueue
    return call()
  }
  const running = gateway(t, gone).run(rootActor(t), cardPayment(t))
  while ((await openAttempts(t)) === 0) await new Promise(resolve => setImmediate(resolve))
  while ((await openAttempts(t)) > 0) await gateway(t, gone).resolve()
  const given_up = await lastRow(t)
  assert.deepEqual([given_up.status_id, given_up.reason_code_id], [301, 1531])
  release()
  assert.equal((await running).status_id, 301)
  while ((await openAttempts(t)) > 0) await gateway(t, gone).resolve()
  return given_up
}

test('an order that arrives after it was given up is not carried out', async () => {
  const given_up = await givenUpThenSent(processor)
  assert.deepEqual(await t.ledger(given_up.reference), [])
})

test('at a processor that cannot rule an order out, one that arrives after it was given up is taken back, once', async () => {
  const given_up = await givenUpThenSent(cannot)
  assert.deepEqual(await orderAtProcessor(t, given_up.reference), { held: 0, captured: 0, refunded: 0 })
  assert.deepEqual(
    (await t.ledger(given_up.reference)).map(each => each.action),
    ['sale', 'void'],
  )
})

/** An order that is given up on its way. Returns its transaction, what lets it arrive, and what looks for it. */
async function wandering(gone: typeof processor) {
  let arrive: () => Promise<unknown> = async () => undefined
  line.instead = (_order, call) => {
    arrive = call
    return neverSent()
  }
  const { id } = await gateway(t, gone).run(rootActor(t), cardPayment(t))
  line.instead = undefined
  const look = async () => {
    await t.db.run('update attempt set watch_ts = 0 where watch_ts is not null')
    await gateway(t, gone).resolve()
  }
  await gateway(t, gone).resolve()
  return { id, look, arrive: () => arrive() }
}

test('nobody waits any more for an order that wanders about: where it cannot be ruled out it is looked for again, and taken back', async () => {
  const { id, look, arrive } = await wandering(cannot)
  assert.equal((await rowOf(t, id)).outcome, 'declined')
  await look()
  await arrive()
  assert.equal((await orderAtProcessor(t, id)).captured, 1000)
  await look()
  assert.deepEqual(await orderAtProcessor(t, id), { held: 0, captured: 0, refunded: 0 })
  assert.deepEqual(await states(id), [
    ['order', 'reversed', true],
    ['reversal', 'approved', false],
  ])
  const watched = await t.db.query('select 1 from attempt where watch_ts is not null and transaction_id = $1', [id])
  assert.deepEqual(watched, [], 'what was found is not looked for again')
})

test('G63 an order that arrives after it was given up and is held for a review is watched until the review has ended, and taken back', async () => {
  let is_reviewed = false
  const reviewing = (real: Processor): Processor => {
    const able = cannot(real)
    const find: Processor['find'] = async asked => {
      const found = await able.find(asked)
      if (asked.action !== 'sale' || !found.seen || is_reviewed) return found
      return { seen: true, outcome: { ...found.outcome, result: 'held', reason_code_id: 1000, verbiage: 'REVIEW' } }
    }
    return { ...able, find }
  }
  const { id, look, arrive } = await wandering(reviewing)
  await arrive()
  for (let looks = 0; looks < 10; looks += 1) await look()
  assert.equal((await orderAtProcessor(t, id)).captured, 1000)
  is_reviewed = true
  await look()
  assert.deepEqual(await orderAtProcessor(t, id), { held: 0, captured: 0, refunded: 0 })
  const watched = await t.db.query('select 1 from attempt where watch_ts is not null and transaction_id = $1', [id])
  assert.deepEqual(watched, [])
})

test('an order that was given up is looked for some days, and then no more', async () => {
  line.instead = neverSent
  const { id } = await gateway(t, cannot).run(rootActor(t), cardPayment(t))
  line.instead = undefined
  await gateway(t, cannot).resolve()
  let looks = 0
  const waits = async () =>
    (await t.db.query('select 1 from attempt where id = $1 and watch_ts is not null', [id])).length
  while ((await waits()) > 0) {
    looks += 1
    assert.ok(looks < 20)
    await t.db.run('update attempt set watch_ts = 0 where id = $1', [id])
    await gateway(t, cannot).resolve()
  }
  assert.equal(looks, 6)
})

test('while a processor cannot be asked to rule an order out, the order is not given up', async () => {
  const { id } = await told({}, 'drop_before')
  const ruleOut = () => Promise.reject(new Error('not reachable'))
  const dumb = (real: Processor): Processor => ({ ...processor(real), ruleOut })
  for (let round = 0; round < 3; round += 1) assert.equal(await gateway(t, dumb).resolve(), 0)
  assert.equal((await rowOf(t, id)).outcome, 'unknown')
  await resolved()
  assert.equal((await rowOf(t, id)).outcome, 'declined')
})

test('a resolver that dies between ruling out and writing that down leaves it to the next one', async () => {
  const { id } = await told({}, 'drop_before')
  await gateway(t, processor, 0).resolve()
  assert.equal((await rowOf(t, id)).outcome, 'unknown')
  await resolved()
  const row = await rowOf(t, id)
  assert.deepEqual([row.outcome, row.reason_code_id, await t.ledger(id)], ['declined', 1531, []])
})

test('a processor that says "never seen" for a while although it has the order is not believed', async () => {
  const { id } = await told({}, 'drop_after,unseen:2')
  await resolved()
  assert.deepEqual(await orderAtProcessor(t, id), { held: 0, captured: 0, refunded: 0 })
  assert.deepEqual(await states(id), [
    ['order', 'reversed', true],
    ['reversal', 'approved', false],
  ])
})

test('a reversal is sent until it is answered, and takes the money back once', async () => {
  line.instead = (order, call) => (order.action === 'void' ? neverSent() : call())
  const product = t.merchants[0].cc_product_transaction_id
  await t.api.producttransactions.update(product, { auto_decline_cvv: true })
  const details = {}
  const source = { ...cardPayment(t).source!, cvv: '124' }
  const row = await run(cardPayment(t, { source, details }))
  await t.api.producttransactions.update(product, { auto_decline_cvv: false })
  assert.deepEqual([row.status_id, row.reason_code_id, await openAttempts(t)], [301, 1656, 1])
  await gateway(t, processor).resolve()
  assert.equal(await openAttempts(t), 1)
  line.instead = undefined
  line.fault = 'drop_after'
  await resolved()
  const stored = await rowOf(t, row.id)
  assert.deepEqual([stored.status_id, stored.reason_code_id, stored.outcome], [301, 1656, 'declined'])
  assert.deepEqual(
    (await t.ledger(stored.reference)).map(each => each.action),
    ['sale', 'void'],
  )
})

test('a reversal the processor will not make is told with 1654 and listed for a person', async () => {
  const { id } = await told()
  line.instead = async (order, call) => {
    if (order.action !== 'void') return call()
    return { ...(await t.connector(null).find(asked('nobody'))), ...REFUSED } as never
  }
  await resolved()
  const row = await rowOf(t, id)
  assert.deepEqual([row.status_id, row.reason_code_id, row.outcome], [301, 1654, 'unknown'])
  const stuck = await t.db.query('select transaction_id from attempt where stuck_ts is not null')
  assert.deepEqual(stuck, [{ transaction_id: id }])
})

const REFUSED = { ...NO_RESPONSE_DATA, result: 'declined', reason_code_id: 1667, verbiage: 'NO' }

test('through the API: 201 with status 301 and reason 1531; the void of an unknown is refused until it is known', async () => {
  line.fault = 'drop_after,hide:4'
  const sale = await paid(t.api, saleBody({ transaction_api_id: 'till-1' }))
  line.fault = undefined
  assert.deepEqual([sale.status_id, sale.reason_code_id, sale.auth_amount], [301, 1531, null])
  const again = await refusal(t.api.transactions.create(saleBody({ transaction_api_id: 'till-1' })))
  assert.deepEqual([again.status, Object.keys(again.body.errors)], [422, ['transaction_api_id']])
  await t.db.run('update attempt set ask_ts = 0')
  await t.app.payments.resolve()
  const row = await rowOf(t, sale.id)
  assert.deepEqual([row.outcome, (await orderAtProcessor(t, row.reference)).captured], ['declined', 0])
})

/** Runs `between` after the processor has answered the next order, and before the gateway hears it. */
function meanwhile(between: () => Promise<unknown>): void {
  line.instead = async (_order, call) => {
    line.instead = undefined
    const outcome = await call()
    await between()
    return outcome
  }
}

test('every connection is cut between the answer of the processor and its recording: the caller gets the answer', async () => {
  allowsFault('outcomes could not be stored', 'every connection is cut')
  meanwhile(() =>
    t.db.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  )
  const sale = await paid(t.api, saleBody())
  assert.deepEqual([sale.status_id, sale.reason_code_id], [101, 1000])
  assert.equal((await t.ledger(sale.id)).length, 1)
})

test('an outcome is recorded while all connections for requests wait for locks', async () => {
  const holder = new pg.Client({ connectionString: t.database_url })
  await holder.connect()
  await holder.query('begin; lock table scanner in access exclusive mode')
  let ended = 0
  let requests: Promise<unknown>[] = []
  const nobodys = AsyncLocalStorage.snapshot()
  meanwhile(async () => {
    // Requests of a merchant wait for their turn, so these are nobody's.
    const read = () => t.db.query('select from scanner limit 1').catch(() => undefined)
    requests = Array.from({ length: 16 }, () => nobodys(read).finally(() => ended++))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await onLane('lists', () => t.db.query(waiting))).length < 5);
  })
  // Without a key, since the answer under one is stored by a connection for requests.
  const sale = await t.as(t.keysOf(t.merchants[0].user)).post('transactions', { transaction: saleBody() })
  assert.deepEqual([sale.body.transaction?.status_id, ended], [101, 0])
  await holder.query('commit')
  await Promise.all(requests)
  await holder.end()
})

test('a payment whose row is held for too long is shown as open, and an approval stands', async () => {
  const holder = new pg.Client({ connectionString: t.database_url })
  await holder.connect()
  await holder.query('begin')
  meanwhile(() => holder.query('select from transaction order by id desc limit 1 for update'))
  const sale = await paid(t.api, saleBody())
  assert.deepEqual([sale.status_id, sale.reason_code_id], [0, 1531])
  await holder.end()
  await t.db.run('update attempt set ask_ts = 0')
  await t.app.payments.resolve()
  assert.deepEqual([(await rowOf(t, sale.id)).status_id, (await t.ledger(sale.id)).length], [101, 1])
})

test('a payment that was made is answered, even where what is embedded in it cannot be read', async () => {
  const holder = new pg.Client({ connectionString: t.database_url })
  await holder.connect()
  await holder.query('begin')
  meanwhile(() => holder.query('lock table signature in access exclusive mode'))
  const answer = await t.api.transactions.create(saleBody(), { expand: ['signature'] })
  await holder.end()
  assert.deepEqual([answer.status_id, answer.signature], [101, undefined])
})
