import assert from 'node:assert/strict'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { run, startGateway, temporaryHome } from '../support/process.ts'

const home = temporaryHome()
const database = await createTestDatabase('commands')
const settings = { TOLLGATE_HOME: home, DATABASE_URL: database.url }
const gateway = await startGateway(home, settings)
after(database.drop)
const { location_id } = gateway.sandbox.merchants[0]!

/** Runs `npm run tollgate -- <args>` beside the running gateway. */
const command = (...args: string[]) => run('src/cli/main.ts', settings, args)

async function refused(says: RegExp, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await command(...args)
  assert.match(stderr, /^tollgate: [^\n]+\n$/)
  assert.match(stderr, says)
  assert.deepEqual({ code, stdout }, { code: stderr.endsWith(' --help)\n') ? 2 : 1, stdout: '' })
}

const merchant = (over: Record<string, string> = {}) =>
  Object.entries({
    '--name': 'Cedar Books',
    '--domain': 'cedar.example',
    '--email': 'ops@cedar.example',
    ...over,
  }).flat()

test('create-root makes a merchant whose administrator works at once', async () => {
  const { code, stdout, stderr } = await command('create-root', ...merchant({ '--tz': 'America/Chicago' }))
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const made = JSON.parse(stdout)
  assert.equal(made.developer_id, gateway.sandbox.developer_id)
  const { body } = await gateway.call('GET', '/v2/locations', undefined, { as: made })
  assert.deepEqual(
    body.locations.map((each: Record<string, unknown>) => [each.id, each.name, each.tz, each.location_api_key]),
    [[made.location_id, 'Cedar Books', 'America/Chicago', made.location_api_key]],
  )
  const tag = await gateway.call(
    'POST',
    '/v2/tags',
    { tag: { location_id: made.location_id, title: 'x' } },
    { as: made },
  )
  assert.equal(tag.status, 201)
  await refused(/the domain cedar\.example belongs to a merchant already/, 'create-root', ...merchant())
})

test('create-root says what it does not understand', async () => {
  await refused(/create-root needs --name .* --domain .* --email/, 'create-root')
  await refused(/--tz must be a time zone/, 'create-root', ...merchant({ '--tz': 'Mars/Base' }))
  await refused(/--email is not a valid email address/, 'create-root', ...merchant({ '--email': 'nobody' }))
  await refused(/--domain must be a host name/, 'create-root', ...merchant({ '--domain': 'ftp://cedar.example' }))
  await refused(/belongs to a merchant already/, 'create-root', ...merchant({ '--domain': 'https://Cedar.example/' }))
})

