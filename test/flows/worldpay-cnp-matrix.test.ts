import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { NewPayment } from '../../src/payments/payments.ts'
import type { FollowUpAction } from '../../src/resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import { worldpayRoom } from '../contracts/worldpay-cnp.fixture.ts'
import type { HostFault } from '../hosts/host.ts'
import { type Json, testApp } from '../support/app.ts'
import { bankPayment, cardPayment, gateway, resolveNow, rootActor, rowOf } from '../support/power-cut.ts'

/** The fault matrix of the gateway (unknown-matrix.test.ts), with Worldpay as the processor. */
const room = await worldpayRoom(400)
after(() => room.close())
const processor = () => room.processor
const unreachable = room.with({ url: 'http://127.0.0.1:1/' })
const t = await testApp('worldpay_matrix', { processor })
after(() => t.close())
for (const id of [t.merchants[0].cc_product_transaction_id, t.merchants[0].ach_product_transaction_id]) {
  const set = { allow_blind_refund: 1, debit_allow_void: 1, dup_check_per_batch: 0 }
  await t.api.put(`producttransactions/${id}`, { producttransaction: set })
}

const QUICK = { call_ms: 2_000, find_ms: [1, 1], poll_ms: 2_000 }
const run = (payment: NewPayment) => gateway(t, processor).run(rootActor(t), payment)
const pay = (over: Partial<NewPayment> = {}) => run(cardPayment(t, over))
const refundOf = (refunds: TransactionRow) => cardPayment(t, { action: 'refund', source: null, refunds, amount: 400n })

/** What is wrong, and whether the caller can still be told the truth, or that nothing was sent. */
interface Trouble {
  fault: HostFault | 'refused' | null
  /** So many queries are told nothing. */
  underway?: number
  is_blind?: boolean
  /** Before it is taken back, all is settled. */
  is_settled?: boolean
  says: 'known' | 'told' | 'unsent'
}

const ANSWERS_LOST = ['lost_after', 'cut', 'late', 'garbage', 'error_500'] as const
const TROUBLES: readonly Trouble[] = [
  { fault: 'refused', says: 'unsent' },
  { fault: 'lost_before', says: 'told' },
  ...ANSWERS_LOST.map(fault => ({ fault, says: 'known' }) as const),
  ...ANSWERS_LOST.map(fault => ({ fault, is_blind: true, says: 'told' }) as const),
  { fault: 'lost_after', underway: 1, says: 'known' },
  { fault: 'lost_after', underway: 9, says: 'told' },
  { fault: 'garbage', is_blind: true, is_settled: true, says: 'told' },
]

const BEGINNINGS: Record<string, { status_id: number; make(): Promise<NewPayment> | NewPayment }> = {
  sale: { status_id: 101, make: () => cardPayment(t) },
  authonly: { status_id: 102, make: () => cardPayment(t, { action: 'authonly' }) },
  force: { status_id: 101, make: () => cardPayment(t, { action: 'force', details: { auth_code: 'V12345' } }) },
  avsonly: { status_id: 121, make: () => cardPayment(t, { action: 'avsonly', amount: 0n }) },
  'blind refund': { status_id: 111, make: () => cardPayment(t, { action: 'refund' }) },
  'refund of a sale': { status_id: 111, make: async () => refundOf(await pay()) },
  debit: { status_id: 131, make: () => bankPayment(t, 'debit') },
  credit: { status_id: 131, make: () => bankPayment(t, 'credit') },
}

const MOVING = ['sale', 'capture', 'captureGivenAuth', 'credit', 'echeckSale', 'echeckCredit']

/** What Worldpay moves or holds of a transaction, in minor units; a refund made in place of a void is taken off. */
async function standing(id: string): Promise<{ moved: number; held: number }> {
  const orders = await t.db.query<{ id: string }>('select id from attempt where transaction_id = $1', [id])
  const own = orders
    .flatMap(order => room.host.book.under(order.id))
    .filter(({ code, is_voided }) => code === '000' && !is_voided)
  const moved = own.filter(({ element }) => MOVING.includes(element))
  const [first] = moved
  const back = moved.filter(({ on }) => on !== null && on === first)
  const sum = (all: typeof own) => all.reduce((total, { amount }) => total + amount, 0n)
  const holds = own.filter(({ element, used }) => element === 'authorization' && used === 0n)
  return { moved: Number(sum(moved) - 2n * sum(back)), held: Number(sum(holds)) }
}

