/** PAX terminals with a semi-integrated payment application: the ECR protocol over TCP 10009, or HTTP GET. */

/** Control characters of the protocol. */
export const STX = 0x02
export const ETX = 0x03
export const EOT = 0x04
export const ACK = 0x06
export const NAK = 0x15
const FS = '\u001c'
const US = '\u001f'

/** A field is a text, or an ordered group of texts. */
export type Field = string | readonly string[]

/** Returns the exclusive or of all bytes after STX up to and including ETX. */
export function checksum(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum ^ byte, 0)
}

/**
 * Returns a whole frame: STX, fields separated by FS, ETX, checksum. Trailing empty texts of a group are left out.
 * Control characters inside a text would break the frame and become spaces; line feeds stay.
 */
export function encodeFrame(fields: readonly Field[]): Buffer {
  const text = fields.map(field => (typeof field === 'string' ? plain(field) : joined(field))).join(FS)
  const body = Buffer.concat([Buffer.from(text, 'utf8'), Buffer.of(ETX)])
  return Buffer.concat([Buffer.of(STX), body, Buffer.of(checksum(body))])
}

/** Returns the fields of a frame, groups still joined; null when it is no frame or its checksum is wrong. */
export function decodeFrame(frame: Uint8Array): string[] | null {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
  if (bytes.length < 4 || bytes[0] !== STX || bytes[bytes.length - 2] !== ETX) return null
  if (bytes.at(-1) !== checksum(bytes.subarray(1, -1))) return null
  return bytes.toString('utf8', 1, bytes.length - 2).split(FS)
}

/** Returns the texts of a group. Some applications start named groups with an extra empty text; readers skip it. */
export function splitGroup(field: string): string[] {
  return field.split(US)
}

function joined(group: readonly string[]): string {
  const last = group.findLastIndex(text => text !== '')
  return group
    .slice(0, last + 1)
    .map(plain)
    .join(US)
}

function plain(text: string): string {
  return text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
}
