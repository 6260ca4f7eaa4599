import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOnKeptPort } from './kept-port.ts'

/**
 * What can go wrong on the way to a processor. `lost_before`: it never receives the request. `strays`: it receives it
 * only when the test says so, and nobody hears its answer. `twice`: it receives it twice, and sends the second answer.
 * All others happen after it has carried the request out: no answer, half of one, one that comes only when the test
 * says so, one that makes no sense, a page of an error, the answer to the last request before at the same address.
 */
export type HostFault =
  | 'lost_before'
  | 'strays'
  | 'twice'
  | 'lost_after'
  | 'cut'
  | 'late'
  | 'garbage'
  | 'error_500'
  | 'mixed_up'

export interface HostRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

export interface HostAnswer {
  status?: number
  headers?: Record<string, string>
  body: string
}

/** A processor's host on this machine. Each has a book of its own, and is as strict as its processor's documents. */
export interface Host {
  /** `http://127.0.0.1:PORT` */
  url: string
  /** For the next requests, one each; empty for those that go well. */
  faults: (HostFault | null)[]
  /** All that arrived, the oldest first. */
  received: HostRequest[]
  /** Done before each request, and says what goes wrong with it where `faults` says nothing. */
  before: ((request: HostRequest) => Promise<HostFault | null>) | null
  /** Resolves when the next answer is late: its request has been carried out by then. */
  isLate(): Promise<void>
  /** Sends the answers that are late, and carries out what has strayed. */
  release(): void
  /** Goes off the network, or comes back under the same address. */
  go(away: boolean): Promise<void>
  close(): Promise<void>
}

/** Opens a host. `answer` carries a request out and returns what is said of it. */
export async function openHost(answer: (request: HostRequest) => HostAnswer | Promise<HostAnswer>): Promise<Host> {
  const late: (() => void)[] = []
  let awaited = Promise.withResolvers<void>()
  const said = new Map<string, HostAnswer>()
  let port: number | undefined
  const listen = async (): Promise<void> => {
    port = await listenOnKeptPort(server, port)
  }
  const leave = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  const host: Omit<Host, 'url'> = {
    faults: [],
    received: [],
    before: null,
    isLate: () => awaited.promise,
    release: () => {
      for (const send of late.splice(0)) send()
    },
    async go(away) {
      if (away && server.listening) await leave()
      if (!away && !server.listening) await listen()
    },
    async close() {
      host.release()
      await leave()
    },
  }
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await requestOf(incoming)
    const chosen = await host.before?.(request)
    const fault = host.faults.shift() ?? chosen ?? null
    if (fault === 'lost_before' || fault === 'strays') incoming.socket.destroy()
    if (fault === 'lost_before') return
    if (fault === 'strays') await new Promise<void>(resolve => late.push(resolve))
    host.received.push(request)
    if (fault === 'twice') await answer(request)
    const right = await answer(request)
    if (fault === 'strays') return
    const address = `${request.method} ${request.path}`
    const { status = 200, headers = {}, body } = fault === 'mixed_up' ? (said.get(address) ?? right) : right
    said.set(address, right)
    if (fault === 'lost_after') return void incoming.socket.destroy()
    if (fault === 'late') {
      awaited.resolve()
      awaited = Promise.withResolvers()
      await new Promise<void>(resolve => late.push(resolve))
    }
    if (fault === 'error_500') return void response.writeHead(500).end('<html>Internal Server Error</html>')
    if (fault === 'garbage') return void response.writeHead(status, headers).end('\u0000\u0001 not an answer')
    const length = { 'content-length': Buffer.byteLength(body) }
    response.writeHead(status, { ...headers, ...length })
    if (fault !== 'cut') return void response.end(body)
    response.write(body.slice(0, body.length / 2), () => incoming.socket.destroy())
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  await listen()
  return Object.assign(host, { url: `http://127.0.0.1:${port}` })
}

async function requestOf(incoming: IncomingMessage): Promise<HostRequest> {
  let body = ''
  incoming.setEncoding('utf8')
  for await (const part of incoming) body += part
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://host')
  return { method: incoming.method ?? '', path: pathname, query: searchParams, headers: incoming.headers, body }
}
