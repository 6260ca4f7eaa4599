import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openInstallation } from '../../src/boot/installation.ts'
import { readConfig } from '../../src/config.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { SERVING_ROLE } from '../../src/db/serving-role.ts'
import { quietShutdown } from '../support/operator.ts'
import { temporaryHome } from '../support/process.ts'

const home = temporaryHome()
const config = readConfig({ TOLLGATE_HOME: home })
const pool = { size: 2, application_name: 'serving' }
const shutdown = quietShutdown()
after(() => shutdown.run(assert.ifError))
const { db } = await openInstallation(config, shutdown, pool)
const server = await shutdown.adopt(startEmbedded({ home }), started => started.stop())
const owner = new pg.Client({ connectionString: server.owner_url })
await shutdown.adopt(owner.connect(), () => owner.end())

const proof = join(tmpdir(), `tollgate-attack-${process.pid}`)
after(() => rmSync(proof, { force: true }))

/** What code that reaches the gateway's own connection would try, to write what the rules of the database refuse. */
const ATTACKS = [
  'drop trigger transaction_stays on transaction',
  'alter table transaction disable trigger transaction_stays',
  'alter table transaction disable trigger all',
  'alter table event disable trigger event_stays',
  'alter table transaction drop constraint transaction_sound',
  'alter table transaction add column mine text',
  'drop index transaction_pkey',
  'drop table event',
  'truncate transaction cascade',
  'truncate event',
  'set session_replication_role = replica',
  `select set_config('session_replication_role', 'replica', false)`,
  'delete from event',
  'update event set user_id = null',
  'delete from event_log',
  `update event_log set id = ''`,
  'delete from event_seal',
  'update event_seal set trimmed_ts = 1',
  `set tollgate.trimming = 'on'; delete from event`,
  `set tollgate.trimming = 'on'; update event_seal set trimmed_ts = 1`,
  'update installation set is_live = false',
  'delete from installation',
  `insert into state_step values ('transaction', 301, 101)`,
  'delete from state_step',
  'delete from schema_migration',
  'create function mine() returns trigger language plpgsql as $$ begin return null; end $$',
  'create or replace function audit_stays() returns trigger language plpgsql as $$ begin return null; end $$',
  'drop function audit_stays cascade',
  'alter function trim_audit owner to current_user',
  'create trigger mine before insert on event for each row execute function audit_stays()',
  'create rule mine as on delete to transaction do instead nothing',
  'create policy mine on event',
  'create table mine (id int)',
  'create temporary table event_seal (id int)',
  'create schema mine',
  'create extension plpython3u',
  'set role tollgate',
  'set session authorization tollgate',
  'alter role current_user superuser',
  'create role mine superuser',
  `grant tollgate to ${SERVING_ROLE}`,
  'reassign owned by tollgate to current_user',
  'alter system set fsync = off',
  `copy (select 1) to program 'touch ${proof}'`,
  `copy (select 1) to '${proof}'`,
  `copy tag from program 'touch ${proof}'`,
  `select pg_read_file('PG_VERSION')`,
  `select lo_export(lo_create(0), '${proof}')`,
  'select pg_reload_conf()',
]

for (const attack of ATTACKS) {
  test(`the role that serves may not: ${attack}`, async () => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      const refused = await client.query(attack).then(
        () => assert.fail('it was let through'),
        error => error,
      )
      // 42501 insufficient privilege; 55000 a view that nobody can delete from.
      assert.match(`${refused.code} ${refused.message}`, /^(42501|55000) /)
    } finally {
      await client.end()
    }
    assert.ok(!existsSync(proof))
  })
}

test('on every table it reads and writes rows at most, and in the trail it only adds', async () => {
  const held = await db.query<{ name: string; held: string[] }>(
    `select relname as name, array(
              select p from unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p
               where has_table_privilege(oid, p)) as held
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition`,
  )
  assert.ok(held.length > 60)
  const less = held.filter(({ held: rights }) => rights.join() !== 'insert,update,delete')
  assert.deepEqual(Object.fromEntries(less.map(({ name, held: rights }) => [name, rights.join()]).toSorted()), {
    accepted_break: 'insert',
    alert: 'insert,update',
    bin_import: '',
    bin_range: '',
    event: 'insert',
    event_log: '',
    event_seal: 'insert',
    installation: 'insert',
    schema_migration: '',
    state_step: '',
  })
})

test('events of the last twelve months stay in a live installation, whoever asks', async () => {
  const young = `select trim_audit('', extract(epoch from now())::bigint - 300 * 86400, 0, 10, 10)`
  await owner.query('begin')
  await owner.query('update installation set is_live = true')
  await owner.query(`set local role ${SERVING_ROLE}`)
  await assert.rejects(owner.query(young), /events of the last twelve months stay/)
  await owner.query('rollback')
})

test('a home of before has its role and its rights after the next start, and one that serves no longer owns is brought back', async () => {
  await owner.query(`drop owned by ${SERVING_ROLE}`)
  await owner.query(`grant truncate on tag to ${SERVING_ROLE}`)
  await assert.rejects(db.query('select 1 from tag'), /permission denied|Unavailable/)
  const again = quietShutdown()
  const { db: restarted } = await openInstallation(config, again, pool)
  await restarted.query('select 1 from tag')
  await assert.rejects(restarted.run('truncate tag'), /permission denied/)
  await again.run(assert.ifError)
})

test('a role that owns nothing is told what to set when migrations wait', async () => {
  const [last] = (
    await owner.query('delete from schema_migration where id = (select max(id) from schema_migration) returning *')
  ).rows
  await assert.rejects(migrate(server.url), {
    message: `1 migrations wait, the first is ${last.name}, and the role ${SERVING_ROLE} may not make them: set TOLLGATE_MIGRATION_DATABASE_URL to the address with the role that owns the tables`,
  })
  await owner.query('insert into schema_migration values ($1, $2, $3, $4)', [
    last.id,
    last.name,
    last.checksum,
    last.applied_ts,
  ])
  assert.deepEqual(await migrate(server.url), [])
})
