import { BlockList, isIP } from 'node:net'

const LOOPBACK = blocked(['127.0.0.0/8', '::1/128'])

/** Everything but the public internet (IANA special-purpose registries), and the metadata addresses of clouds. */
const RESERVED = {
  ipv4: blocked([
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
    ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
  ]),
  // Only 2000::/3 is assigned, so ways to write or translate IPv4 (64:ff9b::/96) are out as well; within it, ranges
  // for transition and documentation. A separate list, because Node finds IPv4 in `::/3` as well.
  ipv6: blocked([
    ...['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
  ]),
}

export interface Reach {
  /** True in the sandbox, where receivers run on this machine. */
  loopback: boolean
}

/** Returns whether an address may be connected to. IPv4 inside IPv6 (`::ffff:10.0.0.1`) counts as IPv4. */
export function isReachable(address: string, { loopback }: Reach): boolean {
  const plain = unmapped(address)
  const family = isIP(plain)
  if (family === 0) return false
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  return LOOPBACK.check(plain, kind) ? loopback : !RESERVED[kind].check(plain, kind)
}

/**
 * `::ffff:7f00:1`, `::ffff:127.0.0.1` and other spellings are 127.0.0.1. An address with a zone (`fe80::1%eth0`) is
 * never public.
 */
function unmapped(address: string): string {
  if (isIP(address) !== 6) return address
  const [, hex] =
    /^\[::ffff:([\da-f]{1,4}:[\da-f]{1,4})\]$/.exec(URL.parse(`http://[${address}]`)?.hostname ?? '') ?? []
  if (!hex) return address
  const [high = 0, low = 0] = hex.split(':').map(group => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function blocked(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
