import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { modulesOf, ROOT } from './modules.ts'

const sources = modulesOf('src', 'sandbox', 'agent').filter(({ path }) => !path.endsWith('.test.ts'))
const migrations = globSync('src/db/migrations/*.sql', { cwd: ROOT }).map(path => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}))

/**
 * Leases end in the machine time of their holders: a sandbox that jumps a month ahead must not lose its running jobs.
 */
const LEASES: readonly string[] = [
  'src/db/machine-now.ts',
  'src/db/migrate.ts',
  // What may be trimmed must not depend on what the role that serves says of the time.
  'src/db/migrations/0153_serving_role.sql',
  // Only where the first part of a table ends; rows are put by their ids.
  'src/db/migrations/0260_postbacks_by_week.sql',
  'src/db/migrations/0330_events_in_parts.sql',
  // As 0153.
  'src/db/migrations/0333_parts_of_events.sql',
]

test('the database is not asked for the time, except for leases', () => {
  const now = /(?<![.\w])now\(\)(?!:)|\b(current_timestamp|current_date|localtimestamp|statement_timestamp)\b/i
  assert.deepEqual(
    [...sources, ...migrations].filter(({ text }) => now.test(text)).map(({ path }) => path),
    [],
  )
  const leases = [...sources, ...migrations]
    .filter(({ text }) => text.includes('clock_timestamp'))
    .map(({ path }) => path)
  assert.deepEqual(
    leases.filter(path => !LEASES.includes(path)),
    [],
  )
})

test('no file has an exception from the time rules that it does not need', () => {
  const has = (path: string, pattern: RegExp) =>
    pattern.test([...sources, ...migrations].find(each => each.path === path)?.text ?? '')
  assert.deepEqual(
    LEASES.filter(path => !has(path, /clock_timestamp/)),
    [],
  )
  // The linter reports a suppression of one line that suppresses nothing, but not one of a whole file.
  const measuring = sources.filter(({ text }) => text.includes('biome-ignore-all lint/style/noRestrictedGlobals'))
  assert.ok(measuring.length > 0)
  assert.deepEqual(
    measuring.filter(({ text }) => !text.includes('performance.now()')).map(({ path }) => path),
    [],
  )
})
