import { Resolver } from 'node:dns/promises'

/** A server of names that does not answer holds nothing up for long. */
const TIMEOUT_MS = 3_000

/**
 * Returns what looks up the TXT records of a name: none where there is no name, or no answer. `server`: which one to
 * ask (`address:port`); the machine's own where it is empty.
 */
export function txtRecords(server: string): (name: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  if (server) resolver.setServers([server])
  return async name => {
    const records = await resolver.resolveTxt(name).catch(() => [])
    return records.map(parts => parts.join('').trim())
  }
}
