import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seed } from '../support/seed.ts'
import { audit } from './audit.ts'
import { type Effort, type Report, runPairs } from './run.ts'
import { scenes } from './scenes.ts'
import { raceSite } from './site.ts'

const { TOLLGATE_RACES_ONLY = '' } = process.env

/**
 * Sends pairs of commands that change one record to two processes at the same time, and declares tests that each pair
 * ends as if one had run after the other. Prints the seed: `TOLLGATE_SEED` repeats its choices, but not the timing.
 * `TOLLGATE_RACES_ONLY` is a pattern for the names of scenes.
 */
export async function raceTests(effort: Omit<Effort, 'seed'>): Promise<void> {
  const only = new RegExp(TOLLGATE_RACES_ONLY)
  const site = await raceSite()
  after(site.end)
  const began = performance.now()
  const chosen = scenes.filter(({ name }) => only.test(name))
  const report = await runPairs(site, chosen, { ...effort, seed })
  const { mismatches, idle } = report
  const calls = scenes.flatMap(scene => scene.calls ?? [])
  const complaints = site.complaints.filter(line => !calls.some(call => line.includes(`"msg":"${call}"`)))
  console.log(summaryOf(report, seed, (performance.now() - began) / 1000))
  for (const each of [...complaints, ...mismatches]) console.log(each)

  test('every pair of commands on one record ends as one after the other would', () => {
    assert.ok(report.runs > 0)
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
}

function summaryOf({ pairs, runs, verdicts, contested, mismatches }: Report, seed: number, seconds: number): string {
  return (
    `seed ${seed}: ${pairs} pairs, ${runs} runs in ${seconds.toFixed(0)} s, ${mismatches.length} mismatches; as the first ` +
    `before the second ${verdicts.first}, as the second before the first ${verdicts.second}, one refused for now ` +
    `${verdicts.busy}; ${contested} pairs came out in more than one way`
  )
}
