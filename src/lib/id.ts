import { hash, randomFillSync } from 'node:crypto'

/** 13 hexadecimal digits, which a number holds exactly. */
const TAIL_MAX = 2 ** 52 - 1

let lastMillisecond = 0
let lastTail = 0

/**
 * Returns a new id: 24 lower-case hex digits, 11 of milliseconds and 13 random, so that ids sort by time. Within one
 * millisecond the tail grows by a random step, which keeps the order and the next id unguessable: the id of an
 * invoice is all that protects its pay page.
 */
export function newId(nowMs: number): string {
  const millisecond = Math.max(nowMs, lastMillisecond)
  lastTail = millisecond === lastMillisecond ? lastTail + randomBits(4) + 1 : randomBits(6)
  lastMillisecond = millisecond
  if (lastTail > TAIL_MAX) {
    lastMillisecond += 1
    lastTail = randomBits(6)
  }
  return lastMillisecond.toString(16).padStart(11, '0') + lastTail.toString(16).padStart(13, '0')
}

/** Forgets the latest time. For tests that share a process, where each gateway has its own clock. */
export function restartIds(): void {
  lastMillisecond = 0
}

/** Returns the id that follows from a moment (milliseconds) and words; it sorts among the ids of that moment. */
export function idFrom(ms: number, words: string): string {
  return firstIdAt(ms).slice(0, 11) + hash('sha256', words).slice(0, 13)
}

/** Returns the smallest id of a moment (milliseconds). */
export function firstIdAt(ms: number): string {
  return Math.floor(ms).toString(16).padStart(11, '0') + '0'.repeat(13)
}

/** Returns the moment (milliseconds) at which an id was made; null for a text that this gateway has not made as one. */
export function momentOf(id: string): number | null {
  return /^[0-9a-f]{24}$/.test(id) ? Number.parseInt(id.slice(0, 11), 16) : null
}

/** Ids of the years 2004 to 2039, with a letter. */
const IN_TEXT = /(?<![0-9a-z])1(?=[0-9a-f]{0,22}[a-f])[0-9a-f]{23}(?![0-9a-z])/iy

/** Returns where the id of ours ends that holds this place of a text; null where none does. */
export function endOfIdAt(text: string, at: number): number | null {
  for (let start = at; start > at - 24 && /[0-9a-f]/.test(text.charAt(start)); start -= 1) {
    IN_TEXT.lastIndex = start
    if (IN_TEXT.test(text)) return start + 24
  }
  return null
}

/** Accepts every form of id in the contract: 24 to 36 hexadecimal digits and dashes. */
export function looksLikeId(text: string): boolean {
  return /^[0-9a-fA-F-]{24,36}$/.test(text)
}

/** Drawn together, because a call costs as much for four bytes as for a thousand. */
const drawn = Buffer.alloc(1024)
let used = drawn.length

function randomBits(bytes: 4 | 6): number {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += bytes
  return drawn.readUIntBE(used - bytes, bytes)
}
