import { mkdirSync } from 'node:fs'
import { machineClock } from '../src/adapters/clock/machine.ts'
import { directLine } from '../src/adapters/terminals/pax/direct-line.ts'
import { parseNetworks } from '../src/lib/networks.ts'
import { VERSION } from '../src/version.ts'
import { commandExecutor } from './command-executor.ts'
import { connection } from './connection.ts'
import { openJournal } from './journal.ts'

export interface AgentSettings {
  /** `wss://gateway.example/agent` */
  url: string
  key: string
  /** Folder of the journal. */
  home: string
  /** Networks it may dial, parted by commas; everything else is refused, whatever the gateway says. */
  networks: string
  tell(text: string): void
}

export interface Agent {
  /** Accepts nothing new, and waits for commands in progress. */
  stop(): Promise<void>
}

/** Throws an Error of one line for settings that make no sense, or a home that cannot be written. */
export function startAgent({ url, key, home, networks, tell }: AgentSettings): Agent {
  const allowed = parseNetworks(networks)
  if (!allowed) throw new Error('TOLLGATE_AGENT_NETWORKS must be networks such as 192.168.0.0/16, parted by commas')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const journal = openJournal(home, key, () => machineClock.seconds())
  const work = commandExecutor(directLine(allowed), journal, message => line.send(message))
  const line = connection({
    url,
    key,
    greeting: () => [{ type: 'hello', version: VERSION }, ...work.unacknowledged()],
    handleInbound: message => work.handleInbound(message),
    notify: tell,
  })
  return {
    async stop() {
      await work.idle()
      line.close()
      journal.close()
    },
  }
}
