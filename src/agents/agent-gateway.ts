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

/** Agents connect here: `GET /agent` with `Authorization: Bearer {agent_key}`, upgraded to a WebSocket. */
const AGENT_PATH = '/agent'

export interface AgentGateway {
  attach(server: Server): void
  close(): Promise<void>
}

const LARGEST_MESSAGE = 512 * 1024
const CLEAN_UP_MS = 60_000
/** Finds calls whose notification was missed, well within the time after which a call is given up. */
const POLL_MS = 1_000

export function agentGateway(parts: { db: Database; cipher: Cipher; clock: Clock; log: Logger }): AgentGateway {
  const { db } = parts
  const sockets = new Map<string, Set<AgentSocket>>()
  const upgrades = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE })
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
      const own: AgentSocket = agentSocket({ ...parts, agent, socket, ended: () => open.delete(own) })
      open.add(own)
    })
  return {
    attach(server) {
      server.on('upgrade', async (request, stream, head) => {
        stream.on('error', () => undefined)
        const [path] = (request.url ?? '').split('?', 1)
        if (path !== AGENT_PATH) return refuse(stream, '404 Not Found')
        const agent = await authenticate(db, request.headers.authorization).catch(() => undefined)
        if (agent === undefined) return refuse(stream, '503 Service Unavailable')
        if (agent === null) return refuse(stream, '401 Unauthorized')
        try {
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

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
