import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

const FILES = 40
const OPENERS = 3

/** Opens the same new files as the others do, each at the same moment; posts how many it could not open. */
const OPENER = `
const { parentPort, workerData } = require('node:worker_threads')
const { arrived, folder, files, openers, module } = workerData
const counts = new Int32Array(arrived)
import(module).then(({ BankLedger }) => {
  let failed = 0
  for (let file = 0; file < files; file++) {
    Atomics.add(counts, file, 1)
    Atomics.notify(counts, file)
    for (let here; (here = Atomics.load(counts, file)) < openers; ) Atomics.wait(counts, file, here)
    try {
      const ledger = new BankLedger(folder + '/' + file + '.sqlite')
      ledger.alone(() => ledger.firstRefusal('an account'))
      ledger.close()
    } catch {
      failed += 1
    }
  }
  parentPort.postMessage(failed)
})`

test('several processes may open a new ledger of the bank at the same moment', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'bank-'))
  t.after(() => rm(folder, { recursive: true }))
  const arrived = new SharedArrayBuffer(FILES * Int32Array.BYTES_PER_ELEMENT)
  const module = new URL('./bank-ledger.ts', import.meta.url).href
  const workerData = { arrived, folder, files: FILES, openers: OPENERS, module }
  const failed = await Promise.all(
    Array.from({ length: OPENERS }, () => once(new Worker(OPENER, { eval: true, workerData }), 'message')),
  )
  assert.deepEqual(failed.flat(), Array(OPENERS).fill(0))
})
