import { ACK, checksum, EOT, ETX, NAK, STX } from './frame.ts'

/** A whole frame, a damaged one, or a single control character. */
export type Received = { kind: 'frame'; frame: Buffer } | { kind: 'broken' | 'ack' | 'nak' | 'eot' }

/** Longer than any signature or text; anything longer is no frame. */
const LONGEST = 256 * 1024

const SINGLES = new Map<number, 'ack' | 'nak' | 'eot'>([
  [ACK, 'ack'],
  [NAK, 'nak'],
  [EOT, 'eot'],
])

/**
 * Returns a function that splits a stream of bytes into frames and control characters, whatever the chunks. Stray
 * bytes between frames are skipped (some devices send them). A frame interrupted by a new one is reported as broken.
 * Exactly one byte after ETX belongs to the frame: a checksum may look like a control character.
 */
export function frameReader(): (chunk: Uint8Array) => Received[] {
  let held: number[] | null = null
  let ended = false

  function take(byte: number): Received | null {
    if (!held) {
      if (byte === STX) held = [STX]
      const kind = SINGLES.get(byte)
      return kind ? { kind } : null
    }
    if (ended) return finish([...held, byte])
    if (byte === STX) {
      held = [STX]
      return { kind: 'broken' }
    }
    held.push(byte)
    ended = byte === ETX
    if (held.length <= LONGEST) return null
    held = null
    ended = false
    return { kind: 'broken' }
  }

  function finish(bytes: number[]): Received {
    held = null
    ended = false
    const frame = Buffer.from(bytes)
    return frame.at(-1) === checksum(frame.subarray(1, -1)) ? { kind: 'frame', frame } : { kind: 'broken' }
  }

  return chunk => Array.from(chunk).flatMap(byte => take(byte) ?? [])
}
