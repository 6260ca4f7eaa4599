import { crc32, deflateSync } from 'node:zlib'

const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Eight bits of grey per pixel; the other values are the only defined methods (PNG, section 11.2.1). */
const EIGHT_BITS_OF_GREY = [8, 0, 0, 0, 0]
/** Lines are stored unfiltered (PNG, section 9.2); signatures compress well enough. */
const NO_FILTER = 0

/** Returns a PNG image of one byte of grey per pixel, row by row; `dots` holds exactly width × height bytes. */
export function grayPng(dots: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const lines = Array.from({ length: height }, (_, row) => [
    Buffer.of(NO_FILTER),
    dots.subarray(row * width, (row + 1) * width),
  ])
  return Buffer.concat([
    MAGIC,
    chunk('IHDR', Buffer.concat([header, Buffer.from(EIGHT_BITS_OF_GREY)])),
    chunk('IDAT', deflateSync(Buffer.concat(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Length, name, content, and the checksum of name and content (PNG, section 5.3). */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
