import assert from 'node:assert/strict'
import { crc32, inflateSync } from 'node:zlib'

export interface Png {
  width: number
  height: number
  /** One byte of grey per dot, row by row. */
  dots: Buffer
}

const MAGIC = '89504e470d0a1a0a'

/**
 * Reads a PNG image of eight bits of grey without filters, and checks everything in it: lengths, checksums, order of
 * the chunks.
 */
export function readPng(image: Buffer): Png {
  assert.equal(image.toString('hex', 0, 8), MAGIC)
  const chunks: { name: string; content: Buffer }[] = []
  for (let at = 8; at < image.length; ) {
    const length = image.readUInt32BE(at)
    const named = image.subarray(at + 4, at + 8 + length)
    assert.equal(named.length, length + 4, 'a chunk is as long as it says')
    assert.equal(image.readUInt32BE(at + 8 + length), crc32(named), 'a chunk has its checksum')
    chunks.push({ name: named.toString('latin1', 0, 4), content: named.subarray(4) })
    at += length + 12
  }
  assert.deepEqual([chunks.at(0)?.name, chunks.at(-1)?.name], ['IHDR', 'IEND'])
  const header = chunks[0]!.content
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  assert.deepEqual([...header.subarray(8)], [8, 0, 0, 0, 0])
  const lines = inflateSync(Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ content }) => content)))
  assert.equal(lines.length, (width + 1) * height)
  const rows = Array.from({ length: height }, (_, row) => lines.subarray(row * (width + 1), (row + 1) * (width + 1)))
  assert.ok(rows.every(([filter]) => filter === 0))
  return { width, height, dots: Buffer.concat(rows.map(row => row.subarray(1))) }
}
