const LENGTH_BYTES = 4

/**
 * Joins texts into bytes that the encryption authenticates. Every part is preceded by its length in bytes, so that
 * ("ab", "c") and ("a", "bc") never give the same bytes. Throws on text that has no exact UTF-8 form, for the same reason.
 */
export function associatedData(...parts: string[]): Buffer {
  const pieces: Buffer[] = []
  for (const part of parts) {
    if (!part.isWellFormed()) throw new Error('Text with half a surrogate pair cannot be bound to a secret.')
    const bytes = Buffer.from(part, 'utf8')
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32BE(bytes.length)
    pieces.push(length, bytes)
  }
  return Buffer.concat(pieces)
}
