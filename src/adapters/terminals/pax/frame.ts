/**
 * Adapter of PAX terminals that run a semi-integrated payment application (the ECR protocol over TCP 10009, or HTTP GET). Here: frames,
 * the layouts of commands, the link and the driver. Never: who may pay what, or anything of the database.
 */

/** Control characters of the protocol. */
export const STX = 0x02
export const ETX = 0x03
export const EOT = 0x04
export const ACK = 0x06
export const NAK = 0x15
const FS = '\u001c'
const US = '\u001f'

/** A field is text, or a group of texts in their order. */
export type Field = string | readonly string[]

/** The exclusive or of all bytes after STX up to and including ETX. */
export function checksum(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum ^ byte, 0)
}

/**
 * A whole frame: STX, fields parted by FS, ETX, checksum. Empty texts at the end of a group are left out. Control characters inside a
 * text would break the frame, so they become spaces; line feeds stay.
 */
export function encodeFrame(fields: readonly Field[]): Buffer {
  const text = fields.map(field => (typeof field === 'string' ? plain(field) : joined(field))).join(FS)
  const body = Buffer.concat([Buffer.from(text, 'utf8'), Buffer.of(ETX)])
  return Buffer.concat([Buffer.of(STX), body, Buffer.of(checksum(body))])
}

/** The fields of a whole frame, groups still joined; null when it is none or its checksum is wrong. */
export function decodeFrame(frame: Uint8Array): string[] | null {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
  if (bytes.length < 4 || bytes[0] !== STX || bytes[bytes.length - 2] !== ETX) return null
  if (bytes.at(-1) !== checksum(bytes.subarray(1, -1))) return null
  return bytes.toString('utf8', 1, bytes.length - 2).split(FS)
}

/** The texts of a group. Some applications begin it with an empty one too many where its members carry names; those skip it. */
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
