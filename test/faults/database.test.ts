import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cardPayment, gateway, resolveNow, rootActor, rowOf } from '../support/power-cut.ts'
import { commitLost, faultBefore, faultPasses, faultWhileAsked, notReady, OPERATIONS } from './database-cases.ts'
import { databaseSite } from './database-site.ts'

/**
 * Faults between gateway and database. database.deep.test.ts has every one, before and during each operation.
 * own process: statement limits are shorter in it.
 */
const site = await databaseSite('database_faults')
const { t, line } = site
after(t.close)

test('G68 a broken connection: the caller gets the outcome, and an unconfirmed commit is not repeated', async () => {
  await faultPasses(site, 'cut', OPERATIONS.sale)
  await commitLost(site, 'intent', OPERATIONS.sale)
  await commitLost(site, 'outcome', OPERATIONS.sale)
})

for (const fault of ['read only', 'disk full'] as const)
  test(`G68 ${fault}: new requests get 503, and a payment at the processor stays open`, async () => {
    await faultBefore(site, fault, OPERATIONS.sale)
    await faultWhileAsked(site, fault, OPERATIONS.sale)
  })

test('G65 a gateway whose database takes no writes is not ready and says why', async () => {
  await notReady(site, 'read only', 'database_read_only')
  await notReady(site, 'disk full', 'database_disk_full')
  await notReady(site, 'gone', 'database_unavailable')
})

test('G65 the write that readiness tries needs room on the disk, and no table grows by it', async context => {
  const name = new URL(t.database_url).pathname.slice(1)
  const ready = async () => (await t.as({}).get('/readyz')).status
  const bytes = async () => (await t.owner.query("select pg_relation_size('write_probe')"))[0]
  const setLimit = async (clause: string) => {
    await t.owner.run(`alter database ${name} ${clause}`)
    line.cut()
  }
  assert.equal(await ready(), 200)
  const before = await bytes()
  for (let looks = 0; looks < 50; looks += 1) await t.as({}).get('/readyz')
  assert.deepEqual(await bytes(), before)
  // PostgreSQL refuses temporary files as a full disk would.
  context.after(() => setLimit('reset temp_file_limit'))
  await setLimit("set temp_file_limit = '256kB'")
  assert.equal(await ready(), 503)
  await setLimit('reset temp_file_limit')
  assert.equal(await ready(), 200)
})

test('G68 a scheduled payment whose lease expired while it was being stored is not sent', async () => {
  const sent: string[] = []
  const counting: Parameters<typeof gateway>[1] = real => {
    const sale: typeof real.actions.sale = order => {
      sent.push(order.reference)
      return real.actions.sale!(order)
    }
    return { ...real, actions: { ...real.actions, sale } }
  }
  const policy = { lease_seconds: 1, probe_wait_ms: 100, call_ms: 200, poll_ms: 200 }
  const { scheduled } = gateway(t, counting, undefined, policy)
  const plans = await scheduled.plan(rootActor(t), [cardPayment(t) as Parameters<typeof scheduled.plan>[1][number]])
  line.state = 400
  const authorised = await t.app.store
    .transaction(rootActor(t), work => scheduled.authorise(work, plans))
    .finally(() => {
      line.state = 'well'
    })
  await resolveNow({ ...t, db: t.owner }, gateway(t, counting))
  await scheduled.submit(rootActor(t), authorised)
  const { id } = authorised.rows[0]!
  assert.deepEqual([sent, (await rowOf(t, id)).outcome], [[], 'declined'])
  await site.agrees(id, 'stored too slowly')
})
