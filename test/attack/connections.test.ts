import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../support/app.ts'

let t: TestApp
let port: number

before(async () => {
  t = await testApp('connections')
  await t.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.http.server.address() as { port: number }).port
})
after(() => t.close())

/** Sends these bytes and reads until the gateway closes the connection. */
async function spoken(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1.1 (\d{3})/.exec(head)?.[1] ?? 0), head: head.toLowerCase(), body }
}

const shaped = (body: string, status: number, name: string): void => {
  const { message, ...rest } = JSON.parse(body)
  assert.partialDeepStrictEqual(rest, { name, code: 0, status })
  assert.ok(message.length > 0)
}

test('headers or a request line beyond 16 kB are 431 in the shape of every refusal, and nothing of them is repeated', async () => {
  for (const bytes of [
    `GET /v2/tags HTTP/1.1\r\nhost: x\r\nsecret: ${'s3cret'.repeat(4000)}\r\n\r\n`,
    `GET /v2/tags?q=${'s3cret'.repeat(4000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  ]) {
    const { status, head, body } = await spoken(bytes)
    assert.equal(status, 431)
    shaped(body, 431, 'Request Header Fields Too Large')
    assert.ok(!body.includes('s3cret'))
    assert.match(head, /x-content-type-options: nosniff/)
  }
  assert.ok(!t.logged().includes('s3crets3cret'))
})

test('what is no HTTP is 400 in the same shape', async () => {
  for (const bytes of ['GET\r\n\r\n', 'nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nbroken header\r\n\r\n']) {
    const { status, body } = await spoken(bytes)
    assert.equal(status, 400, bytes)
    shaped(body, 400, 'Bad Request')
  }
})

test('a length that contradicts the encoding is refused: nobody smuggles a second request', async () => {
  const head = 'POST /v2/token HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n'
  const { status } = await spoken(`${head}0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`)
  assert.equal(status, 400)
})

test('who does not finish sending headers is told so and cut off', async () => {
  const { server } = t.app.http
  assert.ok(server.headersTimeout <= 20_000 && server.requestTimeout <= 120_000)
  // The limit of this one connection is made short; the gateway looks for late ones every two seconds.
  server.headersTimeout = 50
  const { status, body } = await spoken('GET /v2/tags HTTP/1.1\r\nhost: x\r\n')
  server.headersTimeout = 20_000
  assert.equal(status, 408)
  shaped(body, 408, 'Request Timeout')
})

test('who does not finish sending a body is cut off too', async () => {
  const { server } = t.app.http
  // Node takes the longer of the two for that of a whole request.
  Object.assign(server, { requestTimeout: 50, headersTimeout: 50 })
  const head = 'POST /v2/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10'
  const { status } = await spoken(`${head}\r\n\r\n{`)
  Object.assign(server, { requestTimeout: 120_000, headersTimeout: 20_000 })
  assert.equal(status, 408)
})

test('a peer that keeps its end open after a refusal is cut off all the same', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined)
  socket.write('nonsense\r\n\r\n')
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1.1 400/)
  while ((await open()) > 0) await new Promise(resolve => setTimeout(resolve, 100))
  socket.destroy()
})

const open = () =>
  new Promise<number>((resolve, reject) =>
    t.app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('a peer that asks for another protocol elsewhere is answered like everybody', async () => {
  const upgrade = 'connection: upgrade, close\r\nupgrade: websocket\r\n'
  const { status, body } = await spoken(`GET /v2/nowhere HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`)
  assert.equal(status, 404)
  shaped(body, 404, 'Not Found')
})
