import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Tollgate } from '../../packages/client/src/index.js'
import type { TollgateOptions } from '../../packages/client/src/requests.js'
import type { SeededUser } from '../../sandbox/seed.ts'
import type { Shop } from './app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What becomes of one request on its way. Without one it is answered. */
export type Fault =
  /** The connection breaks before the gateway has the request. */
  | 'lost'
  /** It breaks after the gateway has done it. */
  | 'unanswered'
  /** It breaks in the middle of the answer. */
  | 'cut off'
  /** It breaks while the gateway goes on working. */
  | 'given up'
  /** Something in front answers, and the gateway never hears of it. */
  | { status: number; headers?: Record<string, string>; body?: string }

/** What may become of a request, each as a sentence; a payment under any of them is made once. */
export const FAULTS: Record<string, Fault> = {
  'a connection that breaks before the gateway has the request': 'lost',
  'a connection that breaks after the payment was made': 'unanswered',
  'an answer that is cut off': 'cut off',
  'a connection that breaks while the payment is being made': 'given up',
  'a gateway that is away (503)': { status: 503, headers: { 'retry-after': '0' } },
  'a proxy that has lost the gateway (502, in HTML)': { status: 502, body: '<h1>Bad Gateway</h1>' },
  'too many requests (429)': { status: 429, headers: { 'retry-after': '0' } },
  'a first request that still runs (409 with Retry-After)': { status: 409, headers: { 'retry-after': '0' } },
}

/** A request as it arrived. */
interface Arrived {
  method: string
  path: string
  key: string | undefined
  headers: IncomingMessage['headers']
}

export interface ClientSite {
  url: string
  /** Every request so far, those that were lost too. */
  arrived: Arrived[]
  /** The faults of the next requests, one each. */
  next(...faults: Fault[]): void
  /** A client of the first merchant's administrator, with these options besides. */
  client(over?: object): Tollgate
  close(): Promise<void>
}

/** The gateway behind a real connection that breaks as it is told, and the typed client in front of it. */
export async function clientSite(t: Shop, user: SeededUser = t.merchants[0].user): Promise<ClientSite> {
  const arrived: Arrived[] = []
  let faults: Fault[] = []
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    arrived.push({ method, path, headers, key: headers['idempotency-key'] as string | undefined })
    void passOn(t, request, response, faults.shift()).catch(() => request.socket.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { user_id, user_api_key } = user
  return {
    url,
    arrived,
    next: (...given) => {
      faults = given
    },
    client: over =>
      new Tollgate({ base_url: url, developer_id: t.developer_id, user_id, user_api_key, ...over } as TollgateOptions),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function passOn(t: Shop, request: IncomingMessage, response: ServerResponse, fault?: Fault): Promise<void> {
  if (fault === 'lost') return void request.socket.destroy()
  const payload = await buffer(request)
  if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? '')
  const { method, url, headers } = request
  if (fault === 'given up') request.socket.destroy()
  const answer = await t.app.http.inject({
    method: method as Method,
    url: url!,
    headers: headers as Record<string, string>,
    ...(payload.length > 0 ? { payload } : {}),
  })
  if (fault === 'given up') return
  if (fault === 'unanswered') return void request.socket.destroy()
  response.writeHead(answer.statusCode, answer.headers as Record<string, string>)
  if (fault !== 'cut off') return void response.end(answer.rawPayload)
  response.write(answer.rawPayload.subarray(0, Math.floor(answer.rawPayload.length / 2)), () =>
    request.socket.destroy(),
  )
}
