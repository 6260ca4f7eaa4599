import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Database } from '../src/db/database.ts'
import type { Gateway } from './gateway.ts'

const AT_ONCE = 32
const ANSWERS = 200
const IDLE_MS = 10_000

/**
 * Requests that wait for terminals: the cost of each while it waits, and the delay from the device's answer to that
 * of the request. All terminals are behind one agent, so that the gateway holds no socket to them, as a hosted one
 * would not.
 */
export async function terminalReport(gateway: Gateway, db: Database, count: number): Promise<string> {
  const call = async (path: string, body: object) => {
    const headers = { ...gateway.keys(0), 'content-type': 'application/json' }
    const answer = await fetch(`${gateway.url}/v2/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, Record<string, string>>
  }
  const { location_id, terminal_id } = gateway.sandbox.merchants[0]!
  const agent_id = (await call('terminalagents', { terminalagent: { location_id, title: 'Bench' } })).terminalagent!.id!
  const { agent_key } = (await call(`terminalagents/${agent_id}/generatekey`, {})).terminalagent!
  const terminals = await multiplyTerminals(db, terminal_id, agent_id, count)
  const agent = await silentAgent(`${gateway.url.replace('http', 'ws')}/agent`, agent_key!)

  const before = await gateway.memory()
  const body = (terminal: string) =>
    JSON.stringify({
      routertransaction: {
        ...{ payment_method: 'cc', action: 'sale', transaction_amount: '10.00' },
        ...{ location_id, terminal_id: terminal },
      },
    })
  const held = new Map<string, Held>()
  const left = [...terminals]
  const opening = async (): Promise<void> => {
    for (let terminal = left.pop(); terminal; terminal = left.pop()) {
      const arrived = agent.reaches(terminal)
      held.set(terminal, hold(gateway, body(terminal)))
      await arrived
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, opening))
  const rate = terminals.length / ((performance.now() - started) / 1000)

  const cpu = await gateway.cpu_ms()
  await pause(IDLE_MS)
  const busy = ((await gateway.cpu_ms()) - cpu) / IDLE_MS
  const each = ((await gateway.memory()) - before) * (1024 / terminals.length)
  const [open] = await db.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity where application_name like 'tollgate%' and state is not null`,
  )
  const waits: number[] = []
  for (const terminal of terminals.slice(0, ANSWERS)) {
    const start = performance.now()
    agent.answer(terminal)
    await held.get(terminal)!.status
    waits.push(performance.now() - start)
  }
  waits.sort((a, b) => a - b)
  for (const { hangUp } of held.values()) hangUp()
  agent.close()
  return [
    `* Terminals: ${terminals.length} requests open in one process, ${each.toFixed(1)} KiB each (bar 40), ${(busy * 100).toFixed(1)} % of a core and ${open?.count} connections to the database while all wait.`,
    `* Terminals: ${Math.round(rate)} requests/s opened; from the device's answer to that of the request p50 ${at(waits, 0.5)} ms, p99 ${at(waits, 0.99)} ms.`,
  ].join('\n')
}

async function multiplyTerminals(
  db: Database,
  terminal_id: string,
  agent_id: string,
  count: number,
): Promise<string[]> {
  const columns = await db.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'terminal' and table_schema = 'public'`,
  )
  const names = columns.map(({ name }) => name)
  const own: Record<string, string> = {
    id: `'b' || lpad(to_hex(n), 23, '0')`,
    serial_number: `'S' || n`,
    terminal_manufacturer_id: '1',
    terminal_agent_id: `'${agent_id}'`,
    local_ip_address: `'10.0.0.1'`,
    terminal_api_id: 'null',
  }
  const values = names.map(name => own[name] ?? `t."${name}"`)
  const rows = await db.query<{ id: string }>(
    `insert into terminal (${names.map(name => `"${name}"`).join(', ')})
     select ${values.join(', ')} from terminal t, generate_series(1, ${count}) n where t.id = $1 returning id`,
    [terminal_id],
  )
  return rows.map(({ id }) => id)
}

interface Held {
  /** Undefined when it was hung up before. */
  status: Promise<number | undefined>
  hangUp(): void
}

/** A request over its own connection. */
function hold({ url, keys }: Gateway, body: string): Held {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const headers = { ...keys(0), 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const asked = request(`${url}/v2/routertransactions`, { method: 'POST', headers, agent: false }, answer => {
    answer.resume()
    answer.on('end', () => resolve(answer.statusCode))
  })
  asked.on('error', () => resolve(undefined))
  asked.end(body)
  return { status: promise, hangUp: () => asked.destroy() }
}

/** An agent whose terminals all wait for a card until the benchmark lets them respond. */
async function silentAgent(url: string, key: string) {
  const calls = new Map<string, string>()
  const expected = new Map<string, () => void>()
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` }, maxPayload: 64 * 1024 * 1024 })
  await new Promise((done, fail) => {
    socket.once('open', done)
    socket.once('error', fail)
  })
  socket.on('message', data => {
    const said = JSON.parse(String(data))
    if (said.type !== 'send') return
    calls.set(said.device.id, said.id)
    expected.get(said.device.id)?.()
  })
  const say = (id: string): void =>
    socket.send(JSON.stringify({ type: 'trouble', id, problem: 'unreachable', message: 'bench' }))
  socket.send(JSON.stringify({ type: 'hello', version: 'bench' }))
  return {
    reaches: (terminal: string): Promise<void> =>
      calls.has(terminal) ? Promise.resolve() : new Promise(done => expected.set(terminal, done)),
    answer(terminal: string) {
      say(calls.get(terminal)!)
    },
    close: () => socket.close(),
  }
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
}
