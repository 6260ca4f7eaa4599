import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPng } from './signature.rules.ts'

/** One transparent dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function changed(at: number, bytes: number[]): string {
  const image = Buffer.from(DOT, 'base64')
  Buffer.from(bytes).copy(image, at)
  return image.toString('base64')
}

test('a PNG in base64 is taken', () => {
  assert.equal(isPng(DOT), true)
})

test('other images, other texts and other encodings are not', () => {
  assert.equal(isPng(Buffer.from('GIF89a'.padEnd(60, 'x')).toString('base64')), false)
  assert.equal(isPng('not base64 at all!'), false)
  assert.equal(isPng(`data:image/png;base64,${DOT}`), false)
  assert.equal(isPng(DOT.slice(0, -1)), false)
  assert.equal(isPng(DOT.slice(0, 16)), false)
  assert.equal(isPng(''), false)
})

test('a PNG without its header chunk, without dots or of absurd size is not', () => {
  assert.equal(isPng(changed(12, [0x49, 0x44, 0x41, 0x54])), false)
  assert.equal(isPng(changed(16, [0, 0, 0, 0])), false)
  assert.equal(isPng(changed(20, [0, 0, 0x10, 0x01])), false)
  assert.equal(isPng(changed(20, [0, 0, 0x10, 0])), true)
})
