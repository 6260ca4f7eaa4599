import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Clock } from '../../src/ports/clock.ts'
import { processorFolder } from './launch.ts'
import { openJournal, openLedger } from './ledger.ts'
import { createSimulatorServer } from './server.ts'
import { settlements } from './settle.ts'
import { readSettlement, settlementFiles, writeSettlement } from './settlement.ts'
import { createSimulator } from './simulator.ts'

export interface SimulatorSettings {
  /** TOLLGATE_HOME. The ledger is in `<home>/processor`, which must exist. */
  home: string
  /** Factor for the delays of the test amounts; 1 means real seconds. */
  delay_scale: number
  clock: Clock
  /** Called when the ledger cannot be written. Must end the process: only a restart reads what was really stored. */
  onBroken: (error: unknown) => void
}

export interface OpenSimulator {
  address: string
  secret: string
  /** Stops taking requests, finishes the open ones, and closes the ledger. */
  close(): Promise<void>
}

/** Opens the ledger of this home and serves it on a port of the loopback interface. */
export async function openSimulator({ home, delay_scale, clock, onBroken }: SimulatorSettings): Promise<OpenSimulator> {
  const ledger = await openLedger(join(processorFolder(home), 'ledger.jsonl'), onBroken)
  const settled = { write: writeSettlement, read: readSettlement }
  const journal = await openJournal(join(processorFolder(home), 'settlements.jsonl'), settled, onBroken)
  const files = await settlementFiles(join(processorFolder(home), 'settlements'))
  const closing = new AbortController()
  const secret = randomBytes(32).toString('base64url')
  const simulator = createSimulator({ ledger, clock })
  const server = createSimulatorServer({
    simulator,
    settlements: await settlements({ simulator, journal, files, seconds: clock.seconds }),
    files,
    secret,
    delay_scale,
    closing: closing.signal,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    async close() {
      closing.abort()
      // Node counts an unused connection as busy, so cut all of them after a second.
      setTimeout(() => server.closeAllConnections(), 1000).unref()
      await new Promise(closed => server.close(closed))
      await ledger.close()
      await journal.close()
    },
  }
}
