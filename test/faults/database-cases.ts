import assert from 'node:assert/strict'
import type { NotReady } from '../../src/http/readiness.ts'
import type { Answer, Json } from '../support/app.ts'
import { paid, postTransaction, putTransaction, refundBody, saleBody } from '../support/payments.ts'
import { resolveNow } from '../support/power-cut.ts'
import { COMMITTED } from './database-line.ts'
import { type DatabaseSite, type FaultName, STORE_MS } from './database-site.ts'

/** A request that moves money, and the status of its transaction after approval. */
export interface Operation {
  status_id: number
  /** Text in the packet that confirms that the request is stored. */
  stored: string
  /** Creates the transaction that the request acts on. Returns its id, or an empty string. */
  prepare(site: DatabaseSite): Promise<string>
  send(site: DatabaseSite, on: string, headers: Record<string, string>): Promise<Answer>
}

const none = async (): Promise<string> => ''
const sold = async ({ t }: DatabaseSite): Promise<string> => (await paid(t.api, saleBody())).id
const held = async ({ t }: DatabaseSite): Promise<string> => (await paid(t.api, saleBody({ action: 'authonly' }))).id

const post =
  (body: (on: string) => Json): Operation['send'] =>
  ({ t }, on, headers) =>
    postTransaction(t.api, body(on), headers)
const put =
  (body: Json): Operation['send'] =>
  ({ t }, on, headers) =>
    putTransaction(t.api, on, body, headers)

export const OPERATIONS = {
  sale: { status_id: 101, stored: 'PENDING', prepare: none, send: post(() => saleBody()) },
  authonly: { status_id: 102, stored: 'PENDING', prepare: none, send: post(() => saleBody({ action: 'authonly' })) },
  refund: { status_id: 111, stored: COMMITTED, prepare: sold, send: post(on => refundBody(on, '4.00')) },
  void: { status_id: 201, stored: COMMITTED, prepare: sold, send: put({ action: 'void' }) },
  authcomplete: {
    status_id: 101,
    stored: COMMITTED,
    prepare: held,
    send: put({ action: 'authcomplete', transaction_amount: '7.00' }),
  },
} as const satisfies Record<string, Operation>

let keys = 0
const nextKey = (): Record<string, string> => ({ 'idempotency-key': `fault-${++keys}` })

/** Every request must be answered within this many milliseconds, whatever the fault. */
const ANSWERED_MS = 30_000

/** Fails if no answer arrives in time, and then cuts the connections so that the request ends. */
async function answered({ line }: DatabaseSite, answer: Promise<Answer>, what: string): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    line.state = 'gone'
    reject(new Error(`${what}: no answer in ${ANSWERED_MS} ms`))
  }, ANSWERED_MS)
  try {
    return await Promise.race([promise, answer])
  } finally {
    clearTimeout(timer)
  }
}

const orders = async ({ t }: DatabaseSite): Promise<number> => (await t.ledger()).length

/** The fault is present when the request arrives: it gets a 503 and does nothing. A later retry is carried out once. */
export async function faultBefore(site: DatabaseSite, fault: FaultName, operation: Operation): Promise<void> {
  const on = await operation.prepare(site)
  const headers = nextKey()
  const before = await orders(site)
  await site.faults[fault].begin()
  const refused = await answered(site, operation.send(site, on, headers), fault).finally(site.faults[fault].end)
  assert.equal(refused.status, 503, `${fault}: ${refused.text}`)
  assert.ok(refused.headers['retry-after'], `${fault}: the answer has a Retry-After header`)
  assert.equal(await orders(site), before, `${fault}: nothing is sent`)
  await madeBy(site, operation, { on, headers, before, what: fault })
}

