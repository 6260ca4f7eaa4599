/**
 * Returns the group an address is rate-limited with. One subscriber has a whole /64 of IPv6 and could use a new
 * address for every attempt, so it counts as one; IPv4 addresses, also those written as IPv6, count by themselves.
 */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address
  const mapped = address.slice(address.lastIndexOf(':') + 1)
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(mapped)) return mapped
  const [head = '', tail] = address.split('%')[0]!.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return groups
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/**
 * Returns the /48 of an IPv6 address; null for IPv4. A site or a rented network often has a whole one, and so 65,536
 * groups of `addressGroup`.
 */
export function addressSite(address: string): string | null {
  const group = addressGroup(address)
  return group.includes(':') ? `${group.split(':').slice(0, 3).join(':')}::/48` : null
}
