import type { Logger } from 'pino'
import { type LaunchedSimulator, launchSimulator } from '../../sandbox/processor/launch.ts'
import type { Config } from '../config.ts'

export type { LaunchedSimulator } from '../../sandbox/processor/launch.ts'

/** Starts the sandbox's processor, without loading the rest of the sandbox first. */
export function launchProcessor(
  { home, simulator_delay_scale: delay_scale }: Config,
  log: Logger,
): Promise<LaunchedSimulator> {
  return launchSimulator({ home, delay_scale, log: text => log.info(text) })
}
