/** Live mode as processes, from an empty home to the first request. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import {
  leftBehind,
  request,
  run,
  type Started,
  startGateway,
  startProcess,
  temporaryHome,
} from '../support/process.ts'

const database = await createTestDatabase('live')
const trial = await createTestDatabase('live')
after(database.drop)
after(trial.drop)

const LIVE = { TOLLGATE_MODE: 'live', TOLLGATE_PUBLIC_URL: 'https://pay.example.com', TOLLGATE_LOG_LEVEL: 'warn' }
const ROOT = ['create-root', '--name', 'Cedar Books', '--domain', 'pay.cedar.example', '--email', 'ops@cedar.example']

type Settings = Record<string, string>

const command = (settings: Settings, ...args: string[]) => run('src/cli/main.ts', { ...LIVE, ...settings }, args)

/** A start that must fail: one plain line and nothing left running. */
async function refused(settings: Settings, says: RegExp): Promise<void> {
  const { code, stdout, stderr } = await run('src/main.ts', { ...LIVE, ...settings })
  assert.match(stderr, /^tollgate: [^\n]+\n$/)
  assert.match(stderr, says)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.deepEqual(leftBehind(settings.TOLLGATE_HOME!), [])
}

async function done(settings: Settings, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(settings, ...args)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return stdout
}

interface Credentials extends Record<string, string> {
  developer_id: string
  user_id: string
  user_api_key: string
  location_id: string
}

const headersOf = ({ developer_id, user_id, user_api_key }: Credentials) => ({
  'developer-id': developer_id,
  'user-id': user_id,
  'user-api-key': user_api_key,
})

/** Reads the merchant's location, and finds nothing of a sandbox. */
async function serves({ url }: Started, made: Credentials): Promise<void> {
  const { status, body } = await request('GET', `${url}/v2/locations`, undefined, headersOf(made))
  assert.equal(status, 200)
  assert.deepEqual(
    body.locations.map((each: Record<string, unknown>) => [each.id, each.name]),
    [[made.location_id, 'Cedar Books']],
  )
  assert.match(body.locations[0]._links.self.href, /^https:\/\/pay\.example\.com\//)
  const paths = ['/sandbox', '/sandbox/clock', '/sandbox/outbox', '/sandbox/ledger', '/sandbox/bank', '/sandbox/faults']
  for (const path of paths) assert.equal((await fetch(url + path)).status, 404, path)
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
}

/** Has a process write down every module it loads. */
function moduleList(home: string): { settings: Settings; loaded(): string[] } {
  const [hook, list] = [join(home, 'hook.mjs'), join(home, 'modules')]
  const script = `import { appendFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context) } })`
  writeFileSync(hook, script)
  return { settings: { NODE_OPTIONS: `--import=${hook}` }, loaded: () => readFileSync(list, 'utf8').split('\n') }
}

test('from an empty home: key ring, merchant, start, with the embedded database and nothing of a sandbox', async () => {
  const home = temporaryHome()
  const here = { TOLLGATE_HOME: home }
  await refused(
    here,
    /there is no key ring at .*keyring\.json: bring it from its copy, or make one .* keyring create\n/,
  )
  assert.ok(!existsSync(join(home, 'postgres')), 'nothing was made before')
  assert.match((await command(here, ...ROOT)).stderr, /^tollgate: there is no key ring at [^\n]+\n$/)
  assert.match(await done(here, 'keyring', 'create'), /^the key ring is at .*keyring\.json\n/)
  assert.equal(statSync(join(home, 'keyring.json')).mode & 0o777, 0o600)
  assert.match((await command(here, 'keyring', 'create')).stderr, /there is a file at .* already/)
  await refused(here, /there is no merchant yet: make the first one by npm run tollgate -- create-root\n/)

  const made: Credentials = JSON.parse(await done(here, ...ROOT))
  assert.match(made.developer_id, /^[0-9a-f]{12}$/)
  const modules = moduleList(home)
  const gateway = await startProcess(home, { ...LIVE, ...modules.settings })
  await serves(gateway, made)
  assert.equal((await gateway.end()).code, 0)
  const loaded = modules.loaded()
  assert.ok(loaded.some(url => url.endsWith('/src/boot/live.ts')))
  assert.deepEqual(
    loaded.filter(url => /\/(sandbox\/[^/]+|boot\/sandbox\.ts|processors\/simulator)/.test(url)),
    [],
  )
  assert.ok(!existsSync(join(home, 'sandbox.json')) && !existsSync(join(home, 'processor')))
  assert.deepEqual(leftBehind(home), [])

  const again = await startProcess(home, LIVE)
  await serves(again, made)
  await again.end()
})

test('with a database elsewhere and a key ring that a program prints', async () => {
  const home = temporaryHome()
  const stored = join(home, 'stored.json')
  const program = join(home, 'print')
  writeFileSync(program, `#!/bin/sh\nexec cat "$1"\n`)
  chmodSync(program, 0o755)
  const settings = {
    TOLLGATE_HOME: home,
    DATABASE_URL: database.url,
    TOLLGATE_KEYRING: `exec:${program} ${stored}`,
  }
  await refused(settings, /Key ring .*print: the program failed \(exit code 1\)/)
  assert.match((await command(settings, 'keyring', 'create')).stderr, /make one with --to FILE/)
  await done(settings, 'keyring', 'create', '--to', stored)
  const made: Credentials = JSON.parse(await done(settings, ...ROOT, '--developer', 'The shop'))
  const gateway = await startProcess(home, { ...LIVE, ...settings })
  await serves(gateway, made)

  const grown = join(home, 'grown.json')
  await done(settings, 'keyring', 'add-key', '--to', grown)
  const printing = { ...settings, TOLLGATE_KEYRING: `exec:${program} ${grown}` }
  assert.match(await done(printing, 'rotate-keys'), /values are now under key/)
  assert.match((await command(printing, 'rotate-keys')).stderr, /cannot add a key where a program keeps the ring/)
  await gateway.end()
  assert.ok(!existsSync(join(home, 'keyring.json')))
})

test('a sandbox does not open a live database, and live mode none of a sandbox', async () => {
  const home = temporaryHome()
  const settings = { TOLLGATE_HOME: home, DATABASE_URL: trial.url }
  const sandbox = await startGateway(home, { DATABASE_URL: trial.url })
  await sandbox.end()
  await refused(settings, /this database is of a sandbox/)
  assert.match((await command(settings, ...ROOT)).stderr, /this database is of a sandbox/)
  const wrong = { ...settings, DATABASE_URL: database.url, TOLLGATE_MODE: 'sandbox' }
  await refused(wrong, /this database is a live one/)
})

test('live mode has to be told an https address before anything is opened', async () => {
  const home = temporaryHome()
  const says = /^tollgate: TOLLGATE_PUBLIC_URL must be an https address in live mode\n$/
  await refused({ TOLLGATE_HOME: home, TOLLGATE_PUBLIC_URL: '' }, says)
  await refused({ TOLLGATE_HOME: home, TOLLGATE_PUBLIC_URL: 'http://pay.example.com' }, says)
})
