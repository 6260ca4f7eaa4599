import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devices, devices } from '../../sandbox/device/devices.ts'
import { readLedger } from '../../sandbox/ledger.ts'
import { launchSimulator } from '../../sandbox/processor/launch.ts'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import type { LedgerEntry } from './app.ts'

/** Virtual terminals and their processor, without a gateway. */
export interface TerminalRoom {
  devices: Devices
  home: string
  ledger(reference: string): Promise<LedgerEntry[]>
  stopProcessor(): Promise<void>
  close(): Promise<void>
}

export async function terminalRoom(): Promise<TerminalRoom> {
  const home = await mkdtemp(join(tmpdir(), 'tollgate-terminals-'))
  const quiet = { home, log: () => undefined, delay_scale: 0.001 }
  const processor = await launchSimulator(quiet)
  const made = devices({ ...quiet, clock: machineClock, machine: machineClock })
  return {
    devices: made,
    home,
    ledger: async reference => {
      const { entries } = (await readLedger(await processor.restartIfGone(), reference)) as { entries: LedgerEntry[] }
      return entries
    },
    stopProcessor: () => processor.stop(),
    async close() {
      await made.stop()
      await processor.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
