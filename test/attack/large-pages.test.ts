import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largePages } from '../../src/http/list-route.ts'

/** Builds of pages, each of which runs until its `end` is called. */
function builds() {
  const ends: (() => void)[] = []
  const build = () => new Promise<void>(end => ends.push(end))
  return { ends, build }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('of many large pages two are built at a time, and each that ends lets the next one begin', async () => {
  const buildPage = largePages()
  const { ends, build } = builds()
  const pages = Array.from({ length: 5 }, () => buildPage(5000, build))
  for (const begun of [2, 3, 4, 5, 5]) {
    await settled()
    assert.equal(ends.length, begun)
    ends[begun === 5 ? 3 : begun - 2]!()
  }
  ends[4]!()
  await Promise.all(pages)
})

test('a small page does not wait for large ones', async () => {
  const buildPage = largePages()
  const { ends, build } = builds()
  const large = [buildPage(5000, build), buildPage(5000, build)]
  assert.equal(await buildPage(20, async () => 'small'), 'small')
  for (const end of ends) end()
  await Promise.all(large)
})

test('a large page that fails gives its turn to the next one', async () => {
  const buildPage = largePages()
  const failing = Array.from({ length: 3 }, () => buildPage(5000, () => Promise.reject(new Error('no database'))))
  for (const page of failing) await assert.rejects(page)
  assert.equal(await buildPage(5000, async () => 'made'), 'made')
})
