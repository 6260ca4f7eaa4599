import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { exampleValues } from '../../sandbox/sandbox-file.ts'
import { readGuides } from '../../src/pages/docs/guides/guides.ts'
import { createTestDatabase } from '../support/database.ts'
import { startGateway, temporaryHome } from '../support/process.ts'

const run = promisify(execFile)
const REPOSITORY = join(import.meta.dirname, '../..')
const database = await createTestDatabase('firstprogram')
after(database.drop)

const source = readGuides()
  .flatMap(({ guides }) => guides)
  .filter(({ name }) => ['first-program', 'typed-clients'].includes(name))
  .map(each => each.source)
  .join('\n')
const programs = [...source.matchAll(/`(\w+\.mts)`[^`]+`node \1`.*?```ts\n(.*?)```/gs)].map(
  ([, name, text]) => [name!, text!] as const,
)

/** An empty folder into which the client was installed from its own, which npm does by a link. */
const folder = mkdtempSync(join(tmpdir(), 'tollgate-first-'))
after(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'node_modules/@tollgate'), { recursive: true })
symlinkSync(join(REPOSITORY, 'packages/client'), join(folder, 'node_modules/@tollgate/client'))
for (const [name, text] of programs) writeFileSync(join(folder, name), text)

test('each program of the guides, as it is printed, makes an invoice, pays it and verifies a postback', async () => {
  assert.deepEqual(
    programs.map(([name]) => name),
    ['first.mts', 'shop.mts'],
  )
  const gateway = await startGateway(temporaryHome(), { DATABASE_URL: database.url })
  const env = { PATH: process.env.PATH, ...exampleValues(gateway.sandbox, Math.floor(Date.now() / 1000)) }
  for (const [name] of programs) {
    const { stdout } = await run(process.execPath, [name], { cwd: folder, env, timeout: 120_000 })
    const [invoice, paid, told] = stdout.split('\n')
    assert.match(invoice!, /^An invoice of 125\.50: http:\S+\/quickinvoice\/\?id=\w+$/)
    assert.equal(paid, 'It is paid.')
    assert.match(told!, /^A genuine postback: (?:CREATE|UPDATE) of transaction \w+$/)
  }
})

test('what the guides print satisfies the compiler as strictly as a new project asks', async () => {
  const strict =
    '--strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --verbatimModuleSyntax --module nodenext'
  const types = `--noEmit --target esnext --types node --typeRoots ${join(REPOSITORY, 'node_modules/@types')}`
  const tsc = join(REPOSITORY, 'node_modules/.bin/tsc')
  const compiled = run(tsc, [...`${strict} ${types}`.split(' '), ...programs.map(([name]) => name)], { cwd: folder })
  await assert.doesNotReject(compiled)
})