/** The fault starts while the processor has the order, and lasts until the caller has an answer. */
export async function faultWhileAsked(site: DatabaseSite, fault: FaultName, operation: Operation): Promise<void> {
  const on = await operation.prepare(site)
  const headers = nextKey()
  const before = await orders(site)
  site.meanwhile(site.faults[fault].begin)
  const open = await answered(site, operation.send(site, on, headers), fault).finally(site.faults[fault].end)
  const { transaction } = open.body
  // The outcome cannot be stored, so a payment is reported as open and an action as unanswered.
  assert.equal(open.status, on === '' || transaction?.id !== on ? 201 : 200, `${fault}: ${open.text}`)
  assert.notEqual(transaction.status_id, 301, `${fault}: an approved payment is not reported as failed`)
  const row = await site.agrees(transaction.id, fault)
  assert.equal(row.status_id, operation.status_id, fault)
  await madeBy(site, operation, { on, headers, before, what: fault })
}

/** The fault starts while the processor has the order and ends in time: the caller gets the outcome. */
export async function faultPasses(site: DatabaseSite, fault: FaultName, operation: Operation): Promise<void> {
  const on = await operation.prepare(site)
  const headers = nextKey()
  const before = await orders(site)
  let ended: Promise<void> = Promise.resolve()
  site.meanwhile(async () => {
    await site.faults[fault].begin()
    ended = new Promise(resolve => setTimeout(resolve, STORE_MS / 4)).then(site.faults[fault].end)
  })
  const answer = await answered(site, operation.send(site, on, headers), fault)
  await ended
  assert.equal(answer.body.transaction?.status_id, operation.status_id, `${fault}: ${answer.text}`)
  await site.agrees(answer.body.transaction.id, fault)
  await madeBy(site, operation, { on, headers, before, what: fault })
}

/** A commit succeeds but its confirmation is lost: the commit of the intent, or of the outcome. */
export async function commitLost(site: DatabaseSite, of: 'intent' | 'outcome', operation: Operation): Promise<void> {
  const on = await operation.prepare(site)
  const headers = nextKey()
  const before = await orders(site)
  const what = `the commit of the ${of} is lost`
  let isLost = () => false
  const lose = (text: string): void => {
    isLost = site.line.loseAnswer(text)
  }
  if (of === 'outcome') site.meanwhile(async () => lose(COMMITTED))
  else lose(operation.stored)
  const answer = await answered(site, operation.send(site, on, headers), what)
  assert.ok(isLost(), what)
  if (of === 'outcome') {
    assert.equal(answer.body.transaction?.status_id, operation.status_id, answer.text)
    return madeBy(site, operation, { on, headers, before, what })
  }
  assert.equal(answer.status, 503, answer.text)
  await resolveNow({ ...site.t, db: site.t.owner }, site.t.app.payments)
  // If the intent was stored, it was never sent and the key returns that. If not, the retry makes the payment.
  const { status, body, text } = await operation.send(site, on, headers)
  assert.ok(status === 200 || status === 201, `${what}: ${text}`)
  await site.agrees(body.transaction.id, what)
  const is_made = body.transaction.status_id === operation.status_id
  assert.equal(await orders(site), before + (is_made ? 1 : 0), what)
}

/** The process is not ready while the fault lasts, says why, and is ready again afterwards. */
export async function notReady({ t, faults }: DatabaseSite, fault: FaultName, reason: NotReady): Promise<void> {
  const ready = async () => {
    const { status, body } = await t.as({}).get('/readyz')
    return [status, body.status, body.reason]
  }
  assert.deepEqual(await ready(), [200, 'ready', undefined])
  await faults[fault].begin()
  const found = await ready().finally(faults[fault].end)
  assert.deepEqual(found, [503, 'not ready', reason], fault)
  assert.deepEqual(await ready(), [200, 'ready', undefined], `${fault} is over`)
}

interface Sent {
  on: string
  headers: Record<string, string>
  /** The number of orders at the processor before the first try. */
  before: number
  what: string
}

/** Repeats of the request return the same transaction, and the processor has one order. */
async function madeBy(site: DatabaseSite, operation: Operation, { on, headers, before, what }: Sent): Promise<void> {
  for (const time of ['again', 'and again']) {
    const { status, body, text } = await operation.send(site, on, headers)
    assert.ok(status === 200 || status === 201, `${what}, ${time}: ${text}`)
    assert.equal(body.transaction.status_id, operation.status_id, `${what}, ${time}`)
    await site.agrees(body.transaction.id, what)
  }
  assert.equal(await orders(site), before + 1, `${what}: one order`)
}
