/**
 * Backups and restores that are killed, stopped, or run out of disk: the next one works, and an incomplete one never
 * passes for a complete one.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { run, temporaryHome, until } from '../support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-attacks-'))
after(() => rmSync(folder, { recursive: true }))
const home = temporaryHome()
const source = await createTestDatabase('attacked')
after(source.drop)
const settings = { TOLLGATE_HOME: home, DATABASE_URL: source.url }
const command = (env: Record<string, string>, args: string[], meanwhile?: Parameters<typeof run>[3]) =>
  run('src/cli/main.ts', env, args, meanwhile)
/** Long enough for the other process to do something. */
const glance = () => source.database.query('select pg_sleep(0.001)')
const files = (): string[] => readdirSync(folder).filter(name => name.startsWith('tollgate-'))

// A ring and its mark, and enough rows that reading them takes a while; what they say packs badly.
assert.equal((await command(settings, ['recount'])).code, 0)
await source.database.run(
  `insert into event (id, root_id, noun, record_id, verb, method, created_ts, changes)
   select lpad(to_hex(n), 24, '0'), 'r', 'tag', 'r', 'created', 'test', n,
          json_build_object('says', (select string_agg(md5(random()::text || each), '') from generate_series(n, n + 40) as each))
     from generate_series(1, 15000) as n`,
)

test('a backup that is killed leaves a draft and no backup, and the next one removes it', async () => {
  const killed = await command(settings, ['backup', '--to', folder], child => {
    void until(
      () => glance().then(files),
      names => names.length > 0,
    ).then(() => child.kill('SIGKILL'))
  })
  assert.equal(killed.code, null)
  assert.match(files().join(), /^tollgate-[^,]*\.draft$/)
  const next = await command(settings, ['backup', '--to', folder])
  assert.deepEqual({ code: next.code, stderr: next.stderr }, { code: 0, stderr: '' })
  assert.match(files().join(), /^tollgate-[^,]*\.tar\.gz$/)
  assert.equal((await command(settings, ['backup-verify', join(folder, files()[0]!)])).code, 0)
})

test('a backup that is stopped removes what it has written', async () => {
  const place = join(folder, 'stopped.tar.gz')
  const drafts = () => readdirSync(folder).filter(name => name.startsWith('stopped'))
  const stopped = await command(settings, ['backup', '--to', place], child => {
    void until(
      () => glance().then(drafts),
      names => names.length > 0,
    ).then(() => child.kill('SIGTERM'))
  })
  assert.deepEqual({ code: stopped.code, stderr: stopped.stderr }, { code: 1, stderr: 'tollgate: stopped\n' })
  assert.deepEqual(drafts(), [])
})

test('a backup that finds no room says so and leaves nothing', async () => {
  const main = join(import.meta.dirname, '../../src/cli/main.ts')
  // A limit on the size of files stands for a disk that is full: the write fails half way.
  const child = spawn(
    'sh',
    [
      '-c',
      `trap '' XFSZ; ulimit -f 512; exec "$0" "$@"`,
      process.execPath,
      main,
      'backup',
      '--to',
      join(folder, 'full.tar.gz'),
    ],
    { env: { PATH: process.env.PATH, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  assert.deepEqual(
    { code, stderr },
    {
      code: 1,
      stderr: `tollgate: ${join(folder, 'full.tar.gz')} cannot be written: it is too large for this file system\n`,
    },
  )
  assert.deepEqual(
    readdirSync(folder).filter(name => name.startsWith('full')),
    [],
  )
})

test('a restore that is killed at any moment leaves a database no gateway starts on, and the next restore works', async () => {
  const empty = await createTestDatabase('killed', mkdtempSync(join(folder, 'none-')))
  after(empty.drop)
  await empty.database.run('drop table schema_migration')
  const elsewhere = temporaryHome()
  cpSync(join(home, 'keyring.json'), join(elsewhere, 'keyring.json'))
  const there = { TOLLGATE_HOME: elsewhere, DATABASE_URL: empty.url }
  const restore = ['restore', '--from', join(folder, files()[0]!)]
  const isLoading = (statement: RegExp) => async () => {
    const rows = await empty.database.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and application_name = 'tollgate restore'`,
    )
    return rows.some(({ query }) => statement.test(query))
  }
  let kills = 0
  for (const moment of [/create table/, /^copy "event" .* from stdin/, /^copy \(select .* to stdout/]) {
    const killed = await command(there, restore, child => {
      void until(isLoading(moment), seen => seen || child.exitCode !== null).then(() => child.kill('SIGKILL'))
    })
    if (killed.code === 0) break
    assert.equal(killed.code, null, killed.stderr)
    kills += 1
    // PostgreSQL may need some time to notice that the connection is gone.
    await until(isLoading(/./), seen => !seen)
    const tables = await empty.database.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    )
    assert.deepEqual(tables, [{ relname: 'unfinished_restore' }])
    const gateway = await run('src/main.ts', there)
    assert.equal(gateway.code, 1)
    assert.match(gateway.stderr, /a restore into this database was not finished/)
  }
  assert.ok(kills >= 2, 'it was killed while it loaded')
  if ((await empty.database.query(`select to_regclass('unfinished_restore') as name`))[0]?.name !== null) {
    const again = await command(there, restore)
    assert.deepEqual({ code: again.code, stderr: again.stderr }, { code: 0, stderr: '' })
  }
  assert.match((await run('src/main.ts', there)).stderr, /compare it with the processor first/)
  const [rows] = await empty.database.query<{ count: number }>(`select count(*) as count from event where noun = 'tag'`)
  assert.equal(Number(rows?.count), 15000)
})

test('a backup of no gateway is refused, and nothing is made for it', async () => {
  const nowhere = temporaryHome()
  const refused = await command({ TOLLGATE_HOME: nowhere }, ['backup', '--to', folder])
  assert.match(refused.stderr, /there is no database in /)
  assert.deepEqual(readdirSync(nowhere), [])
  const lost = await command(settings, ['backup', '--to', join(folder, 'no', 'where.tar.gz')])
  assert.match(lost.stderr, /cannot be written: its folder is not there/)
})
