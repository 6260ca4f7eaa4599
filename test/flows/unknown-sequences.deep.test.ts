import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewPayment, Payments } from '../../src/payments/payments.ts'
import type { FollowUpAction } from '../../src/resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import type { Json } from '../support/app.ts'
import { type Chance, chance } from '../support/chance.ts'
import { allIsSquare, allowEverything } from '../support/payment-matrix.ts'
import { VISA } from '../support/payments.ts'
import {
  cardPayment,
  disturbedSite,
  gateway,
  openAttempts,
  orderAtProcessor,
  resolveAll,
  rootActor,
  rowOf,
} from '../support/power-cut.ts'
import { seed } from '../support/seed.ts'

/**
 * Random programs of orders, faults, deaths and resolvers; at the end of each the gateway agrees with the processor.
 * A run that fails prints its seed: `TOLLGATE_SEED=… npm test -- test/flows/unknown-sequences.deep.test.ts`
 * repeats it (as far as a race does), `TOLLGATE_PROGRAM_SECONDS=600` runs longer.
 */
const SECONDS = Number(process.env.TOLLGATE_PROGRAM_SECONDS ?? 12)

const { t, line, processor } = await disturbedSite('unknown_programs')
await allowEverything(t)
const [home] = t.merchants

const FAULTS = [
  undefined,
  undefined,
  'refuse',
  'drop_before',
  'wander:1',
  'wander:40',
  'wander:400',
  'drop_after',
  'garbage',
  'error',
  'contradict,hide:2',
  'misdirect,hide:1',
  'drop_after,hide:1',
  'drop_after,hide:3',
  'drop_after,unseen:2',
  'drop_after,unseen:4',
  'late:30',
  'late:120,hide:3',
  'twice',
  'again:3',
  'drop_after,slow_find:10',
  'held:2',
  'drop_after,pending:3',
]
const FOLLOW_UPS: readonly FollowUpAction[] = [
  'void',
  'void',
  'authcomplete',
  'authincrement',
  'partialreversal',
  'tipadjust',
]
const QUICK = { call_ms: 80, find_ms: [1, 2], poll_ms: 60, at_once: 7 }

/** A process of the gateway, which may die between two of its steps. */
function someProcess(roll: Chance): Payments {
  return gateway(t, processor, roll.below(5) === 0 ? roll.below(4) : Number.POSITIVE_INFINITY, QUICK)
}

/** Good for as long as the clock may jump. */
const CARD: NewPayment['source'] = {
  kind: 'account',
  account: { payment_method: 'cc', account_number: VISA, exp_date: '1299', account_holder_name: null },
}

function somePayment(roll: Chance, known: readonly TransactionRow[]): NewPayment {
  const amount = BigInt(1000 + roll.below(9) * 100)
  const refunds = known.length > 0 && roll.below(3) === 0 ? roll.pick(known) : undefined
  if (refunds)
    return cardPayment(t, { action: 'refund', source: null, refunds, amount: BigInt(100 + roll.below(1200)) })
  const action = roll.pick(['sale', 'sale', 'sale', 'authonly', 'authonly', 'force', 'refund'] as const)
  return cardPayment(t, {
    action,
    amount,
    source: CARD,
    ...(action === 'force' ? { details: { auth_code: 'V12345' } } : {}),
  })
}

async function settleSomething(): Promise<void> {
  const [batch] = await t.db.query<{ id: string }>(
    `select id from transactionbatch where product_transaction_id = $1 and (is_open or processing_status_id = 3) limit 1`,
    [home.cc_product_transaction_id],
  )
  if (batch) await gateway(t, processor, undefined, QUICK).batches.settle(rootActor(t), batch.id)
}

/** One step of a program; refusals and deaths are among the expected results. */
async function step(roll: Chance, known: TransactionRow[]): Promise<void> {
  const kind = roll.below(10)
  const alive = someProcess(roll)
  if (kind < 5 || known.length === 0) {
    known.push(await alive.run(rootActor(t), somePayment(roll, known)))
  } else if (kind < 8) {
    const amount = BigInt(100 + roll.below(2200))
    const action = roll.pick(FOLLOW_UPS)
    await alive.follow(rootActor(t), roll.pick(known).id, action, {
      amount: action === 'void' ? null : amount,
      set: {},
    })
  } else if (kind === 8) {
    await alive.resolve()
  } else if (roll.below(3) === 0) {
    await settleSomething()
  } else if (roll.below(6) === 0) {
    await t.db.run('update sandbox_clock set ahead_ms = least(ahead_ms + $1, 1500000000000)', [
      roll.below(400) * 86_400_000,
    ])
    await t.clock.follow()
  }
}

async function openPaymentsAndBatches(): Promise<number> {
  const batches = await t.db.query('select 1 from transactionbatch where processing_status_id = 5')
  return batches.length + (await openAttempts(t))
}

async function resolved(): Promise<void> {
  line.fault = undefined
  const resolve = async () => {
    await t.db.run(`update settlement set ask_ts = 0 where state = 'pending'`)
    await t.db.run('update transactionbatch set continue_ts = 0 where continue_ts is not null')
    await Promise.all([gateway(t, processor, 1), gateway(t, processor)].map(each => each.resolve()))
  }
  await resolveAll(t, resolve, openPaymentsAndBatches)
}

/** Compares the gateway, the processor's ledger and the sums over them, for everything created since. */
async function reconcile(since: string): Promise<number> {
  const rows = await t.db.query<Json>(
    'select id, type_id, reference from transaction where reference is not null and id > $1 order by id',
    [since],
  )
  for (const { id, type_id } of rows) {
    const row = await rowOf(t, id)
    const word = await orderAtProcessor(t, row.reference)
    if (type_id === 20) assert.deepEqual([row.captured_amount, row.refunded_amount], [word.captured, word.refunded], id)
    if (type_id === 20 && row.status_id === 102) assert.equal(row.authorized_amount, word.held, id)
    if (type_id === 20 && row.status_id === 301) assert.deepEqual([word.held, word.captured], [0, 0], id)
    if (type_id === 30) assert.equal(row.status_id === 111 ? row.auth_amount : 0, word.captured, id)
  }
  await allIsSquare(t)
  const unknown = await t.db.query(`select id from attempt where stuck_ts is not null`)
  assert.deepEqual(unknown, [], 'nothing needs a person')
  return rows.length
}

test('whatever breaks when, every program ends with our books being the processor’s books', async context => {
  const until = performance.now() + SECONDS * 1000
  let programs = 0
  let payments = 0
  while (programs === 0 || performance.now() < until) {
    programs += 1
    const own_seed = seed + programs - 1
    const roll = chance(`${own_seed}`)
    const known: TransactionRow[] = []
    const [last] = await t.db.query<{ id: string }>('select id from transaction order by id desc limit 1')
    try {
      const steps = 10 + roll.below(30)
      for (let count = 0; count < steps; count += 1) {
        line.fault = roll.pick(FAULTS)
        const together = Array.from({ length: 1 + roll.below(4) }, (_, index) =>
          chance(`${own_seed} ${count} ${index}`),
        )
        await Promise.all(together.map(own => step(own, known).catch(() => undefined)))
      }
      await resolved()
      payments += await reconcile(last?.id ?? '')
    } catch (error) {
      throw new Error(`TOLLGATE_SEED=${own_seed}: ${(error as Error).message}`, { cause: error })
    }
  }
  // What wandered about has arrived by now, and found that it was ruled out.
  await reconcile('')
  assert.ok(payments > programs * 5, 'programs make payments')
  context.diagnostic(`seed ${seed}: ${programs} programs, ${payments} transactions`)
})
