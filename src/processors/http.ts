import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Agent, request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

const http = process.getBuiltinModule('node:http')

/** One request to a processor. */
interface HttpCall {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>> | undefined
  body?: string | undefined
}

/** A whole answer, whatever its status. */
interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** How far a request had come when it failed. Before `send` not a byte of it had left. */
export type Phase = 'lookup' | 'connect' | 'tls' | 'send' | 'answer'

/** There was no whole answer. Its message has neither headers nor bodies in it. */
export class NoAnswer extends Error {
  readonly phase: Phase

  constructor(phase: Phase, host: string, cause: Error) {
    super(`${host} ${FAILED[phase]}: ${codeOf(cause)}`)
    this.phase = phase
  }

  /** Certainly nothing of the request has left. */
  get never_left(): boolean {
    return this.phase !== 'send' && this.phase !== 'answer'
  }
}

const FAILED: Readonly<Record<Phase, string>> = {
  lookup: 'has no address',
  connect: 'could not be reached',
  tls: 'has no certificate that fits, or no TLS that is safe',
  send: 'broke off while the request was sent',
  answer: 'gave no answer',
}

export interface HttpSettings {
  /** Plain http to this machine, as tests and sandboxes use it. */
  allow_loopback?: boolean
  /** Milliseconds until there is a connection. */
  connect_ms?: number
  /** Milliseconds for a whole call; shorter than the payment waits for it. */
  call_ms?: number
  /** More certificate authorities (PEM), as tests need them. */
  ca?: string | undefined
  lookup?: LookupFunction | undefined
}

export interface ProcessorHttp {
  /** Sends once and never again. Throws a `NoAnswer`; a status of any kind is an answer. */
  call(call: HttpCall): Promise<HttpAnswer>
  close(): void
}

const CONNECT_MS = 5_000
const CALL_MS = 15_000
/** An idle connection is closed before most servers would: a request on one that just ended would be lost. */
const IDLE_MS = 4_000
const MOST_SOCKETS = 128
/** A processor's answers have some kilobytes; a list of settled payments may have a few hundred. */
const MOST_BYTES = 8 * 1024 * 1024

/** The way to all processors that are called by http: kept connections, TLS 1.2 at least, a limit for each phase. */
export function processorHttp(settings: HttpSettings = {}): ProcessorHttp {
  const kept = { keepAlive: true, timeout: IDLE_MS, maxSockets: MOST_SOCKETS, scheduling: 'lifo' } as const
  const secure = new Agent({ ...kept, minVersion: 'TLSv1.2', ca: settings.ca })
  const plain = new http.Agent(kept)
  return {
    call(call) {
      const url = new URL(call.url)
      const is_plain = url.protocol === 'http:'
      if (is_plain && !(settings.allow_loopback && isLoopback(url.hostname)))
        return Promise.reject(new NoAnswer('connect', url.host, new Error('only https is allowed')))
      const { method, headers = {}, body } = call
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const options = { method, headers: { ...headers, ...length }, lookup: settings.lookup }
      const asking = is_plain
        ? http.request(url, { ...options, agent: plain })
        : secureRequest(url, { ...options, agent: secure })
      return exchange(asking, { url, is_plain, body, settings })
    },
    close() {
      secure.destroy()
      plain.destroy()
    },
  }
}

interface Exchange {
  url: URL
  is_plain: boolean
  body: string | undefined
  settings: HttpSettings
}

function exchange(asking: ClientRequest, { url, is_plain, body, settings }: Exchange): Promise<HttpAnswer> {
  const { connect_ms = CONNECT_MS, call_ms = CALL_MS } = settings
  return new Promise((resolve, reject) => {
    // An address needs no look-up.
    let phase: Phase = isIP(url.hostname.replace(/^\[|\]$/g, '')) ? 'connect' : 'lookup'
    const fail = (error: Error): void => {
      stop()
      asking.destroy()
      reject(new NoAnswer(phase, url.host, error))
    }
    const connecting = setTimeout(() => fail(new Error('timed out')), connect_ms)
    const whole = setTimeout(() => fail(new Error('timed out')), call_ms)
    const stop = (): void => {
      clearTimeout(connecting)
      clearTimeout(whole)
    }
    // Nothing is written before the connection stands: what fails until then has certainly not left.
    const send = (): void => {
      clearTimeout(connecting)
      phase = 'send'
      asking.end(body, () => {
        phase = 'answer'
      })
    }
    asking.on('error', fail)
    asking.on('response', response => {
      phase = 'answer'
      read(response).then(answer => {
        stop()
        resolve(answer)
      }, fail)
    })
    asking.on('socket', socket => {
      if (asking.reusedSocket) return send()
      const ready = is_plain ? 'connect' : 'secureConnect'
      socket.once('lookup', error => {
        if (!error) phase = 'connect'
      })
      socket.once('connect', () => {
        if (!is_plain) phase = 'tls'
      })
      socket.once(ready, send)
    })
  })
}

async function read(response: IncomingMessage): Promise<HttpAnswer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_BYTES) throw new Error('an answer of too many bytes')
    parts.push(part)
  }
  if (!response.complete) throw new Error('cut off')
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString('utf8') }
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  return code ?? error.message
}

/** Whether a host is this machine. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
