import assert from 'node:assert/strict'
import test from 'node:test'
import { breaches } from './fence.ts'
import { type Import, importsOf, modulesOf } from './modules.ts'

const modules = modulesOf('src', 'sandbox', 'agent', 'test', 'tools', 'bench', 'conformance', 'prove', 'packages')

/** Packages and the files that may use them; all others go through a port or a layer that does. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  pg: /^src\/db\//,
  'pg-copy-streams': /^src\/db\//,
  stripe: /^src\/processors\/stripe\//,
  '@rgrove/parse-xml': /^src\/processors\/worldpay-cnp\//,
  'age-encryption': /^src\/cli\//,
  'modern-tar': /^src\/cli\//,
  'hucre/xlsx': /^src\/exports\//,
  fastify: /^src\/(http|pages|boot)\/|^sandbox\//,
  '@fastify/multipart': /^src\/http\//,
  '@node-oauth/oauth2-server': /^src\/auth\/oauth\//,
  nodemailer: /^src\/adapters\/mail\//,
  'credit-card-type': /^src\/lib\//,
  limiter: /^src\/lib\//,
  'p-limit': /^src\/(agents|auth|http|payments)\//,
  ws: /^(src\/agents|agent)\//,
  qrcode: /^src\/lib\//,
  pdfkit: /^src\/adapters\/pdf\//,
  'node:worker_threads': /^src\/adapters\/pdf\//,
  marked: /^src\/pages\/docs\//,
  pino: /^src\/(agents|boot|cli|jobs|messages|payments|postbacks)\/|^src\/main\.ts$|^(sandbox|agent)\//,
  'node:http': /^src\/(adapters|agents|http|processors)\/|^sandbox\//,
  // An operator's look at the certificate of the public address.
  'node:tls': /^src\/(adapters|http|processors)\/|^src\/cli\/live-checklist\.ts$/,
  'node:https': /^src\/(adapters|processors)\//,
  // A request's wish for a fault goes along with it, unseen by everything in between.
  'node:async_hooks': /^src\/db\/lanes\.ts$|^sandbox\/faults\//,
  'node:dns': /^src\/adapters\//,
  'node:dns/promises': /^src\/adapters\//,
  // Its list of networks reaches nothing, and IP addresses are checked in rules too.
  'node:net': /^src\/(adapters|http|processors|resources|lib)\/|^sandbox\//,
  'node:child_process': /^src\/db\/|^src\/adapters\/cipher\/|^sandbox\//,
  'node:readline': /^src\/cli\//,
  // The name of the machine, in the names of drafts; where temporary files are.
  'node:os': /^src\/cli\/|^src\/db\/text-spool\.ts$/,
  'node:fs': /^src\/(adapters|boot|cli|db|pages)\/|^src\/version\.ts$|^(sandbox|agent)\//,
  'node:fs/promises': /^src\/(adapters|cli|db)\/|^src\/main\.ts$|^sandbox\//,
  'node:v8': /^src\/boot\/collect-garbage\.ts$/,
  'node:vm': /^src\/boot\/collect-garbage\.ts$/,
  'node:sqlite': /^sandbox\/(sidecar|bank)\//,
  '@18f/us-federal-holidays': /^src\/lib\//,
  'prom-client': /^src\/metrics\//,
  ssh2: /^src\/adapters\/odfi\/sftp\//,
}

/** Parts of Node that reach nothing outside the process. */
const HARMLESS =
  /^node:(assert\/strict|buffer|crypto|events|module|path|stream(\/(consumers|promises|web))?|test|timers\/promises|url|util|zlib)$/

test('the reader of imports sees the modules and their imports', () => {
  assert.ok(modules.length > 300, `${modules.length} modules`)
  assert.ok(modules.flatMap(module => module.imports).length > 1500)
  assert.ok(modules.filter(module => module.imports.length === 0).length < modules.length / 4)
})

