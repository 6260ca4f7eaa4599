import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { backup } from '../../src/cli/backup/backup.ts'
import { restore } from '../../src/cli/backup/restore.ts'
import { processorHttp } from '../../src/processors/http.ts'
import { type Json, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { authorizenetPlace, stripePlace, worldpayPlace } from '../support/connector-places.ts'
import { createTestDatabase } from '../support/database.ts'
import { operatorOf } from '../support/operator.ts'
import { ownProduct } from '../support/payments.ts'
import { run, startGateway, temporaryHome, until } from '../support/process.ts'
import { allowsFault } from '../support/server-faults.ts'

/**
 * Takes a backup, charges three recurrings at three processors, restores the backup, and runs the restored gateway one
 * day later. The processors keep the charges.
 */
const DAY = 86_400
allowsFault(503, 'on a busy machine a job may exceed the limit of a statement; it runs again')
let now = () => Math.floor(Date.now() / 1000)
const places = {
  authorizenet: await authorizenetPlace(() => now()),
  stripe: await stripePlace(() => now()),
  'worldpay-cnp': await worldpayPlace(() => now()),
}
type Name = keyof typeof places
const names = Object.keys(places) as Name[]
const http = processorHttp({ allow_loopback: true })
const connectors = Object.fromEntries(names.map(name => [name, places[name].connect(http)]))
const t = await testApp('restored', { connectors })
now = () => t.clock.seconds()
const folder = mkdtempSync(join(tmpdir(), 'tollgate-restored-'))
const restored = await createTestDatabase('empty', mkdtempSync(join(folder, 'no-migrations-')))
await restored.database.run('drop table schema_migration')
after(async () => {
  http.close()
  await t.close()
  await restored.drop()
  for (const { host } of Object.values(places)) await host.close()
  rmSync(folder, { recursive: true })
})

/** Returns how often a processor charged its recurring. */
const charges = (name: Name): number =>
  places[name].movements().filter(({ moved, on }) => on === null && moved === 7777).length

const newYork = (): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('America/New_York')

const gateways: Awaited<ReturnType<typeof startGateway>>[] = []
after(async () => {
  for (const gateway of gateways) await gateway.end()
})

test('G60 after a restore, reconcile lists what the processors have, and refuses until a person has seen it', async () => {
  const { location_id, contact_id } = t.merchants[0]
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' } as const
  const { id: account_vault_id } = await t.api.accountvaults.create({ location_id, contact_id, ...card })
  const start = newYork().toPlainDate().add({ days: 1 })
  const plan = { transaction_amount: '77.77', interval: '1', interval_type: 'm', start_date: start.toString() } as const
  for (const name of names) {
    const product_transaction_id = await ownProduct(t, { title: name })
    const { settings, secrets } = places[name]
    await connectProducts(t, { connector: name, settings, secrets }, [product_transaction_id])
    const made: Json = { location_id, account_vault_id, product_transaction_id, ...plan }
    await t.api.recurrings.create(made)
    // An order before the backup gives reconcile something to compare.
    const sale = { ...card, action: 'sale', transaction_amount: '10.00', product_transaction_id } as const
    assert.equal((await t.api.transactions.create(sale)).status_id, 101)
  }
  const file = join(folder, 'plain.tar.gz')
  await operatorOf(t).run(backup(['--to', file]))

  const due = start.toZonedDateTime({ timeZone: 'America/New_York', plainTime: '06:10' }).epochMilliseconds
  await t.clock.moveTo(Math.ceil(due / 1000), t.app.worker)
  assert.deepEqual(names.map(charges), [1, 1, 1])

  const home = temporaryHome()
  cpSync(join(t.home, 'keyring.json'), join(home, 'keyring.json'))
  cpSync(join(t.home, 'sandbox.json'), join(home, 'sandbox.json'))
  const env = { TOLLGATE_HOME: home, DATABASE_URL: restored.url }
  await operatorOf(t, env).run(restore(['--from', file]))
  const compared = await run('src/cli/main.ts', env, ['reconcile'])
  assert.equal(compared.code, 1)
  assert.match(compared.stdout, /2 orders that the processor approved are not stored here/)
  assert.equal(compared.stdout.match(/ sale 77\.77 /g)?.length, 2)
  assert.match(compared.stdout, /the processor worldpay-cnp cannot say what it knows/)
  assert.match(compared.stderr, /what worldpay-cnp took since the backup has to be compared with its own report/)
  const accepted = await run('src/cli/main.ts', env, ['reconcile', '--accept'])
  assert.equal(accepted.code, 0, accepted.stderr)

  const at = due / 1000 + DAY + 3600
  now = () => at
  const gateway = await startGateway(home, env)
  gateways.push(gateway)
  const moved = await gateway.call('POST', '/sandbox/clock', { now: Math.ceil(at) })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
})

test('G60 the restored gateway asks first: each charge is made once, and recorded as approved', async () => {
  const recorded = await until(
    () => restored.database.query('select outcome, status_id from transaction where recurring_id is not null'),
    rows => rows.length === names.length && rows.every(({ outcome }) => outcome !== 'pending'),
  )
  const approved = { outcome: 'approved', status_id: 101 }
  assert.deepEqual(recorded, [approved, approved, approved])
  assert.deepEqual(names.map(charges), [1, 1, 1])
})
