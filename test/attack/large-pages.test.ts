import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { errorResponse } from '../../src/http/error-response.ts'
import { jsonPage, largePages } from '../../src/http/list-route.ts'
import { unreadAnswers } from '../../src/http/unread-answers.ts'
import { Unavailable } from '../../src/lib/problem.ts'

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

test('records that have left are kept no longer, since a connection keeps its response until the next request', async () => {
  const shown = Array.from({ length: 1000 }, (_, index) => ({ id: String(index), title: 'Café' }))
  const records = shown.map(record => JSON.stringify(record))
  const { response, bytes } = await jsonPage('tags', records, { pagination: {} })
  const pieces: Buffer[] = []
  for await (const piece of response.raw as Readable) {
    pieces.push(piece)
    const most = shown.length - 25 * (pieces.length - 1)
    assert.ok(records.length <= most, `${records.length} records after ${pieces.length} pieces`)
  }
  assert.equal(records.length, 0)
  const whole = Buffer.concat(pieces)
  assert.deepEqual(JSON.parse(whole.toString()), { tags: shown, meta: { pagination: {} } })
  assert.deepEqual([whole.length, response.headers?.['content-length']], [bytes, String(bytes)])
})

/** A response that is read when `close` is emitted. */
const response = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse

test('answers wait while what their merchant has not read is at its limit, and nobody waits for those of another', async () => {
  const unread = unreadAnswers(10, { most: 100, most_of_one: 50 })
  const slow = response()
  await unread.place('a', 50, slow)
  let made = false
  const waiting = unread.place('a', 10, response()).then(() => {
    made = true
  })
  await unread.place('b', 50, response())
  await settled()
  assert.equal(made, false)
  slow.emit('close')
  await waiting
})

test('what an answer really takes counts, and one beyond every limit is made alone', async () => {
  const unread = unreadAnswers(10, { most: 100, most_of_one: 50, wait_ms: 10 })
  const large = response()
  const place = await unread.place('a', 5000, large)
  place.takes(90)
  await assert.rejects(unread.place('b', 20, response()), Unavailable)
  await unread.place('b', 10, response())
  large.emit('finish')
  large.emit('close')
  await unread.place('b', 40, response())
})

test('who waits too long, as one of too many, or has gone, is not served', async () => {
  const unread = unreadAnswers(1, { most: 100, most_of_one: 50, wait_ms: 20 })
  await unread.place('a', 50, response())
  const gone = response()
  const leaving = unread.place('a', 1, gone)
  await assert.rejects(unread.place('a', 1, response()), isAnswered)
  gone.emit('close')
  await assert.rejects(leaving, { status: 499 }, 'nobody is there to be answered, and nothing is wrong')
  await assert.rejects(unread.place('a', 1, response()), isAnswered)
})

/** It becomes a 503, and a line of the log. */
function isAnswered(error: unknown): boolean {
  const lines: unknown[] = []
  const { status } = errorResponse(error, { error: (...line: unknown[]) => void lines.push(line) })
  return error instanceof Unavailable && status === 503 && lines.length === 1
}
