import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { pino } from 'pino'
import { WebSocketServer } from 'ws'
import { type Agent, startAgent } from '../../agent/agent.ts'
import { agentGateway } from '../../src/agents/agent-gateway.ts'
import { postCall } from '../../src/agents/calls.ts'
import { type Json, testApp } from '../support/app.ts'
import { refusal } from '../support/typed-client.ts'

const t = await testApp('agent')
after(t.close)
const [home] = t.merchants

/** A process of the gateway that holds the agent's connection; the request is answered by another one. */
const other = createServer()
const store = agentGateway({
  ...{ db: t.db, cipher: t.cipher, clock: t.clock, log: pino({ enabled: false }) },
  refused: async () => undefined,
})
store.attach(other, { limit: () => null, addressOf: () => '', keep: () => undefined })
await new Promise<void>(done => other.listen(0, '127.0.0.1', done))
after(async () => {
  await store.close()
  other.close()
})
const url = `ws://127.0.0.1:${(other.address() as AddressInfo).port}/agent`

const { id: agent_id } = await t.api.terminalagents.create({ location_id: home.location_id, title: 'Shop' })
const { agent_key: key } = (await t.api.terminalagents.generateKey(agent_id)).terminalagent

/** A PAX terminal in the shop, which is a virtual device behind the agent. */
const terminal_id = await shopTerminal()

async function shopTerminal(): Promise<string> {
  const { terminal_application_id } = await t.api.terminals.get(home.terminal_id)
  const terminal: Json = await t.api.terminals.create({
    ...{ location_id: home.location_id, terminal_application_id, title: 'Till', serial_number: 'TILL1' },
    terminal_manufacturer_id: 1,
    local_ip_address: '127.0.0.1',
    terminal_agent_id: agent_id,
  })
  const { port } = await t.devices.place(terminal)
  await t.api.terminals.update(terminal.id, { port })
  return terminal.id
}

/** An agent and the messages it has sent so far; resolves once it is connected. */
async function agent(own: { key?: string; networks?: string } = {}): Promise<{ agent: Agent; told: string[] }> {
  const told: string[] = []
  const heard = Promise.withResolvers<void>()
  const started = startAgent({
    url,
    key: own.key ?? key,
    home: join(t.home, 'agent'),
    networks: own.networks ?? '127.0.0.0/8',
    tell(text) {
      told.push(text)
      heard.resolve()
    },
  })
  await heard.promise
  return { agent: started, told }
}

const sale = (transaction_amount: string) =>
  t.api.routertransactions.create({
    payment_method: 'cc',
    action: 'sale',
    location_id: home.location_id,
    terminal_id,
    transaction_amount,
  })

test('a terminal whose agent is not connected cannot be reached', async () => {
  const { status, body } = await refusal(sale('7.14'))
  assert.equal(status, 422)
  assert.deepEqual(body.errors, { terminal_id: ['CONNECT ERROR'] })
})

test('an agent with a wrong key is not let in', async () => {
  const { agent: refused, told } = await agent({ key: `${agent_id}.${'x'.repeat(43)}` })
  assert.match(told[0]!, /401/)
  await refused.stop()
})

test('a payment passes from one process through the agent of another to the terminal and back', async () => {
  const { agent: connected } = await agent()
  const { id, status_id, entry_mode_id } = await sale('7.14')
  assert.deepEqual([status_id, entry_mode_id], [101, 'C'])
  assert.deepEqual(
    (await t.ledger(id)).map(({ amount, result }) => [amount, result]),
    [['7.14', 'approved']],
  )
  const online = await t.api.terminals.isOnline(terminal_id)
  assert.equal(online.terminal.online, true)
  const shown = await t.api.terminalagents.get(agent_id, { expand: ['terminals'] })
  assert.ok(shown.last_seen_ts)
  assert.equal(shown.terminals?.[0]?.id, terminal_id)
  assert.ok(!JSON.stringify(shown).includes('key_mark'))
  await connected.stop()
})

