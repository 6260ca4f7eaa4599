import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Tx } from '../../src/db/database.ts'
import { STATUS } from '../../src/resources/transaction/transaction.states.ts'
import { moneySite } from '../support/money-site.ts'
import { FIRST, OVERRIDDEN, TAKEN_BACK, transactionSteps } from '../support/steps.ts'
import { decided } from './attacks/attempts.ts'

const { t, ids } = await moneySite('state_steps')
after(() => t.close())

const UNDO = new Error('undo')

/** Works in a transaction that is taken back. */
async function undone(work: (tx: Tx) => Promise<void>): Promise<void> {
  await t.owner
    .transaction(async tx => {
      await work(tx)
      throw UNDO
    })
    .catch(error => assert.equal(error, UNDO))
}

/** Whether one statement is let in; what it does is taken back. */
async function goes(tx: Tx, text: string, rule: string): Promise<boolean> {
  await tx.run('savepoint before')
  const error = await tx.run(text).then(
    () => null,
    (refused: { constraint?: string }) => refused,
  )
  await tx.run('rollback to savepoint before')
  if (error) assert.equal(error.constraint, rule, String(error))
  return error === null
}

async function steps(noun: string): Promise<Set<string>> {
  const rows = await t.db.query<{ step: string }>(
    `select from_state || '>' || to_state as step from state_step where noun = $1`,
    [noun],
  )
  return new Set(rows.map(({ step }) => step))
}

test('the database knows the steps of the code, all of them and no others', async () => {
  assert.deepEqual([...(await steps('transaction'))].toSorted(), [...transactionSteps()].toSorted())
})

test('of every pair of statuses a transaction goes the steps there are, and begins where they begin', async () => {
  const all = Object.values(STATUS)
  const known = transactionSteps()
  await undone(async tx => {
    // What a status may hold is another rule, which would refuse before this one is asked.
    await tx.run('alter table transaction drop constraint transaction_sound')
    await tx.run(decided(ids.sale))
    for (const from of all) {
      await tx.run('set local session_replication_role = replica')
      await tx.run('update transaction set status_id = $2 where id = $1', [ids.sale, from])
      await tx.run('set local session_replication_role = origin')
      for (const to of all) {
        // Steps that are possible together with an override, or a processor's word, alone: the attacks try them.
        if (to === from || `${from}>${to}` === OVERRIDDEN || TAKEN_BACK.includes(`${from}>${to}`)) continue
        const text = `update transaction set status_id = ${to} where id = '${ids.sale}'`
        assert.equal(await goes(tx, text, 'transaction_moves'), known.has(`${from}>${to}`), `${from} to ${to}`)
      }
    }
    const names = `id, root_id, payment_method, transaction_amount, created_ts, modified_ts, notification_email_sent, type_id, reason_code_id,
      location_id, room_rate, advance_deposit, no_show, product_transaction_id, processor_account_id, tax, additional_amounts, card_present, trx_source_id,
      bill_payment, save_account, outcome, authorized_amount, captured_amount, refunded_amount, refund_pending_amount, tag_ids, tag_records`
    for (const first of all) {
      const text = `insert into transaction (status_id, ${names}) select ${first}, ${names.replace('id,', `'begun',`)}
        from transaction where id = '${ids.declined}'`
      assert.equal(await goes(tx, text, 'transaction_begins'), FIRST.includes(first), `begins with ${first}`)
    }
  })
})

/** 1 to settle, 2 settled, 3 refused, 4 to be settled again, 5 being settled, 6 closed by force. */
const BATCH = ['1>2', '1>5', '1>6', '3>4', '3>5', '3>6', '4>3', '4>5', '4>6', '5>2', '5>3', '5>4', '5>6']

test('a batch goes its own steps, and never leaves what is settled or was closed by force', async () => {
  assert.deepEqual([...(await steps('transactionbatch'))].toSorted(), BATCH)
  const all = [1, 2, 3, 4, 5, 6]
  const move = (to: number) =>
    `update transactionbatch set processing_status_id = ${to}, is_open = ${to === 1} where id = '${ids.open_batch}'`
  await undone(async tx => {
    for (const from of all) {
      await tx.run('set local session_replication_role = replica')
      await tx.run(move(from))
      await tx.run('set local session_replication_role = origin')
      for (const to of all) {
        if (to === from) continue
        assert.equal(
          await goes(tx, move(to), 'transactionbatch_moves'),
          BATCH.includes(`${from}>${to}`),
          `${from} to ${to}`,
        )
      }
    }
  })
})
