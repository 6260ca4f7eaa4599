import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { streamOf } from './response.ts'

/** Endless texts, and whether their making has ended. */
function endless() {
  const made = { is_ended: false }
  async function* texts(): AsyncGenerator<string> {
    try {
      for (;;) yield 'a,b\n'
    } finally {
      made.is_ended = true
    }
  }
  return { made, texts: texts() }
}

test('G28 a reader who leaves a file ends its making, also before the first text is read', async () => {
  const read = endless()
  const stream = streamOf(read.texts)
  await once(stream, 'readable')
  stream.destroy()
  await once(stream, 'close')
  await turn()
  assert.equal(read.made.is_ended, true)

  const unread = endless()
  const left = streamOf(unread.texts, await unread.texts.next()).destroy()
  await once(left, 'close')
  await turn()
  assert.equal(unread.made.is_ended, true)
})

test('G28 a file begins with the text that was made before', async () => {
  const texts = (async function* () {
    yield* ['one,', 'two']
  })()
  assert.equal(Buffer.concat(await streamOf(texts, await texts.next()).toArray()).toString(), 'one,two')
})
