import type { Socket } from 'node:net'
import { frameReader } from '../../src/adapters/terminals/pax/frame-reader.ts'
import type { VirtualDevice } from './device.ts'

const LONGEST_HEAD = 64 * 1024

/** Whether a line begins as HTTP does; frames begin with STX. */
export function isHttp(first: Buffer): boolean {
  return first.toString('latin1', 0, 4) === 'GET '
}

/** The other mode of devices: `GET /?<frame in base64>`, answered with the frame as it is. 503 while the device is at work. */
export function serveHttp(device: VirtualDevice, socket: Socket, first: Buffer): void {
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
  const said = frameReader()(Buffer.from(decodeURIComponent(query), 'base64')).find(({ kind }) => kind === 'frame')
  if (said?.kind !== 'frame') return send(socket, '400 Bad Request', Buffer.alloc(0))
  if (device.isBusy()) return send(socket, '503 Service Unavailable', Buffer.alloc(0))
  const faults = device.weakness.take()
  if (faults.has('silent')) return
  if (faults.has('drop_before')) return void socket.destroy()
  const frame = await device.carryOut(said.frame)
  // There is no way to stop a command in this mode, so a cancel is no command here.
  if (!frame) return send(socket, '400 Bad Request', Buffer.alloc(0))
  if (faults.has('drop_after') || faults.has('drop_taken')) return void socket.destroy()
  send(socket, '200 OK', faults.has('garbage') ? Buffer.from('?') : frame)
}

function send(socket: Socket, status: string, body: Buffer): void {
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), body]))
}
