/** What clients ask for and do not read must not fill the memory. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, afterEach, test } from 'node:test'
import { copyRows } from '../../bench/copy-rows.ts'
import { columnsOf } from '../../src/engine/columns.ts'
import { transaction } from '../../src/resources/transaction/transaction.ts'
import { createTestDatabase } from '../support/database.ts'
import { cardSale, startGateway, temporaryHome } from '../support/process.ts'

const READERS = 300
/** Kept for all of them a page of 1,000 takes 720 MB. */
const MOST_MIB = 286

const database = await createTestDatabase('unread')
const gateway = await startGateway(temporaryHome(), { DATABASE_URL: database.url })
const stalled = new Set<Socket>()
afterEach(() => {
  for (const socket of stalled) socket.destroy()
  stalled.clear()
})
after(async () => {
  await gateway.end()
  await database.drop()
})

const [first, second] = gateway.sandbox.merchants as [
  (typeof gateway.sandbox.merchants)[0],
  (typeof gateway.sandbox.merchants)[0],
]
const { id } = (await cardSale(gateway, '10.00')).body.transaction
await copyRows(database.owner, {
  table: 'transaction',
  columns: columnsOf(transaction).names,
  id,
  count: 1000,
  vary: {},
})
const { hostname, port } = new URL(gateway.url)
const { user_id, user_api_key } = first!.user
const identity = { 'developer-id': gateway.sandbox.developer_id, 'user-id': user_id, 'user-api-key': user_api_key }
const headers = Object.entries(identity)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

const mib = (field: string): number => {
  const status = readFileSync(`/proc/${gateway.child.pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)![1]) / 1024
}

/** Asks and reads nothing. */
function stall(path: string): void {
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined)
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`)
  stalled.add(socket)
}

const PATHS = {
  'a page of 1,000 transactions': '/v2/transactions?page_size=1000',
  'a page of 1,000 with expands': '/v2/transactions?page_size=1000&expand=location,changelogs',
  'pages of 100': '/v2/transactions?page_size=100',
  'a list as a file': '/v2/transactions?_format=csv',
  'the description of the API': '/openapi.json',
}

/** Works for another merchant for a while; returns the most memory that was seen, in MiB. */
async function servesOthers(for_ms: number): Promise<number> {
  let most = 0
  const until = performance.now() + for_ms
  while (performance.now() < until) {
    most = Math.max(most, mib('VmRSS'))
    const { status } = await gateway.call('GET', '/v2/transactions?page_size=1000', undefined, { as: second!.user })
    assert.equal(status, 200)
    assert.equal((await gateway.call('GET', '/healthz')).status, 200)
  }
  return most
}

/** The most memory that others took by themselves, until it was collected: no cost of those who read nothing. */
let most_alone = 0

for (const [name, path] of Object.entries(PATHS)) {
  test(`${READERS} readers of ${name} who read nothing cost less than ${MOST_MIB} MiB, and others are served`, async t => {
    assert.equal((await fetch(gateway.url + path, { headers: identity })).status, 200)
    most_alone = Math.max(most_alone, await servesOthers(most_alone === 0 ? 6_000 : 1_000))
    for (let reader = 0; reader < READERS; reader += 1) stall(path)
    const most = await servesOthers(6_000)
    assert.equal((await cardSale(gateway, '10.01')).status, 201)
    t.diagnostic(`${Math.round(most - most_alone)} MiB more than ${Math.round(most_alone)}`)
    assert.ok(most - most_alone < MOST_MIB, `${Math.round(most - most_alone)} MiB more`)
  })
}
