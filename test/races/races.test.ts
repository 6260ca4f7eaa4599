import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import { audit } from './audit.ts'
import { runPairs } from './run.ts'
import { scenes } from './scenes.ts'
import { raceSite } from './site.ts'

/**
 * Every pair of commands that change one record is sent at once, one to each of two service processes, and has to end
 * as it would one after the other. `npm test` runs every pair once. The long form runs for so many rounds or minutes,
 * whichever end first:
 *
 *     TOLLGATE_RACES=2000 TOLLGATE_RACES_MINUTES=60 npm test -- test/races/races.test.ts --test-timeout=7200000
 *
 * `TOLLGATE_RACES_ONLY` is a pattern for the names of scenes (`TOLLGATE_RACES_ONLY='sale|batch'`). A run prints its
 * seed;
 * `TOLLGATE_SEED` repeats its choices, though not the timing of the machine.
 */
const { TOLLGATE_RACES = '1', TOLLGATE_RACES_MINUTES = '600', TOLLGATE_RACES_ONLY = '', TOLLGATE_SEED } = process.env
const seed = Number(TOLLGATE_SEED ?? randomInt(2 ** 31))
const effort = { rounds: Number(TOLLGATE_RACES), most_ms: Number(TOLLGATE_RACES_MINUTES) * 60_000, seed }
const only = new RegExp(TOLLGATE_RACES_ONLY)

const site = await raceSite()
after(site.end)
const began = performance.now()
const report = await runPairs(
  site,
  scenes.filter(({ name }) => only.test(name)),
  effort,
)
const { pairs, runs, verdicts, contested, mismatches, idle } = report
const seconds = Math.round((performance.now() - began) / 1000)
console.log(
  `seed ${seed}: ${pairs} pairs, ${runs} runs in ${seconds} s, ${mismatches.length} mismatches; as the first before the second ${verdicts.first}, ` +
    `as the second before the first ${verdicts.second}, one told to try again ${verdicts.busy}; ${contested} pairs came out in more than one way`,
)
const calls = scenes.flatMap(scene => scene.calls ?? [])
const complaints = site.complaints.filter(line => !calls.some(call => line.includes(`"msg":"${call}"`)))
for (const each of [...complaints, ...mismatches]) console.log(each)

test('every pair of commands on one record ends as one after the other would', () => {
  assert.deepEqual(mismatches, [])
})

test('every move does something where it is made', () => {
  assert.deepEqual(idle, [])
})

test('no process complained', () => {
  assert.deepEqual(complaints, [])
})

test('when all is quiet the books add up and hold what the processor’s ledger holds', async () => {
  const { body } = await site.ways[0].send('GET', '/sandbox/ledger')
  assert.deepEqual(await audit(site.db, body.entries), [])
})
