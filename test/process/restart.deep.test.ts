import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { findRunning } from '../../sandbox/sidecar/endpoint.ts'
import { cardSale, type Gateway, leftBehind, startGateway, temporaryHome, until } from '../support/process.ts'
import { allowsFault } from '../support/server-faults.ts'

const home = temporaryHome()

const contactsOf = async (gateway: Gateway) =>
  (await gateway.call('GET', '/v2/contacts?sort=last_name')).body.contacts.map(
    (contact: { last_name: string }) => contact.last_name,
  )

async function addContact(gateway: Gateway, last_name: string): Promise<void> {
  const { location_id } = gateway.sandbox.merchants[0]!
  const { status } = await gateway.call('POST', '/v2/contacts', { contact: { location_id, last_name } })
  assert.equal(status, 201)
}

test('a killed gateway leaves database, processor and terminals running, and the next start adopts both with all data', async () => {
  const first = await startGateway(home)
  await addContact(first, 'Before')
  assert.equal((await cardSale(first, '11.00')).status, 201)
  // The terminals start beside the gateway, which does not wait for them.
  const running = await until(
    () => pause(20, undefined).then(() => leftBehind(home)),
    ({ length }) => length === 3,
  )
  const killed = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await killed

  const second = await startGateway(home)
  assert.deepEqual(leftBehind(home), running)
  assert.deepEqual(second.sandbox.merchants, first.sandbox.merchants)
  assert.equal(second.sandbox.base_url, second.url)
  assert.deepEqual(await contactsOf(second), ['Before', 'Example'])
  assert.equal((await cardSale(second, '12.00')).body.transaction.status_id, 101)
  assert.equal((await second.end()).code, 0)
  assert.deepEqual(leftBehind(home), [])
})

test('a killed database server is started again while the gateway runs, and a killed processor too', async () => {
  allowsFault(503, 'the database is down for a moment')
  const gateway = await startGateway(home)
  const [server, simulator] = leftBehind(home) as [number, number]
  process.kill(server, 'SIGKILL')
  await until(
    () => gateway.call('GET', '/readyz'),
    ({ status }) => status === 200,
  )
  assert.deepEqual(await contactsOf(gateway), ['Before', 'Example'])
  process.kill(simulator, 'SIGKILL')
  // A sale that reaches a dying process is lost on the way, and its outcome unknown.
  await until(
    () => findRunning(join(home, 'processor')),
    running => running?.pid !== simulator,
  )
  assert.equal((await cardSale(gateway, '13.00')).body.transaction.status_id, 101)
  const ledger = (await gateway.call('GET', '/sandbox/ledger')).body.entries.map(
    (entry: { amount: string }) => entry.amount,
  )
  assert.deepEqual(ledger, ['11.00', '12.00', '13.00'])
  assert.equal((await gateway.end()).code, 0)
  assert.deepEqual(leftBehind(home), [])
})

test('a database that dies after the processor has approved makes no error of the sale, and no second charge', async () => {
  const gateway = await startGateway(home)
  const key = { 'idempotency-key': 'database-gone' }
  const ledger = async (): Promise<{ amount: string; reference: string }[]> =>
    (await gateway.call('GET', '/sandbox/ledger')).body.entries.filter(
      (entry: { amount: string }) => entry.amount === '14.00',
    )
  const sale = cardSale(gateway, '14.00', { ...key, 'tollgate-sandbox-fault': 'late:400' })
  await until(ledger, ({ length }) => length === 1)
  process.kill(leftBehind(home)[0]!, 'SIGKILL')
  const { status, body } = await sale
  assert.equal(status, 201, JSON.stringify(body))
  assert.ok([0, 101].includes(body.transaction.status_id), JSON.stringify(body))
  const again = await until(
    () => cardSale(gateway, '14.00', key),
    answer => answer.status === 201,
  )
  assert.deepEqual([again.body.transaction.id, again.body.transaction.status_id], [body.transaction.id, 101])
  assert.deepEqual(
    (await ledger()).map(({ reference }) => reference),
    [body.transaction.id],
  )
  assert.equal((await gateway.end()).code, 0)
})
