import { directLine } from '../../adapters/terminals/pax/direct-line.ts'
import { paxTerminal } from '../../adapters/terminals/pax/index.ts'
import { agentGateway } from '../../agents/agent-gateway.ts'
import { eitherLine } from '../../agents/agent-line.ts'
import { parseNetworks } from '../../lib/networks.ts'
import type { Terminals } from '../../ports/terminal.ts'
import type { TerminalLine } from '../../ports/terminal-line.ts'
import { devicetermTasks } from '../../resources/deviceterm/deviceterm.operations.ts'
import type { AppParts, Core, Feature } from '../parts.ts'

/** The number of the manufacturer whose terminals speak the PAX protocol. */
const PAX = 1
const RECOVER_EVERY_MS = 2_000

/** The drivers of real terminals, which are reached directly or through the agent in their shop. */
export function realTerminals({ config, clock }: Pick<AppParts, 'config' | 'clock'>, agents: TerminalLine): Terminals {
  const line = eitherLine(directLine(parseNetworks(config.terminal_networks)!), agents)
  return { [PAX]: paxTerminal({ line, clock }) }
}

/** Requests at terminals, and the gateway's side of agents in shops. */
export function terminalsFeature({ db, cipher, clock, log, store, runs, agents, auth }: Core): Feature {
  const gateway = agentGateway({ db, cipher, clock, log, refused: auth.refused })
  return {
    routes: http => gateway.attach(http.server, http.upgrades),
    tasks: devicetermTasks({ store }),
    periodicTasks: [{ name: 'recover terminal runs', every_ms: RECOVER_EVERY_MS, run: () => runs.recover() }],
    async beforeClose() {
      await runs.close()
      await gateway.close()
    },
    close: agents.close,
  }
}
