import { connect, type Socket } from 'node:net'
import type { Device } from '../../../ports/terminal.ts'
import { type LineCommand, LineError, type TerminalLine } from '../../../ports/terminal-line.ts'
import { ACK, EOT, NAK } from './frame.ts'
import { frameReader, type Received } from './frame-reader.ts'

/** Where a device listens. */
export interface Target {
  host: string
  port: number
}

export interface TcpSettings {
  /** Returns where a device listens; null when it cannot be reached from here. */
  target(device: Device): Promise<Target | null> | Target | null
  connect_ms?: number
  /** Time limit for the acknowledgement of a command. */
  ack_ms?: number
  /** Time limit for a response after the device was asked to stop. */
  stop_ms?: number
}

/** Bytes in all that a device may answer to a command: more than its longest frame, sent as often as it may be. */
const MOST_BYTES = 1024 * 1024

/** How often a frame is sent that the other side does not understand. */
const TRIES = 3

/**
 * Connects over TCP, once per command. The device acknowledges the command before it works, and gets an ACK for its
 * response.
 */
export function tcpLine(settings: TcpSettings): TerminalLine {
  return {
    async send(device, command) {
      const target = await Promise.resolve(settings.target(device)).catch(() => null)
      if (!target) throw new LineError('unreachable', 'the terminal has no address here')
      const socket = await dial(target, settings.connect_ms ?? 5_000)
      try {
        return await converse(socket, command, settings)
      } finally {
        // Closes after pending output, which includes the ACK.
        socket.destroySoon()
      }
    },
  }
}

function dial({ host, port }: Target, connect_ms: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    const failed = (why: string) => {
      socket.destroy()
      reject(new LineError('unreachable', why))
    }
    const timer = setTimeout(() => failed('the terminal does not take the connection'), connect_ms)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      resolve(socket)
    })
    socket.once('error', error => {
      clearTimeout(timer)
      failed(error.message)
    })
  })
}

/**
 * Sends one command and waits for its response. After the first byte every error leaves open what the device did,
 * unless it says so.
 */
function converse(socket: Socket, command: LineCommand, settings: TcpSettings): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const readFrames = frameReader()
  let timer: NodeJS.Timeout | undefined
  let taken = false
  let sent = 1
  let broken = 0
  let stopped = false
  let heard = 0

  const wait = (ms: number, problem: () => LineError) => {
    clearTimeout(timer)
    timer = setTimeout(() => reject(problem()), ms)
  }
  const lost = (text: string) => new LineError('lost', text)
  const stop = () => {
    stopped = true
    socket.write(command.cancel!.frame)
    wait(settings.stop_ms ?? 10_000, () => lost('the terminal did not stop'))
  }
  const begin = () => {
    if (taken) return
    taken = true
    command.taken?.()
    wait(command.wait_ms, () => lost('the terminal did not answer'))
    const signal = command.cancel?.signal
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  }
  const receive = (received: Received) => {
    if (received.kind === 'ack') return begin()
    if (received.kind === 'frame') {
      socket.write(Buffer.of(ACK))
      return resolve(received.frame)
    }
    if (received.kind === 'broken') {
      broken += 1
      socket.write(Buffer.of(broken < TRIES ? NAK : EOT))
      return broken < TRIES ? undefined : reject(lost('the terminal cannot be understood'))
    }
    if (taken) {
      // After a cancel these are its acknowledgement; without one the device has ended the session without a
      // response.
      if (received.kind === 'eot' && !stopped) reject(lost('the terminal ended the session'))
      return
    }
    if (received.kind === 'eot') return reject(new LineError('busy', 'the terminal is at work'))
    if (sent === TRIES) return reject(new LineError('refused', 'the terminal does not understand the command'))
    sent += 1
    socket.write(command.frame)
  }

  socket.on('data', (chunk: Buffer) => {
    heard += chunk.length
    if (heard > MOST_BYTES) {
      socket.destroy()
      return reject(lost('the terminal does not stop talking'))
    }
    for (const received of readFrames(chunk)) receive(received)
  })
  socket.on('error', error => reject(lost(error.message)))
  socket.on('close', () => reject(lost('the terminal closed the line')))
  wait(settings.ack_ms ?? 7_000, () => lost('the terminal does not say that it has the command'))
  socket.write(command.frame)
  return promise.finally(() => {
    clearTimeout(timer)
    command.cancel?.signal.removeEventListener('abort', stop)
  })
}
