import type { IncomingHttpHeaders } from 'node:http'
import type StripeClient from 'stripe'
import type { ProcessorHttp } from '../http.ts'

/** The version that requests and answers are written for: an account's own version never changes what is read. */
const API_VERSION = '2026-10-28.endive'
const PRODUCTION = 'https://api.stripe.com'

/**
 * Returns the official client over our way to processors. The package is large (170 ms and 40 MB), so that it is loaded
 * by the first call only.
 */
export async function openClient(http: ProcessorHttp, secret_key: string, url: string): Promise<StripeClient> {
  const { Stripe } = await import('stripe')
  const { protocol, hostname, port } = new URL(url || PRODUCTION)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return new Stripe(secret_key, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 0,
    telemetry: false,
    protocol: scheme,
    host: hostname,
    port: port || (scheme === 'http' ? 80 : 443),
    httpClient: httpClient(http),
  })
}

type HttpClient = StripeClient.HttpClient
type HttpResponse = StripeClient.HttpClientResponse

/**
 * The package sends once more where a connection was closed, even when it may not retry, unless the error has another
 * code: a `NoAnswer` has none, so that nothing is ever sent twice.
 */
function httpClient(http: ProcessorHttp): HttpClient {
  return {
    getClientName: () => 'tollgate',
    // What is thrown before there is a promise ends the process: the package does not expect it.
    async makeRequest(host, port, path, method, headers, body, protocol) {
      if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') throw new Error(`${method} is not sent`)
      const authority = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
      const answer = await http.call({
        method,
        url: `${protocol}://${authority}:${port}${path}`,
        headers: headersOf(headers),
        body: method === 'POST' ? body : undefined,
      })
      return responseOf(answer)
    },
  }
}

/** Without the length, which our side sets, and what says on which machine and runtime the gateway runs. */
const NOT_SENT = new Set(['content-length', 'x-stripe-client-user-agent', 'x-stripe-client-telemetry'])

function headersOf(given: object): Record<string, string> {
  const sent = Object.entries(given).filter(([name, value]) => value != null && !NOT_SENT.has(name.toLowerCase()))
  return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]))
}

function responseOf(answer: { status: number; headers: IncomingHttpHeaders; body: string }): HttpResponse {
  // The package prints notices of the processor as warnings of this process.
  const { 'stripe-notice': _, ...headers } = answer.headers
  return {
    getStatusCode: () => answer.status,
    getHeaders: () => headers as Record<string, string>,
    // The package writes the headers into it, and what it returns refers to it.
    getRawResponse: () => ({}),
    toStream: () => {
      throw new Error('no answer is read as a stream')
    },
    toJSON: async () => readBody(answer.status, answer.body),
  }
}

/** Returns the object that an answer holds; throws where it is none, or says neither that it failed nor what it is. */
function readBody(status: number, body: string): object {
  // The parser's own message shows a part of the body.
  const read = parse(body)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new Error('not an object')
  const { error, object } = read as { error?: unknown; object?: unknown }
  const failed = typeof error === 'object' && error !== null
  if (status >= 200 && status < 300 ? failed || typeof object !== 'string' : !failed)
    throw new Error('status and body contradict each other')
  return read
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Error('not JSON')
  }
}
