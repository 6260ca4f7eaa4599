import type { Config } from '../config.ts'
import type { ConnectionLimits } from '../http/connections.ts'

/** The share of descriptors that clients may have. Processors, receivers of postbacks and files need the rest. */
const SHARE = 0.65

type Limited = Pick<Config, 'connections' | 'trust_proxy' | 'database_connections'>

/** Returns how many connections this process takes: what is configured, and no more than the system lets it open. */
export function connectionLimits(
  { connections, trust_proxy, database_connections }: Limited,
  descriptors = openFilesAllowed(),
): ConnectionLimits {
  const bearable = Math.max(16, Math.floor((descriptors - database_connections) * SHARE))
  const total = Math.min(connections.total, bearable)
  const per_address = Math.min(connections.per_address || Math.ceil(total / 2), total)
  // Behind a proxy all connections come from one address, which is the proxy's.
  return { total, per_address: trust_proxy ? 0 : per_address }
}

/** Returns how many descriptors this process may open; infinity where the system has no limit, or tells none. */
function openFilesAllowed(): number {
  // Names of peers would be looked up, in a call that holds everything up.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const soft = report.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}
