import type { Config } from '../config.ts'
import type { Connectors } from '../payments/lifecycle/routing.ts'
import type { Environment, ProcessParts } from './parts.ts'
import type { Shutdown } from './shutdown.ts'

/** Opens what the mode brings. */
export async function openEnvironment(parts: ProcessParts): Promise<Environment> {
  return (await load(parts.config)).openEnvironment(parts)
}

/** Opens the connectors alone, for an operator's command. They are closed with the command. */
export async function launchConnectors(config: Config, shutdown: Shutdown): Promise<Connectors> {
  return (await load(config)).launchConnectors(config, shutdown)
}

/** Loads the mode that the configuration names. Live mode never loads a file of the sandbox. */
function load({ mode }: Config) {
  return mode === 'live' ? import('./live.ts') : import('./sandbox.ts')
}
