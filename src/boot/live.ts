import { machineClock } from '../adapters/clock/machine.ts'
import type { Processors } from '../payments/lifecycle/routing.ts'
import { bankFromConfig } from './features/bank.ts'
import type { Environment, ProcessParts } from './parts.ts'

/**
 * Connectors to real processors, by the names that products carry. There is none yet, so readConfig refuses live mode.
 */
const PROCESSORS: Processors = {}

/** Live mode: the machine's time, real processors and real terminals. */
export async function openEnvironment({ config }: Pick<ProcessParts, 'config'>): Promise<Environment> {
  const bank = config.ach && bankFromConfig(config.ach)
  return {
    clock: machineClock,
    processors: PROCESSORS,
    terminals: {},
    bank,
    features: [],
    documentation: { tests: null, headers: {} },
    close: async () => bank?.odfi.close(),
  }
}

export async function openProcessors(): Promise<Processors> {
  return PROCESSORS
}
