import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { referenceOf } from '../../src/processors/authorizenet/wire.ts'
import { connect } from '../contracts/authorizenet.fixture.ts'
import { type AuthorizeNetHost, openAuthorizeNet } from '../hosts/authorizenet/index.ts'
import type { HostFault } from '../hosts/host.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { paid, postTransaction, putTransaction, saleBody } from '../support/payments.ts'

/**
 * Every fault on the way to Authorize.Net, in each request of a payment's life, with Authorize.Net reachable again at
 * once or for a while not. However it goes, the gateway's books end where theirs do.
 */
const FAULTS: readonly HostFault[] = ['lost_before', 'lost_after', 'cut', 'late', 'garbage', 'error_500']
const ACTIONS = ['sale', 'authonly', 'authcomplete', 'void', 'refund'] as const

let host: AuthorizeNetHost
let t: TestApp
before(async () => {
  host = await openAuthorizeNet()
  const there = connect(host.url, {}, 250)
  t = await testApp('authorizenet_faults', { processor: () => there, retry_policy: { find_ms: [10], poll_ms: 300 } })
  const { cc_product_transaction_id: id } = t.merchants[0]
  await t.api.put(`producttransactions/${id}`, { producttransaction: { dup_check_per_batch: 0 } })
})
after(async () => {
  await t.close()
  await host.close()
})

/** Makes what the action acts on, where it acts on something; returns the request that is then made. */
async function prepared(action: (typeof ACTIONS)[number]): Promise<() => Promise<unknown>> {
  if (action === 'sale' || action === 'authonly')
    return () => postTransaction(t.api, saleBody({ action, transaction_amount: '10.00' }))
  const begun = action === 'authcomplete' ? 'authonly' : 'sale'
  const { id } = await paid(t.api, saleBody({ action: begun, transaction_amount: '10.00' }))
  if (action === 'void') return () => putTransaction(t.api, id, { action })
  if (action === 'authcomplete') return () => putTransaction(t.api, id, { action, transaction_amount: '9.00' })
  host.book.close()
  const refund = { action, payment_method: 'cc', previous_transaction_id: id, transaction_amount: '4.00' }
  return () => postTransaction(t.api, refund)
}

async function resolveSome(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await t.db.run(`update attempt set ask_ts = 0, believe_ts = 0 where state in ('pending', 'unknown')`)
    await t.app.payments.resolve()
  }
}

/** Minor units taken less those given back, and those held, in their book. */
function theirs(): [taken: bigint, held: bigint] {
  const sum = (pattern: RegExp, of: 'settles' | 'authorized'): bigint =>
    host.book.entries.reduce((all, each) => (pattern.test(each.status) ? all + each[of] : all), 0n)
  const taken = sum(/^(captured|settled)/, 'settles') - sum(/^refund/, 'settles')
  return [taken, sum(/^authorizedPending/, 'authorized')]
}

async function ours(): Promise<[taken: bigint, held: bigint]> {
  const [row] = await t.db.query<{ taken: string; held: string }>(`
    select (coalesce(sum(captured_amount) filter (where status_id = 101), 0)
            - coalesce(sum(auth_amount) filter (where status_id = 111), 0))::text as taken,
           coalesce(sum(authorized_amount) filter (where status_id = 102), 0)::text as held
      from transaction where payment_method = 'cc'`)
  return [BigInt(row!.taken), BigInt(row!.held)]
}

for (const action of ACTIONS)
  for (const fault of FAULTS)
    for (const is_away of [false, true])
      test(`${action}, ${fault}${is_away ? ', and away for a while' : ''}: both books say the same`, async () => {
        const request = await prepared(action)
        const looks = action === 'refund' ? [null] : []
        const away = is_away ? Array<HostFault>(12).fill('lost_before') : []
        host.faults.push(...looks, fault, ...away)
        await request()
        host.faults.splice(0)
        host.release()
        await resolveSome()
        assert.deepEqual(await ours(), theirs())
      })

test('every payment of theirs is one of the gateway’s, and none was made twice', async () => {
  const references = host.book.entries.map(({ invoice }) => referenceOf(invoice))
  assert.equal(new Set(references).size, references.length)
  const [row] = await t.db.query<{ known: number }>('select count(*)::int as known from attempt where id = any($1)', [
    references,
  ])
  assert.equal(row!.known, references.length)
})

test('nothing of a card is in a log', async () => {
  assert.ok(!t.logged().includes('4111111111111111'))
})
