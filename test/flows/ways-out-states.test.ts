import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { NewPayment } from '../../src/payments/payments.ts'
import { terminalrun } from '../../src/resources/terminalrun/terminalrun.ts'
import type { Intervention } from '../../src/resources/transaction/transaction.states.ts'
import { cardPayment, gateway, neverSent, rootActor, rowOf } from '../support/power-cut.ts'
import { stuckPayments } from '../support/stuck-payments.ts'

const { t, line, processor, resolveAll, told, stuck, disconnected, story, decided, verbs } =
  await stuckPayments('ways_out_states')
after(() => t.close())
beforeEach(() => {
  line.fault = undefined
  line.instead = undefined
})

/** The walks of this file and others by the state in which they find a record; a sentence where nobody waits. */
const NOBODY = 'nobody waits: it is over'
const WAYS: Readonly<Record<string, string>> = {
  'attempt order pending': 'test/flows/unknown-matrix.test.ts, its process dies',
  'attempt order unknown': 'test/flows/unknown-matrix.test.ts',
  'attempt order declined': 'over, or looked for during three days: test/flows/unknown-outcomes.test.ts',
  'attempt order approved': NOBODY,
  'attempt order reversed': NOBODY,
  'attempt follow_up pending': 'test/flows/unknown-matrix.test.ts, its process dies',
  'attempt follow_up unknown': 'test/flows/unknown-matrix.test.ts',
  'attempt follow_up declined': NOBODY,
  'attempt follow_up approved': NOBODY,
  'attempt follow_up reversed': NOBODY,
  'attempt reversal pending': 'sent again: test/flows/unknown-outcomes.test.ts',
  'attempt reversal unknown': 'sent again like one that is pending',
  'attempt reversal declined': 'a refund follows, or a person decides',
  'attempt reversal approved': NOBODY,
  'attempt reversal reversed': NOBODY,
  'attempt order pending stuck': 'a person says what the processor said',
  'attempt order unknown stuck': 'a person says what the processor said',
  'attempt follow_up pending stuck': 'a person says what the processor said',
  'attempt follow_up unknown stuck': 'a person says what the processor said',
  'attempt follow_up approved stuck': 'a person closes it',
  'attempt reversal pending stuck': 'a person decides',
  'attempt reversal unknown stuck': 'a person decides',
  'attempt reversal declined stuck': 'a person decides',
  'terminalrun running': 'test/api/terminal-abandon.test.ts',
  'terminalrun unknown': 'test/api/terminal-abandon.test.ts',
  'terminalrun ended': NOBODY,
  'ach_file built': 'delivered again and again, or bank-files again: test/ach/operator.test.ts',
  'ach_file staged': 'test/ach/operator.test.ts',
  'ach_file delivered': 'bank-files accept, refuse or again: test/ach/operator.test.ts',
  'ach_file acknowledged': NOBODY,
  'ach_file refused': NOBODY,
  'ach_item applied': NOBODY,
  'ach_item ignored': NOBODY,
  'ach_item unmatched': 'bank-files reviewed: test/ach/operator.test.ts',
  'ach_item reviewed': NOBODY,
}

/** The literals that a check lets into a column. */
async function allowed(check: string): Promise<string[]> {
  const [found] = await t.db.query<{ text: string }>(
    'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
    [check],
  )
  assert.ok(found, check)
  return [...found.text.matchAll(/'([a-z_]+)'/g)].map(([, word]) => word!)
}

test('every state that the database lets in has a way out, or is over', async () => {
  const found: string[] = []
  const purposes = await allowed('attempt_purpose')
  const attempt_states = await allowed('attempt_state')
  await gateway(t, processor).run(rootActor(t), cardPayment(t))
  const [like] = await t.db.query<{ id: string }>('select id from attempt order by id limit 1')
  for (const purpose of purposes)
    for (const state of attempt_states) {
      found.push(`attempt ${purpose} ${state}`)
      if (await maybeStuck(like!.id, purpose, state)) found.push(`attempt ${purpose} ${state} stuck`)
    }
  for (const status of terminalrun.fields.status.kind.schema({}).enum as string[]) found.push(`terminalrun ${status}`)
  for (const table of ['ach_file', 'ach_item'])
    for (const state of await allowed(`${table}_state`)) found.push(`${table} ${state}`)
  assert.deepEqual(found.toSorted(), Object.keys(WAYS).toSorted())
})

/** Whether PostgreSQL lets a person be called for an attempt in this state. */
async function maybeStuck(id: string, purpose: string, state: string): Promise<boolean> {
  const undo = new Error('undo')
  const error = await t.db
    .transaction(async tx => {
      await tx.run('set local session_replication_role = replica')
      const ended_ts = state === 'pending' || state === 'unknown' ? null : 0
      const text = `update attempt set purpose = $2, state = $3, ended_ts = $4, original = id, stuck_ts = 0 where id = $1`
      await tx.run(text, [id, purpose, state, ended_ts])
      throw undo
    })
    .catch(thrown => thrown as { constraint?: string })
  if (error === undo) return true
  assert.equal((error as { constraint?: string }).constraint, 'attempt_stuck_state', String(error))
  return false
}

