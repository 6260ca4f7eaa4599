/**
 * Runs test files one after another in one process, each as a suite of its own, so that modules are loaded and a
 * gateway is started once for all of them. The runner sends the paths, and null when there are no more.
 */
import { on } from 'node:events'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { restartIds } from '../../src/lib/id.ts'
import { takeServerFaults } from '../support/server-faults.ts'
import { closeShared } from '../support/shared-gateway.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** A file may arrive while the suite before it is being ended. */
const files = on(process, 'message') as AsyncIterable<[ToWorker]>
const send = (message: FromWorker): void => void process.send!(message)
send({ kind: 'ready' })
for await (const [{ file }] of files) {
  if (file === null) break
  // The file before may have moved its clock by years.
  restartIds()
  await suite(file, () => import(pathToFileURL(file).href))
  send({ kind: 'ended', faults: takeServerFaults() })
}
await closeShared()
process.disconnect?.()
