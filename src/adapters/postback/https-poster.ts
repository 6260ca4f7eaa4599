// biome-ignore-all lint/style/noRestrictedGlobals: how long a receiver took to answer
import type { ClientRequest, IncomingMessage, Agent as PlainAgent } from 'node:http'
import { request as secureRequest, Agent as TlsAgent } from 'node:https'
import { isIP } from 'node:net'
import type { Poster, PostRequest, PostResponse } from '../../ports/poster.ts'
import { isReachable } from './addresses.ts'
import { checkedLookup, NotReachable } from './checked-lookup.ts'
import type { Resolve } from './dns-names.ts'

const http = process.getBuiltinModule('node:http')

export interface PosterOptions {
  /** In the sandbox this machine and plain HTTP are allowed. */
  sandbox: boolean
  /** For tests. */
  resolve?: Resolve
  ca?: string
  time_limits?: Partial<TimeLimits>
}

/** Time limits in milliseconds: for the connection, the beginning of the response, and the whole exchange. */
interface TimeLimits {
  connect: number
  answer: number
  total: number
}

const TIME_LIMITS: TimeLimits = { connect: 5_000, answer: 10_000, total: 15_000 }
const LARGEST_ANSWER = 64 * 1024
/** Idle connections kept per receiver, and for how long. How many are used at once is up to the caller. */
const MAX_IDLE = 32
const KEEP_MS = 20_000

interface Parts {
  agents: { 'http:': PlainAgent; 'https:': TlsAgent }
  /** Returns an agent for one request only. */
  fresh(secure: boolean): PlainAgent | TlsAgent
  time_limits: TimeLimits
  objection(url: string): string | null
}

/** Posts over HTTP and HTTPS on persistent connections. Ignores proxies of the environment and follows no redirect. */
export function httpsPoster({ sandbox, resolve, ca, time_limits }: PosterOptions): Poster {
  const reach = { loopback: sandbox }
  const shared = {
    keepAlive: true,
    maxFreeSockets: MAX_IDLE,
    timeout: KEEP_MS,
    lookup: checkedLookup(reach, resolve),
  }
  const tls = { rejectUnauthorized: true, ...(ca ? { ca } : {}) }
  const agents = { 'http:': new http.Agent(shared), 'https:': new TlsAgent({ ...shared, ...tls }) }
  const once_only = { ...shared, keepAlive: false }
  const fresh = (secure: boolean) => (secure ? new TlsAgent({ ...once_only, ...tls }) : new http.Agent(once_only))
  const objection = (text: string): string | null => {
    const url = URL.parse(text)
    if (!url || !(url.protocol in agents)) return 'must be an http or https address.'
    if (!sandbox && url.protocol !== 'https:') return 'must be an https address.'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // Sockets look up names only, so an address in the URL is checked here.
    return isIP(host) && !isReachable(host, reach) ? 'must not lead into a private network.' : null
  }
  const parts = { agents, fresh, time_limits: { ...TIME_LIMITS, ...time_limits }, objection }
  return {
    objection,
    async post(request) {
      const start = performance.now()
      const refused = objection(request.url)
      const answer = refused ? failed(`the address ${refused}`) : await twice(parts, request)
      return { ...answer, duration_ms: Math.round(performance.now() - start) }
    },
    async close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

type PartialResponse = Omit<PostResponse, 'duration_ms'>

function failed(error: string): PartialResponse {
  return { status: null, headers: null, body: null, error }
}

/**
 * A receiver may close an idle connection just when it is reused. That is no failure, so the request is sent on a new
 * one.
 */
async function twice(parts: Parts, request: PostRequest): Promise<PartialResponse> {
  const first = await once(parts, request, true)
  return first === 'stale' ? ((await once(parts, request, false)) as PartialResponse) : first
}

function once(
  { agents, fresh, time_limits }: Parts,
  { url, headers, body }: PostRequest,
  reuse: boolean,
): Promise<PartialResponse | 'stale'> {
  const target = new URL(url)
  const secure = target.protocol === 'https:'
  const agent = agents[secure ? 'https:' : 'http:']
  const { promise, resolve } = Promise.withResolvers<PartialResponse | 'stale'>()
  const sent = (secure ? secureRequest : http.request)(target, {
    method: 'POST',
    agent: reuse ? agent : fresh(secure),
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  })
  const timers = timersOf(sent, secure, time_limits)
  let answered = false
  sent.on('response', response => {
    answered = true
    timers.answered()
    readResponse(response).then(resolve)
  })
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (answered) return
    const stale = reuse && sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
    resolve(stale ? 'stale' : failed(error instanceof TooLate ? error.message : wordsOf(error)))
  })
  // After a protocol switch (101) the request emits neither response nor error, only a close.
  sent.on('close', () => answered || resolve(failed(CODES.ECONNRESET!)))
  sent.end(body)
  return promise.finally(timers.over)
}

class TooLate extends Error {}

/** Aborts the request at each of the time limits. */
function timersOf(sent: ClientRequest, secure: boolean, time_limits: TimeLimits) {
  const giveUp = (ms: number, says: string) => setTimeout(() => sent.destroy(new TooLate(`${says} ${ms} ms`)), ms)
  const connecting = giveUp(time_limits.connect, 'the connection took longer than')
  const whole = giveUp(time_limits.total, 'the whole took longer than')
  let answering: NodeJS.Timeout | undefined
  const connected = () => {
    clearTimeout(connecting)
    answering = giveUp(time_limits.answer, 'no answer came within')
  }
  sent.once('socket', socket => {
    // A reused socket is connected already, including TLS.
    if (!sent.reusedSocket) socket.once(secure ? 'secureConnect' : 'connect', connected)
    else connected()
  })
  return {
    answered: () => clearTimeout(answering),
    over: () => [connecting, whole, answering].forEach(clearTimeout),
  }
}

/** The status decides, whatever happens to the body, which is read up to the size and time limits. */
async function readResponse(response: IncomingMessage): Promise<PartialResponse> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= LARGEST_ANSWER) break
    }
  } catch {
    // Cut off by the receiver or by us: leaving the loop closes the connection of a receiver that exceeds the limit.
  }
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
  const body = Buffer.concat(chunks).subarray(0, LARGEST_ANSWER).toString('utf8')
  return { status: response.statusCode ?? 0, headers, body, error: null }
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  ENOTFOUND: 'the name was not found',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  ETIMEDOUT: 'the connection could not be made in time',
}

/** Error texts may contain internal addresses and file names, so only codes are shown. */
function wordsOf(error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): string {
  if (error instanceof NotReachable) return error.message
  const code = error.code ?? error.errors?.[0]?.code ?? 'unknown'
  if (CODES[code]) return CODES[code]
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_)/.test(code)) return `TLS failed: ${code}`
  return /^HPE_/.test(code) ? 'the answer was no HTTP' : `the call failed: ${code}`
}
