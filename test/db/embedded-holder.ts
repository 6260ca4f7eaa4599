/** A process that holds an embedded server: prints its URL, and lets go when its input ends. */
import { startEmbedded } from '../../src/db/embedded.ts'

const [home = ''] = process.argv.slice(2)
const { owner_url: url, stop } = await startEmbedded({ home, durable: false })
process.stdout.write(`${url}\n`)
process.stdin.resume().once('end', stop)
