/** The key of fingerprints is replaced while the gateway serves: nobody is kept out, and nothing is done twice. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { copyRows } from '../../bench/copy-rows.ts'
import { openKeyRing } from '../../src/adapters/cipher/keyring/index.ts'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { FINGERPRINT_COLUMNS } from '../../src/cli/fingerprint-columns.ts'
import { assertUnused, forgetRetired } from '../../src/cli/retire-fingerprints.ts'
import { hasFormerFingerprints, rotateFingerprints } from '../../src/cli/rotate-fingerprints.ts'
import type { Database } from '../../src/db/database.ts'
import { verifySeals } from '../../src/events/verify-seals.ts'
import { totpCode } from '../../src/lib/totp.ts'
import { type Json, testApp } from '../support/app.ts'
import { integration } from '../support/oauth.ts'
import { MASTERCARD, paid, postTransaction, saleBody } from '../support/payments.ts'
import { sealAll } from '../support/seal-all.ts'

const t = await testApp('fingerprints')
after(t.close)
const [{ user, location_id, contact_id, cc_product_transaction_id }] = t.merchants
const ring = openKeyRing({ path: join(t.home, 'keyring.json'), create: false, clock: machineClock })
const rotation = { db: t.db, ring, clock: machineClock, log: () => undefined, chunk: 25 }
/** Accounts beside those that are made here: some hundred pieces. */
const ACCOUNTS = 4_000

/** What was given out, or taken, before the key was replaced. */
const PASSWORD = 'Correct-horse-1'
const known = await before()

