import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eraseNumbers } from '../../src/payments/vault/erase-numbers.ts'
import { type Json, testApp } from '../support/app.ts'
import { debitBody, postTransaction, refundBody, saleBody } from '../support/payments.ts'
import { cardBody } from '../support/vaults.ts'

const DAY = 86_400
const t = await testApp('card_number_retention')
after(t.close)
const { api, db, owner, clock } = t
const { location_id } = t.merchants[0]
const USUAL = { days: 396, by_reference: [''] }

interface Stored {
  id: string
  sealed: string | null
  key_id: string | null
  erased_ts: number | null
  erase_ts: number | null
  fingerprint: string
  last_four: string
}

async function sale(over: Json = {}): Promise<Json> {
  const { status, body, text } = await postTransaction(api, saleBody(over))
  assert.equal(status, 201, text)
  return body.transaction
}

async function numberOf(table: 'transaction' | 'accountvault', id: string): Promise<Stored> {
  const text = `select i.* from instrument i join ${table} o on o.root_id = i.root_id and o.instrument_id = i.id where o.id = $1`
  return (await db.query<Stored & object>(text, [id]))[0]!
}

/** As if so many days had passed since everything of this account, whatever the clock says. */
async function age(instrument: string, days: number): Promise<void> {
  const seconds = days * DAY
  await db.run(
    'update instrument set created_ts = created_ts - $2, erase_ts = 0 where id = $1 and sealed is not null',
    [instrument, seconds],
  )
  await db.run('update transaction set created_ts = created_ts - $2 where instrument_id = $1', [instrument, seconds])
}

const erase = (retention = USUAL) => eraseNumbers({ db, clock, retention })
const isErased = async (table: 'transaction' | 'accountvault', id: string) =>
  (await numberOf(table, id)).sealed === null

test('a number ends 396 days after the last payment with it, and what may be shown of it stays', async () => {
  const { id } = await sale()
  const before = await numberOf('transaction', id)
  await age(before.id, 395)
  await erase()
  assert.equal(await isErased('transaction', id), false)
  await age(before.id, 1)
  await erase()
  const now = await numberOf('transaction', id)
  assert.deepEqual([now.sealed, now.key_id, now.erase_ts], [null, null, null])
  assert.ok(now.erased_ts)
  assert.deepEqual([now.fingerprint, now.last_four], [before.fingerprint, before.last_four])
})

test('a payment with the same account begins the time anew', async () => {
  const first = await sale()
  const { id: instrument } = await numberOf('transaction', first.id)
  await age(instrument, 395)
  await sale({ account_number: undefined, exp_date: undefined, previous_transaction_id: first.id })
  await db.run('update instrument set erase_ts = 0 where id = $1', [instrument])
  await erase()
  assert.equal(await isErased('transaction', first.id), false)
  assert.ok((await numberOf('transaction', first.id)).erase_ts! > clock.seconds())
})

test('a stored account keeps its number however old it is, and nothing looks at it meanwhile', async () => {
  const { id } = (await api.post('accountvaults', { accountvault: cardBody(location_id) })).body.accountvault
  const { id: instrument } = await numberOf('accountvault', id)
  await age(instrument, 4000)
  await erase()
  assert.deepEqual([await isErased('accountvault', id), (await numberOf('accountvault', id)).erase_ts], [false, null])
})

test('the number of a deleted account without payments is erased at once', async () => {
  const { id } = (await api.post('accountvaults', { accountvault: cardBody(location_id) })).body.accountvault
  await erase()
  assert.equal((await api.delete(`accountvaults/${id}`)).status, 204)
  await t.settle()
  assert.equal(await isErased('accountvault', id), true)
})

test('the number of a deleted account that was paid with stays for its refunds, and then ends', async () => {
  const { id } = (await api.post('accountvaults', { accountvault: cardBody(location_id) })).body.accountvault
  const paid = await sale({ account_number: undefined, exp_date: undefined, account_vault_id: id })
  assert.equal((await api.delete(`accountvaults/${id}`)).status, 204)
  await t.settle()
  assert.equal(await isErased('accountvault', id), false)
  await age((await numberOf('transaction', paid.id)).id, 396)
  await erase()
  assert.equal(await isErased('accountvault', id), true)
})

