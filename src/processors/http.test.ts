import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { LOCALHOST } from '../../test/support/localhost-certificate.ts'
import { type HttpSettings, NoAnswer, processorHttp } from './http.ts'

const servers: Server[] = []
after(() => Promise.all(servers.map(server => server.close())))

async function listening(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const web = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createServer(listener))}/`
const raw = async (listener: (socket: Socket) => void): Promise<string> =>
  `http://127.0.0.1:${await listening(createSocketServer(listener))}/`

async function failure(url: string, settings: HttpSettings = {}): Promise<NoAnswer> {
  const http = processorHttp({ allow_loopback: true, ...settings })
  const error = await http.call({ method: 'POST', url, body: 'secret-of-a-body' }).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  http.close()
  assert.ok(error instanceof NoAnswer)
  assert.doesNotMatch(error.message, /secret-of-a-body/)
  return error
}

test('a whole answer is one whatever its status, and connections are kept', async () => {
  let connections = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(503, { 'x-of': 'host' }).end('over here'))
  })
  server.on('connection', () => {
    connections += 1
  })
  const http = processorHttp({ allow_loopback: true })
  const url = `http://127.0.0.1:${await listening(server)}/`
  for (let time = 0; time < 3; time += 1) {
    const { status, headers, body } = await http.call({ method: 'POST', url, body: '{}' })
    assert.deepEqual([status, headers['x-of'], body], [503, 'host', 'over here'])
  }
  assert.equal(connections, 1)
  http.close()
})

test('nothing has left where there was no connection: no address, nobody there, a wrong certificate, plain http', async () => {
  const secure = createSecureServer(LOCALHOST, (_, response) => response.end('ok'))
  const port = await listening(secure)
  const lookup = ((_: string, __: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))) as never
  const cases = [
    ['connect', 'http://127.0.0.1:1/', {}],
    ['lookup', 'https://processor.example/', { lookup }],
    ['tls', `https://127.0.0.1:${port}/`, {}],
    ['connect', 'http://127.0.0.1:1/', { allow_loopback: false }],
    ['connect', 'http://192.0.2.1/', {}],
  ] as const
  for (const [phase, url, settings] of cases) {
    const error = await failure(url, settings)
    assert.deepEqual([error.phase, error.never_left], [phase, true], url)
  }
  const http = processorHttp({ ca: LOCALHOST.cert })
  assert.equal((await http.call({ method: 'GET', url: `https://localhost:${port}/` })).body, 'ok')
  http.close()
})

test('whoever does not let a connection come about in time has received nothing', async () => {
  // A server that never shakes hands.
  const port = new URL(await raw(() => undefined)).port
  const error = await failure(`https://127.0.0.1:${port}/`, { connect_ms: 50 })
  assert.deepEqual([error.phase, error.never_left], ['tls', true])
})

test('once it was sent nothing is certain: silence, a cut answer, a closed connection', async () => {
  const cases = [
    await web(() => undefined),
    await web((_, response) => response.writeHead(200, { 'content-length': '10' }).write('half')),
    await web(request => request.resume().on('end', () => request.socket.destroy())),
    await raw(socket => socket.once('data', () => socket.end('not http\r\n\r\n'))),
  ]
  for (const url of cases) assert.equal((await failure(url, { call_ms: 300 })).never_left, false, url)
})

test('an answer without end is cut off', async () => {
  const url = await web((request, response) => {
    request.resume()
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  assert.match((await failure(url)).message, /too many bytes/)
})
