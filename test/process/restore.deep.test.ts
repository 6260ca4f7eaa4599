/**
 * The rehearsal: payments, a backup under load, more payments, a restore elsewhere, the comparison with the
 * processor, and further business. The processor's ledger is kept, because a real processor is not restored.
 */
import assert from 'node:assert/strict'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Json } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'
import { debitBody } from '../support/payments.ts'
import { cardSale, run, startGateway, temporaryHome, until } from '../support/process.ts'

const [home, elsewhere] = [temporaryHome(), temporaryHome()]
const folder = mkdtempSync(join(tmpdir(), 'tollgate-backups-'))
after(() => rmSync(folder, { recursive: true }))
const database = await createTestDatabase('restore')
after(database.drop)
const settings = { TOLLGATE_HOME: home, DATABASE_URL: database.url }
const there = { TOLLGATE_HOME: elsewhere }
const command = (env: Record<string, string>, ...args: string[]) => run('src/cli/main.ts', env, args)
const identity = join(folder, 'identity.txt')

const gateway = await startGateway(home, settings)
const { location_id, contact_id } = gateway.sandbox.merchants[0]!
const made = async (path: string, body: Json): Promise<Json> => {
  const answer = await gateway.call('POST', path, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const sold = async (amount: string): Promise<string> => (await cardSale(gateway, amount)).body.transaction.id
const ledger = async (from = gateway): Promise<string[]> =>
  (await from.call('GET', '/sandbox/ledger')).body.entries.map((entry: { reference: string }) => entry.reference)
/** The references of one section of what `reconcile` prints. */
const listed = (printed: string, title: RegExp): string[] =>
  (printed.split(/^(?! )/m).find(section => title.test(section)) ?? '')
    .split('\n')
    .slice(1)
    .flatMap(line => /[0-9a-f]{24}/.exec(line)?.[0] ?? [])

let before: string[] = []
const during: string[] = []
let after_backup: string[] = []
let declined = ''
let run_reference = ''
let debit = ''

test('a backup under load holds every payment that was answered before it began', async () => {
  const keys = await command(settings, 'vault-key', '--to', identity)
  assert.equal(keys.code, 0, keys.stderr)
  const recipient = /age1[a-z0-9]+/.exec(keys.stdout)![0]
  const { accountvault } = await made('/v2/accountvaults', {
    accountvault: {
      location_id,
      contact_id,
      payment_method: 'cc',
      account_number: '4111111111111111',
      exp_date: '1249',
    },
  })
  const start_date = Temporal.Now.plainDateISO('America/New_York').add({ days: 2 }).toString()
  const plan = { transaction_amount: '25.00', interval: '1', interval_type: 'm', start_date }
  await made('/v2/recurrings', { recurring: { account_vault_id: accountvault.id, location_id, ...plan } })
  const { quickinvoice } = await made('/v2/quickinvoices', {
    quickinvoice: { location_id, title: 'Hedge', due_date: '2099-01-31', item_list: { Hedge: 80 } },
  })
  const form = new FormData()
  form.append('file[file]', new Blob(['a plan of the hedge']), 'hedge.txt')
  const user = gateway.sandbox.merchants[0]!.user
  const identified = {
    'developer-id': gateway.sandbox.developer_id,
    'user-id': user.user_id,
    'user-api-key': user.user_api_key,
  }
  const upload = await fetch(`${gateway.url}/v2/quickinvoices/${quickinvoice.id}/files`, {
    method: 'POST',
    headers: identified,
    body: form,
  })
  assert.equal(upload.status, 201)
  const { transaction } = await made('/v2/transactions', {
    transaction: debitBody(gateway.sandbox.merchants[0]!.ach_product_transaction_id),
  })
  debit = transaction.id
  before = [await sold('11.00'), await sold('12.00'), debit]

  let running = true
  const load = [1, 2, 3].map(async () => {
    while (running) during.push(await sold('10.00'))
  })
  const { code, stderr, stdout } = await command(settings, 'backup', '--to', folder, '--recipient', recipient)
  running = false
  await Promise.all(load)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.match(stdout, /1 uploaded files/)
  assert.ok(during.length > 3)
})

test('what happens after it is known to the processor alone', async () => {
  const sale = await sold('31.00')
  const refund = await made('/v2/transactions', {
    transaction: {
      action: 'refund',
      payment_method: 'cc',
      previous_transaction_id: before[0],
      location_id,
      transaction_amount: '5.00',
    },
  })
  declined = await sold('6.15')
  after_backup = [sale, refund.transaction.id]
  const known = await ledger()
  const moved = await gateway.call('POST', '/sandbox/clock', { advance: 'P4D' })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  run_reference = (await ledger()).find(reference => !known.includes(reference))!
  assert.ok(run_reference)
  after_backup.push(await sold('32.00'))
  const { body } = await gateway.call('GET', `/v2/transactions/${debit}`)
  assert.ok([132, 133, 134].includes(body.transaction.status_id), 'the debit left in a file')
  assert.equal((await gateway.end()).code, 0)
})

test('restored elsewhere, no gateway starts before the comparison, which lists exactly what came later', async () => {
  const file = join(folder, readdirSync(folder).find(name => name.endsWith('.age'))!)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const without_ring = await command(there, 'restore', '--from', file, '--identity', identity)
  assert.match(without_ring.stderr, /put your copy of it at .*keyring\.json/)
  cpSync(join(home, 'keyring.json'), join(elsewhere, 'keyring.json'))
  const restored = await command(there, 'restore', '--from', file, '--identity', identity)
  assert.deepEqual({ code: restored.code, stderr: restored.stderr }, { code: 0, stderr: '' })
  assert.match(restored.stdout, /every row is as it was written, the audit trail holds, and the key ring fits/)

  const refused = await run('src/main.ts', there)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^tollgate: this database was restored from a backup of .* reconcile\n$/)

  cpSync(join(home, 'processor', 'ledger.jsonl'), join(elsewhere, 'processor', 'ledger.jsonl'), { recursive: true })
  const compared = await command(there, 'reconcile')
  assert.equal(compared.code, 1)
  assert.match(compared.stderr, /differences: docs\/backup\.md .* decide with --bank-payments send or hold/)
  assert.deepEqual(listed(compared.stdout, /bank payments? would leave/), [debit])
  const later = listed(compared.stdout, /approved (?:is|are) not stored here/)
  assert.ok(before.every(id => !later.includes(id)))
  // A sale that was in progress during the backup may be on either side, but is on one.
  assert.deepEqual(later.filter(id => !during.includes(id)).toSorted(), [...after_backup, run_reference].toSorted())
  assert.deepEqual(listed(compared.stdout, /declined (?:is|are) not stored here/), [declined])
  assert.doesNotMatch(compared.stdout, /unknown to the processor|known differently/)
  assert.equal((await run('src/main.ts', there)).code, 1)
})

test('accepted, the gateway goes on: nothing is charged twice, and the run it had forgotten finds its own payment', async () => {
  assert.equal((await command(there, 'reconcile', '--accept')).code, 1)
  const accepted = await command(there, 'reconcile', '--accept', '--bank-payments', 'hold')
  assert.deepEqual({ code: accepted.code, stderr: accepted.stderr }, { code: 0, stderr: '' })
  assert.match(accepted.stdout, /the gateway may start/)
  cpSync(join(home, 'sandbox.json'), join(elsewhere, 'sandbox.json'))
  const second = await startGateway(elsewhere, there)
  const known = await ledger(second)
  await second.call('POST', '/sandbox/clock', { advance: 'P4D' })
  assert.deepEqual(await ledger(second), known)
  // A payment that may be at the bank already is not sent again until a person says that it is not.
  const bank_files = () =>
    readdirSync(join(elsewhere, 'bank'), { recursive: true }).filter(name => /\.ach$/.test(String(name)))
  const status = async () => (await second.call('GET', `/v2/transactions/${debit}`)).body.transaction.status_id
  assert.deepEqual([await status(), bank_files().length], [131, 0])
  assert.equal((await command(there, 'reconcile', '--accept', '--bank-payments', 'send')).code, 0)
  await second.call('POST', '/sandbox/clock', { advance: 'P1D' })
  assert.deepEqual([(await status()) > 131, bank_files().length > 0], [true, true])
  // On a busy machine the processor is asked once more than the clock waits for.
  const run_of = () => second.call('GET', `/v2/transactions/${run_reference}`)
  const { body } = await until(run_of, answer => answer.body.transaction.status_id !== 0)
  assert.deepEqual([body.transaction.status_id, body.transaction.transaction_amount], [101, 25])
  // Refunded for five after the backup: the processor gives back no more than it took.
  const refund = {
    action: 'refund',
    payment_method: 'cc',
    previous_transaction_id: before[0],
    location_id,
    transaction_amount: '11.00',
  }
  const again = await second.call('POST', '/v2/transactions', { transaction: refund })
  assert.equal(again.body.transaction.status_id, 301)
  assert.equal((await cardSale(second, '14.00')).body.transaction.status_id, 101)
  const verified = await command(there, 'audit-verify')
  assert.deepEqual({ code: verified.code, stderr: verified.stderr }, { code: 0, stderr: '' })
  assert.equal((await command(there, 'recount')).stdout, 'totals are exact\n')
  assert.equal((await second.end()).code, 0)
})

test('a second restore into it is refused, and so is a backup over a file', async () => {
  const file = join(folder, readdirSync(folder).find(name => name.endsWith('.age'))!)
  const again = await command(there, 'restore', '--from', file, '--identity', identity)
  assert.match(again.stderr, /this database is not empty/)
  writeFileSync(join(folder, 'taken'), '')
  assert.match((await command(there, 'backup', '--to', join(folder, 'taken'))).stderr, /is there already/)
  chmodSync(identity, 0o644)
  const open = await command(there, 'backup-verify', file, '--identity', identity)
  assert.match(open.stderr, /group or others have permissions/)
})
