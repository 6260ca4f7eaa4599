import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { doctor } from '../../src/cli/doctor.ts'
import { testApp } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'

const t = await testApp('doctor')
after(() => t.close())
const operator = operatorOf(t)

/** The lines of a run. It fails here, because the database of tests does not flush. */
async function lines(): Promise<string[]> {
  const before = operator.printed.length
  await assert.rejects(operator.run(doctor([]) as never), /have to be mended/)
  return operator.printed.slice(before)
}

test('G33 doctor tells one key as one', async () => {
  assert.match((await lines()).join('\n'), /the key ring fits \(1 key\)/)
})

test('G71 doctor counts all fields that looked like a card number, and names those that did most often', async () => {
  const date = new Date(t.clock.seconds() * 1000).toISOString().slice(0, 10)
  const [one, other] = t.merchants
  const counts = Array.from({ length: 14 }, (_, index) => index + 1)
  for (const seen of counts) {
    await t.owner.run('insert into card_like_field (root_id, noun, field, date, seen) values ($1, $2, $3, $4, $5)', [
      (seen % 2 === 0 ? one : other)!.location_id,
      'transaction',
      `field_${seen}`,
      date,
      seen,
    ])
  }
  const told = (await lines()).filter(line => /card number|more field/.test(line))
  assert.match(told[0]!, /identifiers looked like a card number 105 times in thirty days, in 14 fields of 2 merchants/)
  assert.equal(told.length, 1 + 10 + 1)
  assert.match(told[1]!, /transaction\.field_14 looked like a card number 14 times/)
  assert.match(told.at(-1)!, /and 4 more fields, 10 times$/)
})

test('G33 work of the night that a moved clock has made due is late an hour later', async () => {
  await t.owner.run('insert into nightly_work (name, next_ts, lease_until) values ($1, $2, 0)', [
    'trim what is over',
    t.clock.seconds() + 3600,
  ])
  await t.as({}).post('/sandbox/clock', { advance: 'P40D' })
  const late = async () => (await lines()).filter(line => line.includes('does a worker run?'))
  assert.deepEqual(await late(), [])
  await t.owner.run('update sandbox_clock set moved_ts = moved_ts - 7200')
  assert.match((await late()).join(), /^look {2}trim what is over: due since /)
})
