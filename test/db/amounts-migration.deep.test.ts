import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { migrate } from '../../src/db/migrate.ts'
import { type Json, testApp } from '../support/app.ts'
import { olderDatabase, storedRows } from '../support/older-database.ts'
import { AMEX, changed, MASTERCARD, paid, saleBody } from '../support/payments.ts'

/** Payments of the time before 0088, whose parts could be more than they are, and whose authorizations never ended. */

const t = await testApp('amounts_migration')
after(t.close)

const sell = (over: Json = {}) => paid(t.api, saleBody({ transaction_amount: '10.00', ...over }))

test('parts that are more than their amount are reduced, as it was settled or not, and what they were stays to be read', async () => {
  const [settled, voided, declined, fine] = [
    await sell(),
    await sell({ tax: '4.00' }),
    await sell({ transaction_amount: '5.00', tax: '1.00' }),
    await sell({ tax: '2.00', subtotal_amount: '8.00' }),
  ]
  await changed(t.api, voided.id, { action: 'void' })
  const settle = await t.api.post(`transactionbatches/${settled.transaction_batch_id}/settle`)
  assert.equal(settle.status, 200, settle.text)
  const open = await sell()
  const checked = await paid(t.api, saleBody({ action: 'avsonly' }))
  const old = await olderDatabase('0088', await storedRows(t.db))
  try {
    await old.database.transaction(async tx => {
      await tx.run('set local session_replication_role = replica')
      const parts = 'tax = 700, tip_amount = 400, surcharge_amount = 100, subtotal_amount = 1200'
      await tx.run(`update transaction set ${parts} where id = $1`, [settled.id])
      await tx.run('update transaction set tax = 100 where id = $1', [checked.id])
      await tx.run('update transaction set subtotal_amount = 900 where id = $1', [declined.id])
    })
    await migrate(old.url)
    const partsOf = async ({ id }: Json) => {
      const text = 'select tax, tip_amount, surcharge_amount, subtotal_amount from transaction where id = $1'
      return Object.values((await old.database.query<Record<string, number>>(text, [id]))[0]!)
    }
    assert.deepEqual(await partsOf(settled), [700, 200, 100, 0])
    assert.deepEqual(await partsOf(voided), [400, null, null, null])
    assert.deepEqual(await partsOf(declined), [100, null, null, 400])
    assert.deepEqual(await partsOf(fine), [200, null, null, 800])
    assert.deepEqual(await partsOf(checked), [0, null, null, null])
    const events = await old.database.query<{ record_id: string; changes: Json }>(
      `select record_id, changes from event where method = 'migration' order by record_id`,
    )
    assert.deepEqual(
      events.map(({ record_id }) => record_id),
      [settled.id, declined.id, checked.id].toSorted(),
    )
    assert.deepEqual(events.find(({ record_id }) => record_id === settled.id)!.changes, {
      tip_amount: '400',
      surcharge_amount: '100',
      tax: '700',
      subtotal_amount: '1200',
    })
    await assert.rejects(
      old.database.run('update transaction set tip_amount = 5000 where id = $1', [open.id]),
      /transaction_parts_fit/,
    )
    await assert.rejects(old.database.run('update transaction set tax = 1 where id = $1', [settled.id]), /settled/)
  } finally {
    await old.drop()
  }
})

test('authorizations of before end as those of now', async () => {
  const held = await Promise.all(
    [saleBody().account_number, AMEX, MASTERCARD].map(account_number => sell({ action: 'authonly', account_number })),
  )
  const old = await olderDatabase('0088', await storedRows(t.db))
  try {
    await migrate(old.url)
    const ends = (db: typeof t.db) =>
      db.query('select id, expire_ts from transaction where expire_ts is not null order by id')
    assert.deepEqual(await ends(old.database), await ends(t.db))
    assert.equal((await ends(t.db)).length, held.length)
  } finally {
    await old.drop()
  }
})
