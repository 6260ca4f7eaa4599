import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { encryptTo } from '../../src/cli/age.ts'
import { vaultExport } from '../../src/cli/vault/vault-export.ts'
import { vaultImport } from '../../src/cli/vault/vault-import.ts'
import { vaultKey } from '../../src/cli/vault/vault-key.ts'
import { type Json, testApp } from '../support/app.ts'
import { type Haystack, kept, leaks, type Secret } from '../support/leaks.ts'
import { operatorOf } from '../support/operator.ts'
import { paid } from '../support/payments.ts'
import { bankNumber, cardNumber } from '../support/secret-fields.ts'
import { bankBody, cardBody, storedVault } from '../support/vaults.ts'

const [old, young] = [await testApp('vault_old'), await testApp('vault_new')]
const folder = mkdtempSync(join(tmpdir(), 'tollgate-vault-'))
after(() => old.close())
after(() => young.close())
after(() => rmSync(folder, { recursive: true }))
const [from, to] = [operatorOf(old), operatorOf(young)]
const place = young.merchants[0].location_id
const path = (name: string): string => join(folder, name)
const sure = '--yes-export-card-numbers'
const identity = path('identity.txt')
const recipient = await to.run(vaultKey(['--to', identity]))

const card = cardNumber()
const bank = bankNumber()
const secrets: Secret[] = [
  { name: 'a card number', text: card },
  { name: 'a bank account number', text: bank },
]
const location_id = old.merchants[0].location_id
const contact = await old.api.contacts.create({ location_id, last_name: 'Mover', contact_api_id: 'm-1' })
const moved: Json[] = [
  await storedVault(
    old.api,
    cardBody(location_id, {
      account_number: card,
      contact_id: contact.id,
      title: 'first card',
      account_vault_api_id: 'card-1',
      billing_zip: '14850',
      account_holder_name: 'Pat Mover',
    }),
  ),
  await storedVault(old.api, bankBody(location_id, { account_number: bank, account_vault_api_id: 'bank-1' })),
]

const exported = (...more: string[]) => from.run(vaultExport(['--recipient', recipient, ...more]))
const imported = (ids: string, file = path('vault.age'), at = place, key = identity) =>
  to.run(vaultImport(['--from', file, '--identity', key, '--location', at, '--ids', path(ids)]))
const count = async (): Promise<number> =>
  Number((await young.db.query<{ count: number }>('select count(*) as count from accountvault'))[0]!.count)

test('an export wants to be told that it writes card numbers, and for whom', async () => {
  assert.throws(() => vaultExport(['--location', 'all', '--recipient', recipient, '--to', path('x')]), /--yes-export/)
  assert.throws(
    () => vaultExport(['--location', 'all', '--recipient', 'age1cut', '--to', path('x'), sure]),
    /recipient/,
  )
  assert.throws(() => vaultExport(['--location', 'all', '--to', path('x'), sure]), /needs --location/)
  await assert.rejects(exported('--location', 'f'.repeat(24), '--to', path('x'), sure), /there is no location f+/)
  assert.deepEqual(readdirSync(folder), ['identity.txt'])
  assert.equal(statSync(identity).mode & 0o777, 0o600)
})

test('PCI 10.2.1.1 an export is in the audit trail, and so is every number that was opened for it', async () => {
  const said = await exported('--location', location_id, '--to', path('vault.age'), sure)
  assert.match(said, /holds \d+ accounts for age1/)
  assert.equal(statSync(path('vault.age')).mode & 0o777, 0o600)
  const events = await old.db.query<{ noun: string; changes: Json; record_id: string }>(
    `select noun, record_id, changes from event where verb = 'revealed' and method = 'operator' order by id`,
  )
  assert.equal(events[0]?.noun, 'vault_export')
  assert.equal(events[0]?.changes.recipient, recipient)
  assert.equal(events.filter(({ noun }) => noun === 'instrument').length, events[0]?.changes.accountvaults)
  await assert.rejects(exported('--location', location_id, '--to', path('vault.age'), sure), /is there already/)
})

test('imported under another key ring, accounts keep what they are called and can pay', async () => {
  await young.api.contacts.create({ location_id: place, last_name: 'Mover', contact_api_id: 'm-1' })
  const said = await imported('ids.tsv')
  assert.match(said, /^\d+ accounts? stored, 0 were here already/)
  const ids = new Map(
    readFileSync(path('ids.tsv'), 'utf8')
      .split('\n')
      .map(line => line.split('\t') as [string, string]),
  )
  const shown = (api: typeof old.api, id: string): Promise<Json> => api.accountvaults.get(id, { expand: ['contact'] })
  for (const was of moved) {
    const [before, now] = [await shown(old.api, was.id), await shown(young.api, ids.get(was.id)!)]
    assert.equal(now.contact?.contact_api_id, before.contact?.contact_api_id)
    assert.equal(now.location_id, place)
    const own = ['id', 'location_id', 'contact_id', 'contact', 'created_ts', 'modified_ts', '_links']
    for (const name of Object.keys(before)) if (!own.includes(name)) assert.deepEqual(now[name], before[name], name)
  }
  const pay = (account_vault_id: string, over: Json) =>
    paid(young.api, { location_id: place, account_vault_id, transaction_amount: '11.00', ...over })
  const sale = await pay(ids.get(moved[0].id)!, { action: 'sale', payment_method: 'cc' })
  assert.equal(sale.status_id, 101)
  const { ach_product_transaction_id: product_transaction_id } = young.merchants[0]
  await pay(ids.get(moved[1].id)!, { action: 'debit', payment_method: 'ach', product_transaction_id })
  const [ring] = await young.db.query<{ keys: number }>('select count(distinct key_id) as keys from instrument')
  assert.equal(Number(ring?.keys), 1)
})

