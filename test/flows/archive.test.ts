import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { archive } from '../../src/cli/archive.ts'
import { recount } from '../../src/cli/recount.ts'
import type { Database, Tx } from '../../src/db/database.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import { archivePayments } from '../../src/payments/batches/archive.ts'
import { ownOrders } from '../../src/payments/reconciliation/compare-orders.ts'
import { recordFindings } from '../../src/payments/reconciliation/findings.ts'
import { type Json, testApp, type UserClient } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { operatorOf } from '../support/operator.ts'
import { closeBatch, paid, refundBody, saleBody } from '../support/payments.ts'
import { cardPayment, gateway, rootActor } from '../support/power-cut.ts'
import { refusal } from '../support/typed-client.ts'

const t = await testApp('archive')
after(t.close)

const TABLES = ['transaction', 'attempt', 'transactionhistory', 'transactionlevel3'] as const
const sale = (over: Json = {}): Promise<Json> => paid(t.api, saleBody(over))
const refund = (previous_transaction_id: string): Promise<Json> =>
  paid(t.api, refundBody(previous_transaction_id, '3.00'))
const soon = (): number => t.clock.seconds() + 60
const archiveAll = (db: Database = t.db, piece = 1000) =>
  archivePayments({ db, clock: t.clock }, { before: soon(), root_id: null, piece })
const total = async (): Promise<number> => (await t.api.transactions.list().page()).meta.pagination.totalCount

/** Every row of a table, wherever it is; throws where one is in both places. */
async function everyRow(table: string): Promise<Json[]> {
  const rows = await t.db.query<{ id: string; row: Json }>(
    `select id, to_jsonb(t) as row from ${table} t union all select id, to_jsonb(a) from archived_${table} a order by id`,
  )
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, `${table}: a row is in both places`)
  return rows.map(({ row }) => row)
}

const isArchived = async (id: string): Promise<boolean> =>
  (await t.db.query('select from archived_transaction where id = $1', [id])).length > 0

/** The database of a process; after each piece, before its commit, something happens. */
function beside(inside: (piece: number) => Promise<void>): Database {
  let pieces = 0
  return {
    ...t.db,
    query: t.db.query.bind(t.db),
    transaction: <T>(work: (tx: Tx) => Promise<T>) =>
      t.db.transaction(async tx => {
        const done = await work(tx)
        await inside(++pieces)
        return done
      }),
  } as Database
}

/** Reads that find an archived payment: the record, what was asked about it, the report of its batch. */
async function readsOf(id: string, batch: string): Promise<Json[]> {
  const { transactions, transactionbatches } = t.api
  const related = ['transaction_histories', 'transaction_level3', 'previous_transaction', 'transaction_batch'] as const
  return Promise.all([
    transactions.get(id, { expand: [...related, 'changelogs', 'is_settled'] }),
    transactions.listAttempts(id),
    transactionbatches.getReport(batch),
  ])
}

