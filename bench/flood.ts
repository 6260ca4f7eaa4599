/** Keeps many clients busy with one request until it is stopped: `flood.ts {url} {headers} {call} {clients}`. */
import { setPriority } from 'node:os'
import autocannon, { type Result } from 'autocannon'

const [url, headers, call, clients] = process.argv.slice(2) as [string, string, string, string]
// In earnest these clients are other machines: they must not take the cores from what is measured.
setPriority(10)
const { path, body } = JSON.parse(call) as { path: string; body?: unknown }
const json = body === undefined ? {} : { 'content-type': 'application/json' }
const run: Promise<Result> & { stop?(): void } = autocannon({
  url: url + path,
  connections: Number(clients),
  duration: 3600,
  method: body === undefined ? 'GET' : 'POST',
  headers: { ...JSON.parse(headers), ...json },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})
process.once('SIGTERM', () => run.stop?.())
console.log('busy')
const { non2xx, errors, requests } = await run
console.log(JSON.stringify({ answered: requests.total, refused: non2xx, errors, per_second: requests.average }))
