import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { cardSale, run, startGateway, temporaryHome } from '../support/process.ts'

const home = temporaryHome()
const database = await createTestDatabase('key_service')
after(database.drop)
const program = join(home, 'kms.mjs')
const away = join(home, 'away')
/** A stand-in for a key management service; it fails while the file `away` is there. */
writeFileSync(
  program,
  `import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
const flip = text => Buffer.from(Buffer.from(text, 'base64').map(byte => byte ^ 0x5a)).toString('base64')
if (existsSync(${JSON.stringify(away)})) process.exit(1)
for await (const line of createInterface({ input: process.stdin })) {
  const { id, bytes } = JSON.parse(line)
  console.log(JSON.stringify({ id, kek: 'flip', bytes: flip(bytes) }))
}
`,
)
const TOLLGATE_KEY_SERVICE = `exec:${process.execPath} ${program}`
const settings = { TOLLGATE_HOME: home, DATABASE_URL: database.url, TOLLGATE_KEY_SERVICE }
const command = async (...args: string[]) => {
  const { code, stdout, stderr } = await run('src/cli/main.ts', settings, args)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return stdout
}
const ringFile = join(home, 'keyring.json')
const ring = () => JSON.parse(readFileSync(ringFile, 'utf8'))

test('a gateway behind a key service pays, rotates and retires while it runs, and all of it is in the audit trail', async () => {
  const gateway = await startGateway(home, settings)
  const { location_id } = gateway.sandbox.merchants[0]!
  assert.equal(ring().version, 2)
  const card = { location_id, payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' }
  const kept = await gateway.call('POST', '/v2/accountvaults', { accountvault: card })
  assert.equal(kept.status, 201, JSON.stringify(kept.body))
  const [first] = ring().wrapping_keys
  await assert.rejects(command('keyring', 'retire', '--key', first.id), /rotate-keys|is the one that seals/)
  assert.match(await command('rotate-keys'), /Done: \d+ values are under key/)
  assert.match(await command('keyring', 'retire', '--key', first.id), /is retired/)
  assert.deepEqual(
    ring().wrapping_keys.map(({ state }: { state: string }) => state),
    ['retired', 'active'],
  )
  const stored = {
    account_vault_id: kept.body.accountvault.id,
    transaction_amount: '1.00',
    action: 'sale',
    location_id,
    payment_method: 'cc',
  }
  const paid = await gateway.call('POST', '/v2/transactions', { transaction: stored })
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.equal((await cardSale(gateway, '2.00')).status, 201)
  assert.equal((await gateway.end()).code, 0)
  const events = await database.database.query<{ verb: string }>(
    `select verb from event where noun = 'key_ring' order by xid, id`,
  )
  assert.deepEqual(
    events.map(({ verb }) => verb),
    ['rotated', 'retired'],
  )
})

test('a start without the key service is one line that names the ring and nothing of a key', async () => {
  writeFileSync(away, '')
  const { code, stderr } = await run('src/main.ts', settings)
  rmSync(away)
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^tollgate: Key ring .*keyring\.json: the key service (left a question without an answer|does not answer.*)\n$/,
  )
  const { stderr: unset } = await run('src/main.ts', { ...settings, TOLLGATE_KEY_SERVICE: '' })
  assert.match(unset, /its keys are wrapped by a key service: set TOLLGATE_KEY_SERVICE/)
})

test('two people read the ring together, and one of them alone does not', async () => {
  const [clear, alice, bob, carol, again] = ['clear', 'alice', 'bob', 'carol', 'again'].map(name =>
    join(home, name),
  ) as [string, string, string, string, string]
  await command('keyring', 'unwrap', '--to', clear)
  await command('keyring', 'split', '--from', clear, '--to', alice, '--to', bob, '--to', carol)
  await command('keyring', 'join', '--from', carol, '--from', alice, '--to', again)
  assert.equal(readFileSync(again, 'utf8'), readFileSync(clear, 'utf8'))
  const [noted] = await database.database.query(`select verb from event where noun = 'key_ring' and verb = 'unwrapped'`)
  assert.ok(noted)
  const key = JSON.parse(readFileSync(clear, 'utf8')).wrapping_keys[0].key
  for (const share of [alice, bob, carol]) assert.ok(!readFileSync(share, 'utf8').includes(key))
  const alone = await run('src/cli/main.ts', settings, [
    'keyring',
    'join',
    '--from',
    bob,
    '--from',
    bob,
    '--to',
    join(home, 'no'),
  ])
  assert.match(alone.stderr, /the same share twice/)
  assert.ok(!existsSync(join(home, 'no')))
})

