import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cardPayment, gateway, resolveNow, rootActor, rowOf } from '../support/power-cut.ts'
import { commitLost, faultBefore, faultPasses, faultWhileAsked, OPERATIONS } from './database-cases.ts'
import { databaseSite } from './database-site.ts'

/**
 * Faults between gateway and database. database.deep.test.ts has every one, before and during each operation.
 * own process: statement limits are shorter in it.
 */
const site = await databaseSite('database_faults')
const { t, line } = site
after(t.close)

test('a broken connection: the caller gets the outcome, and an unconfirmed commit is not repeated', async () => {
  await faultPasses(site, 'cut', OPERATIONS.sale)
  await commitLost(site, 'intent', OPERATIONS.sale)
  await commitLost(site, 'outcome', OPERATIONS.sale)
})

for (const fault of ['read only', 'disk full'] as const)
  test(`${fault}: new requests get 503, and a payment at the processor stays open`, async () => {
    await faultBefore(site, fault, OPERATIONS.sale)
    await faultWhileAsked(site, fault, OPERATIONS.sale)
  })

test('a scheduled payment whose lease expired while it was being stored is not sent', async () => {
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
