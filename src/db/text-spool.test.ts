import assert from 'node:assert/strict'
import test from 'node:test'
import { textSpool } from './text-spool.ts'

test('G28 texts beyond the first are read back from a file, in order, and the file is closed', () => {
  const spool = textSpool(2)
  const texts = ['a,b', 'c', 'd,é,f', '', 'g'.repeat(100_000), 'h']
  for (const text of texts) spool.add(text)
  assert.deepEqual([...spool.texts()], texts)
  spool.close()
  spool.close()
})
