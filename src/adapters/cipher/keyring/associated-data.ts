const LENGTH_BYTES = 4

/**
 * Returns the bytes that the encryption authenticates. Each part is preceded by its length, so that ("ab", "c") and
 * ("a", "bc") differ. Throws on text without an exact UTF-8 form, which could collide too.
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
