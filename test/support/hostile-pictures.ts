import { crc32, deflateSync } from 'node:zlib'

const MAGIC = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

function header(width: number, height: number, [depth, colour, interlace] = [8, 6, 0]): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return chunk('IHDR', Buffer.concat([size, Buffer.from([depth!, colour!, 0, 0, interlace!])]))
}

const png = (...chunks: Buffer[]) => Buffer.concat([MAGIC, ...chunks, chunk('IEND', Buffer.alloc(0))])
const pixels = (data: Buffer) => chunk('IDAT', deflateSync(data))
const NOTHING = chunk('IDAT', Buffer.alloc(0))

/** Builds a picture of these pixels, each line with its filter. */
export const pngOf = (
  width: number,
  height: number,
  kind: [number, number, number],
  lines: Buffer,
  ...more: Buffer[]
) => png(header(width, height, kind), ...more, pixels(lines))

export const palette = (colours: number) => chunk('PLTE', Buffer.alloc(3 * colours, 9))

/** Pictures of few bytes that break decoders which trust a header. */
export const HOSTILE_PNGS: Readonly<Record<string, Buffer>> = {
  'no pixels, two thousand a side': png(header(2000, 2000), NOTHING),
  'a second header': png(header(8, 8), header(60_000, 60_000), NOTHING),
  'a second header of the same size': png(header(1, 1), header(1, 1), pixels(Buffer.alloc(5))),
  'a header that is too large': png(header(0x7fffffff, 0x7fffffff), NOTHING),
  'a bomb of pixels': png(header(8, 8), pixels(Buffer.alloc(50_000_000))),
  'an unknown filter': png(header(1, 1), pixels(Buffer.from([9, 0, 0, 0, 0]))),
  'an impossible depth': png(header(1, 1, [3, 6, 0]), pixels(Buffer.alloc(5))),
  'an unknown interlacing': png(header(1, 1, [8, 6, 7]), pixels(Buffer.alloc(5))),
  'colours without a palette': png(header(1, 1, [8, 3, 0]), pixels(Buffer.alloc(2))),
  'a colour that the palette lacks': png(header(1, 1, [8, 3, 0]), palette(1), pixels(Buffer.from([0, 7]))),
  'a chunk longer than the file': png(header(1, 1)).subarray(0, 30),
  'a palette of three thousand colours': png(header(1, 1, [8, 3, 0]), palette(3000), pixels(Buffer.alloc(2))),
}
