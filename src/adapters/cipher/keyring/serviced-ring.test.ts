import assert from 'node:assert/strict'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '../../../lib/problem.ts'
import { newWrappedRingText, openAnyKeyRing, unwrappedRingText, wrappedRingText } from './index.ts'
import { activeKey, withNewKey } from './ring.ts'
import { createRingFile } from './ring-file.ts'
import { holdServicedRing } from './serviced-ring.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-kms-'))
const socket = join(folder, 'kms.sock')
const clock = { now: () => 0, seconds: () => 1_767_225_600 }
const here = { location_id: 'l', record_id: 'r', field: 'account_number' }
const service = { socket }
const QUICK = { keep_ms: 400, renew_ms: 100, look_ms: 20, spread_ms: 100 }

/** A key service of a test: how it behaves, and what it was asked. */
type Behaviour =
  | 'good'
  | 'silent'
  | 'refusing'
  | 'lying'
  | 'babbling'
  | 'unwrapped'
  | 'endless'
  | 'scrambling'
  | 'wrapping only'
let behaviour: Behaviour = 'good'
let asked = 0
const master = randomBytes(32)

function answer(line: string): string {
  const { id, op, kek, bytes, context } = JSON.parse(line)
  asked += 1
  if (behaviour === 'refusing') return JSON.stringify({ id, error: 'key 0123 is disabled' })
  if (behaviour === 'babbling') return '<html>secret words</html>'
  if (behaviour === 'unwrapped') return JSON.stringify({ id, kek: 'k1', bytes })
  if (kek === 'k2') return JSON.stringify({ id, error: 'not permitted' })
  if (behaviour === 'scrambling' && op === 'wrap')
    return JSON.stringify({ id, kek: 'k1', bytes: randomBytes(60).toString('base64') })
  if (behaviour === 'lying' && op === 'unwrap')
    return JSON.stringify({ id, kek: 'k1', bytes: randomBytes(32).toString('base64') })
  return JSON.stringify({
    id,
    kek: behaviour === 'wrapping only' ? 'k2' : 'k1',
    bytes: transform(op, Buffer.from(bytes, 'base64'), context).toString('base64'),
  })
}

