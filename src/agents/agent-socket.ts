import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { Database } from '../db/database.ts'
import { type FromAgent, readFromAgent, type ToAgent, type WireDevice } from '../lib/agent-wire.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import { answerBinding, type Call, endCall, isCancelled, noteTaken, takeCall, takeWaiting } from './calls.ts'

export interface AgentRow {
  id: string
  key_mark: string
}

/** One connection of an agent. */
export interface AgentSocket {
  /** Passes on what is new about a call: the call itself, or its cancellation. */
  dispatch(id: string): Promise<void>
  close(): void
}

const BEAT_MS = 15_000
/** An agent that leaves so much unread does not read: all calls of its terminals at once are less. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024
/** Messages that wait to be stored, of half a megabyte each at most: until there are fewer, no more are read. */
const MOST_UNSTORED = 16

const SEEN = `
update terminalagent set last_seen_ts = $2
 where id = $1 and key_mark = $3 and active and deleted_ts is null`

interface Parts {
  db: Database
  cipher: Cipher
  clock: Clock
  log: Logger
  agent: AgentRow
  socket: WebSocket
  ended(): void
}

export function agentSocket({ db, cipher, clock, log, agent, socket, ended }: Parts): AgentSocket {
  let is_alive = true
  const send = (message: ToAgent): void => {
    if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate()
    else socket.send(JSON.stringify(message))
  }
  const updateLastSeen = async (): Promise<void> => {
    const known = await db.run(SEEN, [agent.id, clock.seconds(), agent.key_mark]).catch(() => 1)
    if (known === 0) socket.close(1008, 'this key is not valid any more')
  }
  const beat = setInterval(() => {
    // Two beats without a message: the connection is dead although it was not closed.
    if (!is_alive) return socket.terminate()
    is_alive = false
    socket.ping()
    void updateLastSeen()
  }, BEAT_MS)
  beat.unref()

  // A thousand terminals that answer together must not take a database connection each.
  const storing = pLimit(2)
  const dispatching = pLimit(2)
  const { pass, dispatchCall } = passing({ db, agent, socket, send })

  const handleInbound = async (message: FromAgent): Promise<void> => {
    if (message.type === 'hello') {
      await db.run('update terminalagent set version = $2, last_seen_ts = $3 where id = $1', [
        agent.id,
        message.version,
        clock.seconds(),
      ])
      send({ type: 'terminals', terminals: await terminalsOf(db, agent.id) })
      for (const call of await takeWaiting(db, agent.id)) pass(call)
    } else if (message.type === 'taken') {
      await noteTaken(db, agent.id, message.id)
    } else {
      await endCall(db, agent.id, resultOf(cipher, message))
      send({ type: 'ack', id: message.id })
    }
  }
  socket.on('pong', () => {
    is_alive = true
  })
  socket.on('message', data => {
    is_alive = true
    const message = readFromAgent(String(data))
    if (!message) return socket.close(1002, 'not understood')
    if (storing.pendingCount >= MOST_UNSTORED) socket.pause()
    // What could not be stored is not acknowledged, so the agent sends it again when it reconnects.
    storing(() => handleInbound(message))
      .catch(error => {
        log.warn({ agent: agent.id, message: (error as Error).message }, 'what an agent said could not be stored')
        socket.close(1011)
      })
      .finally(() => socket.resume())
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(beat)
    ended()
  })
  return {
    async dispatch(id) {
      if (socket.readyState !== socket.OPEN) return
      // A database that is away for a moment must not end the process: the call is polled again, or given up by its
      // sender.
      await dispatching(() => dispatchCall(id)).catch(error =>
        log.warn({ agent: agent.id, message: (error as Error).message }, 'a call was not passed on'),
      )
    },
    close: () => socket.close(1001, 'the gateway stops'),
  }
}

/** Passes calls to the agent: those that wait for it all at once, or one by its id. */
function passing({
  db,
  agent,
  socket,
  send,
}: Pick<Parts, 'db' | 'agent' | 'socket'> & { send(message: ToAgent): void }) {
  /** The call was taken for this agent and never sent to it, so its terminal cannot know of it. */
  const notPassed = (id: string): Promise<unknown> =>
    endCall(db, agent.id, { id, answer: null, problem: 'unreachable', message: 'the agent has just gone' }).catch(
      () => undefined,
    )
  const pass = ({ id, request, cancelled }: Call): void => {
    if (socket.readyState !== socket.OPEN) return void notPassed(id)
    send({ type: 'send', id, ...request })
    if (cancelled) send({ type: 'cancel', id })
  }
  const dispatchCall = async (id: string): Promise<void> => {
    const call = await takeCall(db, id)
    if (call) {
      const found = await terminalsOf(db, agent.id, call.request.device.id).catch(() => null)
      if (!found) return void notPassed(id)
      if (found[0]) send({ type: 'terminal', terminal: found[0] })
      pass(call)
    } else if (await isCancelled(db, id)) send({ type: 'cancel', id })
  }
  return { pass, dispatchCall }
}

function resultOf(cipher: Cipher, message: Extract<FromAgent, { type: 'answer' | 'trouble' }>) {
  if (message.type === 'answer') {
    const answer = cipher.seal(message.frame, answerBinding(message.id))
    return { id: message.id, answer, problem: null, message: null }
  }
  return { id: message.id, answer: null, problem: message.problem, message: message.message }
}

/**
 * Returns all terminals of an agent, or the one that is named. One statement for both would read all of them each time.
 */
function terminalsOf(db: Database, agent_id: string, id?: string): Promise<WireDevice[]> {
  return id === undefined
    ? db.query<WireDevice>(`${SERVED} order by id`, [agent_id])
    : db.query<WireDevice>(`${SERVED} and id = $2`, [agent_id, id])
}

const SERVED = `
select id, local_ip_address, port, communication_type from terminal
 where terminal_agent_id = $1 and deleted_ts is null and active`
