import { machineClock } from '../adapters/clock/machine.ts'
import { openFolder } from '../adapters/odfi/index.ts'
import type { Config } from '../config.ts'
import type { Connectors } from '../payments/lifecycle/routing.ts'
import { processorHttp } from '../processors/http.ts'
import { openConnectors } from '../processors/index.ts'
import { bankFromConfig } from './features/bank.ts'
import type { Environment, ProcessParts } from './parts.ts'
import type { Shutdown } from './shutdown.ts'

/** Live mode: the machine's time, real processors and real terminals. */
export async function openEnvironment({ config }: Pick<ProcessParts, 'config'>): Promise<Environment> {
  const bank = config.ach && bankFromConfig(config.ach)
  const http = processorHttp()
  return {
    clock: machineClock,
    connectors: openConnectors({ http, openFolder }),
    terminals: {},
    bank,
    features: [],
    documentation: { tests: null, headers: {} },
    async close() {
      http.close()
      await bank?.odfi.close()
    },
  }
}

export async function launchConnectors(_config: Config, shutdown: Shutdown): Promise<Connectors> {
  const http = await shutdown.adopt(processorHttp(), async started => started.close())
  return openConnectors({ http, openFolder })
}
