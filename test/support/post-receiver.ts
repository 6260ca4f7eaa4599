import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Json } from './app.ts'

/** A postback as it arrived. */
export interface Posted {
  path: string
  headers: Record<string, string>
  text: string
  /** The body, with `data` read too. */
  body: { type: string; resource: string; number_of_attempts: number; data: string }
  data: Json
  /** Milliseconds since the test process began. */
  at: number
}

type Answering = (response: ServerResponse, posted: Posted, request: IncomingMessage) => void

export interface PostReceiver {
  url: string
  port: number
  posted: Posted[]
  /** What is done with each postback from now on; a number is a status without a body. */
  answer(how: number | Answering): void
  /** Waits until this many have arrived. */
  arrived(count: number): Promise<Posted[]>
  close(): Promise<void>
}

/** A server on this machine that receives postbacks. */
export async function postReceiver(): Promise<PostReceiver> {
  const posted: Posted[] = []
  const open = new Set<Socket>()
  let waiting: { count: number; resolve(all: Posted[]): void }[] = []
  let answering: Answering = response => response.writeHead(200).end()
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', chunk => {
      text += chunk
    })
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const is_form = headers['content-type'] === 'application/x-www-form-urlencoded'
      const body = is_form ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
      const one = { path: request.url ?? '', headers, text, body, data: JSON.parse(body.data), at: performance.now() }
      posted.push(one)
      answering(response, one, request)
      for (const each of waiting) if (posted.length >= each.count) each.resolve(posted)
      waiting = waiting.filter(each => posted.length < each.count)
    })
  })
  server.on('connection', socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => undefined)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    posted,
    answer(how) {
      answering = typeof how === 'number' ? response => response.writeHead(how).end() : how
    },
    arrived: count =>
      posted.length >= count ? Promise.resolve(posted) : new Promise(resolve => waiting.push({ count, resolve })),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
