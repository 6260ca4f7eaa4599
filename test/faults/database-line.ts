import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { listenOnKeptPort } from '../hosts/kept-port.ts'

/**
 * `gone`: connections break and new ones are refused. `stalled`: connections stay open but drop every packet in both
 * directions, like a firewall that lost its state. A number: a delay for each packet, in milliseconds.
 */
type LineState = 'well' | 'gone' | 'stalled' | number

/** A TCP proxy between a gateway and PostgreSQL that injects faults. */
export interface DatabaseLine {
  /** The database URL for the gateway. */
  url: string
  state: LineState
  /** Breaks all connections. New ones work at once. */
  cut(): void
  /**
   * Breaks the connection instead of delivering the next answer that contains this text, or the answer to a request
   * that contains it. The returned function says whether the text was seen.
   */
  loseAnswer(text: string): () => boolean
  close(): Promise<void>
}

/** A part of PostgreSQL's answer to a commit. */
export const COMMITTED = 'COMMIT\0'

interface Pair {
  sockets: readonly [client: Socket, server: Socket]
  /** Drops packets in both directions until the connection ends. */
  is_stalled: boolean
  /** The next answer is lost. */
  is_doomed: boolean
}

/** `url` must name a Unix socket. */
export async function databaseLine(url: string): Promise<DatabaseLine> {
  const place = new URL(url)
  const path = `${place.searchParams.get('host')}/.s.PGSQL.5432`
  const pairs = new Set<Pair>()
  let state: LineState = 'well'
  let losing: string | null = null

  const cut = (which: (pair: Pair) => boolean = () => true): void => {
    for (const pair of pairs) if (which(pair)) for (const socket of pair.sockets) socket.destroy()
  }
  const isLosing = (packet: Buffer): boolean => {
    if (losing === null || !packet.includes(losing)) return false
    losing = null
    return true
  }
  const server = createServer(client => {
    if (state === 'gone') return void client.destroy()
    const behind = connect({ path })
    const pair: Pair = { sockets: [client, behind], is_stalled: state === 'stalled', is_doomed: false }
    pairs.add(pair)
    for (const socket of pair.sockets) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        pairs.delete(pair)
        for (const each of pair.sockets) each.destroy()
      })
    }
    client.on(
      'data',
      forwarding(pair, behind, packet => {
        if (isLosing(packet)) pair.is_doomed = true
        return false
      }),
    )
    behind.on(
      'data',
      forwarding(pair, client, packet => pair.is_doomed || isLosing(packet)),
    )
  })
  /** Keeps the order of packets in each direction. */
  const forwarding = (pair: Pair, to: Socket, isLost: (packet: Buffer) => boolean) => {
    let before = Promise.resolve()
    const send = (packet: Buffer): void => {
      if (!pair.is_stalled) to.write(packet)
    }
    return (packet: Buffer | string): void => {
      const bytes = Buffer.from(packet)
      if (isLost(bytes)) cut(each => each === pair)
      else if (typeof state !== 'number') send(bytes)
      else {
        const wait = pause(state)
        before = before.then(() => wait).then(() => send(bytes))
      }
    }
  }
  const port = await listenOnKeptPort(server)
  place.searchParams.delete('host')
  return {
    url: place.href.replace('postgresql:///', `postgresql://127.0.0.1:${port}/`),
    get state() {
      return state
    },
    set state(next) {
      state = next
      if (next === 'gone') cut()
      if (next === 'stalled') for (const pair of pairs) pair.is_stalled = true
      // A peer that returns does not know its old connections.
      if (next === 'well') cut(pair => pair.is_stalled)
    },
    cut,
    loseAnswer(text) {
      losing = text
      return () => losing === null
    },
    async close() {
      const closed = new Promise(resolve => server.close(resolve))
      cut()
      await closed
    },
  }
}
