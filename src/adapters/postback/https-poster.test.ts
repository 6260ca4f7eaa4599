import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createPlain, type RequestListener, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, createServer as createRaw, type Server as RawServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { LOCALHOST } from '../../../test/support/localhost-certificate.ts'
import { dnsNames, type Resolve } from './dns-names.ts'
import { httpsPoster, type PosterOptions } from './https-poster.ts'

const ends: (() => unknown)[] = []
after(() => Promise.all(ends.map(end => end())))

async function opened(server: RawServer | Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const listening = (listener: RequestListener) => opened(createPlain(listener))
const speaking = (talk: (socket: Socket) => void) => opened(createRaw(talk))

function poster(options: Partial<PosterOptions> = {}) {
  const made = httpsPoster({ sandbox: true, ...options })
  ends.push(made.close)
  return made
}

const say = (url: string) => ({ url, headers: { 'x-one': 'two' }, body: '{"a":"ü"}' })
const at = (port: number) => say(`http://127.0.0.1:${port}/hook?x=1`)
/** Short only where the time has to run out: a busy machine takes long for the rest. */
const quick = { time_limits: { connect: 30_000, answer: 200, total: 30_000 } }

test('a post arrives as it was meant, and its answer comes back', async () => {
  const seen: unknown[] = []
  const port = await listening((request, response) => {
    let text = ''
    request.on('data', chunk => {
      text += chunk
    })
    request.on('end', () => {
      seen.push(request.method, request.url, request.headers['x-one'], request.headers['content-length'], text)
      response.writeHead(201, { 'x-answer': 'yes' }).end('thanks')
    })
  })
  const answer = await poster().post(at(port))
  assert.deepEqual(seen, ['POST', '/hook?x=1', 'two', '10', '{"a":"ü"}'])
  assert.deepEqual(
    [answer.status, answer.body, answer.error, answer.headers?.['x-answer']],
    [201, 'thanks', null, 'yes'],
  )
})

test('localhost is found whichever of its addresses is listened at', async () => {
  const port = await listening((request, response) => request.resume().on('end', () => response.end('here')))
  assert.equal((await poster().post(say(`http://localhost:${port}/`))).body, 'here')
})

/** A DNS server that has `records` of any name: answers as bytes by query type, none for others, silence where null. */
async function dnsServer(records: Readonly<Record<number, readonly number[][]>> | null): Promise<string> {
  const server = createSocket('udp4', (query, from) => {
    if (records === null) return
    const end = query.indexOf(0, 12) + 5
    const type = query.readUInt16BE(end - 4)
    const found = records[type] ?? []
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0])
    const answers = found.map(bytes => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]))
    server.send(
      Buffer.concat([query.subarray(0, 2), head, query.subarray(12, end), ...answers]),
      from.port,
      from.address,
    )
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return `127.0.0.1:${server.address().port}`
}

const [A, AAAA] = [1, 28]
const found = (server: string, name = 'receiver.example') =>
  new Promise<string[]>((resolve, reject) => {
    dnsNames({ server, try_ms: 100 })(name, { all: true }, (error, list) =>
      error ? reject(error) : resolve(list.map(one => one.address)),
    )
  })

