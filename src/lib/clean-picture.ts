import { promisify } from 'node:util'
import { crc32, deflate, inflate } from 'node:zlib'
import { type Picture, pictureIn } from './picture.ts'

const inflated = promisify(inflate) as (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
const deflated = promisify(deflate) as (bytes: Buffer) => Promise<Buffer>

/** A picture of few bytes can be large enough to stop a browser or a printer. Pixels. */
export const LARGEST_SIDE = 2000

/** What is drawn from the bytes of others is written anew from what a decoder found in them. */
export interface CleanPicture extends Picture {
  content: Buffer
}

/**
 * Returns a picture written anew: of a PNG its header, palette and pixels, decompressed within the bytes that its
 * size needs (at most 32 MB, on a thread of the pool) and compressed again; of a JPEG its tables and scans, of a WebP
 * its one image. Texts, positions and previews stay behind. Null for what is no picture, does not hold what its
 * header says, or has a side of more than 2,000 pixels.
 */
export async function cleanPicture(content: Buffer): Promise<CleanPicture | null> {
  const picture = pictureIn(content)
  if (!picture || Math.max(picture.width, picture.height) > LARGEST_SIDE) return null
  const clean = await CLEANERS[picture.extension](content, picture)
  return clean && { ...picture, content: clean }
}

const CLEANERS: Record<Picture['extension'], (content: Buffer, picture: Picture) => Promise<Buffer | null>> = {
  png: cleanPng,
  jpg: async content => cleanJpeg(content),
  webp: async (content, picture) => cleanWebp(content, picture),
}

const PNG_MAGIC_BYTES = 8
/** Samples of a pixel, and the depths each type of colour may have (PNG, table 11.1). */
const COLOURS: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
const INDEXED = 3

async function cleanPng(content: Buffer, { width, height }: Picture): Promise<Buffer | null> {
  const chunks = chunksOf(content)
  const header = chunks?.[0]
  if (!chunks || header?.name !== 'IHDR' || header.data.length !== 13) return null
  const [depth = 0, colour = 0, compression, filter, interlace = 2] = header.data.subarray(8)
  const kind = COLOURS[colour]
  if (!kind?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return null
  if (chunks.filter(({ name }) => name === 'IHDR').length > 1) return null
  const palette = chunks.find(({ name }) => name === 'PLTE')
  const entries = (palette?.data.length ?? 0) / 3
  if (
    colour === INDEXED
      ? !(Number.isInteger(entries) && entries >= 1 && entries <= 2 ** depth)
      : palette && entries > 256
  )
    return null
  const lines = linesOf({ width, height, bits: depth * kind.samples, interlace })
  const size = lines.reduce((sum, { bytes, count }) => sum + bytes * count, 0)
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data))
  const pixels = await inflated(packed, { maxOutputLength: size }).catch(() => null)
  if (pixels?.length !== size || !areFiltersKnown(pixels, lines)) return null
  if (colour === INDEXED && !areColoursThere(pixels, lines, { depth, entries })) return null
  const transparency = chunks.find(({ name, data }) => name === 'tRNS' && data.length <= 256)
  return Buffer.concat([
    content.subarray(0, PNG_MAGIC_BYTES),
    pngChunk('IHDR', header.data),
    ...(palette && colour === INDEXED ? [pngChunk('PLTE', palette.data)] : []),
    ...(transparency && colour <= INDEXED ? [pngChunk('tRNS', transparency.data)] : []),
    pngChunk('IDAT', await deflated(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

interface Chunk {
  name: string
  data: Buffer
}

/** Up to the end of the picture; null where a chunk is cut. What follows the end is left out. */
function chunksOf(content: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = PNG_MAGIC_BYTES; at + 12 <= content.length; ) {
    const length = content.readUInt32BE(at)
    const name = content.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > content.length) return null
    if (name === 'IEND') return chunks
    chunks.push({ name, data: content.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return null
}

/** Lines of one length: the byte of their filter and their pixels. */
interface Lines {
  bytes: number
  count: number
  width: number
}

/** First column and row, and the steps to the next, of the seven passes (PNG, section 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function linesOf(shape: { width: number; height: number; bits: number; interlace: number }): Lines[] {
  const passes = shape.interlace === 0 ? ([[0, 0, 1, 1]] as const) : PASSES
  return passes.flatMap(([x, y, dx, dy]) => {
    const width = Math.ceil((shape.width - x) / dx)
    const count = Math.ceil((shape.height - y) / dy)
    return width > 0 && count > 0 ? [{ width, count, bytes: 1 + Math.ceil((width * shape.bits) / 8) }] : []
  })
}

const LAST_FILTER = 4

function areFiltersKnown(pixels: Buffer, lines: readonly Lines[]): boolean {
  let at = 0
  for (const { bytes, count } of lines)
    for (let line = 0; line < count; line += 1, at += bytes) if (pixels[at]! > LAST_FILTER) return false
  return true
}

/** Unfiltered lines name their colours; of others every colour of the depth has to be there. */
function areColoursThere(
  pixels: Buffer,
  lines: readonly Lines[],
  { depth, entries }: { depth: number; entries: number },
): boolean {
  if (entries === 2 ** depth) return true
  let at = 0
  for (const { bytes, count, width } of lines) {
    for (let line = 0; line < count; line += 1, at += bytes) {
      if (pixels[at] !== 0) return false
      for (let x = 0; x < width; x += 1) {
        const bit = x * depth
        const colour = (pixels[at + 1 + (bit >> 3)]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
        if (colour >= entries) return false
      }
    }
  }
  return true
}

/** Length, name, content, and the checksum of name and content (PNG, section 5.3). */
function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** JFIF, colour profiles and Adobe's word on colours; other segments of applications and comments stay behind. */
const KEPT_APPLICATION = [0xe0, 0xe2, 0xee]

/** Returns the segments up to the end of the image. Two frames, of which readers may take either, are no picture. */
function cleanJpeg(content: Buffer): Buffer | null {
  const kept = [content.subarray(0, 2)]
  let frames = 0
  let at = 2
  while (at + 2 <= content.length && content[at] === 0xff) {
    const marker = content[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) return frames === 1 ? Buffer.concat([...kept, content.subarray(at, at + 2)]) : null
    if (at + 4 > content.length) return null
    const length = content.readUInt16BE(at + 2)
    let end = at + 2 + length
    if (length < 2 || end > content.length) return null
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) frames += 1
    if (marker === START_OF_SCAN) end = endOfScan(content, end)
    if (marker < 0xe0 || KEPT_APPLICATION.includes(marker)) kept.push(content.subarray(at, end))
    at = end
  }
  return null
}

/** Where the next marker is: within a scan there are only escaped bytes and restarts. */
function endOfScan(content: Buffer, from: number): number {
  let at = content.indexOf(0xff, from)
  while (at >= 0 && at + 1 < content.length) {
    const next = content[at + 1]!
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at = content.indexOf(0xff, at + 2)
  }
  return content.length
}

/** Its one image, with its transparency and colours, where that has the size of the canvas. Moving ones are refused. */
const KEPT_WEBP = ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L']

function cleanWebp(content: Buffer, { width, height }: Picture): Buffer | null {
  const kept: Buffer[] = []
  let images = 0
  for (let at = 12; at + 8 <= content.length; ) {
    const name = content.toString('latin1', at, at + 4)
    const length = content.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (end > content.length || name === 'ANIM' || name === 'ANMF') return null
    const chunk = content.subarray(at, end)
    if (name === 'VP8 ' || name === 'VP8L') {
      const alone = pictureIn(Buffer.concat([content.subarray(0, 12), chunk, Buffer.alloc(30)]))
      if (alone?.width !== width || alone.height !== height) return null
      images += 1
    }
    if (KEPT_WEBP.includes(name)) kept.push(chunk, ...(length % 2 === 1 ? [Buffer.alloc(1)] : []))
    at = end + (length % 2)
  }
  if (images !== 1) return null
  const body = Buffer.concat(kept)
  const head = Buffer.from(content.subarray(0, 12))
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}
