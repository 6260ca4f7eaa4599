import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'
import { servedRoutes } from '../support/served-routes.ts'

const t = await testApp('sandbox_attack')
after(t.close)
const exposed = await testApp('sandbox_exposed', {
  config: { host: '0.0.0.0', sandbox_password: 'correct horse battery' },
})
after(exposed.close)

test('the clock does not move to a year that nothing can read', async () => {
  const before = t.clock.seconds()
  for (const body of [{ now: Date.now() }, { now: Number.MAX_SAFE_INTEGER }, { now: 1e20 }, { advance: 'P9999Y' }]) {
    const answer = await t.api.post('/sandbox/clock', body)
    assert.equal(answer.status, 422, JSON.stringify(body))
  }
  assert.ok(t.clock.seconds() - before < 3600)
  assert.equal((await t.api.get('/sandbox/clock')).status, 200)
})

test('the outbox takes any text for a time and an address', async () => {
  for (const query of ['since=1e300', 'since=x', 'since=-1', 'to=%00', 'to=%27'])
    assert.equal((await t.api.get(`/sandbox/outbox?${query}`)).status, 200, query)
})

/** Every route of the sandbox. */
const controls = servedRoutes(t.app)
  .filter(route => route.includes(' /sandbox'))
  .map(route => {
    const [method, path] = route.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    return { method, url: path.replaceAll(/\{\w+\}/g, t.merchants[0].terminal_id) }
  })
const changes = controls.filter(({ method }) => method !== 'GET')

test('there are controls to be guarded', () => {
  assert.ok(controls.length > 12 && changes.length > 5, JSON.stringify(controls))
})

test('no control answers to a name that somebody else pointed at this machine', async () => {
  for (const control of controls)
    for (const headers of [
      { host: 'evil.example' },
      { host: 'evil.example', 'x-forwarded-host': 'localhost' },
      { host: 'localhost.evil.example:8080' },
    ]) {
      const { statusCode } = await t.app.http.inject({ ...control, headers })
      assert.equal(statusCode, 403, `${control.method} ${control.url}`)
    }
})

test('no control takes a request from a page of another site', async () => {
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ]
  for (const control of changes)
    for (const headers of foreign) {
      const { statusCode } = await t.app.http.inject({ ...control, headers })
      assert.equal(statusCode, 403, `${control.method} ${control.url}`)
    }
  for (const control of controls.filter(({ method }) => method === 'GET')) {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    assert.equal((await t.app.http.inject({ ...control, headers })).statusCode, 403, control.url)
  }
})

test('no control takes a body that any page may send without being asked', async () => {
  for (const control of changes)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const headers = type ? { 'content-type': type } : {}
      const { statusCode } = await t.app.http.inject({ ...control, headers, payload: Buffer.from('{"advance":"P1D"}') })
      assert.equal(statusCode, 415, `${control.method} ${control.url} ${type}`)
    }
})

test('a sandbox that other machines reach asks for its password at every control, and so does one behind a proxy', async () => {
  const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` })
  for (const control of controls) {
    const without = await exposed.app.http.inject(control)
    assert.equal(without.statusCode, 401, `${control.method} ${control.url}`)
    assert.match(String(without.headers['www-authenticate']), /^Basic /)
    const proxied = await t.app.http.inject({ ...control, headers: { 'x-forwarded-for': '203.0.113.9' } })
    assert.equal(proxied.statusCode, 401, `${control.method} ${control.url}`)
  }
  const clock = (headers: Record<string, string>) => exposed.app.http.inject({ url: '/sandbox/clock', headers })
  assert.equal((await clock(basic('correct horse battery'))).statusCode, 200)
  assert.equal((await exposed.app.http.inject({ url: '/healthz' })).statusCode, 200)
  const answers = []
  for (let guess = 0; guess < 12; guess += 1) answers.push((await clock(basic(`guess ${guess}`))).statusCode)
  assert.deepEqual([answers.slice(0, 2), answers.at(-1)], [[401, 401], 429])
  assert.equal((await clock(basic('correct horse battery'))).statusCode, 200)
})

test('G48 without the password a control answers only to a loopback connection with a loopback Host and no proxy', async () => {
  const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    t.app.http.inject({ url: '/sandbox/clock', headers, remoteAddress })
  for (const host of ['localhost:8080', '127.0.0.1:8080', '127.0.0.9', '[::1]:8080', 'shop.localhost'])
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      assert.equal((await ask({ host }, address)).statusCode, 200, `${host} ${address}`)
  // A proxy that adds no header passes on the name or address that its client has used.
  for (const host of ['203.0.113.9', '10.0.0.5:8080', '[2001:db8::1]', '0.0.0.0'])
    for (const { url, method } of controls)
      assert.equal((await t.app.http.inject({ url, method, headers: { host } })).statusCode, 401, `${host} ${url}`)
  for (const address of ['192.0.2.7', '10.0.0.5', '::ffff:192.0.2.7', '2001:db8::7'])
    assert.equal((await ask({ host: 'localhost' }, address)).statusCode, 401, address)
  const added = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'cf-ray']
  for (const name of [...added, 'x-forwarded-server', 'x-original-host', 'true-client-ip', 'x-client-ip'])
    assert.equal((await ask({ host: 'localhost', [name]: 'localhost' })).statusCode, 401, name)
})

test('G48 a real proxy that adds no header and keeps Host, and one that replaces it by HTTP/1.0, are asked for the password', async () => {
  const own = await testApp('sandbox_behind', { config: {} })
  try {
    const { port } = new URL(await own.app.http.listen({ port: 0, host: '127.0.0.1' }))
    const answer = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1')
        let text = ''
        socket.on('data', data => {
          text += data
        })
        socket.on('end', () => resolve(text.split('\r\n', 1)[0]!)).on('error', reject)
        socket.write(`GET /sandbox/clock ${head}\r\nConnection: close\r\n\r\n`)
      })
    assert.match(await answer(`HTTP/1.1\r\nHost: 127.0.0.1:${port}`), / 200 /)
    assert.match(await answer('HTTP/1.1\r\nHost: 198.51.100.4'), / 401 /)
    assert.match(await answer(`HTTP/1.0\r\nHost: 127.0.0.1:${port}`), / 401 /)
  } finally {
    await own.close()
  }
})

test('G48 settings that tell of a proxy, or name a password, have everybody asked, and the start says which', async () => {
  const settings = [
    [{ public_url: 'https://sandbox.example' }, /TOLLGATE_PUBLIC_URL is https:\/\/sandbox\.example/],
    [{ trust_proxy: true }, /TOLLGATE_TRUST_PROXY says/],
    [{ sandbox_password: 'correct horse battery' }, /TOLLGATE_SANDBOX_PASSWORD is set/],
    [{}, /ask programs on this machine for no password/],
  ] as const
  for (const [config, says] of settings) {
    const asks = Object.keys(config).length > 0
    const own = await testApp(`sandbox_set_${Object.keys(config)[0] ?? 'none'}`, {
      config: { sandbox_password: asks ? 'correct horse battery' : null, ...config, log_level: 'info' },
    })
    try {
      await own.app.listening('http://127.0.0.1:8080')
      const { statusCode } = await own.app.http.inject({ url: '/sandbox/clock', headers: { host: 'localhost' } })
      assert.equal(statusCode, asks ? 401 : 200, JSON.stringify(config))
      assert.match(own.logged(), says)
    } finally {
      await own.close()
    }
  }
})
