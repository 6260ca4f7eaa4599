/**
 * A gateway with few descriptors, and more hostile connections than it can hold. Never: what a test inside one process
 * covers as well.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, afterEach, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { cardSale, type Gateway, startGateway, temporaryHome } from '../support/process.ts'
import { allowsFault } from '../support/server-faults.ts'

allowsFault(503, 'some clients never read their responses')

const DESCRIPTORS = 400
const HOSTILE = 380

const database = await createTestDatabase('hostile')
const gateway: Gateway = await startGateway(temporaryHome(), { DATABASE_URL: database.url }, DESCRIPTORS)
const hostile = new Set<Socket>()
const opened = () => readdirSync(`/proc/${gateway.child.pid}/fd`).length
afterEach(() => {
  for (const socket of hostile) socket.destroy()
})
after(async () => {
  await gateway.end()
  await database.drop()
})

const { user } = gateway.sandbox.merchants[0]!
const { hostname, port } = new URL(gateway.url)
const credentials = `developer-id: ${gateway.sandbox.developer_id}\r\nuser-id: ${user.user_id}\r\nuser-api-key: ${user.user_api_key}\r\n`

const FORMS: Record<string, string> = {
  'says nothing': '',
  'sends half of the headers': `GET /v2/tags HTTP/1.1\r\nhost: x\r\n`,
  'sends half of a body': `POST /v2/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{`,
  'never reads a page': `GET /v2/transactions?page_size=5000 HTTP/1.1\r\nhost: x\r\n${credentials}\r\n`,
  'never reads the documents': 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20),
  'asks for an agent and stays': `GET /agent HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
  'sends nonsense and stays': 'nonsense\r\n\r\n',
}

async function attack(bytes: string): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  hostile.add(socket)
  socket.on('error', () => undefined)
  socket.once('close', () => hostile.delete(socket))
  await Promise.race([once(socket, 'connect').catch(() => undefined), once(socket, 'close')])
  socket.pause()
  if (bytes && !socket.destroyed) socket.write(bytes)
}

async function serves(amount: string): Promise<void> {
  const health = await fetch(`${gateway.url}/healthz`, { headers: { connection: 'close' } })
  assert.equal(health.status, 200)
  const sale = await cardSale(gateway, amount)
  assert.deepEqual([sale.status, sale.body.transaction?.status_id], [201, 101], JSON.stringify(sale.body))
}

for (const [name, bytes] of Object.entries(FORMS)) {
  test(`of ${HOSTILE} connections each ${name}: health and a sale work`, async () => {
    for (let at = 0; at < HOSTILE; at += 20)
      await Promise.all(Array.from({ length: Math.min(20, HOSTILE - at) }, () => attack(bytes)))
    await serves('10.01')
    await serves('10.02')
    assert.ok(opened() < DESCRIPTORS * 0.8, `${opened()} descriptors are open`)
  })
}

test('all of them at once, beside a connection that is in use', async () => {
  const forms = Object.values(FORMS)
  for (let at = 0; at < HOSTILE; at += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => attack(forms[(at + index) % forms.length]!)))
  await serves('10.03')
})
