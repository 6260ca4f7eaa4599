import type { Database } from '../db/database.ts'
import { coalescer } from '../lib/coalescer.ts'
import { roundRobin } from '../lib/round-robin.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Device } from '../ports/terminal.ts'
import { type LineCommand, LineError, type TerminalLine } from '../ports/terminal-line.ts'
import { answerBinding, type CallState, CHANNEL, cancelCall, giveUpCall, postCall, readCalls } from './calls.ts'

/** How long an agent may be reconnecting before its terminals count as unreachable. */
const AWAY_MS = 4_000
const POLL_MS = 500
/** Calls of one poll. Notifications come sooner, so polling may be slow where thousands wait. */
const MOST_POLLED = 500
/** Beyond the time the device may take: the answer has to come back, perhaps over a new connection. */
const GRACE_MS = 30_000

interface Waiting {
  command: LineCommand
  is_taken: boolean
  end(frame: Buffer): void
  fail(trouble: LineError): void
}

export interface AgentLine extends TerminalLine {
  /** Fails the commands under way: nothing is learned of them here any more. */
  close(): void
}

/**
 * The line to terminals behind an agent: a row, which the process that holds the agent's connection takes and answers.
 */
export function agentLine({ db, cipher }: { db: Database; cipher: Cipher }): AgentLine {
  const waiting = new Map<string, Waiting>()
  let stopListening: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined

  const handleInbound = (state: CallState): void => {
    const one = waiting.get(state.id)
    if (!one) return
    if (state.taken && !one.is_taken) {
      one.is_taken = true
      one.command.taken?.()
    }
    if (state.answer) answered(one, state.id, state.answer)
    else if (state.problem)
      one.fail(new LineError(state.problem, state.message ?? 'the agent could not reach the terminal'))
  }
  const answered = ({ end, fail }: Waiting, id: string, answer: string): void => {
    try {
      end(Buffer.from(cipher.open(answer, answerBinding(id)), 'base64'))
    } catch (error) {
      fail(new LineError('lost', (error as Error).message))
    }
  }
  const poll = coalescer(async ids => {
    const wanted = ids.filter(id => waiting.has(id))
    if (wanted.length === 0) return
    const fresh = wanted.filter(id => !waiting.get(id)?.is_taken)
    const states = await readCalls(db, wanted, fresh).catch(() => [])
    for (const state of states) handleInbound(state)
  })
  const open = (): void => {
    if (timer) return
    const next = roundRobin(() => waiting.keys(), MOST_POLLED)
    timer = setInterval(() => poll(next()), POLL_MS).unref()
    stopListening = db.listen(CHANNEL, payload => poll([payload.split(' ')[1] ?? '']))
  }
  return {
    async send(device, command) {
      const agent_id = device.terminal_agent_id
      if (!agent_id) throw new LineError('unreachable', 'the terminal has no agent')
      open()
      return call({ db, waiting, poll }, { agent_id, device, command })
    },
    close() {
      clearInterval(timer)
      stopListening?.()
      for (const { fail } of waiting.values()) fail(new LineError('lost', 'the gateway stops'))
    },
  }
}

/** Terminals with an agent are reached through it, all others directly. */
export function eitherLine(direct: TerminalLine, agents: TerminalLine): TerminalLine {
  return { send: (device, command) => (device.terminal_agent_id ? agents : direct).send(device, command) }
}

async function call(
  { db, waiting, poll }: { db: Database; waiting: Map<string, Waiting>; poll(ids: readonly string[]): void },
  { agent_id, device, command }: { agent_id: string; device: Device; command: LineCommand },
): Promise<Buffer> {
  const { id, frame, cancel, wait_ms } = command
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  waiting.set(id, { command, is_taken: false, end: resolve, fail: reject })
  const { id: terminal_id, local_ip_address, port, communication_type } = device
  const request = {
    device: { id: terminal_id, local_ip_address, port, communication_type },
    frame: frame.toString('base64'),
    cancel: cancel?.frame.toString('base64') ?? null,
    wait_ms,
  }
  const stop = (): void => void cancelCall(db, { id, agent_id }).catch(() => undefined)
  const away = setTimeout(async () => {
    if (waiting.get(id)?.is_taken) return
    // No process holds the agent's connection; one that comes now finds the call gone.
    if (await giveUpCall(db, id).catch(() => false)) reject(new LineError('unreachable', 'the agent is not connected'))
  }, AWAY_MS)
  const late = setTimeout(() => reject(new LineError('lost', 'the agent did not answer')), wait_ms + GRACE_MS)
  try {
    await postCall(db, { id, agent_id, request }).catch(error => {
      throw new LineError('lost', (error as Error).message)
    })
    cancel?.signal.addEventListener('abort', stop, { once: true })
    if (cancel?.signal.aborted) stop()
    // A call of this id may have been answered before.
    poll([id])
    return await promise
  } finally {
    clearTimeout(away)
    clearTimeout(late)
    cancel?.signal.removeEventListener('abort', stop)
    waiting.delete(id)
  }
}