test('G72 the name of a receiver takes none of the threads that look processors up', async () => {
  const answers = poster().post(say('http://no-such-receiver.localhost:1/'))
  const other = poster().post(say('https://no-such-receiver.invalid/'))
  assert.ok(!process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap'))
  assert.equal((await answers).error, 'the connection was refused')
  assert.match((await other).error ?? '', /the name/)
})

test('G72 names are resolved by DNS: both families, nothing, and a server that is silent', async () => {
  const both = await dnsServer({
    [A]: [
      [10, 0, 0, 1],
      [8, 8, 4, 4],
    ],
    [AAAA]: [[0x26, 6, ...Array(13).fill(0), 1]],
  })
  assert.deepEqual(await found(both), ['10.0.0.1', '8.8.4.4', '2606::1'])
  assert.deepEqual(await found(both, 'LOCALHOST.'), await found(both, 'localhost'))
  await assert.rejects(found(await dnsServer({})), { code: 'ENOTFOUND' })
  await assert.rejects(found(await dnsServer(null)), { code: 'EAI_AGAIN' })
})

test('connections are kept and used again', async () => {
  const sockets = new Set<unknown>()
  const port = await listening((request, response) => {
    sockets.add(request.socket)
    request.resume().on('end', () => response.end('ok'))
  })
  const post = poster()
  for (let index = 0; index < 5; index += 1) assert.equal((await post.post(at(port))).status, 200)
  assert.equal(sockets.size, 1)
})

test('a kept connection that the receiver has closed meanwhile is no failure', async () => {
  let requests = 0
  const port = await speaking(socket => {
    let before = false
    socket.on('data', () => {
      requests += 1
      // The second request on the same connection finds it gone.
      if (before) return socket.resetAndDestroy()
      before = true
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
  })
  const post = poster()
  assert.equal((await post.post(at(port))).status, 200)
  assert.equal((await post.post(at(port))).status, 200)
  assert.equal(requests, 3)
})

test('a redirect is an answer like any other and is not followed', async () => {
  let followed = false
  const port = await listening((request, response) => {
    followed ||= request.url === '/other'
    response.writeHead(307, { location: '/other' }).end()
  })
  assert.equal((await poster().post(at(port))).status, 307)
  assert.equal(followed, false)
})

test('a receiver that takes the connection and never answers is given up', async () => {
  const port = await speaking(() => undefined)
  const answer = await poster(quick).post(at(port))
  assert.deepEqual([answer.status, answer.error], [null, 'no answer came within 200 ms'])
})

test('an answer that comes drop by drop is given up with the whole, but counts once its head is there', async () => {
  const drops = (text: string) => (socket: Socket) => {
    let index = 0
    socket.on('data', () => undefined)
    const timer = setInterval(() => socket.write(text[index++ % text.length]!), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const time_limits = { connect: 30_000, answer: 30_000, total: 2_000 }
  const never = await poster({ time_limits }).post(at(await speaking(drops('HTTP/1.1 200 OK and so on and on'))))
  assert.deepEqual([never.status, never.error], [null, 'the whole took longer than 2000 ms'])

  const port = await listening((_request, response) => {
    response.writeHead(200).write('beginning')
  })
  const begun = await poster({ time_limits }).post(at(port))
  assert.deepEqual([begun.status, begun.body], [200, 'beginning'])
})

test('a huge answer is cut off and its connection closed', async () => {
  let sent = 0
  let closed = () => undefined as undefined
  const over = new Promise<void>(resolve => {
    closed = () => resolve() as undefined
  })
  const port = await listening((_request, response) => {
    response.on('close', closed)
    const more = (): void => {
      while (!response.destroyed && sent < 200_000_000 && response.write(Buffer.alloc(65_536, 'x'))) sent += 65_536
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  const answer = await poster().post(at(port))
  await over
  assert.equal(answer.status, 200)
  assert.equal(answer.body?.length, 65_536)
  assert.ok(sent < 50_000_000, `${sent} bytes`)
})

test('resets, refusals, garbage and names that lead nowhere are told in words without addresses', async () => {
  const reset = await speaking(socket => socket.once('data', () => socket.resetAndDestroy()))
  const closing = await speaking(socket => socket.once('data', () => socket.end()))
  const garbage = await speaking(socket => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.9\r\n')))
  const gone = createRaw()
  await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve))
  const { port: nobody } = gone.address() as AddressInfo
  await new Promise(resolve => gone.close(resolve))
  const resolve: Resolve = (_name, _options, callback) =>
    callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
  const post = poster({ resolve })
  const texts: (string | null)[] = []
  for (const port of [reset, closing, garbage, nobody]) texts.push((await post.post(at(port))).error)
  texts.push((await post.post(say('http://nowhere.example/'))).error)
  assert.deepEqual(texts, [
    'the connection was closed before an answer came',
    'the connection was closed before an answer came',
    'the answer was no HTTP',
    'the connection was refused',
    'the name was not found',
  ])
})

test('addresses inside are refused in every spelling before anything is connected', async () => {
  let connected = 0
  const port = await speaking(() => {
    connected += 1
  })
  const live = poster({ sandbox: false })
  const spellings = [
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::1]',
    '0.0.0.0',
  ]
  const inside = ['10.0.0.1', '169.254.169.254', '[fe80::1]', '[64:ff9b::7f00:1]', '[fd00:ec2::254]', '192.168.0.1']
  for (const host of [...spellings, ...inside]) {
    const url = `https://${host}:${port}/`
    assert.equal(live.objection(url), 'must not lead into a private network.', host)
    assert.equal((await live.post(say(url))).error, 'the address must not lead into a private network.', host)
  }
  for (const host of [...inside, '0.0.0.0']) assert.ok(poster().objection(`http://${host}/`), host)
  for (const host of ['localhost', 'localhost.']) {
    const resolve: Resolve = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
    const answer = await poster({ sandbox: false, resolve }).post(say(`https://${host}:${port}/`))
    assert.equal(answer.error, 'the name leads to no address that may be called', host)
  }
  assert.equal(connected, 0)
})

test('other protocols are refused, and plain http too where it is meant', () => {
  for (const url of ['ftp://shop.example/', 'file:///etc/passwd', 'gopher://x/', 'nonsense', 'ws://shop.example/'])
    assert.ok(poster().objection(url), url)
  assert.equal(poster({ sandbox: false }).objection('http://shop.example/'), 'must be an https address.')
  assert.equal(poster({ sandbox: false }).objection('https://shop.example/'), null)
  assert.equal(poster().objection('http://127.0.0.1:9999/hook'), null)
})

test('a name is looked up once, and the connection goes where that one answer was checked to lead', async () => {
  let hits = 0
  const port = await listening((request, response) => {
    hits += 1
    request.resume()
    response.writeHead(200, { connection: 'close' }).end()
  })
  const answers = ['127.0.0.1', '10.0.0.1', '127.0.0.1']
  let asked = 0
  const resolve: Resolve = (_name, _options, callback) => {
    asked += 1
    callback(null, [{ address: answers.shift() ?? '10.0.0.1', family: 4 }])
  }
  const post = poster({ resolve })
  const url = `http://rebind.example:${port}/`
  assert.equal((await post.post(say(url))).status, 200)
  assert.equal(asked, 1)
  assert.equal((await post.post(say(url))).error, 'the name leads to no address that may be called')
  assert.equal((await post.post(say(url))).status, 200)
  assert.deepEqual([asked, hits], [3, 2])
})

test('G21 forbidden addresses of a name are skipped, and its allowed ones are used', async () => {
  let hits = 0
  const port = await listening((request, response) => {
    hits += 1
    request.resume().on('end', () => response.end('here'))
  })
  const forbidden = [
    { address: 'fe80::1', family: 6 },
    { address: '169.254.169.254', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  const good = { address: '127.0.0.1', family: 4 }
  const named = (found: typeof forbidden) =>
    poster({ resolve: (_name, _options, callback) => callback(null, found) }).post(say(`http://mixed.example:${port}/`))
  for (let at = 0; at <= forbidden.length; at += 1)
    assert.equal((await named(forbidden.toSpliced(at, 0, good))).body, 'here', `the allowed address at ${at}`)
  assert.equal(hits, forbidden.length + 1)
  for (const found of [forbidden, []])
    assert.equal((await named(found)).error, 'the name leads to no address that may be called')
  assert.equal(hits, forbidden.length + 1)
})

test('TLS is checked: the authority, and the name', async () => {
  const server = createSecure(LOCALHOST, (request, response) => {
    request.resume().on('end', () => response.end('safe'))
  })
  const port = await opened(server)
  const resolve: Resolve = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
  const trusting = poster({ resolve, ca: LOCALHOST.cert })
  assert.equal((await trusting.post(say(`https://localhost:${port}/`))).body, 'safe')
  assert.equal((await trusting.post(say(`https://localhost:${port}/`))).body, 'safe')
  const other = await trusting.post(say(`https://other.example:${port}/`))
  assert.equal(other.error, 'TLS failed: ERR_TLS_CERT_ALTNAME_INVALID')
  const doubting = await poster({ resolve }).post(say(`https://localhost:${port}/`))
  assert.match(doubting.error ?? '', /^TLS failed: (DEPTH_ZERO_)?SELF_SIGNED/)
})

test('a receiver that changes the protocol has not taken the postback, and holds nothing up', async () => {
  const port = await speaking(socket => {
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
    )
  })
  const { status, error } = await poster().post(at(port))
  assert.deepEqual([status, error], [null, 'the connection was closed before an answer came'])
})
