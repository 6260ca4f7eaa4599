import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortForm } from '../../prove/options.ts'
import { prove } from '../../prove/prove.ts'
import { table } from '../../prove/table.ts'
import { seed } from '../support/seed.ts'

/** The long form is `npm run prove -- --minutes 10`; docs/proof.md says what it shows. */
test('merchants, processor, receivers, mail and the audit trail agree after everything was killed at random', async t => {
  const place = { tree: process.cwd(), report: (line: string) => t.diagnostic(line), stop: t.signal }
  const verdict = await prove(shortForm(seed, place))
  console.log(table(verdict))
  assert.deepEqual(verdict.found, [], `seed ${seed}`)
  assert.ok(verdict.kills.postgres > 0 && verdict.kills.simulator > 0 && verdict.kills.power > 0)
})
