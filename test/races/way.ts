/**
 * Runs every pair of commands on one record at once on two service processes, and judges it by their results one
 * after the other. Never: a rule of the product.
 */

import { Agent, request } from 'node:http'
import type { Json } from '../support/app.ts'

/** What came back. `body` is parsed JSON, the text of anything else, undefined of nothing. */
export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Json
}

type Headers = Record<string, string>

/** How requests get to one process: as the merchant's administrator, over connections that stay open. */
export interface Way {
  send(method: string, path: string, body?: Json, headers?: Headers): Promise<Reply>
  close(): void
}

/** A form is sent as a browser sends it, a `FormData` as multipart, everything else as JSON. */
export function wayTo(base: string, identity: Headers): Way {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    async send(method, path, body, headers = {}) {
      const sent = await encoded(body)
      const all = { ...sent?.headers, ...identity, ...headers }
      return exchange(new URL(path, base), { method, agent, headers: all }, sent?.content)
    },
    close: () => agent.destroy(),
  }
}

async function encoded(body: Json): Promise<{ content: Buffer | string; headers: Headers } | null> {
  if (body === undefined) return null
  if (body instanceof URLSearchParams) {
    const type = 'application/x-www-form-urlencoded'
    return { content: String(body), headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' } }
  }
  if (!(body instanceof FormData))
    return { content: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const form = new Response(body)
  return {
    content: Buffer.from(await form.arrayBuffer()),
    headers: { 'content-type': form.headers.get('content-type')! },
  }
}

function exchange(
  url: URL,
  options: { method: string; agent: Agent; headers: Headers },
  content: Buffer | string | undefined,
): Promise<Reply> {
  const headers = content === undefined ? options.headers : { ...options.headers, 'content-length': size(content) }
  return new Promise((done, fail) => {
    const asked = request(url, { ...options, headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', chunk => chunks.push(chunk))
      answer.on('error', fail)
      answer.on('end', () => {
        const { statusCode = 0, headers: told } = answer
        done({ status: statusCode, headers: told, body: parsed(Buffer.concat(chunks).toString('utf8')) })
      })
    })
    // A connection that nobody used for a while may be closed as a request is sent, which nobody has read then.
    asked.on('error', (error: NodeJS.ErrnoException) =>
      asked.reusedSocket && error.code === 'ECONNRESET' ? done(exchange(url, options, content)) : fail(error),
    )
    asked.end(content)
  })
}

function size(content: Buffer | string): string {
  return String(Buffer.byteLength(content))
}

function parsed(text: string): Json {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
