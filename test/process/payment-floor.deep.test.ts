import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFloor, recordWrites, startPaymentFloor } from '../../bench/floor/payment-floor.ts'
import { startGateway } from '../../bench/gateway.ts'
import { sendOnce } from '../../bench/measure.ts'
import { onOwnDatabase } from '../../bench/own-database.ts'
import { saleLoad } from '../../bench/payment-loads.ts'

test('the floor of a sale writes the rows of a recorded sale with new ids for each request', async () => {
  await onOwnDatabase(async own => {
    const { home, url, db } = own
    const gateway = await startGateway(url, home)
    own.finally(() => gateway.stop())
    const { location_id } = gateway.sandbox.merchants[0]!
    const sale = saleLoad(gateway.url, [{ location_id, keys: gateway.keys(0) }])
    await sendOnce(sale)
    await openFloor(db)
    const recorded = await recordWrites(db, () => sendOnce(sale))
    const tables = (some: typeof recorded.intent) => some.map(({ table }) => table).toSorted()
    assert.deepEqual(tables(recorded.intent), ['attempt', 'event', 'instrument', 'tally', 'transaction'])
    assert.deepEqual(tables(recorded.outcome), [
      'attempt',
      'event',
      'transaction',
      'transactionbatch',
      'transactionhistory',
    ])

    const floor = await startPaymentFloor(own, recorded)
    for (let sent = 0; sent < 3; sent += 1) await sendOnce(floor.load)
    await floor.stop()
    const [written] = await db.query(
      `select (select count(distinct id) from floor.transaction where outcome = 'approved') as approved,
              (select count(*) from floor.event) as events, (select count(*) from floor.transactionbatch) as batches,
              (select count(*) from floor.transaction f join transaction t using (id)) as of_the_gateway`,
    )
    assert.deepEqual(written, { approved: 3, events: 6, batches: 1, of_the_gateway: 0 })
    const left = await db.query(`select from pg_trigger where tgname = 'zz_floor'`)
    assert.equal(left.length, 0, 'the recording triggers are gone')
  })
})
