/** Backups: one file with a moment of the whole gateway, written, read, checked and brought back. Never: what a table means. */

import { Damaged } from '../age.ts'

const BLOCK = 512
const NAME_BYTES = 100

/** What stands before the content of an entry, in the form of POSIX ustar, which every `tar` reads. */
export function tarHeader(name: string, size: number, seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > NAME_BYTES) throw new Error(`the name ${name} is too long for an archive`)
  // Eleven octal digits reach to eight gigabytes; parts of tables are cut far below.
  if (size >= 8 ** 11) throw new Error(`${name} is too large for an archive`)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${octal(size)} `, 124)
  header.write(`${octal(seconds)} `, 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(sumOf(header), 6)}\0 `, 148)
  return header
}

/** What fills the last block of an entry. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** What stands at the end of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** An entry while it is read: its content has to be read to the end before the next entry. */
export interface TarEntry {
  name: string
  size: number
  content: AsyncIterable<Buffer>
}

/** Reads an archive as it comes. Throws when it ends too early, or is none. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = byteReader(source)
  for (;;) {
    const header = await bytes.exactly(BLOCK)
    if (header.every(byte => byte === 0)) break
    const { name, size } = parseHeader(header)
    let left = size
    const content = async function* () {
      while (left > 0) {
        const piece = await bytes.some(left)
        left -= piece.length
        yield piece
      }
    }
    yield { name, size, content: content() }
    if (left > 0) throw new Damaged(`${name} was not read to its end`)
    await bytes.exactly(tarPadding(size).length)
  }
  await bytes.exactly(BLOCK)
  // Some programs fill up with zeros; anything else behind the end would be seen by nobody.
  if (!(await bytes.isBlank())) throw new Damaged('there is something behind its end')
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const sum = Number.parseInt(header.toString('latin1', 148, 156), 8)
  const blank = Buffer.from(header).fill(' ', 148, 156)
  if (sum !== sumOf(blank) || header.toString('latin1', 257, 262) !== 'ustar') throw new Damaged('it is no archive')
  const name = header.toString('utf8', 0, NAME_BYTES).replace(/\0.*$/s, '')
  return { name, size: Number.parseInt(header.toString('latin1', 124, 136), 8) }
}

function byteReader(source: AsyncIterable<Buffer>) {
  const pieces = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    while (held.length === 0) {
      const { value, done } = await pieces.next()
      if (done) return false
      held = value
    }
    return true
  }
  const some = async (most: number): Promise<Buffer> => {
    if (!(await more())) throw new Damaged('it ends too early')
    const piece = held.subarray(0, most)
    held = held.subarray(piece.length)
    return piece
  }
  return {
    some,
    async isBlank(): Promise<boolean> {
      while (await more()) {
        if (held.some(byte => byte !== 0)) return false
        held = Buffer.alloc(0)
      }
      return true
    },
    async exactly(count: number): Promise<Buffer> {
      const found: Buffer[] = []
      for (let left = count; left > 0; ) {
        const piece = await some(left)
        found.push(piece)
        left -= piece.length
      }
      return Buffer.concat(found)
    },
  }
}

function octal(value: number, digits = 11): string {
  return value.toString(8).padStart(digits, '0')
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0)
}
