import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './client.ts'

export interface Posted {
  headers: Record<string, string | string[] | undefined>
  /** The parsed body. */
  body: Json
}

/** A receiver of postbacks on this machine. */
export interface Receiver {
  url: string
  posted: Posted[]
  /** Sets the status of its answers. */
  answer(status: number): void
  close(): Promise<void>
}

/** Starts a receiver; sandboxes may post to loopback addresses. */
export async function receiver(): Promise<Receiver> {
  const posted: Posted[] = []
  let status = 200
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      posted.push({ headers: request.headers, body: parsed(text) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/postbacks`,
    posted,
    answer(next) {
      status = next
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
