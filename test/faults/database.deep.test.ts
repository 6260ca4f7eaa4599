import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { postTransaction, saleBody } from '../support/payments.ts'
import { commitLost, faultBefore, faultPasses, faultWhileAsked, notReady, OPERATIONS } from './database-cases.ts'
import { databaseSite, type FaultName } from './database-site.ts'

/**
 * Every fault between gateway and database, before and during each operation.
 * own process: statement limits are shorter in it.
 */
const site = await databaseSite('database_matrix')
const { t, faults } = site
after(t.close)

const LASTING: readonly FaultName[] = ['gone', 'stalled', 'too slow', 'read only', 'disk full']

for (const [name, operation] of Object.entries(OPERATIONS))
  describe(name, () => {
    for (const fault of LASTING) {
      test(`G68 ${fault} before the request: 503, and only the retry is carried out`, () =>
        faultBefore(site, fault, operation))
      test(`G68 ${fault} during the processor call: the payment stays open, then takes the processor's outcome`, () =>
        faultWhileAsked(site, fault, operation))
    }
    test("frozen during the processor call: the payment stays open, then takes the processor's outcome", () =>
      faultWhileAsked(site, 'frozen', operation))
    for (const fault of ['cut', 'gone', 'frozen', 'read only', 'disk full'] as const)
      test(`G68 ${fault} for a moment during the processor call: the caller gets the outcome`, () =>
        faultPasses(site, fault, operation))
    for (const commit of ['intent', 'outcome'] as const)
      test(`G68 the confirmation of the ${commit} commit is lost: the payment is made at most once, and its key says whether`, () =>
        commitLost(site, commit, operation))
  })

for (const fault of ['stalled', 'frozen', 'too slow'] as const)
  test(`G65 ${fault}: not ready, because a write takes too long`, () => notReady(site, fault, 'database_slow'))

test('G68 a slow database: each payment is made once', async () => {
  const before = (await t.ledger()).length
  await faults.slow.begin()
  const sales = Array.from({ length: 6 }, (_, each) => saleBody({ transaction_amount: `1${each}.00` }))
  const made = await Promise.all(sales.map(sale => postTransaction(t.api, sale))).finally(faults.slow.end)
  assert.deepEqual(
    made.map(({ status, body }) => [status, body.transaction?.status_id]),
    sales.map(() => [201, 101]),
  )
  for (const { body } of made) await site.agrees(body.transaction.id, 'slow')
  assert.equal((await t.ledger()).length, before + sales.length)
})