async function before() {
  const fields = { dup_check_per_batch: 'account_number,transaction_amount' }
  await t.api.put(`producttransactions/${cc_product_transaction_id}`, { producttransaction: fields })
  const vault = { payment_method: 'cc', account_number: MASTERCARD, exp_date: '1230', contact_id, location_id }
  const { body } = await t.api.post('accountvaults', { accountvault: vault })
  await paid(t.api, saleBody({ transaction_amount: '50.01', account_number: MASTERCARD }))
  const keyed = await postTransaction(t.api, saleBody({ transaction_amount: '50.02' }), {
    'idempotency-key': 'order-1',
  })
  const cardlike = { 'idempotency-key': '4242424242424242' }
  const odd = await postTransaction(t.api, saleBody({ transaction_amount: '50.03' }), cardlike)
  const [{ id = '' } = {}] = await t.db.query<{ id: string }>('select id from instrument limit 1')
  const columns = await t.db.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'instrument'`,
  )
  const copies = { table: 'instrument', columns: columns.map(({ name }) => name), id, count: ACCOUNTS, vary: {} }
  await copyRows(t.owner, copies)
  const app = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
  const issued = (await app.exchange(await app.code())).body
  const { token } = (await signIn(user)).body.token
  return { vault_id: body.accountvault.id, keyed, odd, cardlike, app, issued, token, ...(await enrolled()) }
}

function signIn({ username, password, domain }: Login, over: Json = {}) {
  return t.as({ 'developer-id': t.developer_id }).post('token', { username, password, domain, ...over })
}

type Login = Record<'username' | 'password' | 'domain', string>

async function enrolled() {
  const record = { username: 'pat', password: PASSWORD, last_name: 'P', email: 'p@example.com', user_type_id: 400 }
  const { id } = (await t.api.post('users', { user: { ...record, primary_location_id: location_id } })).body.user
  const { user_api_key } = (await t.api.post(`users/${id}/generateuserapikey`)).body.user
  const self = t.as({ 'developer-id': t.developer_id, 'user-id': id, 'user-api-key': user_api_key })
  const begun = await self.post(`users/${id}/generatesecondfactor`, { user: { old_password: PASSWORD } })
  const second_factor = totpCode(begun.body.user.second_factor_secret, Math.floor(t.clock.seconds() / 30))
  const confirmed = await self.post(`users/${id}/confirmsecondfactor`, { user: { second_factor } })
  return { self, codes: confirmed.body.user.recovery_codes as string[], login: { ...record, domain: user.domain } }
}

async function holds(is_retired = false): Promise<void> {
  assert.equal((await known.self.get('users/me')).status, 200, 'a key')
  assert.equal(
    (await t.as({ ...t.keysOf(user), 'user-api-key': 'a-wrong-key-of-some-length' }).get('tags')).status,
    401,
  )
  const bearer = { 'developer-id': t.developer_id, 'access-token': known.token }
  assert.equal((await t.as(bearer).get('users/me')).status, is_retired ? 401 : 200, 'a token of a sign-in')
  assert.equal((await known.app.me(known.issued.access_token)).status, 200, 'an access token')
  assert.equal((await known.app.refresh(known.issued.refresh_token)).status, 200, 'a client and its refresh token')
  assert.equal((await known.app.refresh(known.issued.refresh_token, { client_secret: 'wrong' })).status, 401)
  const second_factor = known.codes.pop()
  assert.equal((await signIn(known.login, { second_factor })).status, 201, 'a recovery code')
  assert.equal((await signIn(known.login, { second_factor })).status, 401, 'which counts once')

  const twin = await paid(t.api, saleBody({ transaction_amount: '50.01', account_number: MASTERCARD }))
  const stored = { ...saleBody({ transaction_amount: '50.01', account_vault_id: known.vault_id }) }
  delete stored.account_number
  delete stored.exp_date
  const kept = await paid(t.api, stored)
  assert.deepEqual([twin.reason_code_id, kept.reason_code_id], [1801, 1801], 'duplicates, typed and stored')
  const other = await paid(t.api, saleBody({ transaction_amount: '50.01', account_number: '4012888888881881' }))
  if (other.status_id !== 101) assert.equal(other.reason_code_id, 1801, 'but for the one of the phase before')
  if (is_retired) return
  const again = await postTransaction(t.api, saleBody({ transaction_amount: '50.02' }), {
    'idempotency-key': 'order-1',
  })
  assert.equal(again.body.transaction.id, known.keyed.body.transaction.id)
  const odd = await postTransaction(t.api, saleBody({ transaction_amount: '50.03' }), known.cardlike)
  assert.equal(odd.body.transaction.id, known.odd.body.transaction.id)
}

async function trailHolds(): Promise<void> {
  await sealAll({ db: t.db, cipher: t.cipher, clock: t.clock })
  for await (const { broken } of verifySeals({ db: t.db, cipher: t.cipher })) assert.equal(broken, null)
}

/** A connection that dies after so many pieces, or where all of them are done and only the events are to be written. */
function dying(pieces: number): Database {
  let left = pieces
  const transaction: Database['transaction'] = work => {
    left -= 1
    if (left < 0) throw new Error('killed')
    return t.db.transaction(work)
  }
  return { ...t.db, transaction, run: () => Promise.reject(new Error('killed at the end')) }
}

async function renewedAccounts(): Promise<number> {
  const [count] = await t.db.query<{ n: number }>(
    `select count(*)::int as n from instrument where fingerprint like 'g02%' and fingerprint_before is not null`,
  )
  return count!.n
}

test('every column of fingerprints that lasts is known', async () => {
  const found = await t.db.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(_mark|_marks|^mark|^fingerprint|predecessor)$'
        and table_name not in ('access_token', 'oauth_code', 'sign_on_code', 'idempotency')
        and column_name not like '%password%' order by 1`,
  )
  const listed = FINGERPRINT_COLUMNS.map(({ table, column }) => `${table.replaceAll('"', '')}.${column}`)
  assert.deepEqual(
    found.map(({ name }) => name).filter(name => !OF_THEIR_OWN.includes(name)),
    listed.toSorted(),
  )
})

/** Hashes under no key of the ring, and none at all. */
const OF_THEIR_OWN: readonly string[] = [
  'ach_entry.mark',
  'terminalagent.key_mark',
  'terminalrun.request_mark',
  'ticket.signature_mark',
]

