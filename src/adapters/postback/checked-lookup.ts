import type { LookupFunction } from 'node:net'
import { isReachable, type Reach } from './addresses.ts'
import { dnsNames, type Resolve } from './dns-names.ts'

/** A name without an address that may be called. */
export class NotReachable extends Error {}

/**
 * A look-up for sockets that returns only checked addresses. The socket connects to what it gets here, so a name that
 * resolves differently between check and connection gains nothing. Forbidden addresses are skipped: hosts publish link
 * local ones beside their public ones.
 */
export function checkedLookup(reach: Reach, resolve: Resolve = dnsNames()): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const { family } = options
      const wanted = family === 4 || family === 6 ? found.filter(each => each.family === family) : found
      const allowed = wanted.filter(({ address }) => isReachable(address, reach))
      const [first] = allowed
      if (!first) return callback(new NotReachable('the name leads to no address that may be called'), '', 0)
      if (options.all) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }
}
