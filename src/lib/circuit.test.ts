import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Circuit, openCircuit } from './circuit.ts'

const parts = { seconds: () => 7, turned: () => undefined }
const silent = () => Promise.reject(new Error('nobody listens'))
const speaks = () => Promise.resolve()

/** A circuit that opens after three failures and may be probed at once. */
const circuit = (probe_again_ms = [0]) =>
  openCircuit('one', { ...parts, policy: { opens_after: 3, probe_again_ms, probe_ms: 30_000 } })

function fail(broken: Circuit, ...keys: readonly string[]): void {
  for (const key of keys) broken.failed(key, `no answer about ${key}`, silent)
}

test('it opens when nothing was answered about so many requests, and says since when and why', async () => {
  const one = circuit([60_000])
  fail(one, 'a', 'b')
  assert.equal(await one.admits(0), true)
  fail(one, 'c')
  assert.deepEqual(one.state, { name: 'one', state: 'open', since_ts: 7, last_error: 'no answer about c' })
  assert.equal(await one.admits(1_000), false)
})

test('what fails about one request, however often, may be wrong with that request', async () => {
  const one = circuit()
  fail(one, 'a', 'a', 'a', 'a', 'b', 'a')
  assert.equal(await one.admits(0), true)
})

test('an answer to any request counts the failures anew', async () => {
  const one = circuit()
  fail(one, 'a', 'b')
  one.answered()
  fail(one, 'c', 'd')
  assert.deepEqual([await one.admits(0), one.state.last_error], [true, 'no answer about d'])
})

test('the first to ask probes and is let through when the probe is answered', async () => {
  const one = circuit()
  fail(one, 'a', 'b', 'c')
  assert.equal(await one.admits(1_000, speaks), true)
  assert.deepEqual([one.state.state, one.state.last_error], ['closed', null])
})

test('one probes at a time: all others are refused without waiting, and so is one whose own wait has ended', async () => {
  const one = circuit()
  fail(one, 'a', 'b', 'c')
  const answer = Promise.withResolvers<void>()
  let probes = 0
  const slow = () => {
    probes += 1
    return answer.promise
  }
  assert.equal(await one.admits(1, slow), false)
  assert.equal(one.state.state, 'half_open')
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => one.admits(60_000, slow))), [false, false, false])
  assert.equal(probes, 1)
  answer.resolve()
  await answer.promise
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(await one.admits(0), true, 'the late answer has closed it')
})

test('after a failed probe it is left alone for a while', async () => {
  const one = circuit([60_000])
  fail(one, 'a', 'b', 'c')
  assert.equal(await one.admits(1_000, silent), false)
  assert.equal(one.state.state, 'open')
  let probes = 0
  const counted = async () => {
    probes += 1
  }
  assert.equal(await one.admits(1_000, counted), false)
  assert.equal(probes, 0)
})

test('without a probe of its own the caller repeats that of the last failure', async () => {
  const one = circuit()
  fail(one, 'a', 'b')
  one.failed('c', 'no answer', speaks)
  assert.equal(await one.admits(1_000), true)
})

test('a probe that is never answered gives up by itself', async () => {
  const one = openCircuit('one', { ...parts, policy: { opens_after: 1, probe_again_ms: [0], probe_ms: 5 } })
  fail(one, 'a')
  assert.equal(await one.admits(60_000, () => new Promise(() => undefined)), false)
  assert.equal(one.state.state, 'open')
})
