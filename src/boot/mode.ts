import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Connectors } from '../payments/lifecycle/routing.ts'
import type { Environment, ProcessParts } from './parts.ts'
import type { LaunchedSimulator } from './sandbox-processor.ts'
import type { Shutdown } from './shutdown.ts'

/**
 * Starts the sandbox's processor, a process of its own, while the rest of the gateway is still being opened. Null in
 * live mode.
 */
export async function launchProcessor(
  config: Config,
  log: Logger,
  shutdown: Shutdown,
): Promise<LaunchedSimulator | null> {
  if (config.mode === 'live') return null
  const { launchProcessor: launch } = await import('./sandbox-processor.ts')
  return shutdown.adopt(launch(config, log), launched => launched.stop())
}

/** Opens what the mode brings. */
export async function openEnvironment(
  parts: ProcessParts & { simulator?: LaunchedSimulator | null },
): Promise<Environment> {
  return (await loadMode(parts.config.mode)).openEnvironment(parts)
}

/** Opens the connectors alone, for an operator's command. They are closed with the command. */
export async function launchConnectors(config: Config, shutdown: Shutdown): Promise<Connectors> {
  return (await loadMode(config.mode)).launchConnectors(config, shutdown)
}

/** Loads the mode that the configuration names. Live mode never loads a file of the sandbox. */
export function loadMode(mode: Config['mode']) {
  return mode === 'live' ? import('./live.ts') : import('./sandbox.ts')
}
