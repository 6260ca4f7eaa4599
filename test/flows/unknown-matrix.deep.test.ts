import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import {
  allIsSquare,
  allowEverything,
  BEGINNINGS,
  type Beginning,
  FOLLOW_UPS,
  type FollowUp,
  type Says,
  sale,
  shownAs,
  type Tried,
} from '../support/payment-matrix.ts'
import {
  cardPayment,
  disturbedSite,
  gateway,
  openAttempts,
  orderAtProcessor,
  resolveAll,
  rootActor,
  rowOf,
  type Storing,
} from '../support/power-cut.ts'

const { t, line, processor, run, pay } = await disturbedSite('unknown_matrix')
await allowEverything(t)
const tried: Tried = { t, run, made: run, sold: pay }

/** Two quick questions while the caller waits. */
const QUICK = { find_ms: [1, 1], poll_ms: 10_000 }

/** Only a call that is to come too late has little time: others are answered, however busy the machine is. */
const policyOf = (fault: string) => ({ ...QUICK, call_ms: fault.startsWith('late:3000') ? 150 : 10_000 })

/** The fault, and what the caller is told all the same. */
const FAULTS: readonly (readonly [string, Says])[] = [
  ['refuse', 'unsent'],
  ['drop_before', 'told'],
  ['wander:999999', 'told'],
  ['drop_after', 'known'],
  ['drop_after,hide:1', 'known'],
  ['drop_after,hide:2', 'told'],
  ['drop_after,hide:7', 'told'],
  ['drop_after,unseen:2', 'told'],
  ['drop_after,unseen:3', 'told'],
  ['late:60', 'known'],
  ['late:3000,hide:2', 'told'],
  ['twice', 'known'],
  ['again:1', 'known'],
  ['garbage,hide:2', 'told'],
  ['error,hide:2', 'told'],
  ['contradict', 'known'],
  ['contradict,hide:2', 'told'],
  ['misdirect', 'known'],
  ['misdirect,unseen:2', 'told'],
  ['drop_after,slow_find:5', 'known'],
  ['held:3', 'open'],
  ['drop_after,pending:3', 'open'],
  ['held:2,hide:3', 'open'],
]

/** Most of these are equivalent when the process dies before it stores an answer. */
const FATAL: readonly string[] = [
  'refuse',
  'drop_before',
  'wander:999999',
  'drop_after',
  'drop_after,hide:7',
  'drop_after,unseen:3',
]

const NEVER_ARRIVED: readonly string[] = ['refuse', 'drop_before', 'wander:999999']

const IN_PART = 'sale approved in part, of less than its tax and tip'
const PAYMENTS: Readonly<Record<string, Beginning>> = {
  ...BEGINNINGS,
  [IN_PART]: {
    action: 'sale',
    status_id: 101,
    make: () => cardPayment(t, { amount: 201n, details: { tax: 80n, tip_amount: 40n } }),
  },
}

const ACTIONS: Readonly<Record<string, FollowUp>> = {
  ...FOLLOW_UPS,
  'authincrement approved in part': {
    action: 'authincrement',
    amount: 202n,
    first: () => pay({ action: 'authonly', amount: 100n }),
    status_id: 102,
  },
  'partialreversal of a sale': { action: 'partialreversal', amount: 600n, first: sale, status_id: 101 },
  tipadjust: { action: 'tipadjust', amount: 1200n, first: sale, status_id: 101 },
}

const PROCESSORS = { cc: ['zgate', 'zgate2'], ach: ['ach', 'zach'] } as const
let swaps = 0
/** Gives the products other processors, which have heard of no payment before. */
async function swap(): Promise<void> {
  swaps += 1
  for (const method of ['cc', 'ach'] as const) {
    const producttransaction = { processor: PROCESSORS[method][swaps % 2] }
    await t.api.producttransactions.update(t.merchants[0][`${method}_product_transaction_id`], producttransaction)
  }
}

/**
 * Several resolvers at once, some of which die between their steps, until nothing is open. The products have changed
 * their processors before.
 */
async function resolved(): Promise<void> {
  if ((await openAttempts(t)) > 0) await swap()
  await resolveAll(t, () => {
    const resolvers = [gateway(t, processor, 0), gateway(t, processor, 1), gateway(t, processor)]
    return Promise.all(resolvers.map(each => each.resolve()))
  })
}

const verbsOf = async (id: string): Promise<string[]> =>
  (await t.db.query<{ verb: string }>('select verb from event where record_id = $1 order by id', [id])).map(
    ({ verb }) => verb,
  )

