import { ACK, checksum, EOT, ETX, NAK, STX } from './frame.ts'

/** What the other side has said: a whole frame, one that is damaged, or a single control character. */
export type Received = { kind: 'frame'; frame: Buffer } | { kind: 'broken' | 'ack' | 'nak' | 'eot' }

/** Longer than any signature or text; what goes on for longer is not a frame. */
const LONGEST = 256 * 1024

const SINGLES = new Map<number, 'ack' | 'nak' | 'eot'>([
  [ACK, 'ack'],
  [NAK, 'nak'],
  [EOT, 'eot'],
])

/**
 * Cuts a stream of bytes into what was said, however the bytes were split or joined on the way. Stray bytes between frames are skipped
 * (some devices and tills send some). A frame that stops and begins anew is broken once. Exactly one byte after ETX belongs to the frame,
 * whatever it is: a checksum may look like any control character.
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