test('one of two stored accounts with the same number keeps it', async () => {
  const first = (await api.post('accountvaults', { accountvault: cardBody(location_id) })).body.accountvault
  const copy = { payment_method: 'cc', location_id, previous_account_vault_id: first.id }
  const second = (await api.post('accountvaults', { accountvault: copy })).body.accountvault
  await api.delete(`accountvaults/${first.id}`)
  await t.settle()
  assert.equal(await isErased('accountvault', second.id), false)
  await api.delete(`accountvaults/${second.id}`)
  await t.settle()
  assert.equal(await isErased('accountvault', second.id), true)
})

test('a processor that refunds by reference needs no number once the payment is final', async () => {
  const { id } = await sale()
  const { id: instrument } = await numberOf('transaction', id)
  await age(instrument, 0)
  await erase({ days: 0, by_reference: [] })
  assert.equal(await isErased('transaction', id), false, 'a processor that does not say so')
  await age(instrument, 0)
  await erase({ days: 0, by_reference: [''] })
  assert.equal(await isErased('transaction', id), true)
  const refund = refundBody(id, '10.00')
  const answer = await postTransaction(api, refund)
  assert.deepEqual([answer.status, answer.body.transaction?.status_id], [201, 111], answer.text)
})

test('an open payment keeps its number whatever the time', async () => {
  const { id } = await sale()
  const { id: instrument } = await numberOf('transaction', id)
  await db.run(`update transaction set doing = 'void' where id = $1`, [id])
  await age(instrument, 4000)
  await erase({ days: 0, by_reference: [''] })
  assert.equal(await isErased('transaction', id), false)
  await db.run('update transaction set doing = null where id = $1', [id])
})

test('a bank account that waits for its file keeps its number, also where cards end at once', async () => {
  const answer = await postTransaction(api, debitBody(t.merchants[0].ach_product_transaction_id))
  assert.equal(answer.status, 201, answer.text)
  const { id } = answer.body.transaction
  await age((await numberOf('transaction', id)).id, 4000)
  await erase({ days: 0, by_reference: ['', 'simulator'] })
  assert.equal(await isErased('transaction', id), false)
})

test('who wants to use an account whose number is erased reads a plain 422', async () => {
  const paid = await sale()
  await age((await numberOf('transaction', paid.id)).id, 400)
  await erase()
  const again = await postTransaction(
    api,
    saleBody({ account_number: undefined, exp_date: undefined, previous_transaction_id: paid.id }),
  )
  const TEXT = 'The account of this payment is no longer stored; give it again.'
  assert.deepEqual([again.status, again.body.errors], [422, { previous_transaction_id: [TEXT] }])
  const vault = { payment_method: 'cc', location_id, previous_transaction_id: paid.id }
  const stored = await api.post('accountvaults', { accountvault: vault })
  assert.deepEqual([stored.status, stored.body.errors], [422, { previous_transaction_id: [TEXT] }])
  const bininfo = await api.get(`transactions/${paid.id}/bininfo`)
  assert.equal(bininfo.status, 200, bininfo.text)
  const shown = await api.get(`transactions/${paid.id}`)
  assert.equal(shown.body.transaction.last_four, paid.last_four)
})

test('who begins to need a number while it is looked at is seen, and one who comes after is refused', async () => {
  const paid = await sale()
  const { id: instrument } = await numberOf('transaction', paid.id)
  await age(instrument, 400)
  const began = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const needing = db.transaction(async tx => {
    await tx.run(
      `insert into accountvault select (v).* from (select jsonb_populate_record(a, jsonb_build_object('id', $1::text, 'instrument_id', $2::text, 'deleted_ts', null, 'account_vault_api_id', null)) as v
         from accountvault a where root_id = $3 limit 1) as made`,
      ['f'.repeat(24), instrument, t.merchants[0].location_id],
    )
    began.resolve()
    await go.promise
  })
  await began.promise
  await erase()
  assert.equal(await isErased('transaction', paid.id), false, 'its row was locked')
  go.resolve()
  await needing
  await erase()
  assert.equal(await isErased('transaction', paid.id), false, 'a stored account needs it now')
})

