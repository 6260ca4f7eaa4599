import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { KEY_COLUMNS, sealKeptKeys } from '../../src/boot/seal-kept-keys.ts'
import { FINGERPRINT_COLUMNS } from '../../src/cli/fingerprint-columns.ts'
import { SEALED_COLUMNS } from '../../src/cli/sealed-columns.ts'
import { openKey } from '../../src/lib/sealed-key.ts'
import { isSecretKey } from '../../src/lib/secret-name.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { signedOrder } from '../support/card-tickets.ts'

let t: TestApp
before(async () => {
  t = await testApp('sealed_keys')
})
after(() => t.close())

const { nouns } = bareRegistry()
const bare = (table: string) => table.replaceAll('"', '')

/** Columns whose names sound of keys and secrets, that hold none, and why. */
const HARMLESS: Readonly<Record<string, string>> = {
  'archived_transaction.dup_key': 'a keyed hash',
  'idempotency.key': 'a name that the caller chose for a request',
  'instrument.key_id': 'the id of a key of the ring',
  'job.key': 'a name by which a job is made once',
  'key_place.credential': 'the beginning of a keyed hash',
  'event.credential': 'the beginning of a keyed hash, or the name of a way in',
  'location.password_history': 'a setting',
  'location.password_min_length': 'a setting',
  'oauthclient.rotates_refresh_token': 'a setting',
  'paylink.store_token': 'a setting',
  'paylink.store_token_title': 'the title of an account that is stored',
  'postbackconfig.signing_secret_old_until_ts': 'a time',
  'processor_account.credentials_account_id': 'the id of a record',
  'product_file.product_file_credential_id': 'the id of a record',
  'producttransaction.require_cvv_on_keyed_cnp': 'a setting',
  'producttransaction.require_cvv_on_tokenized_cnp': 'a setting',
  'terminalagent.key_mark': 'SHA-256 of 256 random bits',
  'transaction.dup_key': 'a keyed hash',
  'user.password_mark': 'argon2id',
  'user.password_set_ts': 'a time',
  'user.password_spent': 'a flag',
  'user.former_password_marks': 'argon2id',
  'user.requires_new_password': 'a flag',
  'user.user_api_key_ts': 'a time',
  'user.user_api_key_expire_ts': 'a time',
  'user.user_api_key_scope': 'a setting',
  'user.user_api_key_addresses': 'a setting',
  'user.user_hash_key_ts': 'a time',
  'user.user_hash_key_expire_ts': 'a time',
}

