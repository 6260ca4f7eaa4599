import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largePages } from '../../src/http/large-pages.ts'

/** Pages that are being made, each until it is told to end. */
function workshop() {
  const ends: (() => void)[] = []
  const make = () => new Promise<void>(end => ends.push(end))
  return { ends, make }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('of many large pages two are made at a time, and each that ends lets the next one begin', async () => {
  const makePage = largePages()
  const { ends, make } = workshop()
  const pages = Array.from({ length: 5 }, () => makePage(5000, make))
  for (const begun of [2, 3, 4, 5, 5]) {
    await settled()
    assert.equal(ends.length, begun)
    ends[begun === 5 ? 3 : begun - 2]!()
  }
  ends[4]!()
  await Promise.all(pages)
})

test('a small page does not wait for large ones', async () => {
  const makePage = largePages()
  const { ends, make } = workshop()
  const large = [makePage(5000, make), makePage(5000, make)]
  assert.equal(await makePage(20, async () => 'small'), 'small')
  for (const end of ends) end()
  await Promise.all(large)
})

test('a large page that fails gives its turn to the next one', async () => {
  const makePage = largePages()
  const failing = Array.from({ length: 3 }, () => makePage(5000, () => Promise.reject(new Error('no database'))))
  for (const page of failing) await assert.rejects(page)
  assert.equal(await makePage(5000, async () => 'made'), 'made')
})
