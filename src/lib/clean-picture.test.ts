import assert from 'node:assert/strict'
import test from 'node:test'
import { HOSTILE_PNGS, palette, pngOf } from '../../test/support/hostile-pictures.ts'
import { cleanPicture } from './clean-picture.ts'
import { grayPng } from './gray-png.ts'

const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080010002001011100ffd9', 'hex')

test('G41 pictures that do not hold what their header says are none', async () => {
  for (const [name, content] of Object.entries(HOSTILE_PNGS)) assert.equal(await cleanPicture(content), null, name)
  const frame = JPEG.subarray(20, 33)
  const twoFrames = Buffer.concat([JPEG.subarray(0, 33), frame, JPEG.subarray(33)])
  for (const jpeg of [twoFrames, JPEG.subarray(0, -2), Buffer.concat([JPEG.subarray(0, 33), Buffer.from('ffff')])])
    assert.equal(await cleanPicture(jpeg), null)
})

test('G41 a picture is written anew, without what follows or describes it, and stays the same the second time', async () => {
  const plain = grayPng(Buffer.alloc(32, 7), 8, 4)
  assert.deepEqual((await cleanPicture(Buffer.concat([plain, Buffer.from('PK secret')])))?.content, plain)
  const comment = Buffer.concat([Buffer.from('fffe0008', 'hex'), Buffer.from('secret')])
  const told = Buffer.concat([JPEG.subarray(0, 20), comment, JPEG.subarray(20), Buffer.from('secret')])
  assert.deepEqual((await cleanPicture(told))?.content, JPEG)
  assert.deepEqual((await cleanPicture(JPEG))?.content, JPEG)
})

test('pictures of all kinds are taken: depths, palettes, interlacing', async () => {
  for (const content of [
    pngOf(3, 2, [8, 2, 0], Buffer.alloc(2 * 10)),
    pngOf(3, 2, [16, 6, 0], Buffer.alloc(2 * 25)),
    pngOf(9, 2, [1, 0, 0], Buffer.alloc(2 * 3)),
    pngOf(3, 2, [2, 3, 0], Buffer.from([0, 0b00011000, 0, 0b01000000]), palette(3)),
    pngOf(3, 2, [8, 3, 0], Buffer.alloc(2 * 4, 1), palette(256)),
    // Passes 1, 4 and 6 have one pixel of it, 7 has three; the others have none.
    pngOf(3, 2, [8, 0, 1], Buffer.alloc(2 + 2 + 2 + 4)),
  ])
    assert.ok(await cleanPicture(content), content.toString('hex'))
})

test('G41 the largest picture takes no second and no thread that requests need', async t => {
  const large = pngOf(2000, 2000, [16, 6, 0], Buffer.alloc(2000 * 16_001))
  const before = process.threadCpuUsage()
  assert.ok(await cleanPicture(large))
  const { user, system } = process.threadCpuUsage(before)
  t.diagnostic(`${large.length} bytes, ${Math.round((user + system) / 1000)} ms on this thread`)
  assert.ok(user + system < 300_000)
})
