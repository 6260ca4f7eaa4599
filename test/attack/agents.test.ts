import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import test, { after } from 'node:test'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { agentSocket } from '../../src/agents/agent-socket.ts'
import { postCall } from '../../src/agents/calls.ts'
import { testApp } from '../support/app.ts'

const t = await testApp('attackagents')
after(t.close)
const url = (await t.app.http.listen({ host: '127.0.0.1', port: 0 })).replace('http:', 'ws:')

type Message = Record<string, unknown>

/** An agent of a merchant, with what the gateway says to it. */
async function agent(of: 0 | 1) {
  const merchant = t.merchants[of]
  const api = of === 0 ? t.api : t.stranger
  const made = await api.post('terminalagents', {
    terminalagent: { location_id: merchant.location_id, title: 'Shop' },
  })
  const { id } = made.body.terminalagent
  const { agent_key } = (await api.post(`terminalagents/${id}/generatekey`)).body.terminalagent
  const connect = async () => {
    const socket = new WebSocket(`${url}/agent`, { headers: { authorization: `Bearer ${agent_key}` } })
    const heard: Message[] = []
    socket.on('message', data => heard.push(JSON.parse(String(data))))
    await once(socket, 'open')
    const say = (message: Message) => socket.send(JSON.stringify(message))
    /** Resolves with the next message of a type, which may have come already. */
    const hears = async (type: string): Promise<Message> => {
      for (;;) {
        const found = heard.find(each => each.type === type)
        if (found) return found
        await once(socket, 'message')
      }
    }
    return { socket, say, hears }
  }
  return { id: id as string, connect }
}

const frame = Buffer.from('frame').toString('base64')
const device = { id: 'a'.repeat(24), local_ip_address: '127.0.0.1', port: 1, communication_type: 'tcp' }
const callOf = (agent_id: string, id: string) =>
  postCall(t.db, { id, agent_id, request: { device, frame, cancel: null, wait_ms: 60_000 } })
const stateOf = async (id: string) =>
  (
    await t.db.query<{ state: string; taken: boolean; problem: string | null; message: string | null }>(
      'select state, taken, problem, message from agentcall where id = $1',
      [id],
    )
  )[0]!

test('an agent takes, answers and ends no call of another merchant or of another agent', async () => {
  const [own, sibling, foreign] = [await agent(0), await agent(0), await agent(1)]
  await callOf(own.id, 'call-of-own')
  for (const hostile of [sibling, foreign]) {
    const { socket, say, hears } = await hostile.connect()
    say({ type: 'taken', id: 'call-of-own' })
    say({ type: 'trouble', id: 'call-of-own', problem: 'refused', message: 'no' })
    say({ type: 'answer', id: 'call-of-own', frame })
    say({ type: 'hello', version: '1' })
    await hears('terminals')
    socket.terminate()
    const { state, taken } = await stateOf('call-of-own')
    assert.deepEqual([state, taken], ['waiting', false])
  }
})

test('what an agent says is stored as a line of a bounded length, whatever it is', async () => {
  const own = await agent(0)
  await callOf(own.id, 'call-of-lines')
  const { socket, say, hears } = await own.connect()
  const hostile = `\u0000\ud800<script>\r\nX: y\u0007${'x'.repeat(100_000)}`
  say({ type: 'hello', version: hostile })
  await hears('terminals')
  say({ type: 'trouble', id: 'call-of-lines', problem: 'lost', message: hostile })
  await hears('ack')
  const { state, message } = await stateOf('call-of-lines')
  assert.equal(state, 'ended')
  assert.match(message!, /^ \ufffd<script> X: y x+$/)
  assert.equal(message!.length, 200)
  const [{ version } = { version: '' }] = await t.db.query<{ version: string }>(
    'select version from terminalagent where id = $1',
    [own.id],
  )
  assert.equal(version.length, 32)
  socket.terminate()
})

test('a message that makes no sense ends the connection, and no other', async () => {
  const own = await agent(0)
  const senseless = ['', 'null', '[]', '{}', '{"type":"hello"', '{"type":"answer","id":"x"}', '{"type":"taken","id":7}']
  for (const text of [...senseless, Buffer.from([0xff, 0xfe]), `{"type":"taken","id":"${'x'.repeat(65)}"}`]) {
    const { socket } = await own.connect()
    socket.send(text)
    const [code] = await once(socket, 'close')
    assert.ok([1002, 1007].includes(code), `${text}: ${code}`)
  }
  const { socket } = await own.connect()
  socket.on('error', () => undefined)
  socket.send('x'.repeat(600_000))
  const [code] = await once(socket, 'close')
  assert.ok([1006, 1009].includes(code), String(code))
  const other = await own.connect()
  other.say({ type: 'hello', version: '1' })
  await other.hears('terminals')
  other.socket.terminate()
})

test('an agent that sends without end is read as fast as it is stored, and no faster', async () => {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const db = { ...t.db, run: () => release.promise.then(() => 0) }
  const socket = Object.assign(new EventEmitter(), {
    isPaused: false,
    pause,
    resume,
    send: () => undefined,
    close: locked.reject,
  })
  function pause(this: typeof socket) {
    this.isPaused = true
    locked.resolve()
  }
  function resume(this: typeof socket) {
    this.isPaused = false
  }
  const parts = { db, cipher: t.cipher, clock: t.clock, log: pino({ enabled: false }), ended: () => undefined }
  agentSocket({ ...parts, agent: { id: 'a'.repeat(24), key_mark: '' }, socket: socket as never })
  const flood = () => {
    let sent = 0
    for (; sent < 1_000 && !socket.isPaused; sent += 1)
      socket.emit('message', JSON.stringify({ type: 'taken', id: `flood-${sent}` }))
    return sent
  }
  const read = flood()
  await locked.promise
  assert.ok(read < 50, `${read} messages were read`)
  release.resolve()
  while (socket.isPaused) await new Promise(setImmediate)
  assert.ok(flood() > 0, 'it goes on once they are stored')
  socket.emit('close')
})