test('rotate-keys puts every secret under a new key while the gateway runs, which then uses that', async () => {
  const stored = await gateway.call('POST', '/v2/accountvaults', {
    accountvault: { location_id, payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' },
  })
  const { code, stdout } = await command('rotate-keys')
  assert.equal(code, 0)
  const keys = JSON.parse(readFileSync(join(home, 'keyring.json'), 'utf8')).wrapping_keys
  assert.deepEqual(
    keys.map((key: { state: string }) => key.state),
    ['decrypt_only', 'active'],
  )
  assert.match(stdout, new RegExp(`Key ${keys[1].id} is active`))
  const used = await database.database.query('select distinct key_id from instrument')
  assert.deepEqual(used, [{ key_id: keys[1].id }])

  const transaction = { location_id, action: 'sale', payment_method: 'cc', transaction_amount: '11.00' }
  const sale = await gateway.call('POST', '/v2/transactions', {
    transaction: { ...transaction, account_vault_id: stored.body.accountvault.id },
  })
  assert.equal(sale.body.transaction.status_id, 101)
  await refused(/rotate-keys takes no arguments \(see rotate-keys --help\)/, 'rotate-keys', '--now')
  const asked = await command('rotate-keys', '--help')
  assert.deepEqual(
    [asked.code, asked.stderr, asked.stdout.split('\n')[0]],
    [0, '', 'usage: npm run tollgate -- rotate-keys'],
  )
  assert.equal(JSON.parse(readFileSync(join(home, 'keyring.json'), 'utf8')).wrapping_keys.length, keys.length)
})

test('recount corrects the totals of lists and touches nothing that is right', async () => {
  const total = async () => (await gateway.call('GET', '/v2/contacts')).body.meta.pagination.totalCount
  const right = await total()
  await database.database.run(`update tally set records = records + 7 where noun = 'contact'`)
  assert.ok((await total()) > right)
  const { code, stdout } = await command('recount')
  assert.equal(code, 0)
  assert.match(stdout, /^contacts: corrected by -\d+\ntotals are exact\n$/)
  assert.equal(await total(), right)
  assert.equal((await command('recount')).stdout, 'totals are exact\n')
})

test('G33 help is asked for in the usual ways, and calling a command wrongly ends with 2', async () => {
  for (const args of [[], ['help'], ['--help'], ['-h']]) {
    const { code, stdout, stderr } = await command(...args)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    for (const name of ['create-root', 'rotate-keys', 'recount']) assert.ok(stdout.includes(`  ${name}`))
  }
  for (const args of [
    ['restore', '--help'],
    ['help', 'restore'],
    ['restore', '--from', 'x', '-h'],
  ]) {
    const { code, stdout } = await command(...args)
    assert.deepEqual([code, stdout.includes('--identity FILE')], [0, true])
  }
  assert.match((await command('--version')).stdout, /^\d+\.\d+\.\d+\n$/)
  const misspelt = await command('recont')
  assert.deepEqual([misspelt.code, misspelt.stdout], [2, ''])
  assert.match(misspelt.stderr, /^tollgate: there is no command recont \(did you mean recount\?\): see .* --help\n$/)
  await refused(/restore has no option --form \(see restore --help\)/, 'restore', '--form', 'x')
  assert.equal((await command('check-bank-file', '--rewrit')).code, 2)
  const lines = (await command('processor', 'list')).stdout.trimEnd().split('\n')
  for (const line of lines) assert.match(line, /^.+ of .+ \([0-9a-f]{24}\), connector \S+: reachable; 0 unknown$/)
})

test('AUTH-OA-05 AUTH-OA-07 oauth-client registers an integration for the users of every merchant', async () => {
  const named = ['--name', 'Books', '--description', 'Keeps books', '--homepage', 'https://books.example']
  const { code, stdout, stderr } = await command('oauth-client', ...named, '--redirect', 'https://books.example/back')
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const { client_id, client_secret, redirect_uris } = JSON.parse(stdout)
  assert.match(client_secret, /^[0-9a-f]{64}$/)
  const asked = { response_type: 'code', scope: 'api', client_id, redirect_uri: redirect_uris[0] }
  const page = await fetch(`${gateway.url}/o/authrize?${new URLSearchParams(asked)}`)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /Allow Books to use your account/)
  await refused(/oauth-client needs --name/, 'oauth-client')
  await refused(/must be https/, 'oauth-client', ...named, '--redirect', 'http://books.example/back')
})

test('audit-verify finds the trail whole, and the end of a chain that was cut off', async () => {
  const { code, stdout } = await command('audit-verify')
  assert.equal(code, 0)
  assert.match(stdout, /the audit trail holds/)
  const [tree, links] = stdout.split('\n')[0]!.split(' ')
  const heads = join(home, 'heads.txt')
  writeFileSync(heads, stdout)
  assert.equal((await command('audit-verify', '--heads', heads)).code, 0)
  writeFileSync(heads, `${tree} ${links} ${'a'.repeat(64)}\n`)
  const broken = await command('audit-verify', '--heads', heads)
  assert.equal(broken.code, 1)
  assert.match(broken.stderr, new RegExp(`broken at link ${links} of .*not the one that was seen before`))
  await refused(/audit-trim needs --keep-months/, 'audit-trim')
  await refused(/audit-trim needs --keep-months/, 'audit-trim', '--keep-months', '3')
  assert.match((await command('audit-trim', '--keep-months', '12')).stdout, /^0 events taken away/)
})

