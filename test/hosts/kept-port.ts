import { randomInt } from 'node:crypto'
import type { Server } from 'node:net'

/** Below what systems hand out by themselves: from 32,768 on Linux, from 49,152 elsewhere. */
const PORTS = { from: 20_000, to: 32_000 }

/**
 * Listens on loopback, and returns the port. A server that goes off the network names the port it had, to come back on
 * it: nobody is given that one by chance meanwhile, as happens to a port that the system chose.
 */
export async function listenOnKeptPort(server: Server, kept?: number): Promise<number> {
  for (;;) {
    const port = kept ?? randomInt(PORTS.from, PORTS.to)
    try {
      return await listen(server, port)
    } catch (error) {
      if (kept || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, '127.0.0.1', resolve)
  await promise
  server.off('error', reject)
  return port
}