async function troubled<T>({ fault, underway = 0, is_blind = false }: Trouble, act: () => Promise<T>): Promise<T> {
  room.host.faults = fault === 'refused' ? [] : [fault]
  Object.assign(room.host, { underway, is_blind })
  try {
    return await act()
  } finally {
    Object.assign(room.host, { underway: 0, is_blind: false, faults: [] })
    room.host.release()
  }
}

for (const [name, { status_id, make }] of Object.entries(BEGINNINGS)) {
  test(`${name}: who was told "not approved" is not charged, and who was not told learns the truth`, async () => {
    for (const trouble of TROUBLES) {
      const what = `${name} with ${JSON.stringify(trouble)}`
      const payment = await make()
      const through = trouble.fault === 'refused' ? () => unreachable : processor
      const told = await troubled(trouble, () =>
        gateway(t, through, Number.POSITIVE_INFINITY, QUICK).run(rootActor(t), payment),
      )
      const { says } = trouble
      if (says === 'known') assert.deepEqual([told.status_id, told.outcome], [status_id, 'approved'], what)
      else assert.deepEqual([told.status_id, told.outcome], [301, says === 'told' ? 'unknown' : 'declined'], what)
      if (trouble.is_settled) room.host.book.settle()
      await resolveNow(t)
      const row = await rowOf(t, told.id)
      const { moved, held } = await standing(told.id)
      // A settled refund cannot be taken back by anybody but a person.
      if (row.stuck_ts !== null) {
        assert.ok(trouble.is_settled && !['sale', 'force', 'authonly', 'avsonly'].includes(name), what)
        continue
      }
      const expected = says === 'known' ? [status_id, 'approved'] : [301, 'declined']
      assert.deepEqual([row.status_id, row.outcome], expected, what)
      const amount = says === 'known' ? row.auth_amount : 0
      assert.deepEqual([moved, held], status_id === 102 ? [0, amount] : [amount, 0], what)
    }
  })

  test(`${name}: when its process dies before the answer is stored, it ends in the truth`, async () => {
    for (const fault of ['lost_before', 'lost_after', 'garbage', null] as const) {
      const payment = await make()
      const dying = troubled({ fault, says: 'told' }, () => gateway(t, processor, 1, QUICK).run(rootActor(t), payment))
      await assert.rejects(dying, /power cut/)
      const [{ id }] = (await t.db.query('select id from transaction order by id desc limit 1')) as [{ id: string }]
      await resolveNow(t)
      const row = await rowOf(t, id)
      const expected = fault === 'lost_before' ? [301, 'declined'] : [status_id, 'approved']
      assert.deepEqual([row.status_id, row.outcome], expected, `${name} with ${fault}`)
    }
  })
}

const FOLLOW_UPS: Record<string, { action: FollowUpAction; amount: bigint | null; first(): Promise<TransactionRow> }> =
  {
    'void of a sale': { action: 'void', amount: null, first: () => pay() },
    'void of an authorization': { action: 'void', amount: null, first: () => pay({ action: 'authonly' }) },
    'void of a refund': { action: 'void', amount: null, first: async () => run(refundOf(await pay())) },
    'void of a debit': { action: 'void', amount: null, first: () => run(bankPayment(t, 'debit')) },
    authcomplete: { action: 'authcomplete', amount: 700n, first: () => pay({ action: 'authonly' }) },
  }

for (const [name, { action, amount, first }] of Object.entries(FOLLOW_UPS))
  test(`${name}: whatever goes wrong, the books of both agree in the end`, async () => {
    for (const trouble of TROUBLES) {
      const what = `${name} with ${JSON.stringify(trouble)}`
      const { id } = await first()
      const through = trouble.fault === 'refused' ? () => unreachable : processor
      await troubled(trouble, () =>
        gateway(t, through, Number.POSITIVE_INFINITY, QUICK).follow(rootActor(t), id, action, { amount, set: {} }),
      ).catch((error: Json) => assert.equal(error.status, 422, `${what}: ${error.stack}`))
      if (trouble.is_settled) room.host.book.settle()
      await resolveNow(t)
      const row = await rowOf(t, id)
      const { moved, held } = await standing(id)
      assert.equal(row.doing, null, what)
      const live = [101, 111, 131].includes(row.status_id) ? row.captured_amount || row.auth_amount : 0
      assert.deepEqual([moved, held], [live, row.status_id === 102 ? row.authorized_amount : 0], what)
    }
  })
