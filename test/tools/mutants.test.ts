import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edited } from '../../prove/mutants/apply.ts'
import { MUTANTS } from '../../prove/mutants/index.ts'

test('every wrong build the proof is tried on can still be made: each edit fits the code at one place and changes it', () => {
  assert.ok(MUTANTS.length >= 15)
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length)
  for (const mutant of MUTANTS) {
    const files = edited(process.cwd(), mutant)
    assert.ok(files.size > 0, mutant.name)
    for (const { find, replace } of mutant.edits) assert.notEqual(find, replace, mutant.name)
  }
})
