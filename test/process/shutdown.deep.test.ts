import assert from 'node:assert/strict'
import { existsSync, watch } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { cardSale, type Gateway, leftBehind, run, startGateway, temporaryHome, until } from '../support/process.ts'

const home = temporaryHome()
const database = await createTestDatabase('stop')
after(database.drop)

/** Amounts that take seconds at the processor take 0.3 of them here: long enough for a signal to arrive in between. */
const settings = { DATABASE_URL: database.url, TOLLGATE_SIMULATOR_DELAY_SCALE: '0.3' }
const SLOW = '8.05'

/** A sale that is at the processor at this moment. */
async function saleInFlight(gateway: Gateway, signal?: AbortSignal) {
  const answer = cardSale(gateway, SLOW, {}, signal)
  answer.catch(() => undefined)
  const pending = () => database.database.query(`select 1 from attempt where state = 'pending'`)
  await until(pending, rows => rows.length > 0)
  return { answer }
}

test('a stop answers the payment in flight, takes no new one, leaves nothing behind and ends with 0', async () => {
  const gateway = await startGateway(home, settings)
  const { answer } = await saleInFlight(gateway)
  const ended = gateway.end('SIGTERM')
  await until(
    () => gateway.call('GET', '/healthz').catch(error => error),
    answer => answer instanceof Error,
  )
  const { status, body } = await answer
  assert.deepEqual([status, body.transaction.status_id], [201, 101])
  assert.deepEqual(await ended, { code: 0, stdout: `Tollgate ready at ${gateway.url}` })
  assert.deepEqual(leftBehind(home), [])
})

test('a stop waits for the payment of a client that has gone', async () => {
  const gateway = await startGateway(home, settings)
  const client = new AbortController()
  const { answer } = await saleInFlight(gateway, client.signal)
  client.abort()
  await assert.rejects(answer)
  const { code } = await gateway.end('SIGTERM')
  const [last] = await database.database.query<{ outcome: string }>(
    'select outcome from transaction order by created_ts desc, id desc limit 1',
  )
  assert.deepEqual([code, last?.outcome], [0, 'approved'])
  assert.deepEqual(leftBehind(home), [])
})

test('a second signal does not wait for who never finishes a request', async () => {
  const gateway = await startGateway(home, settings)
  const { hostname, port } = new URL(gateway.url)
  const half = connect(Number(port), hostname)
  half.on('error', () => undefined).write('POST /v2/tags HTTP/1.1\r\nhost: here\r\ncontent-length: 100\r\n\r\n{')
  await gateway.call('GET', '/healthz')
  gateway.child.kill('SIGINT')
  assert.match(await gateway.complaint(), /waiting for requests in flight; another signal cuts them off/)
  assert.equal((await gateway.end('SIGINT')).code, 0)
  assert.deepEqual(leftBehind(home), [])
})

test('a signal in the middle of starting ends what was started so far', async () => {
  const fresh = temporaryHome()
  const watcher = watch(fresh)
  const starting = run('src/main.ts', { TOLLGATE_HOME: fresh }, [], child => {
    watcher.on('change', (_kind, name) => {
      if (name === 'postgres.log') child.kill('SIGTERM')
    })
  })
  assert.deepEqual(await starting, { code: 0, stdout: '', stderr: '' })
  watcher.close()
  assert.deepEqual(leftBehind(fresh), [])
  assert.equal(existsSync(join(fresh, 'sandbox.json')), false)
})
