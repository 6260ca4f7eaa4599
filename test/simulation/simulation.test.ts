import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seed as first } from '../support/seed.ts'
import { openSimulation, simulate } from './simulate.ts'

// own process: it replaces timers, clocks and the time limits of statements.
const RUNS = 20

const site = await openSimulation()
after(site.close)

/** `npm run prove -- --simulate` runs more seeds. docs/proof.md lists what is simulated. */
test('no order of statements, answers, timers and deaths loses or repeats a payment', async t => {
  let all = 0
  for (let seed = first; seed < first + RUNS; seed++) {
    const { scene, found, done } = await simulate(site, seed)
    all += done
    assert.deepEqual(found, [], `npm run prove -- --simulate --runs 1 --seed ${seed} --traced: ${scene}`)
  }
  assert.ok(all > 0, 'every request was refused')
  t.diagnostic(`seeds ${first} to ${first + RUNS - 1}: ${all} requests were done`)
})

test('a seed makes the same events in the same order each time', async () => {
  const runs = [await simulate(site, 13), await simulate(site, 14), await simulate(site, 13)] as const
  assert.deepEqual(runs[2].trace, runs[0].trace)
  assert.notEqual(runs[1].digest, runs[0].digest)
  assert.ok(runs[0].trace.length > 50, 'too few events to tell one order from another')
})
