import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
const programs = [...source.matchAll(/`(\w+\.mjs)`[^`]+`node \1`.*?```js\n(.*?)```/gs)].map(
  ([, name, text]) => [name!, text!] as const,
)

/** An empty folder into which the client was installed from its own, which npm does by a link. */
const folder = mkdtempSync(join(tmpdir(), 'tollgate-first-'))
after(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'node_modules/@tollgate'), { recursive: true })
symlinkSync(join(REPOSITORY, 'packages/client'), join(folder, 'node_modules/@tollgate/client'))
for (const [name, text] of programs) writeFileSync(join(folder, name), text)

test('G31 each program of the guides, as it is printed, leaves no configuration behind: it makes an invoice, pays it and verifies a postback', async () => {
  assert.deepEqual(
    programs.map(([name]) => name),
    ['first.mjs', 'shop.mjs'],
  )
  const gateway = await startGateway(temporaryHome(), { DATABASE_URL: database.url })
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    ...exampleValues(gateway.sandbox, Math.floor(Date.now() / 1000)),
  }
  for (const [name] of programs) {
    const { stdout } = await run(process.execPath, [name], { cwd: folder, env, timeout: 120_000 })
    const [invoice, paid, told] = stdout.split('\n')
    assert.match(invoice!, /^An invoice of 125\.50: http:\S+\/quickinvoice\/\?id=\w+$/)
    assert.equal(paid, 'It is paid.')
    assert.match(told!, /^A genuine postback: (?:CREATE|UPDATE) of transaction \w+$/)
    const headers = {
      'developer-id': gateway.sandbox.developer_id,
      'user-id': env.USER_ID!,
      'user-api-key': env.USER_API_KEY!,
    }
    const left = await fetch(`${gateway.url}/v2/postbackconfigs?resource=transaction`, { headers })
    assert.deepEqual(((await left.json()) as { postbackconfigs: unknown[] }).postbackconfigs, [], name)
  }
})

test('G31 the programs verify a postback before they answer, and refuse a forged one', () => {
  for (const [name, text] of programs) {
    const answered = text.indexOf('writeHead(204)')
    const verified = text.search(/isGenuine\(request|verifyPostback\(body/)
    assert.ok(verified > 0 && verified < answered, name)
    assert.ok(text.includes('401'), name)
  }
})

test('G31 until the client is published, no document sends its reader to the registry', () => {
  const readme = readFileSync(join(REPOSITORY, 'packages/client/README.md'), 'utf8')
  for (const text of [source, readme]) assert.doesNotMatch(text, /npm (?:install|i|add) @tollgate|npx @tollgate/)
  assert.match(readme, /npm install \.\.\/tollgate\/packages\/client/)
})

test('what the guide of the typed client prints satisfies the compiler as strictly as a new project asks', async () => {
  const strict =
    '--strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --verbatimModuleSyntax --module nodenext'
  const types = `--allowJs --checkJs --noEmit --target esnext --types node --typeRoots ${join(REPOSITORY, 'node_modules/@types')}`
  const tsc = join(REPOSITORY, 'node_modules/.bin/tsc')
  const compiled = run(tsc, [...`${strict} ${types}`.split(' '), 'shop.mjs'], { cwd: folder })
  await assert.doesNotReject(compiled)
})
