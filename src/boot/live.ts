import { machineClock } from '../adapters/clock/machine.ts'
import type { Processors } from '../payments/lifecycle/routing.ts'
import { LIVE_PROCESSORS } from '../processors/index.ts'
import { bankFromConfig } from './features/bank.ts'
import type { Environment, ProcessParts } from './parts.ts'

/** Live mode: the machine's time, real processors and real terminals. */
export async function openEnvironment({ config }: Pick<ProcessParts, 'config'>): Promise<Environment> {
  const bank = config.ach && bankFromConfig(config.ach)
  return {
    clock: machineClock,
    processors: LIVE_PROCESSORS,
    terminals: {},
    bank,
    features: [],
    documentation: { tests: null, headers: {} },
    close: async () => bank?.odfi.close(),
  }
}

export async function openProcessors(): Promise<Processors> {
  return LIVE_PROCESSORS
}
