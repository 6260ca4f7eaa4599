import { Agent, request } from 'node:http'
import type { Attack } from './attack.ts'

/** What came back, or why nothing did. */
export interface Reaction {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Set when the answer was missing or incomplete. */
  failure: string | null
}

const PATIENCE_MS = 15_000
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends it as it is: fetch would put addresses and headers right that should be wrong. */
export function sendAttack(base_url: string, { method, path, headers, body }: Attack): Promise<Reaction> {
  const { hostname, port } = new URL(base_url)
  return new Promise(resolve => {
    const fail = (failure: string): void => resolve({ status: 0, headers: {}, text: '', failure })
    const options = {
      hostname,
      port,
      method,
      path,
      headers: { ...headers, 'content-length': String(body?.length ?? 0) },
      agent,
      timeout: PATIENCE_MS,
      setHost: !('host' in headers),
    }
    let sending: ReturnType<typeof request>
    try {
      sending = request(options)
    } catch {
      // Node itself refuses to send some of what we make up; the gateway has nothing to do with it.
      return fail('unsendable')
    }
    sending.on('timeout', () => {
      fail(`no answer within ${PATIENCE_MS / 1000} s`)
      sending.destroy()
    })
    sending.on('error', error => fail((error as NodeJS.ErrnoException).code ?? error.message))
    sending.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', error => fail(error.message))
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
          failure: null,
        })
      })
    })
    if (body) sending.write(body)
    sending.end()
  })
}

export function closeSockets(): void {
  agent.destroy()
}
