import { join, resolve } from 'node:path'
import { startAgent } from './agent.ts'

/**
 * `npm run agent` on a machine in the shop: dials the gateway and serves the terminals on this network until it is
 * stopped.
 */
function main(): void {
  const { TOLLGATE_AGENT_URL, TOLLGATE_AGENT_KEY, TOLLGATE_AGENT_HOME, TOLLGATE_AGENT_NETWORKS } = process.env
  if (!TOLLGATE_AGENT_URL || !/^wss?:\/\//.test(TOLLGATE_AGENT_URL) || !URL.canParse(TOLLGATE_AGENT_URL))
    throw new Error('TOLLGATE_AGENT_URL must be the address of the gateway, such as wss://pay.example.com/agent')
  if (!TOLLGATE_AGENT_KEY) throw new Error('TOLLGATE_AGENT_KEY must be the key of this agent')
  const tell = (text: string): void => void process.stdout.write(`tollgate agent: ${text}\n`)
  const agent = startAgent({
    url: TOLLGATE_AGENT_URL,
    key: TOLLGATE_AGENT_KEY,
    home: resolve(TOLLGATE_AGENT_HOME || join('.tollgate', 'agent')),
    networks: TOLLGATE_AGENT_NETWORKS || '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fd00::/8',
    tell,
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void agent.stop().then(() => process.exit(0)))
}

try {
  main()
} catch (error) {
  process.stderr.write(`tollgate agent: ${(error as Error).message}\n`)
  process.exit(1)
}
