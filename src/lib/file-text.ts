/**
 * Returns the text of a file that somebody else wrote: UTF-8, UTF-16 with a byte order mark, else Windows-1252, which
 * contains the letters of Latin-1. Byte order marks are removed. Never throws.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns the text of a stream; null when it has more bytes than `most`, of which the rest is not read. */
export async function textWithin(stream: AsyncIterable<Uint8Array>, most: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > most) return null
    chunks.push(chunk)
  }
  return decodeText(Buffer.concat(chunks))
}