/** The gateway and the processor's ledger agree about one transaction. */
async function agrees(row: Json, what: string): Promise<void> {
  const word = await orderAtProcessor(t, row.reference)
  const pays_out = row.type_id === 40 || (row.payment_method === 'cc' && row.type_id === 30)
  assert.equal(row.captured_amount, pays_out ? 0 : word.captured, `${what}: captured`)
  assert.equal(row.refunded_amount, word.refunded, `${what}: refunded`)
  const held = row.status_id === 102 ? word.held : row.authorized_amount
  assert.equal(row.authorized_amount, held, `${what}: authorized`)
}

for (const [name, { status_id, make }] of Object.entries(PAYMENTS)) {
  test(`${name}: whatever goes wrong, who was told "not approved" is not charged, and who was not told learns the truth`, async () => {
    for (const [fault, says] of FAULTS) {
      const what = `${name} with ${fault}`
      const payment = await make(tried)
      line.fault = fault
      const told = await gateway(t, processor, Number.POSITIVE_INFINITY, policyOf(fault)).run(rootActor(t), payment)
      line.fault = undefined
      assert.deepEqual([told.status_id, told.outcome], shownAs(says, status_id), what)
      if (says === 'unsent') assert.deepEqual([told.reason_code_id, await openAttempts(t)], [1530, 0], what)
      await resolved()
      const row = await rowOf(t, told.id)
      assert.deepEqual(
        [row.status_id, row.outcome],
        says === 'known' || says === 'open' ? [status_id, 'approved'] : [301, 'declined'],
        what,
      )
      const word = await orderAtProcessor(t, row.reference)
      if (says === 'told') assert.deepEqual([word.held, word.captured], [0, 0], what)
      const entries = (await t.ledger(row.reference)).map(({ action }) => action)
      if (NEVER_ARRIVED.includes(fault)) assert.deepEqual(entries, [], what)
      assert.equal((await verbsOf(told.id)).filter(verb => verb === 'created').length, 1, what)
    }
  })

  test(`${name}: when its process dies before the answer is stored, it ends in the truth`, async () => {
    for (const fault of FATAL) {
      const what = `${name} with ${fault}`
      const payment = await make(tried)
      line.fault = fault
      await assert.rejects(gateway(t, processor, 1, policyOf(fault)).run(rootActor(t), payment), /power cut/)
      line.fault = undefined
      const [{ id }] = (await t.db.query('select id from transaction order by id desc limit 1')) as [{ id: string }]
      await resolved()
      const row = await rowOf(t, id)
      const arrived = !NEVER_ARRIVED.includes(fault)
      assert.deepEqual([row.status_id, row.outcome], arrived ? [status_id, 'approved'] : [301, 'declined'], what)
      assert.equal((await t.ledger(id)).length, arrived ? 1 : 0, what)
      assert.deepEqual(await verbsOf(id).then(verbs => verbs.slice(0, 2)), ['started', 'created'], what)
    }
  })
}

/** Why a processor does not give an approval back, and what is refunded then. The rest waits for a person. */
const REFUSALS: Readonly<Record<string, readonly string[]>> = {
  settled: ['sale', IN_PART, 'force'],
  'settled,no_refund': [],
  keep: [],
}
const DECISIONS = ['given_back_outside', 'kept'] as const

for (const [name, { status_id, make }] of Object.entries(PAYMENTS)) {
  // An inquiry moves no money, and nothing of it is reversed.
  if (name === 'avsonly') continue
  test(`${name}: what was reported as failed and cannot be voided is refunded once, or waits for a person who ends it`, async () => {
    for (const [refusal, refunded] of Object.entries(REFUSALS))
      for (const fault of ['drop_after,hide:2', 'late:3000,hide:2', 'drop_after,unseen:2'])
        for (const resolution of refunded.includes(name) ? [null] : DECISIONS) {
          const what = `${name} with ${fault},${refusal}, ${resolution ?? 'refunded'}`
          const payment = await make(tried)
          line.fault = `${fault},${refusal}`
          const { id } = await gateway(t, processor, Number.POSITIVE_INFINITY, policyOf(fault)).run(
            rootActor(t),
            payment,
          )
          line.fault = undefined
          await resolved()
          const ended = await rowOf(t, id)
          const word = await orderAtProcessor(t, id)
          assert.equal(ended.stuck_ts === null, resolution === null, what)
          if (resolution === null) {
            assert.deepEqual([ended.outcome, word.captured - word.refunded], ['declined', 0], what)
            const refunds = (await t.ledger(id)).filter(({ action }) => action === 'refund')
            assert.equal(refunds.length, 1, what)
            continue
          }
          assert.deepEqual([ended.outcome, word.refunded, word.held > 0], ['unknown', 0, true], what)
          await t.api.transactions.resolve(id, { resolution, note: 'looked' })
          const row = await rowOf(t, id)
          const is_kept = resolution === 'kept'
          assert.deepEqual(
            [row.status_id, row.outcome, row.stuck_ts, await openAttempts(t)],
            [is_kept ? status_id : 301, is_kept ? 'approved' : 'declined', null, 0],
            what,
          )
          if (is_kept) await agrees(row, what)
        }
  })
}

