import assert from 'node:assert/strict'
import test from 'node:test'
import { blocks, watchLoop } from './blocked-loop.ts'

const LIMITS = { every: 10, most: 100 }

test('G40 a blocked event loop is logged and counted once it runs again', async () => {
  const before = { ...blocks }
  const { promise: logged, resolve } = Promise.withResolvers<[{ ms: number; cpu_ms: number }, string]>()
  const stop = watchLoop({ warn: (...line: unknown[]) => resolve(line as never) }, LIMITS)
  const alive = setTimeout(() => undefined, 10_000)
  spin(300)
  const [{ ms, cpu_ms }, text] = await logged
  stop()
  clearTimeout(alive)
  assert.ok(ms >= 250, `${ms}`)
  assert.ok(cpu_ms > 0, `${cpu_ms}`)
  assert.match(text, /blocked/)
  assert.equal(blocks.count, before.count + 1)
  assert.ok(blocks.seconds >= before.seconds + 0.25)
})

/** Keeps the processor busy for this long. */
function spin(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
