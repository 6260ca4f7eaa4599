import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../src/db/database.ts'
import { type Asset, assetOf, loadAssets, serveAsset } from '../../src/pages/assets.ts'
import { pageHeaders } from '../../src/pages/headers.ts'
import { identifier } from '../../src/pages/page-routes.ts'
import type { Device } from '../../src/ports/terminal.ts'
import type { Devices } from '../device/devices.ts'
import { guardRoutes, type SandboxGuard } from '../guard.ts'
import type { SidecarAnswer } from '../sidecar/ask.ts'
import { terminalPage } from './terminal-page.ts'

export interface TerminalUiParts {
  db: Database
  devices: Devices
  guard: SandboxGuard
  publicUrl(): string
}

type Found = Device & { title: string; location: string }
type Terminal = { Params: { terminal_id: string } }

/**
 * Registers the UI of virtual terminals at `/sandbox/terminals/{id}`: a page for a person, the requests of its script
 * to the device, and the device's ledger and faults for tests.
 */
export function registerTerminalUi(app: FastifyInstance, parts: TerminalUiParts): void {
  app.register(async scope => routes(scope, parts))
}

function routes(app: FastifyInstance, { db, devices, guard, publicUrl }: TerminalUiParts): void {
  const closing = new AbortController()
  // Ends long polls when the server stops; it would wait for them otherwise.
  app.addHook('preClose', async () => closing.abort())
  guardRoutes(app, guard)
  const withDevice: WithDevice = async (request, reply, work) => {
    const found = await terminalOf(db, request.params.terminal_id)
    if (!found) return reply.code(404).send({ message: 'There is no virtual terminal of this id.' })
    return work(found, await devices.place(found))
  }
  const files = {
    stylesheet: own('terminal.css', 'text/css; charset=utf-8'),
    script: own('terminal.js', 'text/javascript; charset=utf-8'),
  }
  serveTerminal(app, files, withDevice, publicUrl)
  serveDevice(app, devices, withDevice, closing.signal)
  app.get('/sandbox/terminals', async (_request, reply) => {
    const found = await virtualTerminals(db)
    const places = await Promise.all(found.map(each => devices.place(each)))
    const listed = found.map(({ id, title }, index) => ({ id, title, ...places[index] }))
    return reply.send({ terminals: listed.map(({ id, title, host, port }) => ({ id, title, host, port })) })
  })
}

type WithDevice = (
  request: FastifyRequest<Terminal>,
  reply: FastifyReply,
  work: (found: Found, place: { host: string; port: number }) => Promise<FastifyReply>,
) => Promise<FastifyReply>

/** Serves the page and its files. */
function serveTerminal(
  app: FastifyInstance,
  files: { stylesheet: Asset; script: Asset },
  withDevice: WithDevice,
  publicUrl: () => string,
): void {
  const assets = loadAssets()
  for (const file of Object.values(files)) serveAsset(app, file)
  app.get<Terminal>('/sandbox/terminals/:terminal_id', (request, reply) =>
    withDevice(request, reply, async (found, place) => {
      const document = terminalPage(assets, files, { ...found, ...place })
      return reply.headers(headers(publicUrl())).type('text/html; charset=utf-8').send(document)
    }),
  )
}

/** Passes the requests of the page and of tests on to the device. */
function serveDevice(app: FastifyInstance, devices: Devices, withDevice: WithDevice, closing: AbortSignal): void {
  const pass = async (reply: FastifyReply, response: SidecarAnswer): Promise<FastifyReply> =>
    reply.code(response.status).type('application/json').header('cache-control', 'no-store').send(response.text)

  app.get<Terminal & { Querystring: { version?: string } }>(
    '/sandbox/terminals/:terminal_id/screen',
    (request, reply) =>
      withDevice(request, reply, async ({ id }) => {
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const version = Number(request.query.version) || 0
        const signal = AbortSignal.any([gone.signal, closing])
        const path = `devices/${id}/screen?version=${version}`
        const response = await devices.call('GET', path, undefined, signal).catch(() => null)
        return response ? pass(reply, response) : reply.code(503).send({ message: 'the terminal does not answer' })
      }),
  )
  app.get<Terminal>('/sandbox/terminals/:terminal_id/book', (request, reply) =>
    withDevice(request, reply, async ({ id }) => pass(reply, await devices.call('GET', `devices/${id}/book`))),
  )
  for (const what of ['act', 'fault']) {
    app.post<Terminal>(`/sandbox/terminals/:terminal_id/${what}`, { bodyLimit: 512 * 1024 }, (request, reply) =>
      withDevice(request, reply, async ({ id }) =>
        pass(reply, await devices.call('POST', `devices/${id}/${what}`, request.body)),
      ),
    )
  }
}

/** The headers of every hosted page, with permission to send requests to this server. */
function headers(publicUrl: string): Record<string, string> {
  const known = pageHeaders({ https: publicUrl.startsWith('https:') })
  return { ...known, 'content-security-policy': `${known['content-security-policy']}; connect-src 'self'` }
}

function own(name: string, type: string): Asset {
  return assetOf(name, type, readFileSync(new URL(`./${name}`, import.meta.url)))
}

const VIRTUAL = 100

const SELECT = `
select terminal.id, terminal.title, serial_number, terminal_manufacturer_id, local_ip_address, port, communication_type,
       terminal_timeouts, tip_enable, tip_percents, location.name as location
  from terminal join location on location.id = terminal.location_id
 where terminal_manufacturer_id = ${VIRTUAL} and terminal.deleted_ts is null`

async function terminalOf(db: Database, id: string): Promise<Found | null> {
  if (identifier(id) === null) return null
  const [found] = await db.query<Found>(`${SELECT} and terminal.id = $1`, [id])
  return found ?? null
}

/** The virtual terminals of a sandbox, oldest first. */
export async function virtualTerminals(db: Database): Promise<Found[]> {
  return db.query<Found>(`${SELECT} order by terminal.id limit 100`, [])
}
