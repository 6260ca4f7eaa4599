import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const http = process.getBuiltinModule('node:http')

/** The address of a running sidecar, as stored in `address.json` of its folder (mode 0600). */
export interface Endpoint {
  /** `http://127.0.0.1:PORT` */
  address: string
  secret: string
  pid: number
  /** The process that started it; when that is gone, another process may end the sidecar. */
  launched_by: number | null
}

const HEALTH_TIMEOUT_MS = 2000

/** Written beside and renamed, so that a reader never sees half a file. */
export async function writeEndpoint(folder: string, reach: Endpoint): Promise<void> {
  const path = join(folder, 'address.json')
  await writeFile(`${path}.new`, `${JSON.stringify(reach)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/**
 * Returns the running sidecar of this folder, or null. The file alone proves nothing: the sidecar must respond and
 * know the secret.
 */
export async function findRunning(folder: string): Promise<Endpoint | null> {
  const text = await readFile(join(folder, 'address.json'), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const reach = JSON.parse(text) as Endpoint
    return (await isLive(reach)) ? reach : null
  } catch {
    return null
  }
}

function isLive({ address, secret, pid }: Endpoint): Promise<boolean> {
  return new Promise(resolve => {
    const headers = { authorization: `Bearer ${secret}` }
    const options = { agent: false, headers, timeout: HEALTH_TIMEOUT_MS } as const
    const asking = http.request(`${address}/healthz`, options, response => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        body += chunk
      })
      response.on('end', () => resolve(response.statusCode === 200 && body === JSON.stringify({ pid })))
      response.on('error', () => resolve(false))
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(false))
    asking.end()
  })
}
