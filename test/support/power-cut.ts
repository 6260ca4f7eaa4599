import assert from 'node:assert/strict'
import { after, beforeEach } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import type { Actor, Store } from '../../src/definition/store.ts'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import { Unavailable } from '../../src/lib/problem.ts'
import type { Lines } from '../../src/payments/lifecycle/lines.ts'
import type { RetryPolicy } from '../../src/payments/lifecycle/payment-context.ts'
import { UNNAMED, unsealing } from '../../src/payments/lifecycle/routing.ts'
import { openPayments } from '../../src/payments/open-payments.ts'
import type { NewPayment, Payments } from '../../src/payments/payments.ts'
import { vaulting } from '../../src/payments/vault/vault.ts'
import type { Connector, Outcome, Processor } from '../../src/ports/processor.ts'
import type { Action, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { simulator } from '../../src/processors/simulator/index.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { ACCOUNT_NUMBER, VISA } from './payments.ts'

/** How the connection to the processor behaves unless changed. */
export interface Line {
  /** The fault the simulator is asked for: `drop_after,hide:3`, see its faults. */
  fault: string | undefined
  /** Takes the place of the call; `call` is the real one. */
  instead: ((order: ProcessorRequest, call: () => Promise<Outcome>) => Promise<Outcome>) | undefined
}

/** The simulator's adapter with a line that can be disturbed. */
export function disturbed(real: Processor, line: Line): Processor {
  const nobody = simulator({ address: 'http://127.0.0.1:1', secret: 'none' })(null)
  const wrap = (action: (order: ProcessorRequest) => Promise<Outcome>) => (order: ProcessorRequest) => {
    const faults = line.fault?.split(',') ?? []
    const call = () =>
      faults.includes('refuse') ? nobody.actions[order.action]!(order) : action({ ...order, fault: line.fault })
    return line.instead ? line.instead(order, call) : call()
  }
  const actions = Object.entries(real.actions).map(([name, action]) => [name, wrap(action)])
  return { ...real, actions: Object.fromEntries(actions) as Processor['actions'] }
}

/** The order never leaves, and nobody knows that: the process died, or the connection broke. */
export const neverSent = () => Promise.reject(new Error('never sent'))

/**
 * A process of the gateway that dies after so many database transactions, or lives on. Waits no longer than it must.
 * Its processors are the simulator as `processor` makes them, and the test app's own connectors.
 */
export function gateway(
  t: TestApp,
  processor: (real: Processor) => Processor,
  survives = Number.POSITIVE_INFINITY,
  retry_policy: Partial<RetryPolicy> = {},
  storing: Storing = { refuses: () => false },
  lines?: Lines,
): Payments {
  const connector: Connector = account => processor(t.connector(account))
  let opened = 0
  const opens = async (): Promise<void> => {
    opened += 1
    if (opened > survives) throw new Error('power cut')
    if (storing.refuses(opened)) throw new Unavailable(true, new Error('no connection'))
  }
  /** Whatever a dead process would say is heard by nobody. */
  const heard = async <T>(said: Promise<T>): Promise<T> => {
    const words = await said
    if (opened > survives) throw new Error('power cut')
    return words
  }
  const store: Store = {
    ...t.app.store,
    async transaction(actor, work) {
      await opens()
      return t.app.store.transaction(actor, work)
    },
    async insert(actor, resource, record, options) {
      await opens()
      return t.app.store.insert(actor, resource, record, options)
    },
  }
  const payments = openPayments({
    db: t.db,
    store,
    clock: t.clock,
    vaulting: vaulting({ db: t.db, cipher: t.cipher, clock: t.clock }),
    processors: unsealing(t.cipher, { ...t.connectors, [UNNAMED]: connector }),
    log: { error: () => undefined, warn: () => undefined },
    ...(lines ? { lines } : {}),
    retry_policy: {
      call_ms: 10_000,
      find_ms: [1, 1],
      poll_ms: 10_000,
      lease_seconds: 0,
      ask_again_seconds: [0],
      at_once: 50,
      ...retry_policy,
    },
  })
  return {
    ...payments,
    run: (actor, payment) => heard(payments.run(actor, payment)),
    follow: (actor, id, action, input) => heard(payments.follow(actor, id, action, input)),
  }
}

/** A gateway whose line to the simulator tests disturb, each for itself; closed when the tests of the file are done. */
export async function disturbedSite(name: string, changed: (real: Processor) => Processor = real => real) {
  const line: Line = { fault: undefined, instead: undefined }
  const processor = (real: Processor): Processor => changed(disturbed(real, line))
  const t = await testApp(name, { processor })
  after(t.close)
  beforeEach(() => {
    line.fault = undefined
    line.instead = undefined
  })
  const run = (payment: NewPayment) => gateway(t, processor).run(rootActor(t), payment)
  return {
    t,
    line,
    processor,
    run,
    pay: (over: Partial<NewPayment> = {}) => run(cardPayment(t, over)),
    resolved: () => resolveAll(t, () => gateway(t, processor).resolve()),
  }
}

/** Which of its database transactions, counted from 1, a gateway cannot make, though it lives. */
export interface Storing {
  refuses(transaction: number): boolean
}

export function rootActor(t: TestApp): Actor {
  return { caller: systemCaller(t.merchants[0].location_id, 'test') }
}

/** A card payment at the first merchant's root. */
export function cardPayment(t: TestApp, over: Partial<NewPayment> = {}): NewPayment {
  return {
    action: 'sale',
    location_id: t.merchants[0].location_id,
    product_transaction_id: t.merchants[0].cc_product_transaction_id,
    amount: 1000n,
    source: {
      kind: 'account',
      account: { payment_method: 'cc', account_number: VISA, exp_date: '1230', account_holder_name: null },
    },
    initiation: BY_CARDHOLDER,
    details: {},
    ...over,
  }
}

/** A payment with a person's bank account at the first merchant's root. */
export function bankPayment(t: TestApp, action: 'debit' | 'credit'): NewPayment {
  return cardPayment(t, {
    action,
    product_transaction_id: t.merchants[0].ach_product_transaction_id,
    source: {
      kind: 'account',
      account: {
        payment_method: 'ach',
        routing: '072000326',
        account_number: ACCOUNT_NUMBER,
        account_type: 'checking',
        account_holder_name: 'Wilma Testperson',
        is_company: false,
      },
    },
    details: { ach_sec_code: 'WEB', account_holder_name: 'Wilma Testperson' },
  })
}

export async function rowOf(t: TestApp, id: string): Promise<Json> {
  const [row] = await t.db.query('select * from transaction where id = $1', [id])
  return row
}

export async function lastRow(t: TestApp): Promise<Json> {
  const [row] = await t.db.query('select * from transaction order by id desc limit 1')
  return row
}

export async function openAttempts(t: TestApp): Promise<number> {
  const rows = await t.db.query(`select 1 from attempt where state in ('pending', 'unknown')`)
  return rows.length
}

/** Resolves, one round after another, until nothing is open. */
export async function resolveAll(t: TestApp, resolve: () => Promise<unknown>, open = openAttempts): Promise<void> {
  for (let round = 0; (await open(t)) > 0; round += 1) {
    assert.ok(round < 40, 'something stays open')
    await resolve()
  }
}

type Resolving = Pick<Payments, 'resolve'>

/**
 * Resolves attempts and settlements as if the time had passed for which a request may still be on its way. `decide` has
 * banks decide before each round, because a resolution may send a refund that its bank has to confirm.
 */
export function resolveNow(t: TestApp, payments: Resolving = t.app.payments, decide?: () => void): Promise<void> {
  const once = (): Promise<void> => {
    decide?.()
    return resolveOnce(t, payments)
  }
  return resolveAll(t, once, openRequests)
}

/** One round of `resolveNow`, after which something may still be open. */
export async function resolveOnce(t: TestApp, payments: Resolving = t.app.payments): Promise<void> {
  await expireLeases(t)
  await payments.resolve()
}

/** Everything that is open may be asked about at once, as if the processes that sent it were dead for long. */
export async function expireLeases({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await db.run(`update attempt set ask_ts = 0, believe_ts = 0 where state in ('pending', 'unknown')`)
  await db.run(`update settlement set ask_ts = 0 where state = 'pending'`)
}

async function openRequests(t: TestApp): Promise<number> {
  const settlements = await t.db.query(`select 1 from settlement where state = 'pending'`)
  return settlements.length + (await openAttempts(t))
}

/** The state of an order's money in the processor's ledger, in minor units. */
export async function orderAtProcessor(t: TestApp, reference: string): Promise<Stands> {
  const stands: Stands = { held: 0, captured: 0, refunded: 0 }
  for (const { reference: own, action, amount: text, result } of await t.ledger(reference)) {
    if (result !== 'approved') continue
    if (action === 'refund' && own !== reference) {
      // A refund may have been reversed itself; its own entries say.
      stands.refunded += (await orderAtProcessor(t, own)).captured
      continue
    }
    const effect = EFFECTS[action as Action]
    assert.ok(effect, action)
    Object.assign(stands, effect(Math.round(Number(text) * 100), stands))
  }
  return stands
}

interface Stands {
  held: number
  captured: number
  refunded: number
}

type Effect = (amount: number, stands: Stands) => Partial<Stands>

const taken: Effect = amount => ({ held: amount, captured: amount })
const newTotal: Effect = (amount, { captured }) => (captured > 0 ? { captured: amount } : { held: amount })

const EFFECTS: Partial<Record<Action, Effect>> = {
  sale: taken,
  force: taken,
  refund: taken,
  debit: taken,
  credit: taken,
  avsonly: () => ({}),
  authonly: amount => ({ held: amount }),
  authcomplete: amount => ({ captured: amount }),
  authincrement: amount => ({ held: amount }),
  partialreversal: newTotal,
  tipadjust: newTotal,
  void: () => ({ held: 0, captured: 0 }),
}