test('the archive has the columns of the living tables, in their order', async () => {
  for (const table of TABLES) {
    const [living, archived] = await Promise.all(
      [table, `archived_${table}`].map(name =>
        t.db.query(
          `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull
             from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
          [name],
        ),
      ),
    )
    assert.deepEqual(archived, living, `a migration that changes ${table} changes archived_${table} as well`)
  }
})

test('payments move in pieces with what hangs on them; a killed run is gone on with, and nothing is lost', async () => {
  const first = await sale()
  const given_back = await sale()
  const invoice = (await newInvoice(t)).id as string
  const counted = await gateway(t, real => real).run(
    rootActor(t),
    cardPayment(t, { amount: 400n, details: { quick_invoice_id: invoice } }),
  )
  const last = await sale({ description: 'the last' })
  const batch = first.transaction_batch_id as string
  await closeBatch(t.api, batch)
  const returned = await refund(given_back.id)
  await closeBatch(t.api, returned.transaction_batch_id)
  const young = await sale()

  const reads = await readsOf(last.id, batch)
  assert.ok(reads[0].transaction_histories.length > 0)
  const refund_reads = await readsOf(returned.id, returned.transaction_batch_id)
  assert.equal(refund_reads[0].previous_transaction.id, given_back.id)
  const rows = await Promise.all(TABLES.map(everyRow))
  const before = await total()
  const would = await archivePayments(t, { before: soon(), root_id: null, is_dry: true })
  assert.equal(before, await total(), 'a dry run moves nothing')

  const killed = beside(async piece => {
    if (piece === 2) throw new Error('killed')
  })
  await assert.rejects(archiveAll(killed, 1), /killed/)
  assert.deepEqual([await isArchived(first.id), await isArchived(given_back.id)], [true, false])
  assert.equal(await archiveAll(t.db, 1), would - 1)
  assert.equal(await archiveAll(), 0, 'nothing is left for another run')

  const where = [first, given_back, returned, last, young, counted].map(({ id }) => isArchived(id))
  assert.deepEqual(await Promise.all(where), [true, true, true, true, false, false])
  assert.deepEqual(await Promise.all(TABLES.map(everyRow)), rows, 'every row is as it was, in one place')
  assert.deepEqual(await readsOf(last.id, batch), reads, 'and is read as before, with what it embeds')
  assert.deepEqual(await readsOf(returned.id, returned.transaction_batch_id), refund_reads)
  assert.equal(await total(), before - would)
  assert.doesNotMatch(await operatorOf(t).run(recount([])), /corrected/)
  const listed = await Array.fromAsync(t.api.transactions.list({ transaction_batch_id: batch }))
  assert.deepEqual(
    listed.map(({ id }) => id),
    [counted.id],
  )
})

test('what is archived is not changed nor refunded, and its own id is free again', async () => {
  const old = await sale({ transaction_api_id: 'once' })
  await closeBatch(t.api, old.transaction_batch_id)
  await archiveAll()
  assert.equal((await refusal(t.api.transactions.update(old.id, { description: 'new' }))).status, 404)
  const body = refundBody(old.id, '1.00')
  assert.equal((await refusal(t.api.transactions.create(body))).status, 422)
  await sale({ transaction_api_id: 'once' })
})

test('an archived payment is still known to who compares orders with the processor', async () => {
  const old = await sale()
  await closeBatch(t.api, old.transaction_batch_id)
  const before = await ownOrders(t.db, [old.id])
  assert.equal(before.get(old.id)?.state, 'approved')
  await archiveAll()
  assert.ok(await isArchived(old.id))
  assert.deepEqual(await ownOrders(t.db, [old.id]), before)
})

test('a payment stays while its refund is young or of an open batch, and while anything of it is open', async () => {
  const refunded = await sale()
  const held = await sale()
  await closeBatch(t.api, refunded.transaction_batch_id)
  const returned = await refund(refunded.id)
  await t.db.run(`update transaction set stuck_ts = 1 where id = $1`, [held.id])
  await archiveAll()
  assert.deepEqual([await isArchived(refunded.id), await isArchived(held.id)], [false, false])
  await t.db.run(`update transaction set stuck_ts = null where id = $1`, [held.id])
  await closeBatch(t.api, returned.transaction_batch_id)
  await archiveAll()
  for (const { id } of [refunded, returned, held]) assert.ok(await isArchived(id))
})

test('sales and reads go on while a piece is being moved, and one that is refunded meanwhile is not lost', async () => {
  const old = await sale()
  await closeBatch(t.api, old.transaction_batch_id)
  let meanwhile = 0
  const db = beside(async () => {
    await sale()
    await t.api.transactions.get(old.id)
    meanwhile += 1
  })
  await archiveAll(db)
  assert.ok(meanwhile > 0)
  assert.ok(await isArchived(old.id))

  const wanted = await sale()
  await closeBatch(t.api, wanted.transaction_batch_id)
  await t.db.transaction(async tx => {
    await tx.query('select from transaction where id = $1 for update', [wanted.id])
    await archiveAll()
    assert.equal(await isArchived(wanted.id), false, 'what somebody holds stays for the next run')
  })
  await refund(wanted.id)
  await archiveAll()
  assert.equal(await isArchived(wanted.id), false)
})

test('what an archived payment embeds is shown, its level 3 data too, and only to who may see it', async () => {
  const old = await sale({ account_number: '4000000000000416' })
  await t.db.run(
    `insert into transactionlevel3 (id, root_id, transaction_id, level3_data, location_id, automatic, created_ts, modified_ts)
     select '1e7e13000000000000000001', root_id, id, '{}', location_id, false, 1, 1 from transaction
      where id = $1 and not exists (select from transactionlevel3 where transaction_id = $1)`,
    [old.id],
  )
  await closeBatch(t.api, old.transaction_batch_id)
  const read = (api: UserClient) =>
    api.transactions.get(old.id, { expand: ['transaction_level3', 'transaction_histories'] })
  const before = await read(t.api)
  assert.ok(before.transaction_level3)
  await archiveAll()
  assert.ok(await isArchived(old.id))
  assert.deepEqual(await read(t.api), before)
  assert.equal((await refusal(read(t.stranger))).status, 404)
})

test('a difference about an archived payment is recorded by its reference', async () => {
  const old = await sale()
  await closeBatch(t.api, old.transaction_batch_id)
  await archiveAll()
  const [row] = await t.db.query<{ root_id: string; location_id: string }>(
    'select root_id, location_id from archived_transaction where id = $1',
    [old.id],
  )
  const finding = {
    kind: 'order_amount',
    subject: old.id,
    location_id: row!.location_id,
    ours: '1.00',
    theirs: '2.00',
  } as const
  await t.app.store.transaction({ caller: systemCaller(row!.root_id, 'worker') }, work =>
    recordFindings(work, [{ ...finding, transaction_id: old.id }], 'hand', t.clock.seconds()),
  )
  const discrepancies = await Array.fromAsync(t.api.discrepancies.list({ reference: old.id }))
  assert.deepEqual(
    discrepancies.map(({ transaction_id, theirs }: Json) => [transaction_id, theirs]),
    [[null, '2.00']],
  )
})

test('the operator archives what is old enough, of one merchant', async () => {
  const old = await sale()
  await closeBatch(t.api, old.transaction_batch_id)
  const [home, other] = t.merchants
  const operator = operatorOf(t)
  assert.throws(() => archive(['--months', '17']), /from 18/)
  await assert.rejects(operator.run(archive(['--months', '24', '--merchant', 'x'])), /not the root/)
  assert.match(await operator.run(archive(['--months', '24'])), /^0 payments are archived/)
  await t.clock.moveTo(t.clock.seconds() + 800 * 86_400, t.app.worker)
  assert.match(await operator.run(archive(['--months', '24', '--merchant', other.location_id])), /^0 payments/)
  assert.match(await operator.run(archive(['--months', '24', '--dry-run'])), /^[1-9]\d* payments? would be/)
  assert.equal(await isArchived(old.id), false)
  assert.match(await operator.run(archive(['--months', '24', '--merchant', home.location_id])), /^[1-9]/)
  assert.equal(await isArchived(old.id), true)
})
