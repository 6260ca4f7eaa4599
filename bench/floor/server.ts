import pg from 'pg'
import { startEmbedded } from '../../src/db/embedded.ts'

/**
 * The floor of starting and idling. It starts the embedded PostgreSQL of a home, connects, sends one statement and
 * listens. Then it sends `looks` statements a second, like a gateway that polls for due work.
 */
const http = process.getBuiltinModule('node:http')
const [home, looks] = process.argv.slice(2) as [string, string]
const embedded = await startEmbedded({ home })
const client = new pg.Client({ connectionString: embedded.url })
await client.connect()
const look = () => client.query('select 1')
await look()
const server = http.createServer((_, response) => response.end('{}'))
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
process.stdout.write(`floor ready at http://127.0.0.1:${(server.address() as { port: number }).port}\n`)
const looking = setInterval(look, 1000 / Number(looks))
process.once('SIGTERM', async () => {
  clearInterval(looking)
  await client.end()
  await embedded.stop()
  process.exit(0)
})
