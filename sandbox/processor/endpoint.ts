import { join } from 'node:path'
import { type Endpoint, findRunning as findIn } from '../sidecar/endpoint.ts'

/** Returns the folder of the simulator's ledger and endpoint. */
export function processorFolder(home: string): string {
  return join(home, 'processor')
}

/** Returns the running simulator of this home, or null. */
export function findRunning(home: string): Promise<Endpoint | null> {
  return findIn(processorFolder(home))
}
