// biome-ignore-all lint/style/noRestrictedGlobals: how long a peer has neither read nor sent
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { addressGroup } from '../lib/address-group.ts'

export interface ConnectionLimits {
  /** Connections in all. */
  total: number
  /** From one address; 0 where every client comes by way of a proxy and has its address. */
  per_address: number
}

/** What is known of an accepted connection. */
interface Connection {
  socket: Socket
  /** What HTTP is spoken on: with TLS not the socket itself. */
  stream: Duplex & { bytesWritten?: number }
  group: string
  /** The latest request, until its response is finished. */
  request: IncomingMessage | null
  responses: number
  /** It was upgraded by a caller who is known, so it is never closed to make room. */
  is_kept: boolean
  /** Bytes that the peer had taken at the last look. */
  taken: number
  /** When the peer was last seen to take or to send something, on the clock of `performance`. */
  moved_at: number
}

export interface Connections {
  /** Keeps an upgraded connection, whoever else wants to connect. */
  keep(stream: Duplex): void
  /** How many are open. */
  count(): number
  close(): void
}

/** How often all connections are looked at. */
const LOOK_MS = 2_000
/** A peer that takes less than `LEAST_BYTES` in this time is not reading. */
const STALLED_MS = 20_000
const LEAST_BYTES = 64 * 1024
/** A peer has this long to close a connection that we have ended. */
const ENDED_MS = 3_000
/** A peer that has neither read nor sent anything for so long makes room for others before the rest do. */
const QUIET_MS = 5_000
/** Node drops connections by itself beyond the total and this, while those closed by us are on their way out. */
const MARGIN = 64

/**
 * Watches all connections of a server. One whose peer does not read, or does not close what was ended, is destroyed.
 * Beyond a limit the oldest connection that waits for its peer makes room for a new one, so that those which do nothing
 * never keep others out; one whose request is being worked on is left alone.
 */
export function watchConnections(server: Server, { total, per_address }: ConnectionLimits): Connections {
  const groups = new Map<string, Set<Connection>>()
  const byPeer = new Map<string, Connection>()
  let count = 0

  const accept = (socket: Socket): void => {
    const group = per_address === 0 ? '' : addressGroup(socket.remoteAddress ?? '')
    const members = groups.get(group) ?? new Set()
    if (!hasRoom(members)) return void socket.destroy()
    const peer = peerOf(socket)
    const connection: Connection = { socket, stream: socket, group, ...fresh() }
    groups.set(group, members.add(connection))
    byPeer.set(peer, connection)
    count += 1
    socket.once('close', () => {
      count -= 1
      members.delete(connection)
      if (members.size === 0) groups.delete(group)
      if (byPeer.get(peer) === connection) byPeer.delete(peer)
    })
  }
  const hasRoom = (members: Set<Connection>): boolean => {
    if (per_address > 0 && members.size >= per_address) return makeRoom(members)
    return count < total || makeRoom([...groups.values()].reduce((most, each) => (each.size > most.size ? each : most)))
  }
  /** Connections stand in the order in which they last did something. */
  const touch = (connection: Connection): void => {
    connection.moved_at = performance.now()
    const members = groups.get(connection.group)
    if (members?.delete(connection)) members.add(connection)
  }
  const answering = (request: IncomingMessage, response: ServerResponse): void => {
    const connection = byPeer.get(peerOf(request.socket))
    if (!connection) return
    connection.request = request
    connection.responses += 1
    touch(connection)
    response.once('close', () => {
      connection.responses -= 1
      if (connection.responses === 0) connection.request = null
      touch(connection)
    })
  }
  const look = (): void => {
    const now = performance.now()
    for (const connection of byPeer.values()) if (isStuck(connection, now)) connection.socket.destroy()
  }

  server.maxConnections = total + MARGIN
  server.on('connection', accept)
  server.on('secureConnection', stream => {
    const connection = byPeer.get(peerOf(stream as Socket))
    if (connection) connection.stream = stream
  })
  server.on('request', answering)
  const looking = setInterval(look, LOOK_MS).unref()
  return {
    keep(stream) {
      const connection = byPeer.get(peerOf(stream as Socket))
      if (connection) connection.is_kept = true
    },
    count: () => count,
    close: () => clearInterval(looking),
  }
}

function fresh(): Pick<Connection, 'request' | 'responses' | 'is_kept' | 'taken' | 'moved_at'> {
  return { request: null, responses: 0, is_kept: false, taken: 0, moved_at: performance.now() }
}

/** TLS has a socket of its own for what is accepted as another one: both know the peer and the address it called. */
function peerOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`
}

/** Closes the connection that is missed least. Returns false when all of them are worked for. */
function makeRoom(members: Iterable<Connection>): boolean {
  const now = performance.now()
  let chosen: { connection: Connection; worth: number } | undefined
  for (const connection of members) {
    const worth = worthOf(connection, now)
    if (worth !== null && worth < (chosen?.worth ?? Infinity)) chosen = { connection, worth }
    if (chosen?.worth === 0) break
  }
  chosen?.connection.socket.destroy()
  return chosen !== undefined
}

/** Returns how much would be lost with a connection; null where only we are waited for. */
function worthOf({ socket, stream, request, responses, is_kept, moved_at }: Connection, now: number): number | null {
  if (is_kept || socket.destroyed) return null
  if (responses === 0) return 0
  if (request?.complete && stream.writableLength === 0) return null
  return now - moved_at > QUIET_MS ? 1 : 2
}

/** Whether the peer takes nothing of what was written, or does not close what we have ended. */
function isStuck(connection: Connection, now: number): boolean {
  const { stream } = connection
  const waiting = stream.writableLength
  if (waiting > 0) {
    const taken = (stream.bytesWritten ?? 0) - waiting
    if (taken - connection.taken < LEAST_BYTES) return now - connection.moved_at > STALLED_MS
    connection.taken = taken
    connection.moved_at = now
    return false
  }
  // Between the end of a request and its response the peer has nothing to do.
  if (connection.request?.complete) connection.moved_at = now
  return stream.writableEnded && now - connection.moved_at > ENDED_MS
}
