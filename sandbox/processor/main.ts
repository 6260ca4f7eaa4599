/**
 * The processor simulator: a separate process that plays the card and ACH network for development and tests, with its
 * own ledger. It shares with the gateway only leaf functions and port types, so that it can be compared with the
 * gateway as an independent witness.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Clock } from '../../src/ports/clock.ts'
import { writeEndpoint } from '../sidecar/endpoint.ts'
import { takeLock } from '../sidecar/lock.ts'
import { processorFolder } from './launch.ts'
import { openSimulator } from './open-simulator.ts'

/**
 * `node main.ts [--home DIR] [--delay-scale N]`, or TOLLGATE_HOME and TOLLGATE_SIMULATOR_DELAY_SCALE when run by
 * hand. It reads its own settings because it shares nothing with the gateway.
 */
const { values } = parseArgs({
  options: {
    home: { type: 'string', default: process.env.TOLLGATE_HOME ?? './.tollgate' },
    'delay-scale': { type: 'string', default: process.env.TOLLGATE_SIMULATOR_DELAY_SCALE ?? '1' },
    'launched-by': { type: 'string' },
  },
})

const home = resolve(values.home)
const delay_scale = Number(values['delay-scale'])
if (!(delay_scale >= 0)) throw new Error('the delay scale must be a number that is not negative')

/** A processor has its own clock; orders that carry the sender's time are stored with that. */
const clock: Clock = { now: () => Date.now(), seconds: () => Math.floor(Date.now() / 1000) }

await mkdir(processorFolder(home), { recursive: true, mode: 0o700 })
const lock = takeLock(join(processorFolder(home), 'lock'))
if (!lock) {
  console.log(`A processor simulator already runs for ${home}`)
  process.exit(0)
}

const onBroken = (error: unknown): never => {
  console.error('The ledger cannot be written; ending, so that a fresh start reads what is really there', error)
  process.exit(1)
}
const simulator = await openSimulator({ home, delay_scale, clock, onBroken })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end())

const { address, secret } = simulator
const launched_by = values['launched-by'] === undefined ? null : Number(values['launched-by'])
await writeEndpoint(processorFolder(home), { address, secret, pid: process.pid, launched_by })
console.log(`Processor simulator ready at ${address}`)

/** Finishes open requests and leaves nothing behind but the ledger. */
async function end(): Promise<void> {
  await rm(join(processorFolder(home), 'address.json'), { force: true })
  await simulator.close()
  lock?.release()
  process.exit(0)
}