test('the reader of imports knows every form of import', () => {
  const text = [
    `import a from './a.ts'`,
    `import type { B } from '../b.ts'`,
    `import { type C, type D } from './c.ts'`,
    `import {\n  type E,\n  f,\n} from './e.ts'`,
    `import './g.ts'`,
    `import * as h from 'node:path'`,
    `export { i } from './i.ts'`,
    `export type { J } from './j.ts'`,
    `const k: ${'import'}('./k.ts').K = await ${'import'}('./l.ts')`,
    `spawn(new ${'URL'}('./m.ts', import.meta.url))`,
    `const n = process.${'getBuiltinModule'}('node:http')`,
  ].join('\n')
  const seen = importsOf('src/x/y.ts', text).map(
    ({ of, inside, type_only }) => `${of}${inside ? '' : ' outside'}${type_only ? ' types' : ''}`,
  )
  assert.deepEqual(seen.toSorted(), [
    'node:http outside',
    'node:path outside',
    'src/b.ts types',
    'src/x/a.ts',
    'src/x/c.ts types',
    'src/x/e.ts',
    'src/x/g.ts',
    'src/x/i.ts',
    'src/x/j.ts types',
    'src/x/k.ts types',
    'src/x/l.ts',
    'src/x/m.ts',
  ])
})

test('the fence lets through what it should and nothing else', () => {
  const verdict = (path: string, of: string, type_only = false) =>
    breaches({ path, imports: [{ of, inside: true, type_only }] })?.length
  const allowed: [string, string, boolean?][] = [
    ['src/resources/tag/tag.ts', 'src/definition/field.ts'],
    ['src/resources/tag/tag.rules.ts', 'src/resources/location/location.ts'],
    ['src/resources/tag/tag.commands.ts', 'src/ports/files.ts', true],
    ['src/payments/lifecycle/payment-context.ts', 'src/resources/transaction/transaction.ts'],
    ['src/engine/store.ts', 'src/db/database.ts'],
    ['src/processors/simulator/index.ts', 'src/processors/simulator/wire.ts'],
    ['src/adapters/clock/machine.ts', 'src/ports/clock.ts'],
    ['src/boot/sandbox.ts', 'sandbox/clock.ts'],
  ]
  const refused: [string, string, boolean?][] = [
    ['src/lib/money.ts', 'src/definition/kind.ts', true],
    ['src/resources/tag/tag.ts', 'src/ports/files.ts', true],
    ['src/resources/tag/tag.rules.ts', 'src/payments/payments.ts', true],
    ['src/resources/tag/tag.rules.ts', 'src/resources/location/location.rules.ts'],
    ['src/resources/tag/tag.commands.ts', 'src/engine/read.ts'],
    ['src/resources/tag/tag.commands.ts', 'src/ports/files.ts'],
    ['src/engine/store.ts', 'src/resources/tag/tag.ts'],
    ['src/engine/store.ts', 'src/http/server.ts'],
    ['src/processors/simulator/index.ts', 'src/adapters/mail/smtp/index.ts'],
    ['src/pages/docs/field-table.ts', 'src/engine/read.ts'],
    ['src/engine/store.ts', 'sandbox/clock.ts', true],
    ['src/boot/app.ts', 'sandbox/clock.ts', true],
    ['src/main.ts', 'sandbox/clock.ts'],
    ['src/cli/reconcile/reconcile.ts', 'sandbox/processor/launch.ts'],
  ]
  for (const [path, of, types] of allowed) assert.equal(verdict(path, of, types), 0, `${path} → ${of}`)
  for (const [path, of, types] of refused) assert.equal(verdict(path, of, types), 1, `${path} → ${of}`)
  assert.equal(verdict('elsewhere/x.ts', 'src/lib/money.ts'), undefined)
})

test('every module stands in a row of the fence and imports what it may', () => {
  const homeless = modules.filter(module => breaches(module) === null).map(module => module.path)
  assert.deepEqual(homeless, [])
  assert.deepEqual(
    modules.flatMap(module => breaches(module) ?? []),
    [],
  )
})

test('packages and the parts of Node that reach outside are used where they belong', () => {
  const found = modules
    .filter(module => /^(src|sandbox|agent)\//.test(module.path) && !module.path.endsWith('.test.ts'))
    .flatMap(module =>
      module.imports
        .filter(each => !each.inside && !HARMLESS.test(each.of))
        .map(each => ({ path: module.path, of: each.of })),
    )
  assert.ok(found.length > 20)
  assert.deepEqual(
    found.filter(({ path, of }) => PACKAGES[of]?.test(path) !== true),
    [],
  )
})

test('no program that stays imports node:http: an import reads each of its exports, and WebSocket loads 16 MiB', () => {
  const found = modules
    .filter(({ path }) => /^(src|sandbox|agent)\//.test(path) && !path.endsWith('.test.ts'))
    .filter(({ text }) => importsOf('', text.replaceAll('getBuiltinModule', '')).some(isLoaded))
    .map(({ path }) => path)
  assert.deepEqual(found, [])
})

const isLoaded = ({ of, type_only }: Import): boolean => of === 'node:http' && !type_only
