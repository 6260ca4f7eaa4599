import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rotateKeys } from '../../src/cli/rotate-keys.ts'
import { SEALED_COLUMNS } from '../../src/cli/sealed-columns.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import type { Row } from '../../src/definition/resource.ts'
import { cardDigits } from '../../src/lib/bin/bininfo.ts'
import type { Instrument } from '../../src/payments/vaulting.ts'
import { openCredential } from '../../src/resources/postbackconfig/credentials.ts'
import type { postbackconfig } from '../../src/resources/postbackconfig/postbackconfig.ts'
import { hashKeyBinding } from '../../src/resources/user/user.ts'
import { type VaultSite, vaultSite } from '../support/vault-site.ts'

const WHO = systemCaller('0'.repeat(24), 'test')

let site: VaultSite
let kept: Instrument[]
before(async () => {
  site = await vaultSite('rotate')
  const [place, other] = site.locations
  const keep = (location_id: string, account_number: string) =>
    site.open(location_id, book =>
      site.vault.keep(book, location_id, {
        payment_method: 'cc',
        account_number,
        exp_date: '1230',
        account_holder_name: null,
      }),
    )
  kept = []
  for (let index = 0; index < 7; index += 1) kept.push(await keep(index % 2 ? other : place, '4111111111111111'))
})
after(() => site.close())

/** Two keys of each of the two locations. */
const KEYS_OF_LOCATIONS = 4

const lines: string[] = []
const rotate = () => rotateKeys({ db: site.db, ring: site.ring, log: line => lines.push(line), chunk: 3 })
const keysInUse = async () => {
  const rows = await site.db.query<{ key_id: string; sealed: string }>('select key_id, sealed from instrument')
  for (const { key_id, sealed } of rows) assert.equal(site.ring.keyOf(sealed), key_id)
  return [...new Set(rows.map(row => row.key_id))]
}

test('every column of seals is rewrapped: none has been forgotten', async () => {
  const found = await site.db.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed%' order by 1`,
  )
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table.replaceAll('"', '')}.${column}`)
  assert.deepEqual(
    found.map(row => row.name),
    known.toSorted(),
  )
})

test('a rotation leaves everything under the new key and every account as readable as before', async () => {
  const { key_id, is_new, rewrapped } = await rotate()
  assert.equal(is_new, true)
  assert.equal(rewrapped, kept.length + KEYS_OF_LOCATIONS)
  assert.deepEqual(await keysInUse(), [key_id])
  for (const instrument of kept) {
    assert.equal(cardDigits(await site.vault.reveal(instrument, WHO)), '4111111111111111')
  }
})

test('keys of users are wrapped again too', async () => {
  const [place] = site.locations
  const user = { id: '000000000000000000000u01', root_id: place }
  const sealed = site.ring.seal('the hash key of Pat', hashKeyBinding(user))
  await site.db.run(
    `insert into "user" (id, root_id, primary_location_id, domain_id, username, last_name, email, user_type_id, status_id,
       email_trx_receipt, user_hash_key_sealed, password_spent, requires_new_password, login_attempts, ui_prefs, created_ts, modified_ts)
     values ($1, $2, $2, '00000000000000000000d0d0', 'pat', 'Example', 'pat@vault.example', 250, 1, false, $3, false, false, 0, '{}', 0, 0)`,
    [user.id, place, sealed],
  )
  const { key_id } = await rotate()
  const [row] = await site.db.query<{ sealed: string }>(
    'select user_hash_key_sealed as sealed from "user" where id = $1',
    [user.id],
  )
  assert.equal(site.ring.keyOf(row!.sealed), key_id)
  assert.equal(site.ring.open(row!.sealed, hashKeyBinding(user)), 'the hash key of Pat')
})

test('what a postback configuration proves itself with is wrapped again too', async () => {
  const [place] = site.locations
  const id = '000000000000000000000c01'
  const seal = (field: string) => site.ring.seal(`the ${field}`, { location_id: place, record_id: id, field })
  await site.db.run(
    `insert into postbackconfig (id, root_id, location_id, resource, on_create, on_update, on_delete, url, is_active, format,
       number_of_attempts, attempt_interval, basic_auth_username_sealed, basic_auth_password_sealed, created_ts, modified_ts)
     values ($1, $2, $2, 'contact', true, true, true, 'https://vault.example/hook', true, 'api-default', 1, 300, $3, $4, 0, 0)`,
    [id, place, seal('basic_auth_username'), seal('basic_auth_password')],
  )
  const { key_id } = await rotate()
  const [row] = await site.db.query<Row<typeof postbackconfig>>('select * from postbackconfig where id = $1', [id])
  for (const name of ['basic_auth_username', 'basic_auth_password'] as const) {
    assert.equal(site.ring.keyOf(row![`${name}_sealed`]!), key_id)
    assert.equal(openCredential(site.ring, row!, name), `the ${name}`)
  }
})

test('a rotation that was stopped half way is finished by the next run, which adds no key of its own', async () => {
  const before = site.ring.keys().length
  const stopped = new Error('the operator pressed a key')
  let chunks = 0
  const log = (line: string) => {
    if (line.startsWith('instrument') && ++chunks === 1) throw stopped
  }
  await assert.rejects(rotateKeys({ db: site.db, ring: site.ring, log, chunk: 3 }), stopped)
  assert.equal((await keysInUse()).length, 2)

  const { is_new, key_id } = await rotate()
  assert.equal(is_new, false)
  assert.deepEqual(await keysInUse(), [key_id])
  assert.equal(site.ring.keys().length, before + 1)
  assert.equal((await rotate()).is_new, true)
})

test('no line of the log holds a number or a seal', async () => {
  const sealed = await site.db.query<{ sealed: string }>('select sealed from instrument')
  assert.ok(lines.length > 0)
  for (const line of lines) {
    assert.ok(!line.includes('41111111'))
    for (const row of sealed) assert.ok(!line.includes(row.sealed))
  }
})
