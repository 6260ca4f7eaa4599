import { text } from 'node:stream/consumers'
import type { Endpoint } from './endpoint.ts'

const http = process.getBuiltinModule('node:http')

export interface SidecarAnswer {
  status: number
  ok: boolean
  /** JSON, as every sidecar answers. */
  text: string
}

/**
 * Sends a request to a sidecar. By Node's own client: `fetch` takes several megabytes from its first use on, and
 * virtual terminals are called at every start.
 */
export function askSidecar(
  { address, secret }: Pick<Endpoint, 'address' | 'secret'>,
  path: string,
  { method = 'GET', body, signal }: { method?: string; body?: unknown; signal?: AbortSignal | undefined } = {},
): Promise<SidecarAnswer> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asking = http.request(`${address}/${path}`, { method, headers, ...(signal ? { signal } : {}) }, response => {
      const status = response.statusCode!
      text(response).then(said => resolve({ status, ok: status >= 200 && status < 300, text: said }), reject)
    })
    asking.on('error', reject)
    asking.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
