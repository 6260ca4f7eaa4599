import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { openKeyRing } from '../../src/boot/installation.ts'
import { backup, backupVerify } from '../../src/cli/backup/backup.ts'
import { readBackup } from '../../src/cli/backup/read-backup.ts'
import { restore } from '../../src/cli/backup/restore.ts'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrationsFolder } from '../../src/db/migration-files.ts'
import { verifySeals } from '../../src/events/verify-seals.ts'
import { archivePayments } from '../../src/payments/batches/archive.ts'
import { testApp } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { leaks } from '../support/leaks.ts'
import { operatorOf } from '../support/operator.ts'
import { sealAll } from '../support/seal-all.ts'
import { CARD, cardBody, storedVault } from '../support/vaults.ts'

const t = await testApp('backup')
const folder = mkdtempSync(join(tmpdir(), 'tollgate-backup-'))
after(() => t.close())
after(() => rmSync(folder, { recursive: true }))
const { location_id, contact_id } = t.merchants[0]
const path = (name: string): string => join(folder, name)
const operator = operatorOf(t)

/** A database with nothing in it at all. */
async function emptyDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase('empty', mkdtempSync(path('no-migrations-')))
  await made.database.run('drop table schema_migration')
  after(made.drop)
  return made
}

/** A home with the ring of this gateway. */
function homeWithRing(ring = join(t.home, 'keyring.json')): string {
  const home = mkdtempSync(path('home-'))
  cpSync(ring, join(home, 'keyring.json'))
  return home
}

const restoring = (url: string, home: string, file = path('plain.tar.gz')) =>
  operatorOf(t, { DATABASE_URL: url, TOLLGATE_HOME: home }).run(restore(['--from', file]))
const relations = async (database: Database): Promise<string[]> =>
  (
    await database.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and not relispartition order by 1`,
    )
  ).map(({ name }) => name)

const vault = await storedVault(t.api, cardBody(location_id, { contact_id }))
const sale = {
  location_id,
  action: 'sale',
  payment_method: 'cc',
  account_vault_id: vault.id,
  transaction_amount: '11.00',
} as const
const old = await t.api.transactions.create(sale)
await t.api.transactionbatches.settle(old.transaction_batch_id!)
assert.equal(await archivePayments(t, { before: t.clock.seconds() + 60, root_id: null }), 1)
await t.api.transactions.create(sale)
await t.api.contacts.create({
  location_id,
  last_name: 'Backslash \\ tab \t new\nline \\. \\N €𝄞',
  email: 'a@b.example',
})
await t.api.contacts.attachFile(contact_id, new File(['kept'], 'kept.txt'))
await t.settle()
await sealAll({ db: t.db, cipher: t.cipher, clock: t.clock })
await t.api.tags.create({ location_id, title: 'not sealed yet' })
await t.owner.run('create table reports (id integer primary key)')
await operator.run(backup(['--to', path('plain.tar.gz')]))

/** Hashes of all rows, except those that a restore replaces. */
async function rowsOf(database: Database): Promise<Record<string, string>> {
  const marks: Record<string, string> = {}
  for (const name of await relations(database)) {
    if (['event', 'event_log', 'event_sealing', 'tally', 'restoration', 'reports'].includes(name)) continue
    // Where sequences stand is compared below. What happened is counted some seconds later, after the backup or before.
    if (/_seq$|^(postback_log_place|watched_count|key_place)$/.test(name)) continue
    const [row] = await database.query<{ mark: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(each.cells, '|' order by each.cells)), '') as mark
         from (select (to_jsonb(of_row) - 'last_active_ts')::text as cells from "${name}" as of_row) as each`,
    )
    marks[name] = row!.mark
  }
  return marks
}

/** Everything that guards rows: constraints, triggers, indexes, where sequences stand. Parts are made anew. */
const guards = (database: Database) =>
  database.query(
    `select conrelid::regclass::text as at, conname as name, pg_get_constraintdef(oid) as says from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid::regclass::text <> 'reports'
        and conrelid not in (select inhrelid from pg_inherits)
     union all select tgrelid::regclass::text, tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal and tgrelid::regclass::text !~ '_0[0-9a-f]{10}$'
     union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' and tablename <> 'reports'
        and format('%I.%I', schemaname, tablename)::regclass not in (select inhrelid from pg_inherits)
     union all select 'sequence', sequencename, last_value::text from pg_sequences where schemaname = 'public'
     order by 1, 2, 3`,
  )