test('discrepancies --look compares batches and orders now, and fails while something differs or is not explained', async () => {
  const { cc_product_transaction_id } = gateway.sandbox.merchants[0]!
  const { body } = await gateway.call('POST', '/v2/transactions', {
    transaction: {
      payment_method: 'cc',
      action: 'sale',
      transaction_amount: '12.00',
      account_number: '4111111111111111',
      exp_date: '1235',
      product_transaction_id: cc_product_transaction_id,
    },
  })
  const batch = body.transaction.transaction_batch_id
  const settled = await gateway.call('POST', `/v2/transactionbatches/${batch}/settle`)
  assert.equal(settled.body.transactionbatch.processing_status_id, 2)
  const whole = await command('discrepancies', '--look')
  assert.deepEqual([whole.code, whole.stderr], [0, ''])
  assert.match(whole.stdout, /^1 batch fits its payments and the processor's files; .*\nnothing differs\n$/)

  const path = join(home, 'processor', 'settlements', settled.body.transactionbatch.settlement_file_name)
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  const off = await command('discrepancies', '--look')
  assert.equal(off.code, 1)
  assert.match(
    off.stdout,
    new RegExp(
      `\n[0-9a-f]{24} file_missing batch ${batch} at [0-9a-f]{24} since \\S+\n {2}SIM-\\S+\\.csv here, nothing there\n`,
    ),
  )
  assert.equal(off.stderr, 'tollgate: 1 discrepancy is open\n')
  const [found] = JSON.parse((await command('discrepancies', '--json')).stdout)
  assert.deepEqual([found.kind, found.transaction_batch_id], ['file_missing', batch])
  assert.match((await command('discrepancies', '--merchant', 'nobody')).stdout, /^nothing differs/)
  const explained = await command('discrepancies', '--explain', found.id, '--note', 'The processor sends it tomorrow.')
  assert.match(explained.stdout, /is explained/)
  assert.equal((await command('discrepancies', '--look')).code, 0)
  writeFileSync(path, text)
  assert.equal((await command('discrepancies', '--look')).code, 0)
  await refused(/--explain ID needs --note/, 'discrepancies', '--explain', found.id)
  await refused(/there is no discrepancy/, 'discrepancies', '--explain', 'x', '--note', 'y')
})

test('doctor looks at everything, changes nothing, and fails for what has to be mended', async () => {
  // The databases of tests are not kept through a power cut, and the doctor sees that.
  const seen = await command('doctor')
  assert.equal(seen.code, 1)
  const bad = seen.stdout.split('\n').filter(line => line.startsWith('BAD'))
  assert.deepEqual(
    bad.map(line => line.slice(6).split(' ')[0]),
    ['fsync', 'full_page_writes', 'synchronous_commit'],
  )
  assert.match(seen.stderr, /^tollgate: 3 of these have to be mended\n$/)
  for (const says of [
    /ok {4}the key ring fits/,
    /ok {4}the gateway serves by the role tollgate_serving, which owns no table/,
    /ok {4}.* GB free/,
    /ok {4}the database is at the level/,
    /look {2}TOLLGATE_PUBLIC_URL/,
    /ok {4}no work of the night is late/,
    /ok {4}the archive holds 0 payments in [\d.]+ MB/,
  ])
    assert.match(seen.stdout, says)
  renameSync(join(home, 'keyring.json'), join(home, 'away.json'))
  assert.match((await command('doctor')).stdout, /BAD {3}Key ring .*keyring\.json: it is missing/)
  renameSync(join(home, 'away.json'), join(home, 'keyring.json'))
})

test('doctor tells a role that could take the rules of the database away', async () => {
  const { stdout } = await run('src/cli/main.ts', { ...settings, DATABASE_URL: database.owner_url }, ['doctor'])
  assert.match(stdout, /look {2}the gateway serves by the role tollgate, which is a superuser and could take/)
})

test('doctor tells how the last night ended, what it archived, and what is late', async () => {
  const plan = (name: string, next_ts: number, ended_ts: number | null, done: number | null, problem: string | null) =>
    database.database.run(
      `insert into nightly_work (name, next_ts, lease_until, ended_ts, done, problem) values ($1, $2, 0, $3, $4, $5)
         on conflict (name) do update set next_ts = $2, ended_ts = $3, done = $4, problem = $5`,
      [name, next_ts, ended_ts, done, problem],
    )
  await plan('archive old payments', 4_102_444_799, 1_782_000_000, 1234, null)
  await plan('trim logs of messages', 1, 1, 0, 'the disk is full')
  await plan('trim the audit trail', 1, null, null, null)
  const { stdout } = await command('doctor')
  assert.match(stdout, /ok {4}the archive holds 0 payments in [\d.]+ MB; 1234 of them came June 2[01], 2026/)
  assert.match(stdout, /BAD {3}trim logs of messages: the disk is full; it is tried again every quarter of an hour/)
  assert.match(stdout, /look {2}trim the audit trail: due since January 1, 1970/)
  await database.database.run('delete from nightly_work')
})
