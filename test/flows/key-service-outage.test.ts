import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import type { KeyRing } from '../../src/adapters/cipher/keyring/index.ts'
import { Unavailable } from '../../src/lib/problem.ts'
import { type Json, testApp } from '../support/app.ts'
import { saleBody } from '../support/payments.ts'
import { expectsFault } from '../support/server-faults.ts'
import { refusal } from '../support/typed-client.ts'
import { cardBody } from '../support/vaults.ts'

expectsFault(503, 'the keys are out of reach')

let is_gone = false
const guarded = <T extends unknown[], R>(work: (...given: T) => R) => {
  return (...given: T): R => {
    if (is_gone) throw new Unavailable(true, new Error('the key service is not there'))
    return work(...given)
  }
}
/** A ring whose key service is away and whose keys in memory are too old to be used. */
const behindService = (real: KeyRing): KeyRing => ({
  ...real,
  seal: guarded(real.seal),
  open: guarded(real.open),
  rewrap: guarded(real.rewrap),
  ready: async () => {
    if (is_gone) throw new Error('the key service is not there')
  },
  trouble: () => (is_gone ? 'the key service is not there' : null),
})

const t = await testApp('keys_out_of_reach', { cipher: behindService })
after(() => t.close())
afterEach(() => {
  is_gone = false
})

const { location_id, cc_product_transaction_id } = t.merchants[0]
const counts = async (): Promise<Json> =>
  (
    await t.db.query(
      `select (select count(*) from transaction)::int as payments, (select count(*) from attempt)::int as attempts,
              (select count(*) from instrument)::int as instruments, (select count(*) from accountvault)::int as accounts,
              (select count(*) from velocity_use)::int as places, (select count(*) from ticket)::int as tickets`,
    )
  )[0]
const sale = (over: Json = {}) => t.api.transactions.create({ ...saleBody(), cc_product_transaction_id, ...over })

test('a payment that needs a key is refused for the moment, and nothing of it is stored or sent', async () => {
  const kept = await t.api.accountvaults.create(cardBody(location_id))
  const account_vault_id = kept.id
  const stored = { ...saleBody(), account_number: undefined, exp_date: undefined, account_vault_id }
  const [before, ledger] = [await counts(), (await t.ledger()).length]
  is_gone = true
  for (const call of [
    () => sale(),
    () => t.api.transactions.create(stored),
    () => t.api.accountvaults.create(cardBody(location_id)),
  ]) {
    const { status, retry_after, body } = await refusal(call())
    assert.equal(status, 503)
    assert.ok(retry_after! > 0)
    assert.doesNotMatch(JSON.stringify(body), /key service/, 'a merchant is told nothing of our keys')
  }
  assert.deepEqual(await counts(), before)
  assert.equal((await t.ledger()).length, ledger)

  is_gone = false
  for (const transaction of [saleBody(), stored]) {
    assert.equal((await t.api.transactions.create(transaction)).status_id, 101)
  }
})

test('a retry under its idempotency key is made once the keys are back', async () => {
  is_gone = true
  const key = { idempotency_key: 'while-the-keys-are-away' }
  const first = await refusal(t.api.transactions.create(saleBody(), key))
  assert.equal(first.status, 503)
  is_gone = false
  await t.api.transactions.create(saleBody(), key)
})

test('what needs no key goes on: lists, records, callers by their keys; and readiness says that something is wrong', async () => {
  t.app.worker.start()
  assert.equal((await t.as({}).get('/readyz')).status, 200)
  is_gone = true
  await t.api.transactions.list({ page_size: 1 }).page()
  await t.api.tags.create({ location_id, title: 'Without a key' })
  assert.equal((await t.as({}).get('/healthz')).status, 200)
  assert.equal((await t.as({}).get('/readyz')).status, 503)
})