test('what a process that died wanted of a terminal is not begun minutes later, when the agent comes back', async () => {
  const request = {
    device: { id: terminal_id, local_ip_address: '127.0.0.1', port: 1, communication_type: null },
    frame: '',
    cancel: null,
    wait_ms: 300_000,
  }
  await postCall(t.db, { id: 'stale', agent_id, request })
  await t.db.run(`update agentcall set expires_at = expires_at - 30 where id = 'stale'`)
  const { agent: connected } = await agent()
  const body = await t.api.terminals.isOnline(terminal_id)
  assert.equal(body.terminal.online, true)
  assert.deepEqual(await t.db.query(`select state from agentcall where id = 'stale'`), [{ state: 'waiting' }])
  await connected.stop()
})

test('a call whose notification was missed is found, long before it is given up', async () => {
  const { agent: connected } = await agent()
  await t.api.terminals.isOnline(terminal_id)
  const request = {
    device: { id: terminal_id, local_ip_address: '127.0.0.1', port: 1, communication_type: null },
    frame: '',
    cancel: null,
    wait_ms: 1_000,
  }
  // A row without a notification, as after a break of the line to the database.
  await t.db.run(
    `insert into agentcall (id, agent_id, request, state, expires_at, root_id)
     select 'unheard', id, $2, 'waiting', extract(epoch from clock_timestamp())::bigint + 121, root_id from terminalagent where id = $1`,
    [agent_id, JSON.stringify(request)],
  )
  const state = async () => (await t.db.query(`select state from agentcall where id = 'unheard'`))[0]?.state
  while ((await state()) === 'waiting') await new Promise(resolve => setImmediate(resolve))
  await connected.stop()
})

test('a database that fails for a moment ends neither the process nor the connection of an agent', async () => {
  const { agent: connected, told } = await agent()
  await t.owner.run(
    `create function refuse_call() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`,
  )
  await t.owner.run(
    `create trigger refuse_call before update on agentcall for each row when (new.state = 'sent') execute function refuse_call()`,
  )
  const refused = await refusal(sale('7.14'))
  assert.deepEqual([refused.status, refused.body.errors], [422, { terminal_id: ['CONNECT ERROR'] }])
  await t.owner.run('drop function refuse_call cascade')
  await sale('7.14')
  assert.equal(told.length, 1, told.join())
  await connected.stop()
})

test('an agent reaches nothing outside its own networks', async () => {
  const { agent: narrow } = await agent({ networks: '10.0.0.0/8' })
  assert.equal((await refusal(sale('7.14'))).status, 422)
  await narrow.stop()
})

test('what a gateway still sends to an agent that has stopped is not begun, and does not end its process', async () => {
  const gateway = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(gateway, 'listening')
  const connecting = once(gateway, 'connection')
  const told = Promise.withResolvers<void>()
  const { port } = gateway.address() as AddressInfo
  const [where, own] = [`ws://127.0.0.1:${port}/agent`, join(t.home, 'stopped')]
  const stopped = startAgent({ url: where, key, home: own, networks: '127.0.0.0/8', tell: () => told.resolve() })
  const [socket] = await connecting
  await told.promise
  // The gateway is slow: it has not read yet that the agent closes.
  socket.pause()
  await stopped.stop()
  const device = { id: 'T1', title: 'Till', local_ip_address: '127.0.0.1', port: 9 }
  socket.send(JSON.stringify({ type: 'terminals', terminals: [device] }))
  socket.send(JSON.stringify({ type: 'send', id: 'late', device, frame: 'AA==', cancel: null, wait_ms: 100 }))
  socket.resume()
  await once(socket, 'close')
  assert.doesNotMatch(readFileSync(join(own, 'journal.jsonl'), 'utf8'), /late/)
  await new Promise(done => gateway.close(done))
})

test('foreign agents are not seen, and cannot be named', async () => {
  assert.equal((await refusal(t.stranger.terminalagents.get(agent_id))).status, 404)
  const naming = t.stranger.terminals.update(t.merchants[1].terminal_id, { terminal_agent_id: agent_id })
  assert.equal((await refusal(naming)).status, 422)
})
