import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'

const t = await testApp('sandbox_attack')
after(t.close)

test('the clock does not move to a year that nothing can read', async () => {
  const before = t.clock.seconds()
  for (const body of [{ now: Date.now() }, { now: Number.MAX_SAFE_INTEGER }, { now: 1e20 }, { advance: 'P9999Y' }]) {
    const answer = await t.api.post('/sandbox/clock', body)
    assert.equal(answer.status, 422, JSON.stringify(body))
  }
  assert.ok(t.clock.seconds() - before < 3600)
  assert.equal((await t.api.get('/sandbox/clock')).status, 200)
})

test('the outbox takes any text for a time and an address', async () => {
  for (const query of ['since=1e300', 'since=x', 'since=-1', 'to=%00', 'to=%27'])
    assert.equal((await t.api.get(`/sandbox/outbox?${query}`)).status, 200, query)
})
