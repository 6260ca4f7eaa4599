import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from '../../../../test/support/chance.ts'
import { REQUESTS, RESPONSES, type RequestName, type ResponseName } from './layouts.ts'
import { decodeRequest, decodeResponse, encodeRequest, encodeResponse } from './wire.ts'

type Layout = Readonly<Record<string, 'text' | 'named' | readonly string[]>>

const LETTERS = [...'abcXYZ 0123456789.,-/^~=&%äßé€😀\n"\\<>']

/** A text as it may stand in a field: anything but control characters, never empty. */
function text(random: ReturnType<typeof chance>): string {
  return Array.from({ length: 1 + random.below(12) }, () => random.pick(LETTERS)).join('')
}

/** Parts with every field filled, or left out, by chance; what is left out comes back empty. */
function partsFor(layout: Layout, random: ReturnType<typeof chance>) {
  const sent: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(layout)) {
    const empty = shape === 'text' ? '' : {}
    expected[name] = empty
    if (random.below(3) === 0) continue
    const members = shape === 'named' ? ['HREF', 'TOKEN', 'K1'] : shape
    sent[name] =
      members === 'text'
        ? text(random)
        : Object.fromEntries(members.flatMap(member => (random.below(2) === 0 ? [] : [[member, text(random)]])))
    expected[name] = sent[name]
  }
  return { sent, expected }
}

test('every request that is written is read back as it was', () => {
  const random = chance('requests')
  for (const command of Object.keys(REQUESTS) as RequestName[]) {
    for (let round = 0; round < 60; round += 1) {
      const { sent, expected } = partsFor(REQUESTS[command], random)
      const read = decodeRequest(encodeRequest(command, sent as never))
      assert.deepEqual(read, { command, version: '1.35', parts: expected }, `round ${round}`)
    }
  }
})

test('every answer that is written is read back as it was, and as nothing else', () => {
  const random = chance('answers')
  const names = Object.keys(RESPONSES) as ResponseName[]
  for (const command of names) {
    for (let round = 0; round < 60; round += 1) {
      const { sent, expected } = partsFor(RESPONSES[command], random)
      const frame = encodeResponse({ command, result: '000000', message: 'OK', parts: sent as never })
      const read = decodeResponse(command, frame)
      assert.deepEqual(read, { command, result: '000000', message: 'OK', parts: expected }, `round ${round}`)
      for (const other of names) if (other !== command) assert.equal(decodeResponse(other, frame), null)
    }
  }
})

test('control characters in a text become spaces: nobody can write fields of his own into a frame', () => {
  const title = 'Terms\u0003\u0002\u001cT00\u001f1\u0006\u0000end'
  const read = decodeRequest(encodeRequest('A56', { title, text: 'first\nsecond' }))
  assert.ok(read && 'command' in read && read.command === 'A56')
  assert.equal(read.parts.title, 'Terms   T00 1  end')
  assert.equal(read.parts.text, 'first\nsecond')
  const order = decodeRequest(encodeRequest('T00', { type: '01', trace: { ecr_ref: '1', invoice: 'A\u001fB\u001cC' } }))
  assert.ok(order && 'command' in order && order.command === 'T00')
  assert.deepEqual(order.parts.trace, { ecr_ref: '1', invoice: 'A B C' })
})

test('a frame in which any one bit is turned is not read, or says the same', () => {
  const frame = encodeRequest('T00', { type: '01', amount: { amount: '1000' }, trace: { ecr_ref: '77' } })
  for (let bit = 0; bit < frame.length * 8; bit += 1) {
    const damaged = Buffer.from(frame)
    damaged[bit >> 3]! ^= 1 << (bit & 7)
    assert.equal(decodeRequest(damaged), null, `bit ${bit}`)
  }
})

test('frames cut at any place are not read', () => {
  const frame = encodeResponse({ command: 'T01', result: '000000', message: 'OK', parts: { type: '01' } })
  for (let length = 0; length < frame.length; length += 1) {
    assert.equal(decodeResponse('T01', frame.subarray(0, length)), null)
  }
})

test('an answer without its last parts, or with more than are known, is read', () => {
  const short = encodeResponse({ command: 'T01', result: '100001', message: 'TIMEOUT', parts: {} })
  assert.equal(decodeResponse('T01', short)?.result, '100001')
  assert.deepEqual(decodeRequest(encodeRequest('A14', {})), { command: 'A14', version: '1.35', parts: {} })
})