test('before, while the key is replaced, after a kill, and after, everything is known as it was', async () => {
  await holds()
  await trailHolds()
  // The same sale again and again, over the moment at which the new key starts.
  let goes_on = true
  const flood = (async () => {
    const outcomes: number[] = []
    for (; goes_on; await pause(20))
      outcomes.push((await paid(t.api, saleBody({ transaction_amount: '51.00' }))).status_id)
    return outcomes.filter(status => status === 101).length
  })()
  await assert.rejects(rotateFingerprints({ ...rotation, db: dying(100) }), /killed$/)
  assert.ok(await hasFormerFingerprints(t.db, ring))
  const deep = await renewedAccounts()
  assert.ok(deep > 2_000 && deep < ACCOUNTS, `${deep} are renewed`)
  await holds()
  const during = await paid(t.api, saleBody({ transaction_amount: '52.00' }))
  const [killed] = ring.fingerprintKeys().slice(-1)
  let pieces = 0
  const counting: Database['transaction'] = work => {
    pieces += 1
    return dying(Infinity).transaction(work)
  }
  const again = { ...rotation, db: { ...dying(Infinity), transaction: counting } }
  await assert.rejects(rotateFingerprints(again), /killed at the end/)
  const left = Math.ceil((ACCOUNTS - deep) / rotation.chunk)
  assert.ok(pieces >= left && pieces < left + 60, `${pieces} pieces for ${left}`)
  const { key_id, renewed } = await rotateFingerprints(rotation)
  goes_on = false
  assert.equal(await flood, 1)
  assert.equal(key_id, killed!.id, 'the run after it adds no key')
  assert.equal(renewed, 0, 'only the events were left')
  assert.equal(await hasFormerFingerprints(t.db, ring), false)
  await holds()
  assert.equal((await paid(t.api, saleBody({ transaction_amount: '52.00' }))).reason_code_id, 1801, during.id)
  await trailHolds()
  const [link] = await t.db.query<{ hash: string }>(
    'select hash from event_seal where root_id = $1 order by position desc limit 1',
    [location_id],
  )
  assert.match(link!.hash, /^g02/)
})

async function settleOpen(): Promise<void> {
  const open = await t.db.query<{ id: string }>('select id from transactionbatch where is_open')
  for (const { id } of open) await t.api.post(`transactionbatches/${id}/settle`)
  await t.settle()
}

test('the earlier key is retired when nothing needs it, or by a word, and then knows nothing', async () => {
  const [former] = ring.fingerprintKeys()
  let days = 0
  const later = { ...machineClock, seconds: () => machineClock.seconds() + days * 86_400 }
  const unused = (at_once: boolean) => assertUnused({ db: t.db, ring, clock: later, at_once })
  await assert.rejects(ring.addFingerprintKey(), /are still taken: retire it first/)
  await assert.rejects(unused(true), /open batches were begun before the new key/)
  await settleOpen()
  await paid(t.api, saleBody({ transaction_amount: '50.01', account_number: MASTERCARD }))
  await assert.rejects(unused(true), /of a day are told from new ones/)
  days = 1
  await assert.rejects(unused(false), /wait until .*, or say --at-once/)
  await unused(true)
  days = 31
  await unused(false)
  const mark = t.cipher.fingerprints('unsubscribe', 'a mail')[1]!
  assert.ok(t.cipher.isFingerprint(mark, 'unsubscribe', 'a mail'))
  await ring.retire(former!.id)
  assert.ok((await forgetRetired(t.db)) > 0)
  const [left] = await t.db.query<{ left: number }>(
    `select count(*)::int as left from instrument where fingerprint_before is not null or fingerprint not like 'g02%'`,
  )
  assert.equal(left!.left, 0)
  assert.equal(t.cipher.isFingerprint(mark, 'unsubscribe', 'a mail'), false)
  await holds(true)
  await trailHolds()
})

test('a link that is sealed by a key of before is broken, although the key made it', async () => {
  const old = {
    ...t.cipher,
    fingerprint: (purpose: string, value: string) => t.cipher.fingerprintLike('', purpose, value),
  }
  await t.owner.run('alter table event_seal disable trigger user')
  await t.owner.run(
    `delete from event_seal where root_id = $1 and hash like 'g02%' and position > (select min(position) from event_seal where root_id = $1 and hash like 'g02%')`,
    [location_id],
  )
  const [end] = await t.db.query<{ position: number; hash: string }>(
    'select position, hash from event_seal where root_id = $1 order by position desc limit 1',
    [location_id],
  )
  const link = { root_id: location_id, position: end!.position + 1, hash_before: end!.hash }
  const content = old.fingerprint('audit_content', '')
  const hash = old.fingerprint('audit_link', JSON.stringify([link.root_id, link.position, content, link.hash_before]))
  await t.owner.run(
    `insert into event_seal (root_id, position, event_ids, marks, content, hash, made_ts) values ($1, $2, '{}', '{}', $3, $4, 1)`,
    [location_id, link.position, content, hash],
  )
  const faults: string[] = []
  for await (const { breaks } of verifySeals({ db: t.db, cipher: t.cipher }))
    faults.push(...breaks.map(({ says }) => says))
  assert.ok(faults.includes('the link is sealed by a key that was replaced before'), faults.join())
})
