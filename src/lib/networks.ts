import { BlockList, isIP } from 'node:net'

/** Returns whether an IP address lies in one of the networks. */
export type Networks = (address: string) => boolean

/**
 * Parses networks such as `192.168.0.0/16, 10.1.2.3, fd00::/8`; a single address is a network of one. Null when one
 * is invalid.
 */
export function parseNetworks(text: string): Networks | null {
  const list = new BlockList()
  for (const each of text.split(',').map(part => part.trim())) {
    if (each === '') continue
    const [address = '', length] = each.split('/')
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : -1
    if (version === 0 || bits < 0 || bits > most || each.split('/').length > 2) return null
    list.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4')
  }
  return address => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}
