import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import type { KeyRing } from '../../src/adapters/cipher/keyring/index.ts'
import { Unavailable } from '../../src/lib/problem.ts'
import { type Json, testApp } from '../support/app.ts'
import { saleBody } from '../support/payments.ts'
import { cardBody } from '../support/vaults.ts'

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
const sale = (over: Json = {}) =>
  t.api.post('transactions', { transaction: { ...saleBody(), cc_product_transaction_id, ...over } })

test('a payment that needs a key is refused for the moment, and nothing of it is stored or sent', async () => {
  const kept = await t.api.post('accountvaults', { accountvault: cardBody(location_id) })
  assert.equal(kept.status, 201, kept.text)
  const account_vault_id = kept.body.accountvault.id
  const stored = { ...saleBody(), account_number: undefined, exp_date: undefined, account_vault_id }
  const [before, ledger] = [await counts(), (await t.ledger()).length]
  is_gone = true
  const refused = [
    await sale(),
    await t.api.post('transactions', { transaction: stored }),
    await t.api.post('accountvaults', { accountvault: cardBody(location_id) }),
  ]
  for (const { status, headers, text } of refused) {
    assert.equal(status, 503, text)
    assert.ok(Number(headers['retry-after']) > 0)
    assert.doesNotMatch(text, /key service/, 'a merchant is told nothing of our keys')
  }
  assert.deepEqual(await counts(), before)
  assert.equal((await t.ledger()).length, ledger)

  is_gone = false
  for (const transaction of [saleBody(), stored]) {
    const paid = await t.api.post('transactions', { transaction })
    assert.deepEqual([paid.status, paid.body.transaction.status_id], [201, 101], paid.text)
  }
})

test('a retry under its idempotency key is made once the keys are back', async () => {
  is_gone = true
  const key = { 'idempotency-key': 'while-the-keys-are-away' }
  const first = await t.api.post('transactions', { transaction: saleBody() }, key)
  assert.equal(first.status, 503, first.text)
  is_gone = false
  const again = await t.api.post('transactions', { transaction: saleBody() }, key)
  assert.equal(again.status, 201, again.text)
})

test('what needs no key goes on: lists, records, callers by their keys; and readiness says that something is wrong', async () => {
  t.app.worker.start()
  assert.equal((await t.as({}).get('/readyz')).status, 200)
  is_gone = true
  assert.equal((await t.api.get('transactions?page_size=1')).status, 200)
  assert.equal((await t.api.post('tags', { tag: { location_id, title: 'Without a key' } })).status, 201)
  assert.equal((await t.as({}).get('/healthz')).status, 200)
  assert.equal((await t.as({}).get('/readyz')).status, 503)
})
