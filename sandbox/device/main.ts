/**
 * The virtual terminals of a sandbox: a process of its own that speaks the terminals' protocol on TCP, authorises at the processor
 * simulator as a real device does at its acquirer, and keeps its own book. Never: anything of the gateway except leaf functions, port
 * types and the words of the protocol.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { takeLock } from '../sidecar/lock.ts'
import { writeReach } from '../sidecar/reach.ts'
import { openBook } from './book.ts'
import { controlServer } from './control.ts'
import type { DeviceClock } from './device.ts'
import { fleet } from './fleet.ts'
import { simulatedHost } from './host.ts'
import { devicesFolder } from './launch.ts'

/** Entry of the devices' process: `node main.ts [--home DIR] [--delay-scale N]`. */
const { values } = parseArgs({
  options: {
    home: { type: 'string', default: process.env.TOLLGATE_HOME ?? './.tollgate' },
    'delay-scale': { type: 'string', default: '1' },
    'launched-by': { type: 'string' },
  },
})

const home = resolve(values.home)
const folder = devicesFolder(home)
const scale = Number(values['delay-scale'])
if (!(scale >= 0)) throw new Error('the delay scale must be a number that is not negative')

/** Devices have their own clock; the gateway tells them how far the sandbox is ahead. */
let ahead_ms = 0
const clock: DeviceClock = {
  now: () => Date.now() + ahead_ms,
  seconds: () => Math.floor((Date.now() + ahead_ms) / 1000),
  goAhead: ms => {
    if (ms > ahead_ms) ahead_ms = ms
  },
}

await mkdir(folder, { recursive: true, mode: 0o700 })
const lock = takeLock(join(folder, 'lock'))
if (!lock) {
  console.log(`Virtual terminals already run for ${home}`)
  process.exit(0)
}

const book = await openBook(join(folder, 'book.jsonl'))
const host = simulatedHost(home, clock)
const devices = fleet(folder, { book, host, clock, scale, die: () => process.exit(137) })
const secret = randomBytes(32).toString('base64url')
const server = controlServer(devices, secret)
server.listen(0, '127.0.0.1')
await once(server, 'listening')

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end())

const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const launched_by = values['launched-by'] === undefined ? null : Number(values['launched-by'])
await writeReach(folder, { address, secret, pid: process.pid, launched_by })
console.log(`Virtual terminals ready at ${address}`)

/** Leaves nothing behind but the book. */
async function end(): Promise<void> {
  await rm(join(folder, 'address.json'), { force: true })
  await devices.close()
  server.closeAllConnections()
  server.close()
  await book.close()
  lock?.release()
  process.exit(0)
}
