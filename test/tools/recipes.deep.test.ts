import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

/**
 * Follows the recipes for a field, a resource and a command (docs/recipes.md) in a copy of the project: with all of
 * their files its tests pass, and without any of them one fails.
 */
const ROOT = join(import.meta.dirname, '../..')
const PARTS = [
  'src',
  'sandbox',
  'agent',
  'packages',
  'tools',
  'test',
  'conformance',
  'docs',
  'package.json',
  'tsconfig.json',
]

const copy = mkdtempSync(join(tmpdir(), 'tollgate-recipes-'))
after(() => rmSync(copy, { recursive: true, force: true }))
for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true })
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

type Edit = (text: string) => string

const put =
  (before: string, line: string): Edit =>
  text => {
    assert.ok(text.includes(before), before)
    return text.replace(before, () => line + before)
  }
const source = (...lines: readonly string[]): string => `${lines.join('\n')}\n`
const whole =
  (text: string): Edit =>
  () =>
    text

const MIGRATION = migration(1, 'lockers')
const MIGRATION_OF_FIELD = migration(2, 'locker_colours')

/** The files of each recipe with what is done to them. */
const RESOURCE: Readonly<Record<string, Edit>> = {
  'src/resources/locker/locker.ts': whole(
    source(
      "import { flag, id, ref, stamp, text } from '../../definition/field.ts'",
      "import { defineResource, one } from '../../definition/resource.ts'",
      '',
      '/** A place in which a merchant keeps orders for customers. */',
      'export const locker = defineResource({',
      "  name: 'locker',",
      "  plural: 'lockers',",
      "  spec: 'none',",
      "  scope: 'location_id',",
      '  fields: {',
      '    id: id(),',
      "    location_id: ref('location', 'RP'),",
      "    title: text(1, 64, 'RPU'),",
      "    active: flag('PU', { fallback: true }),",
      '    created_ts: stamp(),',
      '    modified_ts: stamp(),',
      '  },',
      "  expands: { location: one('location', 'location_id') },",
      '})',
    ),
  ),
  [MIGRATION]: whole(`-- Lockers, in which orders wait for their customers.

create table locker (
  id               varchar(36) not null,
  location_id      varchar(36) not null,
  title            varchar(64) not null,
  active           boolean not null,
  created_ts       bigint not null,
  modified_ts      bigint not null,
  root_id          varchar(36) not null,
  created_user_id  varchar(36),
  modified_user_id varchar(36),
  deleted_ts       bigint,
  primary key (id, root_id),
  foreign key (root_id, location_id) references location (root_id, id)
);

create index locker_by_root on locker (root_id, id) where deleted_ts is null;
create index locker_by_place on locker (location_id, id) where deleted_ts is null;
`),
  'src/resources/definitions.ts': text =>
    put('  tag,\n', '  locker,\n')(put('import { tag }', `import { locker } from './locker/locker.ts'\n`)(text)),
  'test/support/samples.ts': put(
    '  contact: (',
    `  locker: ({ merchant }) => ({ location_id: merchant.location_id, title: 'Left' }),\n`,
  ),
  'test/races/scenes/settings.ts': put(
    `  { noun: 'scanner'`,
    `  { noun: 'locker', plural: 'lockers', changes: [{ title: 'One' }, { title: 'Two', active: 0 }], more: [openIt] },\n`,
  ),
}

const COMMAND: Readonly<Record<string, Edit>> = {
  'src/resources/locker/locker.commands.ts': whole(
    source(
      "import { decided } from '../../definition/command.ts'",
      "import { locker } from './locker.ts'",
      '',
      'export const lockerCommands = [',
      '  decided(locker, {',
      "    name: 'open',",
      "    method: 'POST',",
      "    says: 'Opens the locker.',",
      '    decide: () => ({ set: { active: false } }),',
      '  }),',
      ']',
    ),
  ),
  'src/resources/index.ts': text =>
    put(
      '  location: {',
      '  locker: { commands: lockerCommands },\n',
    )(put('import { locationRules }', `import { lockerCommands } from './locker/locker.commands.ts'\n`)(text)),
  // The line in the race matrix.
  'test/races/scenes/settings.ts': put('const PLAIN:', `const openIt = move('open', 'POST /v2/lockers/{id}/open')\n\n`),
}

