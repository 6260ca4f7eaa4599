import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-power-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const DISK = new URL('../../prove/power/disk.ts', import.meta.url).href
const LEDGER = new URL('../../sandbox/processor/ledger.ts', import.meta.url).href

test('what a killed simulator wrote and never synced is synced before its successor reads it to anybody', async () => {
  const path = join(folder, 'ledger.jsonl')
  const outcome = { result: 'approved', auth_amount: '100' }
  const order = { reference: 'a', action: 'sale', method: 'card', asked: '100', original: null, account: null, ts: 1 }
  writeFileSync(path, `${JSON.stringify({ ...order, outcome })}\n`)
  const text = `const { openLedger } = await import('${LEDGER}'); await openLedger('${path}', () => undefined); process.exit()`
  await promisify(execFile)(process.execPath, ['--import', DISK, '--input-type=module', '-e', text])
  assert.equal(Number(readFileSync(`${path}.synced`, 'utf8')), statSync(path).size)
})
