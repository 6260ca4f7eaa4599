import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Fault, parseFaults } from './faults.ts'
import { parseBatch, parseOrder, type WireOrder } from './parse.ts'
import { writeOutcome } from './record.ts'
import type { Settlements } from './settle.ts'
import type { Simulator } from './simulator.ts'

/** An order with both pictures of a check; a batch of a hundred thousand orders. */
const BODY_LIMIT = 4 * 1024 * 1024

export interface ServerSettings {
  simulator: Simulator
  settlements: Settlements
  /** Every request carries it as a bearer token: the port is open to every user of the machine. */
  secret: string
  /** Factor on the delays of the test amounts; 0.001 makes seconds milliseconds. */
  delay_scale: number
  /** Aborted when the process is asked to end: waiting answers then go out at once. */
  closing: AbortSignal
}

interface Answer {
  status: number
  body: unknown
}

/** The simulator's HTTP face: JSON over plain HTTP, every answer about money given only when the ledger holds it. */
export function createSimulatorServer(settings: ServerSettings): Server {
  const hidden = new Map<string, number>()
  return createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    answer(settings, hidden, request, response).catch(error => {
      // A caller that hung up halfway is no news; anything else is a fault of ours and must be seen.
      if (request.complete) console.error(error)
      request.socket.destroy()
    })
  })
}

async function answer(
  settings: ServerSettings,
  hidden: Map<string, number>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { simulator, secret } = settings
  if (!carries(request, secret)) return send(settings, response, { status: 401, body: { message: 'wrong secret' } })

  const url = new URL(request.url ?? '/', 'http://simulator')
  const route = `${request.method} ${url.pathname}`
  if (route === 'POST /orders') return takeOrder(settings, hidden, request, response)
  if (route === 'POST /settlements') return takeBatch(settings, request, response)
  if (route === 'GET /healthz') return send(settings, response, { status: 200, body: { pid: process.pid } })
  if (route === 'GET /ledger') {
    const entries = await simulator.entries(url.searchParams.get('reference'))
    return send(settings, response, { status: 200, body: { entries } })
  }
  const found = /^GET \/orders\/([^/]+)$/.exec(route)
  if (found?.[1]) return send(settings, response, await find(simulator, hidden, decodeURIComponent(found[1])))
  send(settings, response, { status: 404, body: { message: 'no such path' } })
}

async function find(simulator: Simulator, hidden: Map<string, number>, reference: string): Promise<Answer> {
  const left = hidden.get(reference) ?? 0
  if (left > 0) {
    if (left > 1) hidden.set(reference, left - 1)
    else hidden.delete(reference)
    return { status: 503, body: { message: 'not reachable' } }
  }
  const outcome = await simulator.find(reference)
  if (!outcome) return { status: 200, body: { seen: false } }
  return { status: 200, body: { seen: true, outcome: writeOutcome(outcome) } }
}

async function takeOrder(
  settings: ServerSettings,
  hidden: Map<string, number>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const order = parseOrder(await readJson(request))
  const faults = parseFaults(order?.fault)
  if (!order || !faults) return send(settings, response, { status: 400, body: { message: 'not an order' } })
  if (faults.has('drop_before')) return void request.socket.destroy()
  const hide = faults.get('hide')
  if (hide) hidden.set(order.reference, hide)

  const { outcome, delay_ms } = await decideOrder(settings.simulator, order, faults)
  await pause(delay_ms * settings.delay_scale + (faults.get('late') ?? 0), settings.closing)
  if (faults.has('drop_after')) return void request.socket.destroy()
  if (faults.has('garbage')) return void response.writeHead(200, json).end('{"outcome":{"result":"appro')
  send(settings, response, { status: 200, body: { outcome: writeOutcome(outcome) } })
}

async function takeBatch(settings: ServerSettings, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const batch = parseBatch(await readJson(request))
  if (!batch) return send(settings, response, { status: 400, body: { message: 'not a batch' } })
  send(settings, response, { status: 200, body: await settings.settlements.settle(batch) })
}

async function decideOrder(simulator: Simulator, order: WireOrder, faults: Map<Fault, number>) {
  if (!faults.has('twice')) return simulator.accept(order)
  const [first] = await Promise.all([simulator.accept(order), simulator.accept(order)])
  return first
}

async function pause(ms: number, closing: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, undefined, { signal: closing }).catch(() => undefined)
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

function send({ closing }: ServerSettings, response: ServerResponse, { status, body }: Answer): void {
  if (closing.aborted) response.setHeader('connection', 'close')
  response.writeHead(status, json).end(JSON.stringify(body))
}

/** Digests are compared, so that neither the time nor the length of a guess tells anything. */
function carries(request: IncomingMessage, secret: string): boolean {
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${secret}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const json = { 'content-type': 'application/json' }
