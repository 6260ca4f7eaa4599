/** Live mode as processes, from an empty home to the first request. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { LOCALHOST } from '../support/localhost-certificate.ts'
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

test('doctor goes through what real money needs, says what is missing and what to do, and changes nothing', async () => {
  const home = temporaryHome()
  const here = { TOLLGATE_HOME: home, TOLLGATE_PUBLIC_URL: 'https://localhost:1' }
  await done(here, 'keyring', 'create')
  const made: Credentials = JSON.parse(await done(here, ...ROOT))
  const gateway = await startProcess(home, { ...LIVE, ...here })
  const producttransaction = {
    location_id: made.location_id,
    title: 'Cards',
    payment_method: 'cc',
    processor: 'zgate',
    industry_type: 'ecommerce',
  }
  const created = await request(
    'POST',
    `${gateway.url}/v2/producttransactions`,
    { producttransaction },
    headersOf(made),
  )
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const bare = await command(here, 'doctor')
  assert.equal(bare.code, 1)
  assert.match(bare.stderr, /^tollgate: \d+ of these have to be mended\n$/)
  for (const says of [
    /^ok {4}the key ring fits/m,
    /^ok {4}the active key is 0 days old$/m,
    /^look {2}no copy of the key ring was shown: doctor --keyring-copy FILE/m,
    /^look {2}no folder of backups was named: doctor --backups FOLDER/m,
    /^missing {2}localhost cannot be reached with a valid certificate \(ECONNREFUSED\): see to/m,
    /^missing {2}TOLLGATE_TRUST_PROXY is not 1/m,
    /^missing {2}SMTP_URL is not set/m,
    /^missing {2}TOLLGATE_NOTICE_EMAIL is not set/m,
    /^missing {2}TOLLGATE_METRICS_TOKEN is not set/m,
    /^look {2}the database is the embedded one/m,
    /^ok {4}1 merchant$/m,
    /^look {2}operators and administrators without a second factor: \w+ \([0-9a-f]{24}\); second_factor_of asks for it$/m,
    /^missing {2}1 active products for cards have no processor: npm run tollgate -- processor set$/m,
    /^ok {4}no product needs a bank/m,
  ])
    assert.match(bare.stdout, says)

  const product = created.body.producttransaction.id as string
  const card = {
    payment_method: 'cc',
    account_number: '4111111111111111',
    exp_date: '1235',
    transaction_amount: '1.00',
  }
  const sale = { transaction: { ...card, action: 'sale', product_transaction_id: product } }
  const unconnected = await request('POST', `${gateway.url}/v2/transactions`, sale, headersOf(made))
  assert.equal(unconnected.status, 422)
  assert.match(JSON.stringify(unconnected.body), /has no account at a processor yet/)
  const account = join(home, 'account.json')
  writeFileSync(account, JSON.stringify({ login_id: 'cedarbooks', transaction_key: 'hidden-word-1234' }))
  const place = ['--product', product, '--connector', 'authorizenet', '--settings', account]
  assert.doesNotMatch(await done(here, 'processor', 'set', ...place), /hidden-word/)
  writeFileSync(account, JSON.stringify({ url: 'http://127.0.0.1:9/', login_id: 'x', transaction_key: 'y' }))
  assert.match((await command(here, 'processor', 'set', ...place)).stderr, /^tollgate: .*https/)

  const [copy, backups] = [join(home, 'copy.json'), temporaryHome()]
  await done(here, 'keyring', 'create', '--to', copy)
  const proxy = createServer(LOCALHOST, (_request, response) => response.end()).listen(0, 'localhost')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  writeFileSync(join(home, 'ca.pem'), LOCALHOST.cert)
  const settings = {
    ...here,
    TOLLGATE_PUBLIC_URL: `https://localhost:${port}`,
    NODE_EXTRA_CA_CERTS: join(home, 'ca.pem'),
    TOLLGATE_TRUST_PROXY: '1',
    SMTP_URL: 'smtp://127.0.0.1:25',
    TOLLGATE_NOTICE_EMAIL: 'ops@cedar.example',
    TOLLGATE_METRICS_TOKEN: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  }
  writeFileSync(join(home, 'sandbox.json'), '{}')
  const looked = await command(settings, 'doctor', '--backups', backups, '--keyring-copy', copy)
  assert.match(looked.stdout, /^missing {2}.*copy\.json is a copy of another key ring$/m)
  assert.match(looked.stdout, /^missing {2}there is no backup in /m)
  assert.match(looked.stdout, /^ok {4}https:\/\/localhost:\d+ answers$/m)
  assert.match(looked.stdout, /^ok {4}the certificate of localhost is valid for \d{5} days$/m)
  const stranger = await command({ ...settings, NODE_EXTRA_CA_CERTS: '' }, 'doctor')
  assert.match(stranger.stdout, /^missing {2}localhost cannot be reached with a valid certificate \(\w*SELF_SIGNED/m)
  proxy.close()
  assert.match(looked.stdout, /^BAD {3}.*sandbox\.json is of a sandbox/m)
  assert.match(looked.stdout, /^BAD {3}TOLLGATE_METRICS_TOKEN can be guessed$/m)
  assert.match(looked.stdout, /^ok {4}every active product for cards has a processor$/m)
  assert.doesNotMatch(looked.stdout, /SMTP_URL is not set|NOTICE_EMAIL is not set|TRUST_PROXY is not/)

  await done(here, 'backup', '--to', backups)
  copyFileSync(join(home, 'keyring.json'), copy)
  const kept = await command(settings, 'doctor', '--backups', backups, '--keyring-copy', copy)
  assert.match(kept.stdout, /^ok {4}the copy of the key ring is complete$/m)
  assert.match(kept.stdout, /^ok {4}the newest backup is 0 hours old$/m)
  assert.match(kept.stdout, /^ok {4}no product uses a test key or a test address$/m)
  const of_test = [
    ['stripe', 'secret_key', { secret_key: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc' }],
    [
      'authorizenet',
      'url',
      { url: 'https://apitest.authorize.net/xml/v1/request.api', login_id: 'x', transaction_key: 'y' },
    ],
    [
      'worldpay-cnp',
      'url',
      {
        url: 'https://payments.vantivprelive.com/vap/communicator/online',
        ...{ merchant_id: '01', user: 'u', password: 'p' },
      },
    ],
  ] as const
  for (const [connector, setting, given] of of_test) {
    writeFileSync(account, JSON.stringify(given))
    await done(here, 'processor', 'set', '--product', product, '--connector', connector, '--settings', account)
    const { stdout } = await command(settings, 'doctor')
    const says = new RegExp(
      `^missing {2}a test key or test address moves no money: ${product} \\(${connector} ${setting}\\): `,
      'm',
    )
    assert.match(stdout, says)
    assert.doesNotMatch(stdout, /4eC39HqLyjWDarjtT1zdp7dc/)
  }
  await done(here, 'rotate-keys')
  const older = await command(settings, 'doctor', '--keyring-copy', copy)
  assert.match(older.stdout, /^missing {2}a test key or test address moves no money: /m, 'under the new key as well')
  assert.match(older.stdout, /^missing {2}the copy of the key ring lacks 1 key/m)
  assert.equal((await gateway.end()).code, 0)
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
  const { stdout } = await command(printing, 'doctor')
  assert.match(stdout, /^ok {4}the database is at a socket of this machine$/m)
  assert.match(stdout, /^ok {4}the key ring fits/m)
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
