import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BROKEN_RULES } from '../../conformance/broken/index.ts'
import { tryBroken } from '../../conformance/broken/run.ts'
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

/** That each statement passes with the rule in place is what `test/api/conformance-run.test.ts` checks. */
test('conformance detects each broken rule that no other test asserts', { timeout: 1_200_000 }, async t => {
  const findings = await tryBroken(process.cwd(), BROKEN_RULES, line => t.diagnostic(line))
  assert.equal(findings.length, BROKEN_RULES.flatMap(({ statements }) => statements).length)
  assert.deepEqual(
    findings.filter(({ found }) => !found).map(({ broken, statement, says }) => [broken.rule, statement, says]),
    [],
  )
})
