import { isIP, type LookupFunction, Socket } from 'node:net'

/**
 * Preloaded into every test file: a connection that would leave this machine throws. Names other than localhost are
 * refused before they are resolved, unless the caller brings a resolver of its own; then its result counts.
 */
const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket

interface Target {
  host?: string | null
  path?: string | null
  lookup?: LookupFunction
}

Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const target = targetOf(args)
  const { host, path, lookup } = target
  if (path || !host || isHere(host)) return connect.apply(this, args)
  if (isIP(host) || !lookup) throw new Error(`a test tried to leave this machine: ${host}`)
  target.lookup = checked(lookup)
  return connect.apply(this, args)
}

/** The options among the three forms of connect; node itself calls it with one array of [options, callback]. */
function targetOf(args: unknown[]): Target {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) return first
  if (typeof first === 'number' || /^\d+$/.test(String(first)))
    return typeof second === 'string' ? { host: second } : {}
  return { path: String(first) }
}

function isHere(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|([a-z0-9-]+\.)*localhost)$/i.test(host)
}

function checked(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, answer, family) => {
      const addresses = Array.isArray(answer) ? answer.map(one => one.address) : [answer]
      const outside = error ? undefined : addresses.find(address => !isHere(address))
      if (outside) callback(new Error(`a test tried to leave this machine: ${hostname} is ${outside}`), answer, family)
      else callback(error, answer, family)
    })
}
