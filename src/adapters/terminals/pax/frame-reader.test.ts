import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from '../../../../test/support/chance.ts'
import { ACK, decodeFrame, EOT, ETX, encodeFrame, NAK, STX } from './frame.ts'
import { frameReader, type Received } from './frame-reader.ts'

const frame = (...fields: string[]) => encodeFrame(fields)
const receive = (...chunks: Uint8Array[]): Received[] => {
  const readFrames = frameReader()
  return chunks.flatMap(chunk => readFrames(chunk))
}
const kinds = (received: Received[]) => received.map(({ kind }) => kind)

test('whole frames and single characters are heard in their order, however they are split and joined', () => {
  const random = chance('splits')
  const first = frame('0', 'T01', 'one')
  const second = frame('0', 'A57', 'two')
  const stream = Buffer.concat([Buffer.of(ACK), first, Buffer.of(NAK), second, second, Buffer.of(EOT)])
  for (let round = 0; round < 300; round += 1) {
    const cuts = Array.from({ length: random.below(8) }, () => random.below(stream.length)).sort((a, b) => a - b)
    const chunks = [0, ...cuts].map((from, index) => stream.subarray(from, [...cuts, stream.length][index]))
    const received = receive(...chunks)
    assert.deepEqual(kinds(received), ['ack', 'frame', 'nak', 'frame', 'frame', 'eot'], `cuts ${cuts}`)
    assert.deepEqual(
      received.flatMap(each => (each.kind === 'frame' ? [each.frame] : [])),
      [first, second, second],
    )
  }
})

test('the one byte after ETX belongs to the frame, whatever it looks like', () => {
  const found = new Map<number, Buffer>()
  for (let number = 0; found.size < 5 && number < 5000; number += 1) {
    const made = frame('0', 'T01', String.fromCharCode(33 + (number % 94), 33 + Math.floor(number / 94)))
    const sum = made.at(-1)!
    if ([STX, ETX, EOT, ACK, NAK].includes(sum)) found.set(sum, made)
  }
  assert.ok(found.size >= 4, `${found.size} checksums look like control characters`)
  for (const made of found.values()) {
    const received = receive(Buffer.concat([made, made]))
    assert.deepEqual(kinds(received), ['frame', 'frame'])
  }
})

test('stray bytes between frames are skipped', () => {
  assert.deepEqual(kinds(receive(Buffer.from('36\r\n'), frame('0', 'A01'), Buffer.from('noise'))), ['frame'])
})

test('a frame that stops and begins anew is broken once, and the new one is heard', () => {
  const whole = frame('0', 'T01', 'whole')
  for (let length = 1; length < whole.length - 1; length += 1) {
    assert.deepEqual(kinds(receive(whole.subarray(0, length), whole)), ['broken', 'frame'], `cut at ${length}`)
  }
})

test('a wrong checksum makes a frame broken, and the next one is heard', () => {
  const spoiled = frame('0', 'T01')
  spoiled[spoiled.length - 1]! ^= 1
  assert.deepEqual(kinds(receive(spoiled, frame('0', 'T01'))), ['broken', 'frame'])
})

test('what goes on without end is broken, and does not grow for ever', () => {
  const received = receive(Buffer.of(STX), Buffer.alloc(300 * 1024, 0x41), frame('0', 'A01'))
  assert.deepEqual(kinds(received), ['broken', 'frame'])
})

test('any noise at all: nothing is thrown, and only what is a frame is heard as one', () => {
  const random = chance('noise')
  const real = frame('0', 'T01', '1.35', '000000', 'OK')
  for (let round = 0; round < 3000; round += 1) {
    const bytes = Buffer.concat([
      random.bytes(random.below(40)),
      random.below(2) === 0 ? damaged(real, random) : real,
      random.bytes(random.below(40)),
    ])
    for (const received of receive(bytes)) {
      if (received.kind === 'frame') assert.notEqual(decodeFrame(received.frame), null)
    }
  }
})

function damaged(real: Buffer, random: ReturnType<typeof chance>): Buffer {
  const copy = Buffer.from(real)
  const what = random.below(4)
  if (what === 0) return copy.subarray(0, random.below(copy.length))
  if (what === 1) copy[random.below(copy.length)] = random.below(256)
  if (what === 2) return Buffer.concat([copy, copy.subarray(random.below(copy.length))])
  return copy
}
