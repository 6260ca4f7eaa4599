/** What a picture is by its own bytes, whatever its sender calls it. */
export interface Picture {
  content_type: 'image/png' | 'image/jpeg' | 'image/webp'
  extension: 'png' | 'jpg' | 'webp'
  /** Pixels. */
  width: number
  height: number
}

/** Returns what the bytes are, or null for what is no PNG, JPEG or WebP with a size that can be read. */
export function pictureIn(content: Buffer): Picture | null {
  const found = pngSize(content) ?? jpegSize(content) ?? webpSize(content)
  return found && found.width > 0 && found.height > 0 ? found : null
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function pngSize(content: Buffer): Picture | null {
  if (content.length < 33 || !content.subarray(0, 8).equals(PNG) || content.toString('latin1', 12, 16) !== 'IHDR')
    return null
  return {
    content_type: 'image/png',
    extension: 'png',
    width: content.readUInt32BE(16),
    height: content.readUInt32BE(20),
  }
}

/** Walks the segments to the first start of a frame (ITU-T T.81, B.2.2). */
function jpegSize(content: Buffer): Picture | null {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= content.length && content[at] === 0xff) {
    const marker = content[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    const is_frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (is_frame)
      return {
        content_type: 'image/jpeg',
        extension: 'jpg',
        width: content.readUInt16BE(at + 7),
        height: content.readUInt16BE(at + 5),
      }
    const length = content.readUInt16BE(at + 2)
    if (length < 2) return null
    at += 2 + length
  }
  return null
}

/** The three forms of RFC 9649: lossy, lossless and extended. */
function webpSize(content: Buffer): Picture | null {
  if (
    content.length < 30 ||
    content.toString('latin1', 0, 4) !== 'RIFF' ||
    content.toString('latin1', 8, 12) !== 'WEBP'
  )
    return null
  const webp = (width: number, height: number): Picture => ({
    content_type: 'image/webp',
    extension: 'webp',
    width,
    height,
  })
  const form = content.toString('latin1', 12, 16)
  if (form === 'VP8X') return webp(content.readUIntLE(24, 3) + 1, content.readUIntLE(27, 3) + 1)
  if (form === 'VP8L' && content[20] === 0x2f) {
    const bits = content.readUInt32LE(21)
    return webp((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  if (form === 'VP8 ' && content.readUIntBE(23, 3) === 0x9d012a)
    return webp(content.readUInt16LE(26) & 0x3fff, content.readUInt16LE(28) & 0x3fff)
  return null
}
