import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Outcome } from '../../src/ports/processor.ts'
import { isAuthorized, readJson } from '../sidecar/control-request.ts'
import { type ExpectedFaults, expectedFaults } from './expected-faults.ts'
import { type Faults, parseFaults } from './faults.ts'
import { flipped, type Misbehaviour, misbehaviour, opposite, pause, underway, underwayBy } from './misbehave.ts'
import { parseBatch, parseOrder, type WireOrder } from './parse.ts'
import { writeOutcome } from './record.ts'
import type { Settlements } from './settle.ts'
import type { SettlementFiles } from './settlement.ts'
import type { Simulator } from './simulator.ts'

const http = process.getBuiltinModule('node:http')

/** Enough for both images of a check, or a batch of a hundred thousand orders. */
const BODY_LIMIT = 4 * 1024 * 1024

export interface ServerSettings {
  simulator: Simulator
  settlements: Settlements
  files: SettlementFiles
  /** The bearer token of every request: the port is open to every user of the machine. */
  secret: string
  /** Factor on the delays of the test amounts; 0.001 makes seconds milliseconds. */
  delay_scale: number
  /** Aborted when the process is asked to end; delayed responses are then sent at once. */
  closing: AbortSignal
}

interface ServerState extends ServerSettings {
  expectedFaults: ExpectedFaults
  odd: Misbehaviour
}

interface JsonResponse {
  status: number
  body: unknown
}

/** Returns the simulator's server: JSON over plain HTTP. An outcome is sent only once the ledger holds it. */
export function createSimulatorServer(settings: ServerSettings): Server {
  const state: ServerState = { ...settings, expectedFaults: expectedFaults(), odd: misbehaviour() }
  return http.createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    answer(state, request, response).catch(error => {
      // A caller that hung up is expected; anything else is a bug.
      if (request.complete) console.error(error)
      request.socket.destroy()
    })
  })
}

async function answer(state: ServerState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { simulator, secret } = state
  if (!isAuthorized(request, secret)) return send(state, response, { status: 401, body: { message: 'wrong secret' } })

  const url = new URL(request.url ?? '/', 'http://simulator')
  const route = `${request.method} ${url.pathname}`
  const account_id = url.searchParams.get('processor_account_id')
  if (route === 'POST /orders') return takeOrder(state, request, response)
  if (route === 'POST /settlements') return takeBatch(state, request, response)
  if (route === 'GET /healthz') return send(state, response, { status: 200, body: { pid: process.pid } })
  if (url.pathname === '/faults') return send(state, response, await expectFaults(state, request))
  if (route === 'GET /ledger') {
    const since = Number(url.searchParams.get('since') ?? 0)
    const until = Number(url.searchParams.get('until') ?? Number.MAX_SAFE_INTEGER)
    const entries = await simulator.entries(url.searchParams.get('reference'), account_id, since, until)
    return send(state, response, { status: 200, body: { entries } })
  }
  const [, batch] = /^GET \/settlements\/([^/]+)$/.exec(route) ?? []
  if (batch) return send(state, response, await findBatch(state, decodeURIComponent(batch), account_id))
  if (route === 'GET /settlements') return send(state, response, await listFiles(state, url.searchParams))
  const [, method, reference] = /^(GET|DELETE) \/orders\/([^/]+)$/.exec(route) ?? []
  if (reference) {
    const order = { reference: decodeURIComponent(reference), account_id }
    return send(state, response, await respondToQuery(state, order, method === 'DELETE'))
  }
  send(state, response, { status: 404, body: { message: 'no such path' } })
}

/**
 * Responds with the outcome of an order. One that never arrived can be ruled out, so that it is declined if it does.
 */
async function respondToQuery(
  { simulator, odd, closing }: ServerState,
  { reference, account_id }: { reference: string; account_id: string | null },
  rule_out: boolean,
): Promise<JsonResponse> {
  await pause(odd.delayOf(reference), closing)
  if (odd.isHidden(reference)) return { status: 503, body: { message: 'not reachable' } }
  if (!rule_out && odd.isUnseen(reference)) return { status: 200, body: { seen: false } }
  const outcome = await (rule_out ? simulator.ruleOut(reference, account_id) : simulator.find(reference, account_id))
  if (!outcome) return { status: 200, body: { seen: false } }
  const later = odd.isUnderway(reference)
  return { status: 200, body: { seen: true, outcome: writeOutcome(later ? underway(later, outcome) : outcome) } }
}