const FIELD: Readonly<Record<string, Edit>> = {
  'src/resources/locker/locker.ts': put('    active:', `    colour: text(0, 32, 'PU'),\n`),
  [MIGRATION_OF_FIELD]: whole('-- Lockers have colours.\n\nalter table locker add column colour varchar(32);\n'),
}

const CHEAP = ['test/tidy/samples.test.ts', 'test/tidy/permissions.test.ts', 'test/races/matrix.test.ts']
const DRIFT = ['test/db/schema-drift.test.ts', 'test/tidy/migrations.test.ts']

test('a resource, a command and a field are added by the files of their recipes', async () => {
  assert.deepEqual(
    [RESOURCE, COMMAND, FIELD].map(each => Object.keys(each).length),
    [5, 3, 2],
  )
  assert.deepEqual(failed(await tested(CHEAP)), [])
  for (const recipe of [RESOURCE, COMMAND, FIELD])
    for (const [path, edit] of Object.entries(recipe)) write(path, edit(readOr(path)))
  assert.match(failed(await tested(CHEAP)).join(), /permissions\.md/)
  assert.equal((await run(['tools/permissions.ts'])).code, 0)
  const { code, output } = await tested([...CHEAP, ...DRIFT])
  assert.equal(code, 0, output)
})

for (const [what, path, tests, expected] of [
  ['the place among the definitions', 'src/resources/definitions.ts', CHEAP, /no sample is left of a resource/],
  ['the sample', 'test/support/samples.ts', CHEAP, /every resource with a POST has a sample/],
  ['the race', 'test/races/scenes/settings.ts', CHEAP, /every endpoint that changes a record is raced/],
  ['the commands among the behaviours', 'src/resources/index.ts', CHEAP, /what is raced exists/],
  ['the migration of the field', MIGRATION_OF_FIELD, DRIFT, /the table locker has the columns/],
] as const) {
  test(`a test fails without ${what}`, async () => {
    const done = readOr(path)
    const original = globSync(path, { cwd: ROOT }).length > 0 ? readFileSync(join(ROOT, path), 'utf8') : null
    if (original === null) rmSync(join(copy, path))
    else write(path, original)
    const failures = failed(await tested(tests))
    write(path, done)
    assert.match(failures.join('; '), expected)
  })
}

/** The path of a migration that comes so many after the last one. */
function migration(after_last: number, what: string): string {
  const numbers = globSync('src/db/migrations/*.sql', { cwd: ROOT }).map(path =>
    Number(/(\d{4})_[^/]*$/.exec(path)?.[1]),
  )
  return `src/db/migrations/${String(Math.max(...numbers) + after_last).padStart(4, '0')}_${what}.sql`
}

function readOr(path: string): string {
  return globSync(path, { cwd: copy }).length > 0 ? readFileSync(join(copy, path), 'utf8') : ''
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

function tested(files: readonly string[]): Promise<{ code: number; output: string }> {
  return run(['--test', '--test-reporter=tap', '--import=./test/support/loopback-only.ts', ...files])
}

function failed({ output }: { output: string }): string[] {
  return [...output.matchAll(/^\s*not ok \d+ - (.*)$/gm)].map(([, name]) => name!)
}

async function run(args: readonly string[]): Promise<{ code: number; output: string }> {
  // A test that starts tests: without the marks of this one they would report to it.
  const { NODE_TEST_CONTEXT: _, NODE_TEST_WORKER_ID: __, ...env } = process.env
  const child = spawn(process.execPath, [...args], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const code = await new Promise<number>(done => child.on('close', status => done(status ?? 1)))
  return { code, output }
}