const MODULE = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so'].find(path =>
  existsSync(path),
)
const has_token =
  MODULE !== undefined &&
  ['softhsm2-util', 'pkcs11-tool'].every(name => spawnSync(name, ['--help']).error === undefined)

test('the key that wraps the ring may be one of a PKCS#11 device, tried with SoftHSM', {
  skip: !has_token && 'no SoftHSM and OpenSC on this machine',
}, async () => {
  const elsewhere = temporaryHome()
  const tokens = join(elsewhere, 'tokens')
  mkdirSync(tokens)
  const SOFTHSM2_CONF = join(elsewhere, 'softhsm2.conf')
  writeFileSync(SOFTHSM2_CONF, `directories.tokendir = ${tokens}\n`)
  const env = { ...process.env, SOFTHSM2_CONF, TOLLGATE_HSM_PIN: '4711' }
  const quiet = { env, stdio: 'ignore' } as const
  const init = ['--init-token', '--free', '--label', 'tollgate', '--pin', '4711', '--so-pin', '12345678']
  execFileSync('softhsm2-util', init, quiet)
  const login = ['--module', MODULE!, '--token-label', 'tollgate', '--login', '--pin', 'env:TOLLGATE_HSM_PIN']
  execFileSync('pkcs11-tool', [...login, '--keygen', '--key-type', 'AES:32', '--label', 'ring', '--sensitive'], quiet)
  const other = await createTestDatabase('key_device')
  const script = join(import.meta.dirname, '../../deploy/key-service-pkcs11.mjs')
  const device = {
    TOLLGATE_HOME: elsewhere,
    DATABASE_URL: other.url,
    SOFTHSM2_CONF,
    TOLLGATE_HSM_PIN: '4711',
    TOLLGATE_KEY_SERVICE: `exec:${process.execPath} ${script} ${MODULE} tollgate ring`,
  }
  const gateway = await startGateway(elsewhere, device)
  assert.equal((await cardSale(gateway, '3.00')).status, 201)
  const { stdout, code } = await run('src/cli/main.ts', device, ['rotate-keys'])
  assert.deepEqual([code, /Done: \d+ values/.test(stdout)], [0, true])
  assert.equal((await cardSale(gateway, '4.00')).status, 201)
  await gateway.end()
  const { stderr } = await run('src/main.ts', { ...device, TOLLGATE_HSM_PIN: '0815' })
  assert.match(stderr, /^tollgate: Key ring .*: the key service refuses: its own log says why\n$/)
  await other.drop()
})

test('the key of fingerprints is replaced by a command, and not retired within a day', async () => {
  const print = await command('keyring', 'rotate-fingerprints')
  assert.match(print, /Fingerprints are made under key [0-9a-f]{12} from now on/)
  const [, former = ''] = /keyring retire --key ([0-9a-f]{12})/.exec(print) ?? []
  const early = await run('src/cli/main.ts', settings, ['keyring', 'retire', '--key', former, '--at-once'])
  assert.match(early.stderr, /of a day are told from new ones by the earlier key: wait until/)
  const twice = await command('keyring', 'rotate-fingerprints')
  assert.match(twice, /Done: 0 fingerprints/, 'nothing was left, and no key is added while two are taken')
  const [row] = await database.database.query<{ left: number }>(
    `select count(*)::int as left from instrument where fingerprint not like 'g02%'`,
  )
  assert.equal(row!.left, 0)
  const events = await database.database.query(`select 1 from event where verb = 'fingerprints_renewed'`)
  assert.ok(events.length >= 3, 'of the installation and of each merchant')
})
