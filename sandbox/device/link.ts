import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ACK, EOT, NAK } from '../../src/adapters/terminals/pax/frame.ts'
import { frameReader, type Received } from '../../src/adapters/terminals/pax/frame-reader.ts'
import { decodeRequest } from '../../src/adapters/terminals/pax/wire.ts'
import type { VirtualDevice } from './device.ts'

const TRIES = 3
/** Time for the gateway to acknowledge a response before it is repeated. */
const ACK_MS = 7_000

/** A listening device: the same port takes frames and, as on real devices, HTTP. */
export interface Link {
  port: number
  /** Cuts every connection and refuses others until it is plugged in again. A command in execution goes on. */
  pull(): void
  plug(): Promise<void>
  isPulled(): boolean
  close(): Promise<void>
}

/** Opens the port of a device; another one when it is taken. */
export async function openLink(device: VirtualDevice, wanted: number): Promise<Link> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    if (pulled || device.armedFaults.isHidden()) return void socket.destroy()
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    socket.once('data', (first: Buffer) => {
      if (isHttp(first)) return serveHttp(device, socket, first)
      converse(device, socket, first)
    })
  })
  let pulled = false
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const port = await listen(server, wanted).catch(() => listen(server, 0))
  return {
    port,
    pull() {
      pulled = true
      server.close()
      cut()
    },
    async plug() {
      if (!pulled) return
      await listen(server, port)
      pulled = false
    },
    isPulled: () => pulled,
    async close() {
      cut()
      if (!pulled) await new Promise(closed => server.close(closed))
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject)
      resolve((server.address() as { port: number }).port)
    })
  })
}

/** The device's side of a connection: ACK for a valid frame, then the response, repeated until it is acknowledged. */
function converse(device: VirtualDevice, socket: Socket, first: Buffer): void {
  const readFrames = frameReader()
  let broken = 0
  let pending: ((received: Received['kind']) => void) | null = null

  const take = async (frame: Buffer): Promise<void> => {
    if (isCancel(frame)) {
      await device.handle(frame)
      return void socket.write(Buffer.of(EOT))
    }
    if (device.isBusy() || pending) return void socket.write(Buffer.of(EOT))
    const faults = device.armedFaults.take()
    if (faults.has('silent')) return
    if (faults.has('drop_before')) return void socket.destroy()
    if (faults.has('nak')) return void socket.write(Buffer.of(NAK))
    socket.write(Buffer.of(ACK))
    if (faults.has('drop_taken')) socket.destroySoon()
    const answer = await device.handle(frame)
    await pause(faults.get('slow') ?? 0)
    if (faults.has('drop_after')) return void socket.destroy()
    await say(faults.has('garbage') ? noise() : answer!, faults.has('bad_checksum'))
  }
  const say = async (answer: Buffer, spoil: boolean): Promise<void> => {
    for (let time = 0; time < TRIES && !socket.destroyed; time += 1) {
      socket.write(spoil && time === 0 ? spoiled(answer) : answer)
      const received = await new Promise<Received['kind'] | 'late'>(resolve => {
        const timer = setTimeout(() => resolve('late'), ACK_MS)
        timer.unref()
        socket.once('close', () => resolve('eot'))
        pending = kind => {
          // Cleared at once: the next command may have arrived together with the ACK.
          pending = null
          clearTimeout(timer)
          resolve(kind)
        }
      })
      pending = null
      if (received === 'ack' || received === 'eot') return
    }
  }
  const onFrame = (received: Received) => {
    if (received.kind === 'frame') return void take(received.frame).catch(error => console.error(error))
    if (received.kind !== 'broken') return pending?.(received.kind)
    broken += 1
    socket.write(Buffer.of(broken < TRIES ? NAK : EOT))
  }
  const listenTo = (chunk: Buffer) => {
    for (const received of readFrames(chunk)) onFrame(received)
  }
  socket.on('data', listenTo)
  listenTo(first)
}

function isCancel(frame: Buffer): boolean {
  const request = decodeRequest(frame)
  return request !== null && 'command' in request && request.command === 'A14'
}

function spoiled(answer: Buffer): Buffer {
  const copy = Buffer.from(answer)
  copy[copy.length - 1]! ^= 0x55
  return copy
}

/** Returns bytes that look like a frame and are none. */
function noise(): Buffer {
  return Buffer.from('\u00020\u001cT01\u001c1.35\u001c0000\u0003\u0000', 'latin1')
}

const LONGEST_HEAD = 64 * 1024

/** Returns whether a connection begins as HTTP does; frames begin with STX. */
function isHttp(first: Buffer): boolean {
  return first.toString('latin1', 0, 4) === 'GET '
}

/** The HTTP mode of devices: `GET /?<frame in base64>`, answered with a frame. 503 while the device is busy. */
function serveHttp(device: VirtualDevice, socket: Socket, first: Buffer): void {
  let head = ''
  const read = (chunk: Buffer) => {
    head += chunk.toString('latin1')
    if (head.length > LONGEST_HEAD) return void socket.destroy()
    if (!head.includes('\r\n\r\n')) return
    socket.removeListener('data', read)
    void answer(device, socket, head).catch(error => {
      console.error(error)
      socket.destroy()
    })
  }
  socket.on('data', read)
  read(first)
}

async function answer(device: VirtualDevice, socket: Socket, head: string): Promise<void> {
  const query = /^GET \/\?(\S+) HTTP\/1\.[01]\r\n/.exec(head)?.[1] ?? ''
  const received = frameReader()(Buffer.from(decodeURIComponent(query), 'base64')).find(({ kind }) => kind === 'frame')
  if (received?.kind !== 'frame') return send(socket, '400 Bad Request', Buffer.alloc(0))
  if (device.isBusy()) return send(socket, '503 Service Unavailable', Buffer.alloc(0))
  const faults = device.armedFaults.take()
  if (faults.has('silent')) return
  if (faults.has('drop_before')) return void socket.destroy()
  const frame = await device.handle(received.frame)
  // This mode cannot stop a command, so a cancel is no command here.
  if (!frame) return send(socket, '400 Bad Request', Buffer.alloc(0))
  if (faults.has('drop_after') || faults.has('drop_taken')) return void socket.destroy()
  send(socket, '200 OK', faults.has('garbage') ? Buffer.from('?') : frame)
}

function send(socket: Socket, status: string, body: Buffer): void {
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), body]))
}
