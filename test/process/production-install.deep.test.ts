/** A tree with the packages that `npm ci --omit=dev` leaves, and nothing else of ours. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import type { SandboxFile } from '../../sandbox/sandbox-file.ts'
import { createTestDatabase } from '../support/database.ts'
import { temporaryHome } from '../support/process.ts'

const root = join(import.meta.dirname, '../..')
const database = await createTestDatabase('production')
after(database.drop)

const tree = mkdtempSync(join(tmpdir(), 'tollgate-production-'))
after(() => rmSync(tree, { recursive: true, force: true }))

/** Links files instead of copying 300 MB where both places are on one file system. */
function place(path: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  if (spawnSync('cp', ['-al', join(root, path), join(tree, path)]).status === 0) return
  rmSync(join(tree, path), { recursive: true, force: true })
  cpSync(join(root, path), join(tree, path), { recursive: true })
}

test('without packages for development the gateway starts, migrates and takes a sale, and installs nothing', async () => {
  for (const name of ['package.json', 'package-lock.json', 'src', 'sandbox', 'tools', 'docs'])
    cpSync(join(root, name), join(tree, name), { recursive: true, filter: path => !path.endsWith('.test.ts') })
  const installed = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'))
  for (const [path, { dev }] of Object.entries<{ dev?: true }>(installed.packages)) {
    if (dev) delete installed.packages[path]
    else if (path.lastIndexOf('node_modules/') === 0) place(path)
  }
  writeFileSync(join(tree, 'node_modules/.package-lock.json'), JSON.stringify(installed))
  for (const name of ['playwright-core', '@sparticuz', 'typescript', 'authorizenet', 'twilio', 'fast-check'])
    assert.equal(existsSync(join(tree, 'node_modules', name)), false, name)

  const home = temporaryHome()
  const env = { PATH: process.env.PATH, TOLLGATE_HOME: home, DATABASE_URL: database.url, PORT: '0' }
  const gateway = spawn(process.execPath, ['tools/bootstrap.mjs', 'src/main.ts'], {
    cwd: tree,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => gateway.kill('SIGKILL'))
  const [complaints, closed] = [text(gateway.stderr), once(gateway, 'close')]
  const [line] = (await Promise.race([once(createInterface(gateway.stdout), 'line'), closed])) as [unknown]
  const url = /^Tollgate ready at (\S+)$/.exec(String(line))?.[1]
  if (!url) assert.fail(await complaints)
  const { merchants, developer_id } = JSON.parse(readFileSync(join(home, 'sandbox.json'), 'utf8')) as SandboxFile
  const { location_id, user } = merchants[0]!
  const transaction = {
    location_id,
    action: 'sale',
    payment_method: 'cc',
    account_number: '4111111111111111',
    exp_date: '1230',
    transaction_amount: '11.00',
  }
  const answer = await fetch(`${url}/v2/transactions`, {
    method: 'POST',
    headers: {
      'developer-id': developer_id,
      'user-id': user.user_id,
      'user-api-key': user.user_api_key,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ transaction }),
  })
  const body = (await answer.json()) as { transaction: { status_id: number } }
  assert.deepEqual([answer.status, body.transaction?.status_id], [201, 101])
  gateway.kill('SIGTERM')
  assert.equal((await closed)[0], 0)
  assert.equal(await complaints, '')
})