/** Which database transactions after the intent fail, and whether the caller can still be told the outcome. */
const STORING: readonly (readonly [string, Storing, 'known' | 'open'])[] = [
  ['fails once', { refuses: nth => nth === 2 }, 'known'],
  ['fails for as long as the caller waits', { refuses: nth => nth >= 2 }, 'open'],
]
/** Time for one more try, and none. */
const TRIES = { known: { ...QUICK, store_ms: 10_000 }, open: { ...QUICK, store_ms: 0 } }

for (const [name, { status_id, make }] of Object.entries(PAYMENTS)) {
  test(`${name}: when storing its outcome fails, it is stored later or shown as open, and stands`, async () => {
    for (const fault of [undefined, 'drop_after', 'drop_after,hide:7', 'drop_before']) {
      for (const [how, storing, says] of STORING) {
        const what = `${name} with ${fault}, storing ${how}`
        const payment = await make(tried)
        line.fault = fault
        const is_known = fault === undefined || fault === 'drop_after'
        const shown = await gateway(t, processor, Number.POSITIVE_INFINITY, TRIES[says], storing).run(
          rootActor(t),
          payment,
        )
        line.fault = undefined
        // What never left is declined at once.
        const told = is_known ? [status_id, 'approved'] : [301, fault === 'refuse' ? 'declined' : 'unknown']
        assert.deepEqual([shown.status_id, shown.outcome], says === 'known' ? told : [0, 'pending'], what)
        await resolved()
        const row = await rowOf(t, shown.id)
        const stands = fault !== 'drop_before' && (is_known || says === 'open')
        assert.deepEqual([row.status_id, row.outcome], stands ? [status_id, 'approved'] : [301, 'declined'], what)
        const orders = (await t.ledger(shown.id)).filter(({ reference }) => reference === shown.id)
        assert.equal(orders.filter(each => each.action !== 'void').length, fault === 'drop_before' ? 0 : 1, what)
      }
    }
  })
}

for (const [name, { action, amount, first, status_id }] of Object.entries(ACTIONS)) {
  test(`${name}: when storing its outcome fails, it is stored later`, async () => {
    for (const [how, storing, says] of STORING) {
      const before = await first(tried)
      const input = { amount, set: {} }
      const acting = gateway(t, processor, Number.POSITIVE_INFINITY, TRIES[says], storing)
      const shown = await acting.follow(rootActor(t), before.id, action, input)
      if (says === 'known') assert.equal(shown.status_id, status_id, how)
      else assert.deepEqual([shown.status_id, shown.reason_code_id], [before.status_id, 1531], how)
      await resolved()
      const row = await rowOf(t, before.id)
      assert.deepEqual([row.status_id, row.doing], [status_id, null], how)
      await agrees(row, `${name}, storing ${how}`)
    }
  })

  test(`${name}: whatever goes wrong, and whether its process lives or dies, it becomes what the processor says`, async () => {
    for (const [fault, says] of FAULTS) {
      for (const survives of FATAL.includes(fault) ? [Number.POSITIVE_INFINITY, 1] : [Number.POSITIVE_INFINITY]) {
        const what = `${name} with ${fault}, ${survives === 1 ? 'dying' : 'living'}`
        const before = await first(tried)
        line.fault = fault
        const acting = gateway(t, processor, survives, policyOf(fault)).follow(rootActor(t), before.id, action, {
          amount,
          set: {},
        })
        const told = await acting.catch(error => error as Error)
        line.fault = undefined
        if (told instanceof Error) assert.match(told.message, /power cut/, what)
        else if (says === 'open') assert.deepEqual([told.status_id, told.doing], [before.status_id, action], what)
        else if (says === 'told')
          assert.deepEqual([told.status_id, told.reason_code_id], [before.status_id, 1531], what)
        else if (says === 'unsent')
          assert.deepEqual(
            [told.status_id, told.reason_code_id, told.doing, await openAttempts(t)],
            [before.status_id, 1530, null, 0],
            what,
          )
        else assert.equal(told.status_id, status_id, what)
        await resolved()
        const row = await rowOf(t, before.id)
        const arrived = !NEVER_ARRIVED.includes(fault)
        assert.deepEqual([row.status_id, row.doing], [arrived ? status_id : before.status_id, null], what)
        await agrees(row, what)
      }
    }
  })
}

test('after all that no money is held by anything, and every batch is the sum of its payments', () => allIsSquare(t))
