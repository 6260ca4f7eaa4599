import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../../conformance/fuzz/random.ts'
import { openAuthorizenet } from '../../prove/hosts/authorizenet.ts'
import type { ProcessorHost } from '../../prove/hosts/processor-host.ts'
import { openStripe } from '../../prove/hosts/stripe.ts'
import { openWorldpay } from '../../prove/hosts/worldpay-cnp.ts'
import { seed } from '../support/seed.ts'
import { againstBooks, wrongIn } from './audit.ts'
import { runPairs } from './run.ts'
import type { Move } from './scene.ts'
import { scenes } from './scenes.ts'
import { raceSite } from './site.ts'

/**
 * The pairs of commands that move money, at each real processor: they end as one after the other would, here and in the
 * book of the processor's host. The seed chooses some of them; `TOLLGATE_RACES=full` runs them all.
 * own process: it starts services.
 */
const { TOLLGATE_RACES = '', TOLLGATE_RACES_ONLY = '' } = process.env
const effort = TOLLGATE_RACES === '' ? { most_pairs: 40, most_ms: 30_000 } : { most_ms: 600_000 }
const only = new RegExp(TOLLGATE_RACES_ONLY)

/** Scenes about what a real processor does not do: orders of the simulator, files of ours, devices. */
const SIMULATED = /terminal|waits for a person|processor refused|60 ms|file is due|has arrived|agent|postback/
/** Commands that may move money; null is a page, or what is due. */
const MOVES_MONEY =
  /^(POST|PUT) \/v2\/(transactions|transactionbatches\/\{id\}\/\w+|quickinvoices\/\{id\}\/\w+Transaction)/
const movesMoney = ({ covers }: Move): boolean => covers === null || MOVES_MONEY.test(covers)

const seconds = () => Math.floor(Date.now() / 1000)
const hosts: readonly ProcessorHost[] = [
  await openWorldpay(),
  await openAuthorizenet(seconds),
  await openStripe(seconds),
]
const site = await raceSite()
after(async () => {
  await site.end()
  for (const { host } of hosts) await host.close()
})

/** Banks and people at the processors decide, and a worker asks until nothing is open. */
async function quiet(): Promise<void> {
  for (const { endDay } of hosts) endDay(random(seed))
  const open = () => site.db.query(`select from attempt where state in ('pending', 'unknown') limit 1`)
  if ((await open()).length === 0) return
  await site.startWorker()
  for (let left = 200; left > 0 && (await open()).length > 0; left -= 1) {
    await site.db.run(`update attempt set ask_ts = 0 where state in ('pending', 'unknown') and ask_ts > 1`)
    await pause(100)
  }
}

const reports = new Map<string, string[]>()
for (const processor of hosts) {
  await site.connect(processor)
  const began = performance.now()
  const chosen = scenes.filter(({ name }) => !SIMULATED.test(name) && only.test(name))
  const { pairs, runs, contested, mismatches } = await runPairs(site, chosen, {
    ...{ rounds: 1, seed, moves: movesMoney },
    ...effort,
  })
  reports.set(processor.connector, mismatches)
  const took = Math.round((performance.now() - began) / 1000)
  console.log(
    `seed ${seed}, ${processor.connector}: ${runs} of ${pairs} pairs in ${took} s, ${contested} in several ways`,
  )
  for (const each of mismatches) console.log(each)
}
await quiet()

describe('at real processors', () => {
  for (const { connector, records } of hosts)
    test(`${connector}: every pair of commands that moves money ends as one after the other would`, () => {
      assert.deepEqual(reports.get(connector), [])
      assert.ok(records().length > 0)
    })

  test('no process complained', () => {
    assert.deepEqual(site.complaints, [])
  })

  test('when all is quiet the books add up and hold what the processors’ books hold', async () => {
    assert.deepEqual(await wrongIn(site.db), [])
    assert.deepEqual(await againstBooks(site.db, hosts), [])
  })
})