function transform(op: string, bytes: Buffer, context: string): Buffer {
  if (op === 'wrap') {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', master, iv).setAAD(Buffer.from(context))
    return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  // Without the check of the tag: a service that unwraps anything.
  const decipher = createDecipheriv('aes-256-gcm', master, bytes.subarray(0, 12)).setAAD(Buffer.from(context))
  return decipher.update(bytes.subarray(12, -16))
}

const sockets = new Set<Socket>()
let server: Server
async function listen(): Promise<void> {
  server = createServer(connection => {
    sockets.add(connection)
    let heard = ''
    connection.on('error', () => {})
    connection.on('data', data => {
      heard += data
      if (behaviour === 'silent') return
      if (behaviour === 'endless') return void connection.write('x'.repeat(1_000_000))
      const lines = heard.split('\n')
      heard = lines.pop()!
      for (const line of lines) connection.write(`${answer(line)}\n`)
    })
  }).listen(socket)
  await once(server, 'listening')
}
async function leave(): Promise<void> {
  for (const each of sockets) each.destroy()
  server.close()
  await once(server, 'close')
}
await listen()
after(async () => {
  await leave()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  behaviour = 'good'
})

let count = 0
async function ringFile(): Promise<string> {
  const path = join(folder, `ring-${++count}.json`)
  createRingFile(path, await newWrappedRingText(service, clock))
  return path
}

test('a ring behind a key service seals and opens, its file holds no key, and ten thousand values ask the service once', async () => {
  const path = await ringFile()
  const before = asked
  const ring = await openAnyKeyRing({ path, service, create: false, clock })
  const sealed = Array.from({ length: 10_000 }, (_, index) => ring.seal(`${index}`, here))
  assert.equal(ring.open(sealed[77]!, here), '77')
  assert.equal(asked - before, 2, 'one question for each key of the ring')
  const clear = await unwrappedRingText({ path, service })
  const keys = JSON.parse(clear).wrapping_keys.map(({ key }: { key: string }) => key)
  assert.ok(keys.length === 1 && !readFileSync(path, 'utf8').includes(keys[0]))
  ring.close()
})

test('a ring in clear is wrapped with the same keys, and comes back', async () => {
  const plain = join(folder, 'plain.json')
  const ring = await openAnyKeyRing({ path: plain, create: true, clock })
  const sealed = ring.seal('4111111111111111', here)
  const path = join(folder, 'was-plain.json')
  createRingFile(path, await wrappedRingText({ path: plain, service }))
  const wrapped = await openAnyKeyRing({ path, service, create: false, clock })
  assert.equal(wrapped.open(sealed, here), '4111111111111111')
  assert.equal(wrapped.fingerprint('card', 'x'), ring.fingerprint('card', 'x'))
  await assert.rejects(openAnyKeyRing({ path: plain, service, create: false, clock }), /keys are in clear/)
  await assert.rejects(openAnyKeyRing({ path, create: false, clock }), /wrapped by a key service/)
  assert.equal(await unwrappedRingText({ path, service }), readFileSync(plain, 'utf8'))
  wrapped.close()
})

for (const [kind, says] of [
  ['silent', /did not answer within 5 seconds/],
  ['refusing', /refuses: its own log says why/],
  ['lying', /answered with another key than/],
  ['babbling', /answered what is not JSON/],
  ['unwrapped', /answered with another key than/],
  ['endless', /does not stop talking/],
] as const) {
  test(`a key service that is ${kind} is one line that quotes nothing, and no ring is opened`, async () => {
    const path = await ringFile()
    behaviour = kind
    await assert.rejects(openAnyKeyRing({ path, service, create: false, clock }), ({ message }: Error) => {
      assert.match(message, says)
      assert.match(message, new RegExp(`^Key ring ${path}: [^\\n]+$`))
      assert.doesNotMatch(message, /secret|disabled|xxx/)
      return true
    })
  })
}

test('a key service that gives keys back unwrapped wraps no ring', async () => {
  behaviour = 'unwrapped'
  await assert.rejects(newWrappedRingText(service, clock), /gave a key back unwrapped/)
})

for (const kind of ['scrambling', 'wrapping only'] as const) {
  test(`G73 a key service that is ${kind} replaces no ring: what it wraps has to be unwrapped first`, async () => {
    const path = await ringFile()
    const before = readFileSync(path, 'utf8')
    const ring = await holdServicedRing(path, service, QUICK)
    behaviour = kind
    await assert.rejects(
      ring.change(each => withNewKey(each, clock.seconds())),
      /nothing is changed/,
    )
    await assert.rejects(newWrappedRingText(service, clock), /cannot be unwrapped again/)
    assert.equal(readFileSync(path, 'utf8'), before)
    ring.close()
    behaviour = 'good'
    const opened = await openAnyKeyRing({ path, service, create: false, clock })
    assert.equal(opened.open(opened.seal('x', here), here), 'x')
    opened.close()
  })
}

test('while the service is gone keys are used for a while, then refused for the moment, then used again', async () => {
  const path = await ringFile()
  const ring = await holdServicedRing(path, service, QUICK)
  const key = activeKey(ring.fresh().wrapping).id
  await leave()
  await pause(200)
  assert.equal(activeKey(ring.fresh().wrapping).id, key, 'the keys in memory are still good')
  assert.match(ring.trouble() ?? '', /the key service is not there/)
  await pause(400)
  assert.throws(() => ring.held(), Unavailable)
  assert.throws(() => ring.fresh(), Unavailable)
  await assert.rejects(ring.ready(), /the key service is not there/)
  await listen()
  await ring.ready()
  assert.equal(activeKey(ring.held().wrapping).id, key)
  assert.equal(ring.trouble(), null)
  ring.close()
})

test('a service that begins to lie changes no key in memory', async () => {
  const ring = await holdServicedRing(await ringFile(), service, QUICK)
  const before = ring.held()
  behaviour = 'lying'
  await pause(250)
  assert.match(ring.trouble() ?? '', /another key/)
  assert.equal(ring.held(), before)
  ring.close()
})

test('every process has a new key in memory before the first value is sealed under it', async () => {
  const path = await ringFile()
  const [one, other] = await Promise.all([1, 2].map(() => holdServicedRing(path, service, QUICK)))
  let is_sealing = false
  const changed = one!
    .change(ring => withNewKey(ring, clock.seconds()))
    .then(() => {
      is_sealing = true
    })
  while (!is_sealing) {
    const active = activeKey(one!.held().wrapping).id
    await pause(0)
    if (one!.held().wrapping.length < 2 || activeKey(one!.held().wrapping).id === active) {
      await pause(10)
      continue
    }
    break
  }
  assert.equal(other!.held().wrapping.length, 2)
  await changed
  await pause(100)
  assert.equal(activeKey(other!.held().wrapping).id, activeKey(one!.held().wrapping).id)
  one!.close()
  other!.close()
})

test('a program may be the service: it reads questions and prints answers', async () => {
  const program = join(folder, 'kms.mjs')
  writeFileSync(
    program,
    `#!${process.execPath}
import { createInterface } from 'node:readline'
const flip = text => Buffer.from(Buffer.from(text, 'base64').map(byte => byte ^ 0x5a)).toString('base64')
for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, bytes } = JSON.parse(line)
  if (op === 'wrap' || op === 'unwrap') console.log(JSON.stringify({ id, kek: 'flip', bytes: flip(bytes) }))
}
`,
  )
  chmodSync(program, 0o700)
  const place = { command: [program] }
  const path = join(folder, 'by-program.json')
  createRingFile(path, await newWrappedRingText(place, clock))
  const ring = await openAnyKeyRing({ path, service: place, create: false, clock })
  assert.equal(ring.open(ring.seal('4111111111111111', here), here), '4111111111111111')
  ring.close()
  const nobody = { command: [join(folder, 'nobody')] }
  await assert.rejects(openAnyKeyRing({ path, service: nobody, create: false, clock }), /the key service is not there/)
})
