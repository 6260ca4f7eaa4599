import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { request as secureRequest, Agent as TlsAgent } from 'node:https'
import { isIP } from 'node:net'
import type { PostAnswer, Poster, PostRequest } from '../../ports/poster.ts'
import { isReachable } from './addresses.ts'
import { checkedLookup, NotReachable, type Resolve } from './checked-lookup.ts'

export interface PosterOptions {
  /** The sandbox may call this machine and speak without TLS. */
  sandbox: boolean
  /** For tests: another look-up of names, other authorities, less patience. */
  resolve?: Resolve
  ca?: string
  patience?: Partial<RetryPolicy>
}

/** Milliseconds until a connection stands, until the answer begins, until all is over. */
interface RetryPolicy {
  connect: number
  answer: number
  total: number
}

const RETRY_POLICY: RetryPolicy = { connect: 5_000, answer: 10_000, total: 15_000 }
const LARGEST_ANSWER = 64 * 1024
/** Connections to one receiver that are kept while there is nothing to send, and for how long. How many are used at once is up to the caller. */
const MOST_FREE = 32
const KEEP_MS = 20_000

interface Parts {
  agents: { 'http:': PlainAgent; 'https:': TlsAgent }
  /** A connection for one request only. */
  fresh(secure: boolean): PlainAgent | TlsAgent
  patience: RetryPolicy
  objection(url: string): string | null
}

/** Posts over HTTP and HTTPS with connections that are kept open. No proxy of the environment, no redirect is ever followed. */
export function httpsPoster({ sandbox, resolve, ca, patience }: PosterOptions): Poster {
  const reach = { loopback: sandbox }
  const shared = {
    keepAlive: true,
    maxFreeSockets: MOST_FREE,
    timeout: KEEP_MS,
    lookup: checkedLookup(reach, resolve),
  }
  const tls = { rejectUnauthorized: true, ...(ca ? { ca } : {}) }
  const agents = { 'http:': new PlainAgent(shared), 'https:': new TlsAgent({ ...shared, ...tls }) }
  const once_only = { ...shared, keepAlive: false }
  const fresh = (secure: boolean) => (secure ? new TlsAgent({ ...once_only, ...tls }) : new PlainAgent(once_only))
  const objection = (text: string): string | null => {
    const url = URL.parse(text)
    if (!url || !(url.protocol in agents)) return 'must be an http or https address.'
    if (!sandbox && url.protocol !== 'https:') return 'must be an https address.'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A socket looks up names only, so an address that stands in the URL itself has to be checked here.
    return isIP(host) && !isReachable(host, reach) ? 'must not lead into a private network.' : null
  }
  const parts = { agents, fresh, patience: { ...RETRY_POLICY, ...patience }, objection }
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

type Answer = Omit<PostAnswer, 'duration_ms'>

function failed(error: string): Answer {
  return { status: null, headers: null, body: null, error }
}

/** A receiver may close a kept connection just when it is used again. That is no failure of its own, so it is tried afresh. */
async function twice(parts: Parts, request: PostRequest): Promise<Answer> {
  const first = await once(parts, request, true)
  return first === 'stale' ? ((await once(parts, request, false)) as Answer) : first
}

function once(
  { agents, fresh, patience }: Parts,
  { url, headers, body }: PostRequest,
  reuse: boolean,
): Promise<Answer | 'stale'> {
  const target = new URL(url)
  const secure = target.protocol === 'https:'
  const agent = agents[secure ? 'https:' : 'http:']
  const { promise, resolve } = Promise.withResolvers<Answer | 'stale'>()
  const sent = (secure ? secureRequest : plainRequest)(target, {
    method: 'POST',
    agent: reuse ? agent : fresh(secure),
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  })
  const timers = timersOf(sent, secure, patience)
  let answered = false
  sent.on('response', response => {
    answered = true
    timers.answered()
    readAnswer(response).then(resolve)
  })
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (answered) return
    const stale = reuse && sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
    resolve(stale ? 'stale' : failed(error instanceof TooLate ? error.message : wordsOf(error)))
  })
  // A receiver that changes the protocol (101) gets neither a response nor an error out of the request: it is only closed.
  sent.on('close', () => answered || resolve(failed(CODES.ECONNRESET!)))
  sent.end(body)
  return promise.finally(timers.over)
}

class TooLate extends Error {}

/** Ends the request when the connection, the beginning of the answer or the whole of it takes too long. */
function timersOf(sent: ClientRequest, secure: boolean, patience: RetryPolicy) {
  const giveUp = (ms: number, says: string) => setTimeout(() => sent.destroy(new TooLate(`${says} ${ms} ms`)), ms)
  const connecting = giveUp(patience.connect, 'the connection took longer than')
  const whole = giveUp(patience.total, 'the whole took longer than')
  let answering: NodeJS.Timeout | undefined
  const connected = () => {
    clearTimeout(connecting)
    answering = giveUp(patience.answer, 'no answer came within')
  }
  sent.once('socket', socket => {
    // A socket that was used before stands already, its TLS too.
    if (!sent.reusedSocket) socket.once(secure ? 'secureConnect' : 'connect', connected)
    else connected()
  })
  return {
    answered: () => clearTimeout(answering),
    over: () => [connecting, whole, answering].forEach(clearTimeout),
  }
}

/**
 * The status line is what counts, so whatever becomes of the body does not change it. Reading ends at the limit or with the
 * patience for the whole.
 */
async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= LARGEST_ANSWER) break
    }
  } catch {
    // Cut off by the receiver or by us. Whoever sends more than the limit loses the connection: leaving the loop closes it.
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

/** Texts of errors hold addresses and file names of ours; codes say enough. */
function wordsOf(error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): string {
  if (error instanceof NotReachable) return error.message
  const code = error.code ?? error.errors?.[0]?.code ?? 'unknown'
  if (CODES[code]) return CODES[code]
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_)/.test(code)) return `TLS failed: ${code}`
  return /^HPE_/.test(code) ? 'the answer was no HTTP' : `the call failed: ${code}`
}