test('imported twice adds nothing and gives the same ids; at another location it is another import', async () => {
  const before = await count()
  const said = await imported('again.tsv')
  assert.match(said, /^0 accounts? stored, \d+ (?:was|were) here already/)
  assert.equal(await count(), before)
  assert.equal(readFileSync(path('again.tsv'), 'utf8'), readFileSync(path('ids.tsv'), 'utf8'))
  await Promise.all([
    imported('one.tsv', path('vault.age'), young.merchants[1].location_id),
    imported('two.tsv', path('vault.age'), young.merchants[1].location_id),
  ])
  assert.equal(await count(), before + readFileSync(path('ids.tsv'), 'utf8').trim().split('\n').length - 1)
})

test('an api id that another account has here is left out and told; the same account under it is that one', async () => {
  const api = old.merchants[1]
  const other = old.stranger
  const third = await storedVault(
    other,
    cardBody(api.location_id, { account_number: cardNumber(), account_vault_api_id: 'card-1' }),
  )
  const same = await storedVault(
    other,
    bankBody(api.location_id, { account_number: bank, account_vault_api_id: 'bank-1' }),
  )
  await exported('--location', api.location_id, '--to', path('other.age'), sure)
  const before = await count()
  await assert.rejects(
    imported('conflict.tsv', path('other.age')),
    new RegExp(`1 account was left out, .*: ${third.id}$`),
  )
  const lines = readFileSync(path('conflict.tsv'), 'utf8').split('\n')
  assert.ok(lines.includes(`${third.id}\t`))
  const [known] = readFileSync(path('ids.tsv'), 'utf8')
    .split('\n')
    .filter(line => line.startsWith(moved[1].id))
  assert.ok(lines.includes(`${same.id}\t${known!.split('\t')[1]}`))
  assert.ok((await count()) - before <= lines.length - 4)
})

test('a file that was changed or cut off, or is for somebody else, is refused whole', async () => {
  const bytes = readFileSync(path('vault.age'))
  const before = await count()
  const place_two = (await Array.fromAsync(young.api.locations.list()))[0]!.id
  for (const [name, content] of [
    ['changed', Buffer.concat([bytes.subarray(0, -20), Buffer.from([bytes.at(-20)! ^ 1]), bytes.subarray(-19)])],
    ['cut', bytes.subarray(0, -30)],
    ['headless', bytes.subarray(60)],
  ] as const) {
    writeFileSync(path(name), content)
    await assert.rejects(imported(`${name}.tsv`, path(name), place_two), { message: new RegExp(`${name}: `) })
  }
  await to.run(vaultKey(['--to', path('stranger.txt')]))
  await assert.rejects(
    imported('s.tsv', path('vault.age'), place_two, path('stranger.txt')),
    /encrypted for somebody else/,
  )
  chmodSync(path('stranger.txt'), 0o640)
  await assert.rejects(imported('s.tsv', path('vault.age'), place_two, path('stranger.txt')), /chmod 600/)
  assert.equal(await count(), before)
  assert.deepEqual(
    readdirSync(folder).filter(name => name.endsWith('.draft')),
    [],
  )
})

test('G83 an account that cannot be stored is named before the first one is stored', async () => {
  const account = { payment_method: 'cc', account_number: card, exp_date: '1235', account_holder_name: null }
  const good = { id: 'theirs-1', location_id: 'x', contact: null, account, fields: {} }
  const token = { payment_method: 'cc', token: 'x'.repeat(513), exp_date: '1235', account_holder_name: null }
  const bad: [line: Json, says: RegExp][] = [
    [null, /line 3: it is no account$/],
    [{ ...good, fields: null }, /theirs-1: it is no account$/],
    [{ ...good, id: 'a\u0000b' }, /line 3: it is no account$/],
    [{ ...good, id: 'x'.repeat(37) }, /line 3: it is no account$/],
    [
      { ...good, contact: { contact_api_id: { a: 1 } } },
      /theirs-1: its contact has no contact_api_id that can be read$/,
    ],
    [{ ...good, account: token }, /theirs-1: what it is paid with is not complete$/],
    [{ ...good, account: { ...account, account_holder_name: '\ud800' } }, /what it is paid with is not complete$/],
  ]
  const head = { format: 'tollgate-vault', version: 1, source: 'a'.repeat(32), taken: '2030-01-01T00:00:00Z' }
  const before = await count()
  const write = async (...lines: string[]) => {
    const text = [JSON.stringify(head), JSON.stringify(good), ...lines].join('\n')
    writeFileSync(path('hand.age'), await buffer(await encryptTo(recipient, Readable.from([Buffer.from(text)]))))
  }
  for (const [line, says] of bad) {
    await write(JSON.stringify(line), '{"accountvaults":2}', '')
    await assert.rejects(imported('hand.tsv', path('hand.age')), says)
  }
  await write('x'.repeat(1024 * 1024 + 1))
  await assert.rejects(imported('hand.tsv', path('hand.age')), /: a line of it is too long$/)
  assert.equal(await count(), before)
})

test('no number is on disk, in the log, in the database or in what was printed', async () => {
  const files: Haystack[] = readdirSync(folder).map(name => ({
    place: name,
    kind: 'kept',
    text: readFileSync(path(name), 'latin1'),
  }))
  const printed: Haystack = {
    place: 'what was printed',
    kind: 'kept',
    text: [...from.printed, ...to.printed].join('\n'),
  }
  assert.deepEqual(leaks(secrets, [...files, printed, ...(await kept(old)), ...(await kept(young))]), [])
})
