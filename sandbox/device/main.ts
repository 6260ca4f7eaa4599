import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isAuthorized, readJson } from '../sidecar/control-request.ts'
import { writeEndpoint } from '../sidecar/endpoint.ts'
import { takeLock } from '../sidecar/lock.ts'
import type { DeviceClock } from './device.ts'
import { type Fleet, fleet, type Member } from './fleet.ts'
import { simulatedHost } from './host.ts'
import { openJournal } from './journal.ts'
import { devicesFolder } from './launch.ts'
import type { Reply } from './screen.ts'

const http = process.getBuiltinModule('node:http')

/**
 * The virtual terminals of a sandbox: a separate process that speaks the terminals' protocol on TCP, authorises at
 * the processor simulator as a real device does at its acquirer, and keeps its own journal. It shares with the
 * gateway only leaf functions, port types and the wire protocol.
 */

/** `node main.ts [--home DIR] [--delay-scale N]` */
const { values } = parseArgs({
  options: {
    home: { type: 'string', default: process.env.TOLLGATE_HOME ?? './.tollgate' },
    'delay-scale': { type: 'string', default: '1' },
    'launched-by': { type: 'string' },
  },
})

const home = resolve(values.home)
const folder = devicesFolder(home)
const scale = Number(values['delay-scale'])
if (!(scale >= 0)) throw new Error('the delay scale must be a number that is not negative')

/** Devices have their own clock; the gateway sends the offset of the sandbox. */
let ahead_ms = 0
const clock: DeviceClock = {
  now: () => Date.now() + ahead_ms,
  seconds: () => Math.floor((Date.now() + ahead_ms) / 1000),
  goAhead: ms => {
    if (ms > ahead_ms) ahead_ms = ms
  },
}

await mkdir(folder, { recursive: true, mode: 0o700 })
const lock = takeLock(join(folder, 'lock'))
if (!lock) {
  console.log(`Virtual terminals already run for ${home}`)
  process.exit(0)
}

const journal = await openJournal(join(folder, 'book.jsonl'))
const host = simulatedHost(home, clock)
const devices = fleet(folder, { journal, host, clock, scale, die: () => process.exit(137) })
const secret = randomBytes(32).toString('base64url')
const server = controlServer(devices, secret)
server.listen(0, '127.0.0.1')
await once(server, 'listening')

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end())

const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const launched_by = values['launched-by'] === undefined ? null : Number(values['launched-by'])
await writeEndpoint(folder, { address, secret, pid: process.pid, launched_by })
console.log(`Virtual terminals ready at ${address}`)

/** Leaves nothing behind but the journal. */
async function end(): Promise<void> {
  await rm(join(folder, 'address.json'), { force: true })
  await devices.close()
  server.closeAllConnections()
  server.close()
  await journal.close()
  lock?.release()
  process.exit(0)
}

const BODY_LIMIT = 512 * 1024

/**
 * Returns the server by which the sandbox controls its devices: configuration, display, input of a person, journal.
 * On loopback, with a secret.
 */
function controlServer(fleet: Fleet, secret: string): Server {
  return http.createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    answer(fleet, secret, request, response).catch(error => {
      if (request.complete) console.error(error)
      request.socket.destroy()
    })
  })
}

async function answer(fleet: Fleet, secret: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isAuthorized(request, secret)) return send(response, 401, { message: 'wrong secret' })
  const url = new URL(request.url ?? '/', 'http://devices')
  if (url.pathname === '/healthz') return send(response, 200, { pid: process.pid })
  const [, id = '', what = ''] = /^\/devices\/([0-9A-Za-z-]{1,64})(?:\/([a-z]+))?$/.exec(url.pathname) ?? []
  const body = request.method === 'GET' ? {} : record(await readJson(request, BODY_LIMIT))
  if (id === '' || body === null) return send(response, 400, { message: 'not understood' })
  if (request.method === 'PUT' && what === '') return send(response, 200, placeOf(await fleet.have(id, body)))
  const member = fleet.find(id)
  if (!member) return send(response, 404, { message: 'no such device' })
  const route = `${request.method} ${what}`
  if (route === 'GET book') return send(response, 200, { entries: member.device.entries() })
  if (route === 'GET screen') return send(response, 200, await shown(member, url, request))
  if (route === 'POST act') return send(response, 200, { done: await act(member, body) })
  if (route === 'POST fault') return send(response, member.device.armedFaults.expect(body.fault) ? 200 : 400, {})
  send(response, 404, { message: 'no such path' })
}

function placeOf({ link, device }: Member): unknown {
  return { host: '127.0.0.1', port: link.port, pulled: link.isPulled(), busy: device.isBusy() }
}

/** A waiting request means that the device is open; hanging up ends that. */
async function shown({ device, link }: Member, url: URL, request: IncomingMessage): Promise<unknown> {
  const gone = new AbortController()
  request.socket.once('close', () => gone.abort())
  const seen = await device.screen.watch(Number(url.searchParams.get('version') ?? 0), gone.signal)
  return { ...seen, title: device.setup().title, pulled: link.isPulled() }
}

async function act({ device, link }: Member, body: Record<string, unknown>): Promise<boolean> {
  if (body.do === 'pull') {
    link.pull()
    device.screen.refresh()
    return true
  }
  if (body.do === 'plug') {
    await link.plug()
    device.screen.refresh()
    return true
  }
  if (body.do === 'cancel') return device.screen.cancel()
  if (body.do === 'reply') return device.screen.reply(Number(body.ask), (body.reply ?? {}) as Reply)
  return false
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function record(body: unknown): Record<string, unknown> | null {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null
}