async function expectFaults({ expectedFaults }: ServerState, request: IncomingMessage): Promise<JsonResponse> {
  if (request.method === 'DELETE') expectedFaults.clear()
  if (request.method === 'POST' && !expectedFaults.expect(await readJson(request, BODY_LIMIT)))
    return { status: 422, body: { message: 'not a fault' } }
  return { status: 200, body: { waiting: expectedFaults.list() } }
}

async function takeOrder(state: ServerState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { simulator, odd, closing } = state
  const order = parseOrder(await readJson(request, BODY_LIMIT))
  const faults =
    order &&
    parseFaults(
      order.fault ??
        state.expectedFaults.take({ ...order, initiation: order.initiation.series ?? order.initiation.by }),
    )
  if (!order || !faults) return send(state, response, { status: 400, body: { message: 'not an order' } })
  odd.note(order.reference, faults)
  if (faults.has('drop_before')) return void request.socket.destroy()
  const accept = () => simulator.accept(order, odd.refusalOf(order.action, order.original))
  if (faults.has('wander')) {
    request.socket.destroy()
    if (await pause(faults.get('wander')!, closing)) await accept()
    return
  }
  const [{ outcome, delay_ms }] = await Promise.all(faults.has('twice') ? [accept(), accept()] : [accept()])
  if (faults.has('take_back')) await simulator.takeBack(order.reference, order.processor_account_id)
  await pause(delay_ms * state.delay_scale + (faults.get('late') ?? 0), closing)
  respond(state, request, response, faults, { order, outcome })
  if (faults.has('again') && (await pause(faults.get('again')!, closing))) await accept()
}

/** Responds to an order, unless a fault prevents it. */
function respond(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
  faults: Faults,
  { order: { reference }, outcome }: { order: WireOrder; outcome: Outcome },
): void {
  if (isLost(request, response, faults)) return
  const body = (named: string, outcome: Outcome) => ({ reference: named, outcome: writeOutcome(outcome) })
  const later = underwayBy(faults)
  const answered = faults.has('misdirect')
    ? body(`${reference.slice(0, -1)}~`, opposite(outcome))
    : body(reference, later ? underway(later, outcome) : faults.has('contradict') ? flipped(outcome) : outcome)
  send(state, response, { status: 200, body: answered })
}

/** Returns whether a fault has dropped the response. */
function isLost(request: IncomingMessage, response: ServerResponse, faults: Faults): boolean {
  if (faults.has('drop_after')) request.socket.destroy()
  else if (faults.has('garbage')) response.writeHead(200, json).end('{"outcome":{"result":"appro')
  else if (faults.has('error')) response.writeHead(500, json).end('{"message":"internal error"}')
  else return false
  return true
}

async function takeBatch(state: ServerState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { odd, settlements, closing } = state
  const batch = parseBatch(await readJson(request, BODY_LIMIT))
  const faults = batch && parseFaults(batch.fault ?? state.expectedFaults.take({ ...batch, action: 'settle' }))
  if (!batch || !faults) return send(state, response, { status: 400, body: { message: 'not a batch' } })
  if (odd.isHidden(batch.reference)) return send(state, response, { status: 503, body: { message: 'not reachable' } })
  odd.note(batch.reference, faults)
  if (faults.has('drop_before')) return void request.socket.destroy()
  const settle = () => settlements.settle(batch)
  const [closure] = await Promise.all(faults.has('twice') ? [settle(), settle()] : [settle()])
  await pause(faults.get('late') ?? 0, closing)
  if (!isLost(request, response, faults)) send(state, response, { status: 200, body: closure })
}

/** Responds with what became of a batch. */
async function findBatch(
  { settlements, odd }: ServerState,
  reference: string,
  account_id: string | null,
): Promise<JsonResponse> {
  if (odd.isHidden(reference)) return { status: 503, body: { message: 'not reachable' } }
  return { status: 200, body: await settlements.find(reference, account_id) }
}

/** Lists all files, or returns the one of a settlement (`reference`) or of a name with its text. */
async function listFiles({ settlements, files }: ServerState, asked: URLSearchParams): Promise<JsonResponse> {
  const reference = asked.get('reference')
  const name =
    asked.get('name') ?? (reference === null ? null : settlements.nameOf(reference, asked.get('processor_account_id')))
  if (reference === null && name === null) return { status: 200, body: { files: settlements.files() } }
  const text = name === null ? null : await files.read(name)
  return { status: 200, body: { file: text === null ? null : { name, text } } }
}

function send({ closing }: ServerSettings, response: ServerResponse, { status, body }: JsonResponse): void {
  if (closing.aborted) response.setHeader('connection', 'close')
  response.writeHead(status, json).end(JSON.stringify(body))
}

const json = { 'content-type': 'application/json' }
