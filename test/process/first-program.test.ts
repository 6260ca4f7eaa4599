import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { exampleValues } from '../../sandbox/sandbox-file.ts'
import { readGuides } from '../../src/pages/docs/guides/guides.ts'
import { createTestDatabase } from '../support/database.ts'
import { startGateway, temporaryHome } from '../support/process.ts'

const database = await createTestDatabase('firstprogram')
after(database.drop)

test('the program of the guide, as it is printed, makes an invoice, pays it and verifies a postback', async () => {
  const { source } = readGuides()
    .flatMap(({ guides }) => guides)
    .find(({ name }) => name === 'first-program')!
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-first-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'first.ts')
  writeFileSync(program, /```ts\n(.*?)```/s.exec(source)![1]!)
  const gateway = await startGateway(temporaryHome(), { DATABASE_URL: database.url })
  const env = { PATH: process.env.PATH, ...exampleValues(gateway.sandbox, Math.floor(Date.now() / 1000)) }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: folder, env, timeout: 120_000 })
  const [invoice, paid, told] = stdout.split('\n')
  assert.match(invoice!, /^An invoice of 125\.50: http:\S+\/quickinvoice\/\?id=\w+$/)
  assert.equal(paid, 'It is paid.')
  assert.match(told!, /^A genuine postback: (?:CREATE|UPDATE) of transaction \w+$/)
})
