import { launchSimulator } from '../../sandbox/processor/launch.ts'
import { SIMULATED } from '../../sandbox/start.ts'
import { machineClock } from '../adapters/clock/machine.ts'
import type { Config } from '../config.ts'
import type { Processor } from '../ports/processor.ts'
import { simulator } from '../processors/simulator/index.ts'
import type { Lifetime } from './lifetime.ts'

/** The processors of this installation by the name products carry, for a command that has something to ask them. */
export async function openProcessors(config: Config, running: Lifetime): Promise<Record<string, Processor>> {
  const settings = { home: config.home, log: () => undefined, delay_scale: config.simulator_delay_scale }
  const launched = await running.keep(launchSimulator(settings), started => started.stop())
  const { address, secret, restartIfGone } = launched
  const processor = simulator({ address, secret, clock: machineClock, restart: restartIfGone })
  return Object.fromEntries(SIMULATED.map(name => [name, processor]))
}
