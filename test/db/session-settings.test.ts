import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openInstallation } from '../../src/boot/installation.ts'
import { readConfig } from '../../src/config.ts'
import { checkServer } from '../../src/db/check-server.ts'
import { lanesOf, onLane } from '../../src/db/lanes.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { SERVING_ROLE } from '../../src/db/serving-role.ts'
import { openSession } from '../../src/db/session.ts'
import { createTestDatabase } from '../support/database.ts'
import { quietShutdown } from '../support/operator.ts'

const { url, owner, owner_url, drop } = await createTestDatabase('settings')
after(drop)

/** The address with settings as a role or database may have them. */
function settled(...settings: string[]): string {
  const address = new URL(url)
  address.searchParams.set('options', settings.map(each => `-c ${each}`).join(' '))
  return address.href
}

const ODD = ['datestyle=SQL,DMY', 'standard_conforming_strings=off', 'default_transaction_isolation=serializable']

test('G84 settings of a role or database change neither what statements mean nor what is read', async () => {
  const odd = openDatabase({
    url: settled(...ODD, 'search_path=public', 'transform_null_equals=on'),
    size: lanesOf(20),
  })
  const [row] = await onLane('requests', () =>
    odd.query(`select date '2026-02-28' as day, array[date '2026-02-28'] as days, length('\\d') as length,
                      current_setting('transaction_isolation') as isolation, current_setting('enable_seqscan') as seqscan,
                      current_setting('search_path') as search_path`),
  )
  await checkServer(odd)
  await odd.close()
  assert.deepEqual(row, {
    ...{ day: '2026-02-28', days: ['2026-02-28'], length: 2 },
    ...{ isolation: 'read committed', seqscan: 'off', search_path: 'public' },
  })
})

test('G84 a connection for long work has no time limit of its role', async () => {
  const session = await openSession(settled('statement_timeout=50', 'transaction_timeout=50', ...ODD), 'test')
  await session.run('select pg_sleep(0.1)')
  const [row] = await session.query(`select date '2026-02-28' as day`)
  await session.end()
  assert.deepEqual(row, { day: '2026-02-28' })
})

test('G84 checkServer names the setting that nobody can send, and what to do', async () => {
  const refusals: [options: Parameters<typeof openDatabase>[0], says: RegExp][] = [
    [
      { url: settled('datestyle=German'), prepare: false },
      /^datestyle is German, \w+ for the role (\w+): alter role \1 set datestyle = 'ISO'$/,
    ],
    [{ url: settled('transaction_timeout=900') }, /^transaction_timeout is 900 for .* set transaction_timeout = '0'$/],
  ]
  for (const [options, says] of refusals) {
    const db = openDatabase(options)
    await assert.rejects(checkServer(db), { message: says })
    await db.close()
  }
})

test('G86 roles that look into different schemas, or into none, are told so in one line', async () => {
  await assert.rejects(migrate(settled('search_path=nowhere')), {
    message: /^the search_path of the role \w+ names no schema that it may use$/,
  })
  await owner.run('create schema apart')
  await owner.run(`grant usage on schema apart to ${SERVING_ROLE}`)
  const apart = new URL(url)
  apart.searchParams.set('options', '-c search_path=apart')
  const home = mkdtempSync(join(tmpdir(), 'tollgate-apart-'))
  const env = { TOLLGATE_HOME: home, DATABASE_URL: apart.href, TOLLGATE_MIGRATION_DATABASE_URL: owner_url }
  const shutdown = quietShutdown()
  await assert.rejects(openInstallation(readConfig(env), shutdown, { size: 1 }), {
    message: /^the role tollgate_serving does not find the tables: its search_path leads to another schema than/,
  })
  await shutdown.run(assert.ifError)
  rmSync(home, { recursive: true })
})
