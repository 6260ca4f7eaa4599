import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { Database } from '../db/database.ts'
import { type FromAgent, readFromAgent, type ToAgent, type WireDevice } from '../lib/agent-wire.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import { type Call, endCall, isCancelled, noteTaken, takeCall, takeWaiting } from './calls.ts'
import { answerBinding } from './seal.ts'

export interface AgentRow {
  id: string
  key_mark: string
}

/** One connection of an agent. */
export interface AgentSocket {
  /** There is something about this call: it is new, or to be cancelled. */
  carry(id: string): Promise<void>
  close(): void
}

const BEAT_MS = 15_000

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
  let is_heard = true
  const say = (message: ToAgent): void => socket.send(JSON.stringify(message))
  const seen = async (): Promise<void> => {
    const known = await db.run(SEEN, [agent.id, clock.seconds(), agent.key_mark]).catch(() => 1)
    if (known === 0) socket.close(1008, 'this key is not valid any more')
  }
  const beat = setInterval(() => {
    // Two beats without a word: the line is dead although nobody said so.
    if (!is_heard) return socket.terminate()
    is_heard = false
    socket.ping()
    void seen()
  }, BEAT_MS)
  beat.unref()

  // Not one connection for each of a thousand terminals that answer together.
  const inTurn = pLimit(2)
  const carrying = pLimit(2)
  const { pass, carry } = passing({ db, agent, socket, say })

  const handleInbound = async (said: FromAgent): Promise<void> => {
    if (said.type === 'hello') {
      await db.run('update terminalagent set version = $2, last_seen_ts = $3 where id = $1', [
        agent.id,
        said.version,
        clock.seconds(),
      ])
      say({ type: 'terminals', terminals: await terminalsOf(db, agent.id) })
      for (const call of await takeWaiting(db, agent.id)) pass(call)
    } else if (said.type === 'taken') {
      await noteTaken(db, agent.id, said.id)
    } else {
      await endCall(db, agent.id, endOf(cipher, said))
      say({ type: 'ack', id: said.id })
    }
  }
  socket.on('pong', () => {
    is_heard = true
  })
  socket.on('message', data => {
    is_heard = true
    const said = readFromAgent(String(data))
    if (!said) return socket.close(1002, 'not understood')
    // What could not be stored is not acknowledged, so the agent says it again when it comes back.
    inTurn(() => handleInbound(said)).catch(error => {
      log.warn({ agent: agent.id, message: (error as Error).message }, 'what an agent said could not be stored')
      socket.close(1011)
    })
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(beat)
    ended()
  })
  return {
    async carry(id) {
      if (socket.readyState !== socket.OPEN) return
      // A database that is away for a moment must not end the process: the call is found again, or given up by whoever posted it.
      await carrying(() => carry(id)).catch(error =>
        log.warn({ agent: agent.id, message: (error as Error).message }, 'a call was not carried'),
      )
    },
    close: () => socket.close(1001, 'the gateway stops'),
  }
}

/** How calls get to the agent: those that wait for it all at once, or one by its id. */
function passing({ db, agent, socket, say }: Pick<Parts, 'db' | 'agent' | 'socket'> & { say(message: ToAgent): void }) {
  /** It was taken for this agent and never said to it, so its terminal is certain to know nothing. */
  const notPassed = (id: string): Promise<unknown> =>
    endCall(db, agent.id, { id, answer: null, problem: 'unreachable', message: 'the agent has just gone' }).catch(
      () => undefined,
    )
  const pass = ({ id, request, cancelled }: Call): void => {
    if (socket.readyState !== socket.OPEN) return void notPassed(id)
    say({ type: 'send', id, ...request })
    if (cancelled) say({ type: 'cancel', id })
  }
  const carry = async (id: string): Promise<void> => {
    const call = await takeCall(db, id)
    if (call) {
      const told = await terminalsOf(db, agent.id, call.request.device.id).catch(() => null)
      if (!told) return void notPassed(id)
      if (told[0]) say({ type: 'terminal', terminal: told[0] })
      pass(call)
    } else if (await isCancelled(db, id)) say({ type: 'cancel', id })
  }
  return { pass, carry }
}

function endOf(cipher: Cipher, said: Extract<FromAgent, { type: 'answer' | 'trouble' }>) {
  if (said.type === 'answer') {
    const answer = cipher.seal(said.frame, answerBinding(said.id))
    return { id: said.id, answer, problem: null, message: null }
  }
  return { id: said.id, answer: null, problem: said.problem, message: said.message }
}

/** All the terminals an agent serves, or the one that is named; two statements, because one for both would read all of them each time. */
function terminalsOf(db: Database, agent_id: string, id?: string): Promise<WireDevice[]> {
  return id === undefined
    ? db.query<WireDevice>(`${SERVED} order by id`, [agent_id])
    : db.query<WireDevice>(`${SERVED} and id = $2`, [agent_id, id])
}

const SERVED = `
select id, local_ip_address, port, communication_type from terminal
 where terminal_agent_id = $1 and deleted_ts is null and active`
