import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Random } from '../conformance/fuzz/random.ts'
import { listenOnKeptPort } from '../test/hosts/kept-port.ts'
import type { Json } from './journal.ts'

/** A postback as it arrived. */
export interface ReceivedPostback {
  /** The same for every try of one. */
  id: string
  type: string
  resource: string
  /** The body without the number of the try: it has to be the same each time. */
  says: string
  data: Json
}

export const RECEIVER_KINDS = ['steady', 'slow', 'failing', 'dead'] as const
/** `failing` refuses or drops requests that it may have read; `dead` is off the network at times. */
export type ReceiverKind = (typeof RECEIVER_KINDS)[number]

/** A merchant's server that receives postbacks. */
export interface Receiver {
  kind_of_receiver: ReceiverKind
  url: string
  /** Everything it read, in order of arrival, including what it then refused. */
  received: ReceivedPostback[]
  /** Goes off the network or comes back; used for the `dead` receiver only. */
  go(away: boolean): Promise<void>
  /** From now on it accepts everything at once. */
  behave(): Promise<void>
  close(): Promise<void>
}

const SLOW_MS = 400

export async function receiver(kind_of_receiver: ReceiverKind, chance: Random): Promise<Receiver> {
  const received: ReceivedPostback[] = []
  const open = new Set<Socket>()
  let well = kind_of_receiver === 'steady' || kind_of_receiver === 'dead'
  let server: Server | null = null
  let port: number | undefined

  const answer = (response: ServerResponse): void => {
    if (well) return void response.writeHead(200).end()
    const ms = chance.below(SLOW_MS)
    if (kind_of_receiver === 'slow') return void setTimeout(() => response.writeHead(200).end(), ms)
    const dice = chance.below(3)
    if (dice === 0) response.destroy()
    else response.writeHead(dice === 1 ? 503 : 200).end()
  }
  const listen = async (): Promise<void> => {
    server = createServer((request, response) => {
      read(request, one => {
        if (one) received.push(one)
        answer(response)
      })
    })
    server.on('connection', socket => {
      open.add(socket)
      socket.on('close', () => open.delete(socket)).on('error', () => undefined)
    })
    port = await listenOnKeptPort(server, port)
  }
  const leave = async (): Promise<void> => {
    const leaving = server
    server = null
    for (const socket of open) socket.destroy()
    if (leaving) await new Promise(resolve => leaving.close(resolve))
  }
  await listen()
  return {
    kind_of_receiver,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    async go(away) {
      if (away && server) await leave()
      if (!away && !server) await listen()
    },
    async behave() {
      well = true
      if (!server) await listen()
    },
    close: leave,
  }
}

function read(request: IncomingMessage, then: (one: ReceivedPostback | null) => void): void {
  let text = ''
  request.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  request.on('error', () => undefined)
  request.on('end', () => {
    try {
      const { type, resource, data } = JSON.parse(text)
      const id = String(request.headers['webhook-id'])
      then({ id, type, resource, data: JSON.parse(data), says: `${type} ${resource} ${data}` })
    } catch {
      then(null)
    }
  })
}