test('every stuck state of an attempt is walked to its end by each decision it allows, and nothing is held after that', async () => {
  const walked: string[] = []
  const looked = async (id: string): Promise<{ key: string; resolutions: Intervention[] }> => {
    const found = (await story(id)).find(({ stuck_ts }) => stuck_ts !== null)!
    walked.push(`attempt ${found.purpose} ${found.state} stuck`)
    return { key: `${found.purpose} ${found.state}`, resolutions: found.resolutions }
  }
  const walk = async (make: () => Promise<string>): Promise<void> => {
    const { resolutions } = await looked(await make())
    for (const resolution of resolutions) {
      const id = await make()
      await decided(id, resolution)
      // What a person's answer leaves to be done is done by the resolver: the reversal of what was reported as failed.
      await t.db.run(`update attempt set ask_ts = 0 where transaction_id = $1`, [id])
      await resolveAll()
      const row = await rowOf(t, id)
      assert.ok(['approved', 'declined'].includes(row.outcome), `${resolution}: ${row.outcome}`)
      assert.deepEqual([row.doing, row.stuck_ts], [null, null])
      assert.ok((await verbs(id)).includes('updated'))
    }
    await resolveAll()
  }
  for (const make of Object.values(STUCK)) await walk(make)
  const known = Object.keys(WAYS).filter(name => name.endsWith(' stuck'))
  assert.deepEqual([...new Set(walked)].toSorted(), known.toSorted())
})

/** Leaves an attempt open and has it found by a gateway without processors. */
async function orphaned(id: string, state: 'pending' | 'unknown'): Promise<string> {
  await t.db.run(`update attempt set ask_ts = 0, state = $2 where transaction_id = $1 and ended_ts is null`, [
    id,
    state,
  ])
  await disconnected().resolve()
  return id
}

async function cutOff(over: Partial<NewPayment> = {}): Promise<string> {
  await assert.rejects(gateway(t, processor, 1).run(rootActor(t), cardPayment(t, over)), /power cut/)
  const [last] = await t.db.query<{ id: string }>('select id from transaction order by id desc limit 1')
  return last!.id
}

/** A sale whose void never left, in a process that lives or dies. */
async function voiding(survives = Number.POSITIVE_INFINITY): Promise<string> {
  const sale = await gateway(t, processor).run(rootActor(t), cardPayment(t))
  line.instead = neverSent
  const act = gateway(t, processor, survives).follow(rootActor(t), sale.id, 'void', { amount: null, set: {} })
  if (survives === 1) await assert.rejects(act, /power cut/)
  else await act
  line.instead = undefined
  return sale.id
}

/** A payment whose reversal is open. */
async function reversing(): Promise<string> {
  const id = await told()
  line.instead = (order, call) => (order.action === 'void' ? Promise.reject(new Error('never sent')) : call())
  await gateway(t, processor).resolve()
  line.instead = undefined
  return id
}

/** A void that is approved after it was given up, when its sale has been refunded in part. */
async function outlived(): Promise<string> {
  const id = await voiding()
  await resolveAll()
  const refunds = await rowOf(t, id)
  const back = {
    action: 'refund',
    payment_method: 'cc',
    previous_transaction_id: refunds.id,
    transaction_amount: '4.00',
  }
  assert.equal((await t.api.post('transactions', { transaction: back })).body.transaction.status_id, 111)
  // No request can make a processor approve what it has ruled out; a lying one can.
  await t.db.run(
    `update attempt set state = 'approved', stuck_ts = 0 where transaction_id = $1 and purpose = 'follow_up'`,
    [id],
  )
  await t.db.run('update transaction set stuck_ts = 0 where id = $1', [id])
  return id
}

/** How each stuck state comes about. */
const STUCK: Readonly<Record<string, () => Promise<string>>> = {
  'an order without an answer, its process dead': async () => orphaned(await cutOff(), 'pending'),
  'an order without an answer, reported as failed': async () => orphaned(await told(), 'unknown'),
  'an action without an answer, its process dead': async () => orphaned(await voiding(1), 'pending'),
  'an action without an answer': async () => orphaned(await voiding(), 'unknown'),
  'a reversal without an answer': async () => orphaned(await reversing(), 'pending'),
  'a reversal without an answer, asked about': async () => orphaned(await reversing(), 'unknown'),
  'a reversal refused for good': () => stuck(),
  'an action approved too late': outlived,
}
