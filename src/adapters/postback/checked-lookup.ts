import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isReachable, type Reach } from './addresses.ts'

/** All addresses of a name; `dns.lookup` unless a test brings its own. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** A name that leads where nothing may be posted to. */
export class NotReachable extends Error {}

/**
 * A look-up for sockets that answers only with addresses that were checked. The socket connects to what it is given here, so
 * a name that changes its mind between check and connection changes nothing. One bad address among good ones spoils them all.
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
