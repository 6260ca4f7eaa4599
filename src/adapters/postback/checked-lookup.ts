import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isReachable, type Reach } from './addresses.ts'

/** Returns all addresses of a name; `dns.lookup` except in tests. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** A name that resolves to an address that must not be called. */
export class NotReachable extends Error {}

/**
 * A look-up for sockets that returns only checked addresses. The socket connects to what it gets here, so a name that
 * resolves differently between check and connection gains nothing. One forbidden address makes the whole name
 * unreachable.
 */
export function checkedLookup(reach: Reach, resolve: Resolve = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const wanted =
        options.family === 4 || options.family === 6 ? found.filter(each => each.family === options.family) : found
      const [first] = wanted
      if (!first || found.some(({ address }) => !isReachable(address, reach)))
        return callback(new NotReachable('the name leads to an address that is not called'), '', 0)
      if (options.all) return callback(null, wanted)
      callback(null, first.address, first.family)
    })
  }
}
