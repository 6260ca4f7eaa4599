/**
 * The gateway and its commands as processes, seen from outside. Never: what a test inside one process covers as well.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { leftBehind, run, startGateway, temporaryHome } from '../support/process.ts'

const home = temporaryHome()
const database = await createTestDatabase('refusals')
const other = await createTestDatabase('refusals')
/** Off loopback a sandbox makes a password and tells it, which is a line of its own. */
const ELSEWHERE = { HOST: '203.0.113.5', TOLLGATE_SANDBOX_PASSWORD: 'not-a-password-of-anybody' }
after(async () => {
  await database.drop()
  await other.drop()
})

/**
 * A start that must fail: one line for the operator, no stack trace, an exit code for scripts, nothing left running.
 */
async function refused(settings: Record<string, string>, says: RegExp): Promise<void> {
  const { code, stdout, stderr } = await run('src/main.ts', { TOLLGATE_HOME: home, ...settings })
  assert.match(stderr, /^tollgate: [^\n]+\n$/)
  assert.match(stderr, says)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.deepEqual(leftBehind(settings.TOLLGATE_HOME ?? home), [])
}

test('a setting that makes no sense is one line, before anything is touched', async () => {
  await refused({ PORT: '80 80' }, /PORT must be a whole number from 0 to 65535/)
})

test('a home that is a file is one line', async () => {
  const file = join(home, 'file')
  writeFileSync(file, '')
  await refused({ TOLLGATE_HOME: file }, /TOLLGATE_HOME .*file cannot be used: it is not a folder/)
})

test('a database that cannot be reached is one line without its password', async () => {
  const DATABASE_URL = 'postgres://gate:hidden-word@127.0.0.1:1/gate'
  await refused({ DATABASE_URL }, /^(?!.*hidden-word)tollgate: PostgreSQL does not answer: .*ECONNREFUSED/)
})

test('a database that is not there is one line', async () => {
  const url = new URL(database.url)
  url.pathname = '/nowhere'
  await refused({ DATABASE_URL: url.href }, /database "nowhere" does not exist/)
})

test('a port in use and an address of another machine are one line, and the next start finds everything in order', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const PORT = String((holder.address() as { port: number }).port)
  const DATABASE_URL = database.url
  await refused({ DATABASE_URL, PORT }, /port \d+ on 127\.0\.0\.1 is in use; set PORT to another one/)
  holder.close()
  await refused({ DATABASE_URL, ...ELSEWHERE }, /cannot listen on 203\.0\.113\.5/)
  const gateway = await startGateway(home, { DATABASE_URL })
  assert.equal((await gateway.call('GET', '/readyz')).status, 200)
  assert.equal((await gateway.end()).code, 0)
})

test('a start that fails says nothing of requests in flight, however long its parts take to close', async () => {
  // Every limit of a second has passed at once, as on a machine that is busy.
  const hurried = join(home, 'hurried.mjs')
  const script = 'globalThis.setTimeout = (work, ms, ...args) => wait(work, ms === 1000 ? 0 : ms, ...args)'
  writeFileSync(hurried, `const wait = setTimeout\n${script}\n`)
  const NODE_OPTIONS = `--import=${hurried}`
  await refused({ DATABASE_URL: database.url, ...ELSEWHERE, NODE_OPTIONS }, /cannot listen on 203\.0\.113\.5/)
})

test('a key ring that is missing, open to others or of another installation does not open the database', async () => {
  const elsewhere = join(home, 'elsewhere')
  mkdirSync(elsewhere)
  const own = await startGateway(elsewhere, { DATABASE_URL: other.url })
  await own.end()
  const empty = join(home, 'empty')
  mkdirSync(empty)
  const settings = { DATABASE_URL: database.url, TOLLGATE_HOME: empty }
  await refused(settings, /keyring\.json: it is missing/)
  writeFileSync(join(empty, 'keyring.json'), '{}', { mode: 0o644 })
  await refused(settings, /keyring\.json: group or others have permissions on it/)
  copyFileSync(join(elsewhere, 'keyring.json'), join(home, 'keyring.json'))
  await refused({ DATABASE_URL: database.url }, /keyring\.json does not belong to this database/)
})

test('a database that is newer than the code is one line', async () => {
  await other.owner.run(`insert into schema_migration (id, name, checksum) values (9999, '9999_future', 'x')`)
  await refused({ DATABASE_URL: other.url }, /the database is newer than this code: it has migration 9999_future/)
})
