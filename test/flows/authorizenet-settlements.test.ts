import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AuthorizeNetHost, LOGIN, openAuthorizeNet } from '../hosts/authorizenet/index.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { changed, debitBody, paid, refundBody, saleBody } from '../support/payments.ts'
import { resolveOnce } from '../support/power-cut.ts'

/** What Authorize.Net settles by itself, once a day, is read back at night and compared with the books. */
let t: TestApp
let host: AuthorizeNetHost
let seconds = () => Math.floor(Date.now() / 1000)
before(async () => {
  host = await openAuthorizeNet(() => seconds())
  t = await testApp('authorizenet_settled', { retry_policy: { find_ms: [10], poll_ms: 300 } })
  seconds = () => t.clock.seconds()
  const { login_id, transaction_key } = LOGIN
  await connectProducts(t, {
    connector: 'authorizenet',
    settings: { url: host.url, login_id },
    secrets: { transaction_key },
  })
  await t.app.payments.reconciliation.compareNight()
})
after(async () => {
  await t.close()
  await host.close()
})

async function night(): Promise<void> {
  await t.clock.moveTo(seconds() + 3_600, t.app.worker)
  host.book.close()
  await t.clock.moveTo(seconds() + 86_400, t.app.worker)
  await t.app.payments.reconciliation.compareNight()
}
const open = async (): Promise<Json[]> =>
  await Array.fromAsync(t.api.discrepancies.list({ status: 'open', sort: 'id' }))

test('cards of one login, bank payments of another product: all agree, and the debit is settled', async () => {
  const sale = await paid(t.api, saleBody({ transaction_amount: '10.00' }))
  const hold = await paid(t.api, saleBody({ action: 'authonly', transaction_amount: '20.00' }))
  await changed(t.api, hold.id, { action: 'authcomplete', transaction_amount: '15.00' })
  const voided = await paid(t.api, saleBody({ transaction_amount: '30.00' }))
  await changed(t.api, voided.id, { action: 'void' })
  host.book.verdicts.push('2')
  await paid(t.api, saleBody({ transaction_amount: '35.00' }))
  const { id } = await paid(t.api, debitBody(t.merchants[0].ach_product_transaction_id))
  await night()
  const refund = refundBody(sale.id, '4.00')
  assert.equal((await paid(t.api, refund)).status_id, 111)
  await night()
  assert.deepEqual(await open(), [])
  assert.equal((await t.api.transactions.get(id)).status_id, 134)
})

test('a payment that was made past the gateway is told to a person', async () => {
  host.book.carryOut({
    transactionType: 'authCaptureTransaction',
    amount: '77.00',
    payment: { creditCard: { cardNumber: '4111111111111111', expirationDate: '2049-12' } },
  })
  await night()
  const found = await open()
  assert.ok(found.length > 0)
  for (const { kind, theirs } of found) assert.deepEqual([kind, theirs], ['order_unrecorded', 'settled 77.00'])
})

test('one that was told as failed, settled meanwhile and given back is square', async () => {
  const before_it = (await open()).length
  host.faults.push(...Array<'lost_after'>(40).fill('lost_after'))
  const sale = await paid(t.api, saleBody({ transaction_amount: '7.50' }))
  host.faults.splice(0)
  assert.equal(sale.status_id, 301)
  host.book.close()
  for (let round = 0; round < 5; round += 1) await resolveOnce(t)
  assert.equal(host.book.entries.at(-1)!.status, 'refundPendingSettlement')
  await night()
  assert.equal((await open()).length, before_it)
})

test('a debit that its bank sends back is asked about by itself, charged back, and square in the settlement', async () => {
  const before_it = (await open()).map(({ id }) => id)
  const { id } = await paid(
    t.api,
    debitBody(t.merchants[0].ach_product_transaction_id, { transaction_amount: '31.00' }),
  )
  await night()
  const entry = host.book.entries.find(({ requested }) => requested === 3_100n)!
  Object.assign(entry, { status: 'returnedItem', returned: { code: 'R01', ts: seconds() } })
  await night()
  // Over a weekend nobody asks.
  for (let day = 0; day < 3; day += 1) await night()
  const { status_id, reason_code_id } = await t.api.transactions.get(id)
  assert.deepEqual([status_id, reason_code_id], [331, 2101])
  assert.deepEqual(
    (await open()).filter(each => !before_it.includes(each.id)),
    [],
  )
})