test('a restore brings back every row, file, rule and trigger, and nothing that is none of ours', async () => {
  const target = await emptyDatabase()
  const home = homeWithRing()
  const said = await restoring(target.url, home)
  assert.match(said, /the table reports is none of ours/)
  const { database } = target
  assert.deepEqual(await rowsOf(database), await rowsOf(t.db))
  assert.deepEqual(await guards(database), await guards(t.db))
  await assert.rejects(database.run(`update event set verb = 'other'`), /can only be added to/)
  await assert.rejects(database.run(`update contact set location_id = 'nowhere'`), /foreign key/)
  const stored = (root: string) => readdirSync(join(root, 'files'), { recursive: true }).map(String).toSorted()
  assert.deepEqual(stored(home), stored(t.home))
  const parts = {
    db: database,
    cipher: await openKeyRing({ path: join(home, 'keyring.json') }, database, machineClock),
    clock: t.clock,
  }
  assert.ok((await sealAll(parts)) >= 2, 'what waited for its seal is sealed')
  for await (const chain of verifySeals(parts)) assert.equal(chain.broken, null)
  const [left] = await database.query(`select 1 from event where id not in (select unnest(event_ids) from event_seal)`)
  assert.equal(left, undefined)
})

test('a restore goes into an empty database only, and two at once are one', async () => {
  const target = await emptyDatabase()
  await target.database.run('create table something (id integer)')
  await assert.rejects(restoring(target.url, homeWithRing()), /not empty .*something/)
  await target.database.run('drop table something')
  const both = await Promise.allSettled([restoring(target.url, homeWithRing()), restoring(target.url, homeWithRing())])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  await assert.rejects(restoring(target.url, homeWithRing()), /not empty/)
  assert.deepEqual(await rowsOf(target.database), await rowsOf(t.db))
})

test('another key ring, none, and files that are there already stop it before anything is made', async () => {
  const target = await emptyDatabase()
  const other = mkdtempSync(path('other-'))
  const fresh = await createTestDatabase('fresh')
  after(fresh.drop)
  await openKeyRing({ path: join(other, 'keyring.json') }, fresh.database, machineClock)
  await assert.rejects(restoring(target.url, other), /does not belong to this backup/)
  await assert.rejects(restoring(target.url, mkdtempSync(path('bare-'))), /put your copy of it at/)
  assert.deepEqual(await relations(target.database), [])
})

test('a backup that was changed anywhere, or cut off, is refused, and the database stays empty', async () => {
  const whole = readFileSync(path('plain.tar.gz'))
  const target = await emptyDatabase()
  const original = await readBackup({ path: path('plain.tar.gz'), identity: '' })
  let refused = 0
  for (let step = 0; step < 40; step++) {
    const at = Math.floor((whole.length * step) / 40)
    const changed = Buffer.from(whole)
    changed[at]! ^= 0x10
    const cut = whole.subarray(0, at)
    // A few bits of a packed file mean nothing: what is read then is the same, and everything else is refused.
    writeFileSync(path('changed'), changed)
    const read = await readBackup({ path: path('changed'), identity: '' }).catch(error => {
      assert.match(error.message, /changed: /)
      refused += 1
    })
    if (read) assert.deepEqual(read, original)
    writeFileSync(path('cut'), cut)
    await assert.rejects(readBackup({ path: path('cut'), identity: '' }), { message: /cut: / }, `cut at ${at}`)
  }
  assert.ok(refused > 30)
  await assert.rejects(restoring(target.url, homeWithRing(), path('cut')), /cut: /)
  await assert.rejects(restoring(target.url, homeWithRing(), path('nothing')), /there is no file/)
  assert.deepEqual(await relations(target.database), [])
})

