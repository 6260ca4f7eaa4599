import { type SeededMerchant, seedMerchant } from '../../sandbox/seed.ts'
import { MERCHANTS } from '../../sandbox/seed-data.ts'
import { type Shop, type TestApp, testApp } from './app.ts'
import { atWorkerEnd } from './at-worker-end.ts'

/** Files share the gateway's rate limits, so these are too high to reach. */
const UNLIMITED = { payer_tries: 1_000_000, requests_per_minute: { credential: 1_000_000, address: 1_000_000 } }

let shared: Promise<TestApp> | undefined
let count = 0

/**
 * Seeds two merchants for one file on the gateway that all files of this process share. The file must not move the
 * clock or read other merchants' records. `logged` and `ledger` return only entries that were added after this call.
 */
export async function newMerchant(): Promise<Shop> {
  shared ??= openShared()
  const t = await shared
  const { store } = t.app
  const before = { logged: t.logged().length, ledger: (await t.ledger()).length }
  const number = ++count
  const seeded = MERCHANTS.map(business =>
    seedMerchant({ ...t, store }, { ...business, domain: `${number}.${business.domain}` }),
  )
  const [first, second] = (await Promise.all(seeded)) as [SeededMerchant, SeededMerchant]
  return {
    ...t,
    merchants: [first, second],
    api: t.user(first.user),
    clerk: t.user(first.clerk),
    stranger: t.user(second.user),
    ledger: async reference => (reference ? t.ledger(reference) : (await t.ledger()).slice(before.ledger)),
    logged: () => t.logged().slice(before.logged),
  }
}

async function openShared(): Promise<TestApp> {
  const t = await testApp('shared', { config: UNLIMITED })
  atWorkerEnd.push(() => t.close())
  return t
}
