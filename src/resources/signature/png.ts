const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
/** Signature, length and name of the header chunk, width and height: a PNG begins with these 24 bytes (PNG, section 5.2). */
const HEAD_BYTES = 24
/** A pad of this many dots a side is larger than any there is; drawing more would be an attack on whoever opens it. */
const LONGEST_SIDE = 4096

/** Whether the text is a PNG image in base64. Looks at its head only: the image is kept, never drawn here. */
export function isPng(text: string): boolean {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return false
  const head = Buffer.from(text.slice(0, 64), 'base64').subarray(0, HEAD_BYTES)
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) return false
  if (head.toString('latin1', 12, 16) !== 'IHDR') return false
  return [head.readUInt32BE(16), head.readUInt32BE(20)].every(side => side >= 1 && side <= LONGEST_SIDE)
}
