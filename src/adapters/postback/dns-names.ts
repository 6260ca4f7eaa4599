// biome-ignore-all lint/style/noRestrictedGlobals: when the machine's DNS servers are read again
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

/** Two tries, the second twice as long: an answer comes within the time for a connection, or there is none. */
const TRY_MS = 1_000
const TRIES = 2
/** The machine may move to other DNS servers. */
const REOPEN_MS = 60_000
const HOSTS = '/etc/hosts'
/** RFC 6761: these names are this machine, and no DNS server is asked about them. */
const THIS_MACHINE = /^(.+\.)?localhost\.?$/i

/** Returns all addresses of a name; `dnsNames` except in tests. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

interface DnsOptions {
  server?: string
  try_ms?: number
}

/**
 * Returns what resolves names that merchants have written: by the hosts file, then by DNS. `dns.lookup` runs
 * getaddrinfo on two threads for the whole process, ten seconds or more for a name whose DNS server is silent: eight
 * such receivers kept the names of processors waiting for forty seconds. Here a silent server costs a timer. Search
 * domains do not apply. `server`: another one than the machine's (`address:port`).
 */
export function dnsNames(options: DnsOptions = {}): Resolve {
  let resolver = open(options)
  let opened_at = performance.now()
  return (hostname, _options, callback) => {
    if (performance.now() - opened_at > REOPEN_MS) {
      resolver = open(options)
      opened_at = performance.now()
    }
    find(resolver, hostname).then(
      found => callback(null, found),
      error => callback(error, []),
    )
  }
}

function open({ server, try_ms = TRY_MS }: DnsOptions): Resolver {
  const resolver = new Resolver({ timeout: try_ms, tries: TRIES })
  if (server) resolver.setServers([server])
  return resolver
}

async function find(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const known = await hostsEntries(hostname)
  if (known.length > 0) return known
  if (THIS_MACHINE.test(hostname)) return [v4('127.0.0.1'), v6('::1')]
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map(v4) : []),
    ...(six.status === 'fulfilled' ? six.value.map(v6) : []),
  ]
  if (found.length > 0) return found
  const missing = [four, six].every(each => each.status === 'rejected' && MISSING.has(each.reason.code))
  const code = missing ? 'ENOTFOUND' : 'EAI_AGAIN'
  throw Object.assign(new Error(`getaddrinfo ${code}`), { code })
}

const MISSING = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
const v4 = (address: string): LookupAddress => ({ address, family: 4 })
const v6 = (address: string): LookupAddress => ({ address, family: 6 })

/** Returns the addresses that the hosts file has for a name. */
async function hostsEntries(hostname: string): Promise<LookupAddress[]> {
  const text = await readFile(HOSTS, 'utf8').catch(() => '')
  const wanted = hostname.toLowerCase().replace(/\.$/, '')
  return text.split('\n').flatMap(line => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (!names.some(name => name.toLowerCase() === wanted)) return []
    return [address.includes(':') ? v6(address) : v4(address)]
  })
}
