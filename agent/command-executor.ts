import type { FromAgent, ToAgent, WireDevice } from '../src/lib/agent-wire.ts'
import type { Device } from '../src/ports/terminal.ts'
import { LineError, type TerminalLine } from '../src/ports/terminal-line.ts'
import type { Ended, Journal } from './journal.ts'

type Send = Extract<ToAgent, { type: 'send' }>

/** Executes the gateway's commands, each at most once however often the connection breaks. */
export interface CommandExecutor {
  handleInbound(message: ToAgent): void
  /** Returns everything that the gateway has not acknowledged yet, to be sent on each new connection. */
  unacknowledged(): FromAgent[]
  /** Resolves when no command is in progress. */
  idle(): Promise<void>
}

export function commandExecutor(
  line: TerminalLine,
  journal: Journal,
  send: (message: FromAgent) => void,
): CommandExecutor {
  const running = new Map<string, { cancel: AbortController; done: Promise<void>; is_taken: boolean }>()
  let served = new Map<string, WireDevice>()

  // Their devices may have executed the command; only the gateway can find out, by polling them.
  for (const id of journal.abandoned())
    journal.end({
      type: 'trouble',
      id,
      problem: 'lost',
      message: 'the agent was restarted while the terminal was at work',
    })

  const end = (ended: Ended): void => {
    journal.end(ended)
    send(ended)
  }
  const execute = async (command: Send, signal: AbortSignal): Promise<void> => {
    const { id, frame, cancel, wait_ms } = command
    try {
      const answer = await line.send(deviceOf(command.device), {
        id,
        frame: Buffer.from(frame, 'base64'),
        wait_ms,
        ...(cancel ? { cancel: { frame: Buffer.from(cancel, 'base64'), signal } } : {}),
        taken() {
          const one = running.get(id)
          if (one) one.is_taken = true
          send({ type: 'taken', id })
        },
      })
      end({ type: 'answer', id, frame: answer.toString('base64') })
    } catch (error) {
      end(troubleOf(id, error as Error))
    } finally {
      running.delete(id)
    }
  }
  const begin = (command: Send): void => {
    const { id } = command
    if (running.has(id)) return
    const known = journal.endedOf(id) ?? (isServed(served, command.device) ? undefined : notServed(id))
    if (known) {
      send(known)
      return
    }
    if (!journal.begin(id)) return
    const cancel = new AbortController()
    running.set(id, { cancel, done: Promise.resolve(), is_taken: false })
    const done = execute(command, cancel.signal)
    const one = running.get(id)
    if (one) one.done = done
  }
  return {
    handleInbound(message) {
      if (message.type === 'terminals') served = new Map(message.terminals.map(each => [each.id, each]))
      else if (message.type === 'terminal') served.set(message.terminal.id, message.terminal)
      else if (message.type === 'send') begin(message)
      else if (message.type === 'cancel') running.get(message.id)?.cancel.abort()
      else journal.acknowledge(message.id)
    },
    unacknowledged() {
      const taken = [...running].filter(([, { is_taken }]) => is_taken)
      return [...taken.map(([id]): FromAgent => ({ type: 'taken', id })), ...journal.open()]
    },
    async idle() {
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

/** Even a gateway in wrong hands reaches nothing here but terminals that are entered as such. */
function isServed(served: ReadonlyMap<string, WireDevice>, device: WireDevice): boolean {
  const told = served.get(device.id)
  return told?.local_ip_address === device.local_ip_address && told.port === device.port
}

function notServed(id: string): Ended {
  return { type: 'trouble', id, problem: 'unreachable', message: 'this agent does not serve the terminal' }
}

function troubleOf(id: string, error: Error): Ended {
  const problem = error instanceof LineError ? error.problem : 'lost'
  return { type: 'trouble', id, problem, message: error.message.slice(0, 200) }
}

/** What a line needs of a terminal. */
function deviceOf(device: WireDevice): Device {
  return { ...device, terminal_manufacturer_id: 0, serial_number: '' }
}
