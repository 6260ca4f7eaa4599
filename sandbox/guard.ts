import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { basicCredentials } from '../src/auth/identify.ts'
import { plainError } from '../src/http/error-response.ts'
import { send } from '../src/http/response.ts'
import { addressGroup } from '../src/lib/address-group.ts'
import { isLoopback } from '../src/lib/loopback.ts'
import { rateLimit } from '../src/lib/rate-limit.ts'
import { isSameOrigin } from '../src/pages/page-routes.ts'

/** Why a request may not reach the controls of the sandbox. */
interface Turned {
  status: 401 | 403 | 415 | 429
  text: string
  headers?: Record<string, string>
}

/** Returns null for a request that may use the controls. Most of them take JSON, the console its own forms. */
export type SandboxGuard = (request: FastifyRequest, takes: 'json' | 'form') => Promise<Turned | null>

interface GuardParts {
  publicUrl(): string
  /** Whether everybody is asked for the password, because the settings say that other machines reach the sandbox. */
  is_exposed: boolean
  /** Whether this is the sandbox's password. */
  verify(password: string): Promise<boolean>
}

/** Wrong passwords of one address in a minute. */
const GUESSES = 10

/**
 * The controls of the sandbox show keys and move time, so no page of another site and nobody on the network may use
 * them: a request has to name this machine, must not come from another site, and brings JSON or nothing. It has the
 * sandbox's password (Basic authorization, any name) unless it certainly came from this machine without a proxy.
 */
export function sandboxGuard({ publicUrl, is_exposed, verify }: GuardParts): SandboxGuard {
  const guess = rateLimit(GUESSES)
  // The mark of a password takes a tenth of a second to compare; one that was right is known by its digest.
  let known: Buffer | null = null
  const askForPassword = async (request: FastifyRequest): Promise<Turned | null> => {
    const given = basicCredentials(request.headers.authorization)?.password
    if (given === undefined) return NO_PASSWORD
    const digest = createHash('sha256').update(given).digest()
    if (known && timingSafeEqual(digest, known)) return null
    const wait = guess(addressGroup(request.ip))
    if (wait !== null) return { status: 429, text: MANY_GUESSES, headers: { 'retry-after': String(wait) } }
    if (!(await verify(given))) return NO_PASSWORD
    known = digest
    return null
  }
  return async (request, takes) => {
    if (!isOwn(request, publicUrl())) return { status: 403, text: FOREIGN }
    if (!isTaken(request, takes)) return { status: 415, text: OTHER_TYPE }
    return is_exposed || !isNear(request) ? askForPassword(request) : null
  }
}

const FOREIGN = 'This is not the address of this sandbox, or not a request of its own.'
const OTHER_TYPE = 'The controls of the sandbox take application/json.'
const MANY_GUESSES = 'Too many wrong passwords came from your address.'
const NO_PASSWORD: Turned = {
  status: 401,
  text: 'From other machines, and through a proxy, the controls of the sandbox ask for its password (Basic authorization, any name). TOLLGATE_SANDBOX_PASSWORD sets one.',
  headers: { 'www-authenticate': 'Basic realm="sandbox", charset="UTF-8"' },
}

/** Puts the guard before every route of a scope that takes and answers JSON. */
export function guardRoutes(scope: FastifyInstance, guard: SandboxGuard): void {
  scope.addHook('onRequest', async (request, reply) => {
    const turned = await guard(request, 'json')
    if (turned) return send(reply, plainError(turned.status, turned.text, turned.headers))
  })
}

/**
 * A foreign name that resolves to this machine (DNS rebinding) gives a foreign page the origin of the sandbox, and with
 * it any header but `Host`. A link may lead here from anywhere; reading and changing is for its own pages and programs.
 */
function isOwn(request: FastifyRequest, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, host = '' } = request.headers
  if (!isOwnHost(host, publicUrl) || !isOwnHost(request.host, publicUrl)) return false
  if (request.method === 'GET' || request.method === 'HEAD') return site !== 'cross-site' || mode === 'navigate'
  return isSameOrigin(request, publicUrl)
}

/** Other types of body can be sent by pages of other sites without being asked. */
function isTaken({ headers }: FastifyRequest, takes: 'json' | 'form'): boolean {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return true
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  return TYPES[takes].includes(type.trim().toLowerCase())
}

const TYPES = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded', 'multipart/form-data'],
}

/**
 * Whether a request came from this machine, for this machine, and shows no sign of a proxy: a proxy on this machine has
 * a loopback connection of its own and may add no header, but then passes on the name that its client has used.
 */
function isNear({ headers, host, raw }: FastifyRequest): boolean {
  const peer = (raw.socket.remoteAddress ?? '').replace(/^::ffff:/i, '')
  if (!isLoopback(peer) || !isLocalHost(headers.host ?? '') || !isLocalHost(host)) return false
  // Proxies that replace Host by their own target often speak HTTP/1.0 to it; browsers and clients never do.
  return raw.httpVersion !== '1.0' && !Object.keys(headers).some(name => FORWARDED.test(name))
}

/** Headers that proxies and tunnels add. */
const FORWARDED =
  /^(via|forwarded|x-forwarded(-.+)?|x-original-(host|for|url)|x-real-ip|(true-|x-|cf-connecting-)(client-)?ip|cf-.+|x-envoy-.+|x-amzn-.+|x-cluster-client-ip|x-proxyuser-ip)$/

/** Whether a `Host` names this machine as only this machine does. */
function isLocalHost(host: string): boolean {
  const hostname = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return isLoopback(hostname) || hostname.endsWith('.localhost')
}

/** Whether a request is for this machine: its public name, an IP address or localhost. */
function isOwnHost(host: string, publicUrl: string): boolean {
  const named = URL.parse(`http://${host}`)
  if (!named) return false
  const hostname = named.hostname.replace(/^\[|\]$/g, '')
  if (isIP(hostname) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return hostname === new URL(publicUrl).hostname
}
