import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import type { NewPayment } from '../../src/payments/payments.ts'
import type { Intervention } from '../../src/resources/transaction/transaction.states.ts'
import { transactionbatch } from '../../src/resources/transactionbatch/transactionbatch.ts'
import { allowedIn, statesOf } from '../support/allowed-states.ts'
import { refundBody } from '../support/payments.ts'
import { cardPayment, gateway, neverSent, rootActor, rowOf } from '../support/power-cut.ts'
import { stuckPayments } from '../support/stuck-payments.ts'

const { t, line, processor, resolved, told, stuck, disconnected, story, decide, verbs } =
  await stuckPayments('ways_out_states')

/** The walks of this file and others by the state in which they find a record; a sentence where nobody waits. */
const NOBODY = 'nobody waits: it is over'
const BATCHES = 'test/flows/batch-resolution.test.ts'
const WAYS: Readonly<Record<string, string>> = {
  'attempt order pending': 'test/flows/unknown-matrix.deep.test.ts, its process dies',
  'attempt order unknown': 'test/flows/unknown-matrix.deep.test.ts',
  'attempt order declined': 'over, or looked for during three days: test/flows/unknown-outcomes.test.ts',
  'attempt order approved': NOBODY,
  'attempt order reversed': NOBODY,
  'attempt follow_up pending': 'test/flows/unknown-matrix.deep.test.ts, its process dies',
  'attempt follow_up unknown': 'test/flows/unknown-matrix.deep.test.ts',
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
  'ach_set_aside open': 'read again, or bank-files reviewed: test/ach/odd-files.test.ts',
  'ach_set_aside applied': NOBODY,
  'ach_set_aside reviewed': NOBODY,
  'ach_entry presented': 'answered, or settled with time: test/ach/files.test.ts, test/ach/operator.test.ts',
  'ach_entry accepted': 'settles on its day: test/ach/lifecycle.test.ts',
  'ach_entry settled': NOBODY,
  'ach_entry returned': NOBODY,
  'ach_entry rejected': NOBODY,
  'ach_entry withdrawn': 'over; its payment leaves with the next file: test/ach/files.test.ts',
  'microdeposit pending': 'leaves with the next file: test/ach/microdeposits.test.ts',
  'microdeposit sent': 'verified, locked or returned: test/ach/microdeposits.test.ts',
  'microdeposit verified': NOBODY,
  'microdeposit failed': 'over: the account is stored anew',
  'microdeposit returned': NOBODY,
  'transactionbatch 1': BATCHES,
  'transactionbatch 2': BATCHES,
  'transactionbatch 3': BATCHES,
  'transactionbatch 4': BATCHES,
  'transactionbatch 5': BATCHES,
  'transactionbatch 6': BATCHES,
  'settlement pending': BATCHES,
  'settlement settled': BATCHES,
  'settlement error': BATCHES,
  'transactionbatch.continue_ts': BATCHES,
  'recurring active': 'a run of unknown outcome: test/flows/recurring-unknown.test.ts',
  'recurring on hold': 'activated by a person: test/api/recurring-moves.test.ts',
  'recurring ended': NOBODY,
  'agentcall waiting': 'test/flows/terminal-agent.test.ts',
  'agentcall sent': 'test/flows/terminal-agent.test.ts',
  'agentcall ended': NOBODY,
  'discrepancy open': 'explained by a person, or gone: test/flows/discrepancies.test.ts',
  'discrepancy explained': NOBODY,
  'discrepancy gone': NOBODY,
  'refundapproval waiting': 'decided, or expires after a day: test/attack/refund-approvals.test.ts',
  'refundapproval approved': 'used, or expires after a day: test/attack/refund-approvals.test.ts',
  'refundapproval refused': NOBODY,
  'refundapproval used': NOBODY,
  'idempotency.leased_until':
    'its process died: test/api/idempotency.test.ts, test/attack/idempotency-takeover.test.ts',
  'job.leased_until': 'its process died: test/jobs/clock.test.ts',
  'postback_log.leased_until': 'its process died: test/process/postback-kill.deep.test.ts',
  'attempt.stuck_ts': 'a person, as below',
  'transaction.stuck_ts': 'a person, as below',
  'transaction.doing': 'test/flows/unknown-matrix.deep.test.ts',
  'transaction.refund_pending_amount': 'test/flows/unknown-matrix.deep.test.ts',
  'quickinvoice.pending_amount': 'test/flows/resolution-decisions.test.ts',
  'paylink.pending_transaction_id': 'test/flows/resolution-decisions.test.ts',
}

test('every state that the database lets in has a way out, or is over', async () => {
  const found: string[] = []
  const purposes = await allowedIn(t.db, 'attempt_purpose')
  const attempt_states = await allowedIn(t.db, 'attempt_state')
  await gateway(t, processor).run(rootActor(t), cardPayment(t))
  const [like] = await t.db.query<{ id: string }>('select id from attempt order by id limit 1')
  for (const purpose of purposes)
    for (const state of attempt_states) {
      found.push(`attempt ${purpose} ${state}`)
      if (await maybeStuck(like!.id, purpose, state)) found.push(`attempt ${purpose} ${state} stuck`)
    }
  // Those of attempts depend on their purpose; those of batches are numbers.
  found.push(...(await statesOf(t.db)).filter(state => !state.startsWith('attempt ')))
  for (const status of transactionbatch.fields.processing_status_id.kind.schema({}).enum as number[])
    found.push(`transactionbatch ${status}`)
  assert.deepEqual(found.toSorted(), Object.keys(WAYS).toSorted())
  const named = Object.values(WAYS).flatMap(way => way.match(/test\/\S+\.test\.ts/g) ?? [])
  assert.deepEqual(
    named.filter(path => !existsSync(path)),
    [],
  )
})

/** Whether PostgreSQL lets a person be called for an attempt in this state. */
async function maybeStuck(id: string, purpose: string, state: string): Promise<boolean> {
  const undo = new Error('undo')
  const error = await t.owner
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
      await decide(id, resolution)
      // What a person's answer leaves to be done is done by the resolver: the reversal of what was reported as failed.
      await t.db.run(`update attempt set ask_ts = 0 where transaction_id = $1`, [id])
      await resolved()
      const row = await rowOf(t, id)
      assert.ok(['approved', 'declined'].includes(row.outcome), `${resolution}: ${row.outcome}`)
      assert.deepEqual([row.doing, row.stuck_ts], [null, null])
      assert.ok((await verbs(id)).includes('updated'))
    }
    await resolved()
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
  await resolved()
  const refunds = await rowOf(t, id)
  const back = refundBody(refunds.id, '4.00')
  assert.equal((await t.api.transactions.create(back)).status_id, 111)
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
