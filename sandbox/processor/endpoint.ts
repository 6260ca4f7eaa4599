import { join } from 'node:path'
import { type Endpoint, findRunning as findIn } from '../sidecar/endpoint.ts'

/** Where the simulator keeps its ledger and its address. */
export function processorFolder(home: string): string {
  return join(home, 'processor')
}

/** The simulator that lives in this home, or null. */
export function findRunning(home: string): Promise<Endpoint | null> {
  return findIn(processorFolder(home))
}
