import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { BROKEN_RULES } from '../../conformance/broken/index.ts'
import { readStatements } from '../../conformance/statement.ts'

test('every broken rule names statements of the contract and the message of their checks', () => {
  const known = new Set(readStatements().map(({ id }) => id))
  for (const { rule, statements, says, edits } of BROKEN_RULES) {
    assert.deepEqual(
      statements.filter(id => !known.has(id)),
      [],
      rule,
    )
    assert.ok(statements.length > 0 && says.length > 5 && edits.length > 0, rule)
  }
})

test('conformance detects each broken rule that no other test asserts', { timeout: 1_200_000 }, () => {
  const run = spawnSync(process.execPath, ['conformance/main.ts', '--broken'], { encoding: 'utf8' })
  assert.equal(run.status, 0, `${run.stdout}${run.stderr}`)
  const lines = run.stdout.split('\n').filter(line => line.startsWith('| test/'))
  assert.equal(lines.length, BROKEN_RULES.flatMap(({ statements }) => statements).length)
})
