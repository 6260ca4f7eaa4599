import { join } from 'node:path'
import { findLive as findIn, type Reach } from '../sidecar/reach.ts'

/** Where the simulator keeps its ledger and its address. */
export function processorFolder(home: string): string {
  return join(home, 'processor')
}

/** The simulator that lives in this home, or null. */
export function findLive(home: string): Promise<Reach | null> {
  return findIn(processorFolder(home))
}
