import { mkdir } from 'node:fs/promises'
import { type LaunchedSimulator, processorFolder } from '../../sandbox/processor/launch.ts'
import { openSimulator } from '../../sandbox/processor/open-simulator.ts'
import { writeEndpoint } from '../../sandbox/sidecar/endpoint.ts'
import { machineClock } from '../../src/adapters/clock/machine.ts'

/** Starts the processor simulator in the test's process. The gateway still reaches it over HTTP. */
export async function simulatorHere(home: string, delay_scale: number): Promise<LaunchedSimulator> {
  await mkdir(processorFolder(home), { recursive: true, mode: 0o700 })
  const onBroken = (error: unknown): never => {
    throw new Error('the ledger cannot be written', { cause: error })
  }
  const { address, secret, close } = await openSimulator({ home, delay_scale, clock: machineClock, onBroken })
  // Virtual terminals read the simulator's address from this file.
  await writeEndpoint(processorFolder(home), { address, secret, pid: process.pid, launched_by: process.pid })
  return { address, secret, restartIfGone: async () => ({ address, secret }), stop: close }
}
