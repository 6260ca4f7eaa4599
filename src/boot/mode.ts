import type { Config } from '../config.ts'
import type { Processors } from '../payments/lifecycle/routing.ts'
import type { Environment, ProcessParts } from './parts.ts'
import type { Shutdown } from './shutdown.ts'

/** Opens what the mode brings. */
export async function openEnvironment(parts: ProcessParts): Promise<Environment> {
  return (await load(parts.config)).openEnvironment(parts)
}

/** Opens the processors alone, for an operator's command. They are closed with the command. */
export async function openProcessors(config: Config, shutdown: Shutdown): Promise<Processors> {
  return (await load(config)).openProcessors(config, shutdown)
}

/** Loads the mode that the configuration names. Live mode never loads a file of the sandbox. */
function load({ mode }: Config) {
  return mode === 'live' ? import('./live.ts') : import('./sandbox.ts')
}
