import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Json } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'
import { startGateway, temporaryHome, until } from '../support/process.ts'

const home = temporaryHome()
const database = await createTestDatabase('terminal_kill')
after(database.drop)
const settings = { DATABASE_URL: database.url }

/** What the virtual terminal shows and lets a person do, asked of its own process: there is no gateway in between. */
async function atDevice(method: string, path: string, body?: object): Promise<Json> {
  const { address, secret } = JSON.parse(readFileSync(join(home, 'terminals', 'address.json'), 'utf8'))
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', connection: 'close' }
  const answer = await fetch(`${address}/devices/${path}`, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
  })
  assert.equal(answer.status, 200)
  return answer.json()
}

test('a sale that the terminal approves while the gateway is dead is found by the next one: once, as the processor has it', async () => {
  const first = await startGateway(home, settings)
  const { location_id, terminal_id } = first.sandbox.merchants[0]!
  const routertransaction = {
    payment_method: 'cc',
    action: 'sale',
    location_id,
    terminal_id,
    transaction_amount: '12.34',
    transaction_api_id: 'till-7',
  }
  // The person who opens the screen is the customer from then on.
  assert.equal((await first.call('GET', `/sandbox/terminals/${terminal_id}/screen`)).status, 200)
  const hung = first.call('POST', '/v2/routertransactions', { routertransaction }).catch(error => error)
  const shown = await until(
    () => atDevice('GET', `${terminal_id}/screen`),
    ({ view }) => view.kind === 'card',
  )
  const killed = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await killed
  assert.ok((await hung) instanceof Error)
  const reply = { entry: 'tap', card: '4111111111111111' }
  assert.deepEqual(await atDevice('POST', `${terminal_id}/act`, { do: 'reply', ask: shown.ask, reply }), { done: true })
  await until(
    () => atDevice('GET', `${terminal_id}/book`),
    ({ entries }) => entries[0]?.state === 'approved',
  )

  const second = await startGateway(home, settings)
  // Half a minute without a sign of the first one.
  await database.database.run('update terminalholder set alive_until = 0')
  const again = await second.call('POST', '/v2/routertransactions', { routertransaction })
  assert.equal(again.status, 201, JSON.stringify(again.body))
  const { id, status_id, transaction_amount, auth_code } = again.body.transaction
  assert.deepEqual({ status_id, transaction_amount }, { status_id: 101, transaction_amount: 12.34 })
  assert.ok(auth_code)

  const { transactions } = (await second.call('GET', '/v2/transactions')).body
  assert.deepEqual(
    transactions.map((each: { id: string }) => each.id),
    [id],
  )
  const { entries } = (await second.call('GET', '/sandbox/ledger')).body
  assert.deepEqual(
    entries.map(({ reference, amount, result }: Record<string, string>) => ({ reference, amount, result })),
    [{ reference: id, amount: '12.34', result: 'approved' }],
  )
  const [run] = (await second.call('GET', '/v2/terminalruns')).body.terminalruns
  assert.deepEqual([run.status, run.result, run.transaction_id], ['ended', 'approved', id])
  assert.equal((await second.end()).code, 0)
})
