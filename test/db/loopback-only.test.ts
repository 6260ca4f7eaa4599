import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, test } from 'node:test'
import '../support/loopback-only.ts'

const server = createServer(socket => socket.end()).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const { port } = server.address() as AddressInfo

test('tests reach this machine', async () => {
  for (const host of ['127.0.0.1', 'localhost']) await once(connect({ port, host }), 'connect')
  await once(connect(port, '127.0.0.1'), 'connect')
})

test('tests do not reach other machines, by number or by name', () => {
  assert.throws(() => connect({ port, host: '192.0.2.1' }), /tried to leave this machine: 192\.0\.2\.1/)
  assert.throws(() => connect(port, '2001:db8::1'), /tried to leave/)
  assert.throws(() => connect(port, 'example.com'), /tried to leave/)
  assert.throws(() => request({ host: 'example.com', port }), /tried to leave/)
})

test("a caller's own look-up decides by its answer", async () => {
  const to = (address: string) =>
    connect({ port, host: 'shop.example', lookup: (_host, _options, done) => done(null, [{ address, family: 4 }]) })
  await once(to('127.0.0.1'), 'connect')
  await assert.rejects(once(to('192.0.2.1'), 'connect'), /shop\.example is 192\.0\.2\.1/)
})
