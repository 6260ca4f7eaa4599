import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocketServer } from 'ws'
import type { Database } from '../db/database.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import { type AgentRow, type AgentSocket, agentSocket } from './agent-socket.ts'
import { CHANNEL, forgetCalls, waitingCalls } from './calls.ts'

/** What the HTTP server knows of connections that ask for another protocol. */
interface Upgrades {
  /** Takes one request of the caller's address: null within its limit, else the seconds to wait. */
  limit(request: IncomingMessage): number | null
  /** Returns where a request comes from, behind proxies too. */
  addressOf(request: IncomingMessage): string
  /** Keeps the connection of an agent, however many others want to connect. */
  keep(stream: Duplex): void
}

export interface AgentGateway {
  /** Agents connect by `GET /agent` with `Authorization: Bearer {agent_key}`, upgraded to a WebSocket. */
  attach(server: Server, upgrades: Upgrades): void
  close(): Promise<void>
}

const LARGEST_MESSAGE = 512 * 1024
/** Keys that are looked up at once: who waits for longer than a database takes is better off to come again. */
const MOST_LOOKUPS = 32
/** Connections of one agent. It needs one, and a second while it has lost the first without knowing. */
const MOST_SOCKETS = 8
/** A peer has this long to close a connection that was refused. */
const REFUSED_MS = 2_000
/** An agent that does not answer to the closing of its socket. */
const CLOSE_MS = 5_000
const CLEAN_UP_MS = 60_000
/** Finds calls whose notification was missed, well within the time after which a call is given up. */
const POLL_MS = 1_000

interface AgentGatewayParts {
  db: Database
  cipher: Cipher
  clock: Clock
  log: Logger
  /** Records in the audit trail that an agent could not authenticate. */
  refused(method: string, address: string | null): Promise<void>
}

export function agentGateway(parts: AgentGatewayParts): AgentGateway {
  const { db } = parts
  const sockets = new Map<string, Set<AgentSocket>>()
  // `closeTimeout` is newer than the types.
  const options = { noServer: true, maxPayload: LARGEST_MESSAGE, closeTimeout: CLOSE_MS }
  const upgrades = new WebSocketServer(options)
  const cleanup = setInterval(() => void forgetCalls(db).catch(() => 0), CLEAN_UP_MS)
  cleanup.unref()
  let stopListening: (() => void) | undefined

  const dispatch = (payload: string): void => {
    const [agent_id = '', id = ''] = payload.split(' ')
    // One of the agent's connections gets the call.
    for (const socket of sockets.get(agent_id) ?? []) void socket.dispatch(id)
  }
  const poll = async (): Promise<void> => {
    const here = [...sockets].filter(([, open]) => open.size > 0).map(([id]) => id)
    if (here.length === 0) return
    for (const { id, agent_id } of await waitingCalls(db, here)) dispatch(`${agent_id} ${id}`)
  }
  const polling = setInterval(() => void poll().catch(() => undefined), POLL_MS)
  polling.unref()
  const accept = (agent: AgentRow, request: IncomingMessage, stream: Duplex, head: Buffer): void =>
    upgrades.handleUpgrade(request, stream, head, socket => {
      stopListening ??= db.listen(CHANNEL, dispatch)
      const open = sockets.get(agent.id) ?? new Set()
      sockets.set(agent.id, open)
      const [oldest] = open
      if (open.size >= MOST_SOCKETS) oldest!.close()
      const own: AgentSocket = agentSocket({ ...parts, agent, socket, ended: () => open.delete(own) })
      open.add(own)
    })
  let lookups = 0
  const identified = async (request: IncomingMessage, address: string): Promise<AgentRow | Refused> => {
    if (lookups >= MOST_LOOKUPS) return { status: '503 Service Unavailable', wait: 1 }
    lookups += 1
    const agent = await authenticate(db, request.headers.authorization).catch(() => undefined)
    lookups -= 1
    if (agent === undefined) return { status: '503 Service Unavailable', wait: 1 }
    if (agent) return agent
    await parts.refused('agent', address || null).catch(() => undefined)
    return { status: '401 Unauthorized' }
  }
  return {
    attach(server, { limit, addressOf, keep }) {
      server.on('upgrade', async (request, stream, head) => {
        stream.on('error', () => undefined)
        const wait = limit(request)
        if (wait !== null) return refuse(stream, { status: '429 Too Many Requests', wait })
        const agent = await identified(request, addressOf(request))
        if ('status' in agent) return refuse(stream, agent)
        try {
          keep(stream)
          accept(agent, request, stream, head)
        } catch {
          stream.destroy()
        }
      })
    },
    async close() {
      clearInterval(cleanup)
      clearInterval(polling)
      stopListening?.()
      for (const each of sockets.values()) for (const socket of each) socket.close()
      upgrades.close()
    },
  }
}

/** Returns the agent whose key this is, or null. */
async function authenticate(db: Database, header: string | undefined): Promise<AgentRow | null> {
  const [, key = '', id = ''] = /^Bearer (([0-9a-f]{24})\.[\w-]{43})$/.exec(header ?? '') ?? []
  if (!id) return null
  const [row] = await db.query<{ key_mark: string | null }>(
    'select key_mark from terminalagent where id = $1 and active and deleted_ts is null',
    [id],
  )
  const mark = createHash('sha256').update(key).digest('hex')
  if (!row?.key_mark || !timingSafeEqual(Buffer.from(mark), Buffer.from(row.key_mark))) return null
  return { id, key_mark: row.key_mark }
}

interface Refused {
  status: string
  /** Seconds. */
  wait?: number
}

function refuse(stream: Duplex, { status, wait }: Refused): void {
  const later = wait === undefined ? '' : `retry-after: ${wait}\r\n`
  stream.end(`HTTP/1.1 ${status}\r\n${later}connection: close\r\ncontent-length: 0\r\n\r\n`)
  setTimeout(() => stream.destroy(), REFUSED_MS).unref()
}