/** A sale whose number has come to its end, and a request to pay with its account again. */
async function ended(mark: string): Promise<{ id: string; again: Json }> {
  const { id } = await sale()
  await age((await numberOf('transaction', id)).id, 400)
  const order = { previous_transaction_id: id, order_num: mark }
  return { id, again: saleBody({ account_number: undefined, exp_date: undefined, ...order }) }
}

/** Waits until so many connections wait for a lock. */
async function locked(): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  for (let round = 0; (await db.query(text)).length === 0; round += 1) {
    assert.ok(round < 1000, 'nobody waits')
    await pause(5)
  }
}

test('a sale that is being stored keeps the number of the account it names', async () => {
  const { id, again } = await ended('WAITS')
  await owner.run(`create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(4711); return null; end $$`)
  await owner.run(`create trigger transaction_waits after insert on transaction for each row
    when (new.order_num = 'WAITS') execute function wait_for_test()`)
  let paying: Promise<Json> | undefined
  await db.transaction(async tx => {
    await tx.query('select pg_advisory_xact_lock(4711)')
    paying = postTransaction(api, again)
    await locked()
    await erase()
    assert.equal(await isErased('transaction', id), false)
  })
  const answer = await paying!
  assert.equal(answer.status, 201, answer.text)
  await erase()
  assert.equal(await isErased('transaction', id), false, 'its time has begun anew')
  await owner.run('drop function wait_for_test() cascade')
})

test('a sale that names an account whose number is being erased is refused', async () => {
  const { id, again } = await ended('COMES LATE')
  let paying: Promise<Json> | undefined
  const held: typeof db.transaction = work =>
    db.transaction(async tx => {
      const done = await work(tx)
      if (!paying) {
        paying = postTransaction(api, again)
        await locked()
      }
      return done
    })
  await eraseNumbers({ db: { ...db, transaction: held }, clock, retention: USUAL })
  const answer = await paying!
  assert.equal(answer.status, 422, answer.text)
  assert.deepEqual(Object.keys(answer.body.errors), ['previous_transaction_id'])
  assert.equal(await isErased('transaction', id), true)
  assert.deepEqual((await api.get('transactions?order_num=COMES LATE')).body.transactions, [])
})

test('two workers that erase at the same moment share the numbers', async () => {
  const { id } = await sale()
  await age((await numberOf('transaction', id)).id, 400)
  const counts = await Promise.all([erase(), erase(), erase()])
  assert.equal(
    counts.reduce((all, count) => all + count, 0),
    1,
  )
})

test('that numbers were erased is in the audit trail, once for a piece', async () => {
  const events = await db.query<Json>(`select changes from event where noun = 'instrument' and verb = 'erased'`)
  assert.ok(events.length > 0)
  assert.ok(events.every(({ changes }) => changes.count > 0))
})

test('five thousand numbers are looked at in pieces, and a payment meanwhile waits for none', async c => {
  const { id } = await sale()
  const { id: instrument } = await numberOf('transaction', id)
  await db.run(
    `insert into instrument select (i).* from (select jsonb_populate_record(one, jsonb_build_object('id', lpad(n::text, 24, 'e'), 'erase_ts', 0)) as i
       from instrument one, generate_series(1, 5000) as n where one.id = $1) as made`,
    [instrument],
  )
  assert.equal(await eraseNumbers({ db, clock, retention: USUAL }, 2), 400, 'a job ends after so many pieces')
  const began = performance.now()
  let slowest = 0
  const erasing = erase()
  for (let count = 0; count < 10; count++) {
    const sent = performance.now()
    await sale()
    slowest = Math.max(slowest, performance.now() - sent)
  }
  assert.ok((await erasing) >= 4_600)
  assert.ok(slowest < 2_000, `${slowest} ms`)
  const [left] = await db.query<Json>(
    `select count(*) as count from instrument where id like 'e%' and sealed is not null`,
  )
  assert.equal(left.count, 0)
  c.diagnostic(`erased in ${Math.round(performance.now() - began)} ms, slowest sale ${Math.round(slowest)} ms`)
})
