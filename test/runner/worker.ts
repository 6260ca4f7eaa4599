/**
 * Runs test files one after another in one process, each as a suite, so that they load modules and start the shared
 * gateway only once. The runner sends one path at a time, and null at the end.
 */
import { on } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { restartIds } from '../../src/lib/id.ts'
import { atWorkerEnd } from '../support/at-worker-end.ts'
import { seed } from '../support/seed.ts'
import { takeServerFaults } from '../support/server-faults.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { registerOnlyIn, suite } from './registration.ts'
import { changesSince, sharedState } from './shared-state.ts'

/** `on` queues messages: the next path may arrive while the current suite is still ending. */
const files = on(process, 'message') as AsyncIterable<[ToWorker]>
const send = (message: FromWorker): void => void process.send!(message)
/** Uncaught errors. Node only prints a diagnostic for one that occurs after its test, and fails no test. */
let uncaught: string[] = []
for (const event of ['unhandledRejection', 'uncaughtException'])
  process.on(event, (error: unknown) => uncaught.push(`${event}: ${inspect(error)}`))
const takeFaults = (): string[] => {
  const faults = [...takeServerFaults(), ...uncaught]
  uncaught = []
  return faults
}

fc.configureGlobal({ seed })
send({ kind: 'ready' })
for await (const [{ file, is_shared }] of files) {
  if (file === null) break
  const before = sharedState()
  // The previous file may have moved its clock by years.
  restartIds()
  const ended = suite(file, () => import(pathToFileURL(file).href))
  registerOnlyIn(file)
  await ended
  registerOnlyIn(null)
  // Node emits unhandled rejections after all pending promise jobs.
  await turn()
  const changed = is_shared ? changesSince(before) : []
  send({ kind: 'ended', faults: [...takeFaults(), ...changed] })
}
for (const close of atWorkerEnd)
  await close().catch(error => uncaught.push(`what the files share does not close: ${inspect(error)}`))
await turn()
process.send!({ kind: 'closed', faults: takeFaults() } satisfies FromWorker, () => process.disconnect?.())