test('G47 every column that is called key, secret, password, token or credential is sealed, a keyed hash, or listed', async () => {
  const found = await t.owner.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attname ~ '(key|secret|password|token|credential|_pin$|cipher)'
      order by 1`,
  )
  const safe = new Set([
    ...SEALED_COLUMNS.map(({ table, column }) => `${bare(table)}.${column}`),
    ...FINGERPRINT_COLUMNS.map(({ table, column }) => `${bare(table)}.${column}`),
    ...Object.keys(HARMLESS),
  ])
  assert.ok(found.length > 25)
  assert.deepEqual(
    found.map(({ name }) => name).filter(name => !safe.has(name)),
    [],
  )
  const names = new Set(found.map(({ name }) => name))
  const gone = Object.keys(HARMLESS).filter(name => !names.has(name))
  assert.deepEqual(gone, [], 'no exception outlives its column')
})

/** Secrets by name of a record that its merchant reads in clear: facts about payers and accounts, and no keys. */
const READ = [
  'account_number',
  'routing',
  'aba',
  'dda',
  'date_of_birth',
  'dl_number',
  'ssn4',
  'dob_year',
  'second_factor',
]

test('G47 no resource stores a field in clear whose name the log hides', () => {
  const stored = nouns.flatMap(({ resource }) =>
    Object.entries(resource.fields)
      .filter(([name, { options }]) => isSecretKey(name, '') && !['input', 'key'].includes(options.reach ?? ''))
      .map(([name]) => `${resource.name}.${name}`),
  )
  assert.deepEqual(
    stored.filter(name => !READ.includes(name.split('.')[1]!)),
    [],
  )
})

test('G47 the list of keys that a start seals has every field of reach key', () => {
  const declared = nouns.flatMap(({ resource }) =>
    resource.table === resource.name
      ? Object.keys(resource.fields)
          .filter(name => resource.fields[name]!.options.reach === 'key')
          .map(name => `${resource.table}.${name}`)
      : [],
  )
  const sealed = KEY_COLUMNS.map(({ table, name }) => `${table}.${name}`)
  assert.deepEqual(sealed.toSorted(), declared.toSorted())
})

test('G47 keys of an earlier version are sealed at the start, and stay the same keys', async () => {
  const { api, db, cipher } = t
  const [merchant] = t.merchants
  const ticket_origins = ['https://shop.example']
  await api.put(`locations/${merchant.location_id}`, { location: { ticket_origins } })
  const body = {
    location_id: merchant.location_id,
    product_transaction_id: merchant.cc_product_transaction_id,
    title: 'Kept',
  }
  const product = { hosted_payment_page_allow: 1, hosted_payment_page_max_allowed: 5 }
  await api.put(`producttransactions/${merchant.cc_product_transaction_id}`, { producttransaction: product })
  const made = await api.post('hostedpaymentpages', { hostedpaymentpage: body })
  assert.equal(made.status, 201, made.text)
  const { id, encryption_key } = made.body.hostedpaymentpage
  assert.match(encryption_key, /^[0-9a-f]{32}$/)

  // As they were stored before.
  for (const { table, name } of KEY_COLUMNS) {
    for (const row of await db.query<Json>(`select * from ${table}`))
      await db.run(`update ${table} set ${name}_sealed = $2, ${name}_mark = null where id = $1 and root_id = $3`, [
        row.id,
        openKey(cipher, row, name),
        row.root_id,
      ])
  }
  // Of processes that start together, each seals what is still in clear.
  const sealed = await Promise.all([sealKeptKeys(db, cipher), sealKeptKeys(db, cipher)])
  const rows = await db.query<{ rows: number }>(
    `select (2 * (select count(*) from location) + (select count(*) from hostedpaymentpage))::integer as rows`,
  )
  assert.equal(sealed[0] + sealed[1], rows[0]!.rows)
  assert.equal(await sealKeptKeys(db, cipher), 0)
  for (const { table, name } of KEY_COLUMNS)
    for (const row of await db.query<Json>(`select * from ${table}`)) assert.match(row[`${name}_sealed`], /^v1\./)

  assert.equal((await api.get(`hostedpaymentpages/${id}`)).body.hostedpaymentpage.encryption_key, encryption_key)
  const { location } = (await api.get(`locations/${merchant.location_id}`)).body
  assert.equal(location.ticket_hash_key, merchant.ticket_hash_key)
  for (const name of ['location_api_key', 'ticket_hash_key'] as const) {
    for (const text of [merchant[name], `another,${merchant[name]}`]) {
      const { locations } = (await api.get(`locations?${name}=${text}`)).body
      assert.deepEqual(
        locations.map((each: Json) => each.id),
        [merchant.location_id],
        'a list is filtered by a key as by any column',
      )
    }
  }
  const order = signedOrder(merchant, t.clock.seconds(), 'sealed')
  const card = { card_number: '4111111111111111', exp_date: '1230', cvv: '999' }
  const answer = await t.app.http.inject({
    method: 'POST',
    url: '/v2/cardtickets',
    headers: { origin: ticket_origins[0]! },
    payload: { cardticket: { ...order, ...card } },
  })
  assert.equal(answer.statusCode, 201, answer.body)
})

test('G47 a sealed key that is moved to another record opens nothing', async () => {
  const [one, other] = await t.db.query<Json>('select * from location order by id limit 2')
  assert.throws(() =>
    openKey(t.cipher, { ...other, ticket_hash_key_sealed: one.ticket_hash_key_sealed }, 'ticket_hash_key'),
  )
})
