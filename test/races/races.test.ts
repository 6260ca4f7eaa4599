import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import { audit } from './audit.ts'
import { runPairs } from './run.ts'
import { scenes } from './scenes.ts'
import { raceSite } from './site.ts'

const { TOLLGATE_RACES = '1', TOLLGATE_RACES_MINUTES = '600', TOLLGATE_RACES_ONLY = '' } = process.env
const seed = Number(process.env.TOLLGATE_SEED ?? randomInt(2 ** 31))
const only = new RegExp(TOLLGATE_RACES_ONLY)

const site = await raceSite()
after(site.end)
const chosen = scenes.filter(({ name }) => only.test(name))
const began = performance.now()
const report = await runPairs(site, chosen, {
  rounds: Number(TOLLGATE_RACES),
  most_ms: Number(TOLLGATE_RACES_MINUTES) * 60_000,
  seed,
})
const { pairs, runs, verdicts, contested, mismatches, idle } = report
console.log(
  `seed ${seed}: ${pairs} pairs, ${runs} runs in ${Math.round((performance.now() - began) / 1000)} s; ${JSON.stringify(verdicts)}, ${contested} pairs came out in more than one way; ${mismatches.length} mismatches`,
)
for (const each of site.complaints) console.log(each)
for (const each of mismatches) console.log(each)

test('every pair of commands on one record ends as one after the other would', () => {
  assert.equal(mismatches.length, 0)
})

test('every move does something where it is made', () => {
  assert.deepEqual(idle, [])
})

test('when all is quiet the books add up and hold what the processor’s ledger holds', async () => {
  const { body } = await site.ways[0].send('GET', '/sandbox/ledger')
  assert.deepEqual(await audit(site.db, body.entries), [])
})
