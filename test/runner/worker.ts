/**
 * Runs test files one after another in one process, each as a suite, so that they load modules and start the shared
 * gateway only once. The runner sends one path at a time, and null at the end.
 */
import { on } from 'node:events'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { restartIds } from '../../src/lib/id.ts'
import { takeServerFaults } from '../support/server-faults.ts'
import { closeShared } from '../support/shared-gateway.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** `on` queues messages: the next path may arrive while the current suite is still ending. */
const files = on(process, 'message') as AsyncIterable<[ToWorker]>
const send = (message: FromWorker): void => void process.send!(message)
send({ kind: 'ready' })
for await (const [{ file }] of files) {
  if (file === null) break
  // The previous file may have moved its clock by years.
  restartIds()
  await suite(file, () => import(pathToFileURL(file).href))
  send({ kind: 'ended', faults: takeServerFaults() })
}
await closeShared()
process.disconnect?.()