test('rows that were changed and packed again are refused by their marks', async () => {
  if (spawnSync('tar', ['--version']).status !== 0) return
  const open = path('opened')
  const run = (command: string) => assert.equal(spawnSync('sh', ['-c', command]).status, 0, command)
  run(`mkdir ${open} && tar -xzf ${path('plain.tar.gz')} -C ${open}`)
  run(`sed -i 's/kept.txt/left.txt/' ${open}/tables/file/000001`)
  run(`cd ${open} && tar -czf ${path('forged')} $(tar -tzf ${path('plain.tar.gz')})`)
  await assert.rejects(readBackup({ path: path('forged'), identity: '' }), /the rows of the table file were changed/)
  run(`cd ${open} && tar -czf ${path('forged')} $(tar -tzf ${path('plain.tar.gz')} | grep -v manifest)`)
  await assert.rejects(readBackup({ path: path('forged'), identity: '' }), /its manifest is missing/)
  assert.match(await operator.run(backupVerify([path('plain.tar.gz')])), /plain\.tar\.gz is whole$/)
})

test('a backup of an older gateway is brought to the level of the code, one of a newer is refused', async () => {
  const migrations = path('older')
  cpSync(migrationsFolder, migrations, { recursive: true })
  const last = readdirSync(migrations).toSorted().at(-1)!
  rmSync(join(migrations, last))
  const older = await createTestDatabase('older', migrations)
  after(older.drop)
  const home = homeWithRing()
  const [known] = await t.db.query<{ canary: string }>('select canary from installation')
  await older.database.run('insert into installation (id, canary, created_ts) values (1, $1, 0)', [known!.canary])
  const at = { DATABASE_URL: older.url, TOLLGATE_HOME: home }
  await operatorOf(t, at).run(backup(['--to', path('older.tar.gz')]))
  const target = await emptyDatabase()
  const said = await restoring(target.url, home, path('older.tar.gz'))
  assert.match(said, new RegExp(`1 later migrations were applied: ${last.replace('.sql', '')}`))
  assert.deepEqual(await migrate(target.url), [])

  await older.database.run(`insert into schema_migration (id, name, checksum) values (9999, '9999_future', '')`)
  await operatorOf(t, at).run(backup(['--to', path('newer.tar.gz')]))
  const untouched = await emptyDatabase()
  await assert.rejects(
    restoring(untouched.url, home, path('newer.tar.gz')),
    /the backup is newer than this code: it has migration 9999_future/,
  )
  assert.deepEqual(await relations(untouched.database), [])
})

test('a key ring is written into a backup for a recipient only, and comes out of it once', async () => {
  assert.throws(() => backup(['--to', folder, '--with-keyring']), /needs --recipient/)
  assert.throws(() => backup([]), /backup needs --to/)
  const { vaultKey } = await import('../../src/cli/vault/vault-key.ts')
  const recipient = await operator.run(vaultKey(['--to', path('id.txt')]))
  await operator.run(backup(['--to', path('ring.age'), '--recipient', recipient, '--with-keyring']))
  const target = await emptyDatabase()
  const home = mkdtempSync(path('ring-home-'))
  const at = operatorOf(t, { DATABASE_URL: target.url, TOLLGATE_HOME: home })
  await assert.rejects(at.run(restore(['--from', path('ring.age')])), /name the identity file/)
  assert.ok(!existsSync(join(home, 'keyring.json')))
  await at.run(restore(['--from', path('ring.age'), '--identity', path('id.txt')]))
  assert.equal(readFileSync(join(home, 'keyring.json'), 'utf8'), readFileSync(join(t.home, 'keyring.json'), 'utf8'))
})

test('no card number, password or key is in a backup in clear, encrypted or not', () => {
  const { user, clerk } = t.merchants[0]
  const secrets = [
    { name: 'a card number', text: CARD },
    ...[user, clerk].flatMap(({ password, user_api_key, user_hash_key }) =>
      [password, user_api_key, user_hash_key].map(text => ({ name: 'a credential', text })),
    ),
  ]
  const text = gunzipSync(readFileSync(path('plain.tar.gz'))).toString('latin1')
  assert.ok(text.includes(vault.id))
  assert.deepEqual(leaks(secrets, [{ place: 'the backup', kind: 'kept', text }]), [])
  assert.ok(!readFileSync(path('ring.age'), 'latin1').includes('wrapping_keys'))
})
