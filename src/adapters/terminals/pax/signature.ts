import { randomUUID } from 'node:crypto'
import { grayPng } from '../../../lib/gray-png.ts'
import type { Device } from '../../../ports/terminal.ts'
import type { TerminalLine } from '../../../ports/terminal-line.ts'
import { RESULT } from './codes.ts'
import { exchange } from './exchange.ts'

/** Characters per request. */
const CHUNK = 90_000
const MOST = 512 * 1024
const WAIT_MS = 15_000
/** The outcome of the payment waits for its signature, however the device hands it out: so often, and so long. */
const MOST_PIECES = 64
const LONGEST_MS = 30_000

/**
 * Returns the last signature as a PNG image in base64; null when there is none or it cannot be fetched, because a
 * payment without its signature is still a payment.
 */
export async function fetchSignature(line: TerminalLine, device: Device): Promise<string | null> {
  try {
    let data = ''
    const late = AbortSignal.timeout(LONGEST_MS)
    for (let pieces = 0; pieces < MOST_PIECES && !late.aborted; pieces += 1) {
      const parts = { offset: String(data.length), length: String(CHUNK) }
      const answer = await exchange(line, device, { id: randomUUID(), command: 'A08', parts, wait_ms: WAIT_MS })
      const piece = answer.parts.data ?? ''
      if (answer.result !== RESULT.ok || piece === '' || data.length > MOST) return null
      data += piece
      if (data.length >= Number(answer.parts.total)) return imageOf(data)
    }
    return null
  } catch {
    return null
  }
}

/** Returns pen strokes as a PNG image in base64; null for anything else. */
export function imageOf(data: string): string | null {
  return signatureImage(data)?.toString('base64') ?? null
}

const PAPER = 0xff
const INK = 0x00
const MARGIN = 6
/** Radius of the pen in dots. */
const PEN = 1.3
const WIDEST = 640
const TALLEST = 240
const MOST_POINTS = 20_000
/** Presses of the pen: ten times a long signature. It is drawn where all requests are answered. */
const MOST_PRESSES = 100_000

type Point = readonly [x: number, y: number]

/**
 * Parses the strokes of a signature: `x,y^x,y^0,65535^x,y^…^~`, where 0,65535 lifts the pen and ~ ends. Null for
 * anything else.
 */
function strokesOf(data: string): Point[][] | null {
  const texts = data.replace(/\^?~.*$/s, '').split('^')
  if (texts.length > MOST_POINTS) return null
  const strokes: Point[][] = [[]]
  for (const text of texts) {
    const match = /^(\d{1,5}),(\d{1,5})$/.exec(text.trim())
    if (!match) return null
    const [x, y] = [Number(match[1]), Number(match[2])]
    if (x === 0 && y === 65535) strokes.push([])
    else strokes.at(-1)!.push([x, y])
  }
  const drawn = strokes.filter(stroke => stroke.length > 0)
  return drawn.length > 0 ? drawn : null
}

/** Draws the strokes as a PNG image; null when there are none. */
function signatureImage(data: string): Buffer | null {
  const strokes = strokesOf(data)
  if (!strokes) return null
  const points = strokes.flat()
  const presses = strokes.flatMap(stroke => stroke.map((point, index) => 1 + stepsTo(point, stroke[index - 1])))
  if (presses.reduce((sum, each) => sum + each, 0) > MOST_PRESSES) return null
  const [left, top] = [lowest(points, 0), lowest(points, 1)]
  const width = Math.min(WIDEST, highest(points, 0) - left + 2 * MARGIN + 1)
  const height = Math.min(TALLEST, highest(points, 1) - top + 2 * MARGIN + 1)
  const dots = Buffer.alloc(width * height, PAPER)
  for (const stroke of strokes) {
    stroke.forEach((point, index) => {
      const from = stroke[Math.max(0, index - 1)]!
      const steps = Math.max(1, distance(point, from))
      for (let step = 0; step <= stepsTo(point, from); step += 1) {
        const along = (to: number, start: number) => start + ((to - start) * step) / steps
        press(dots, width, along(point[0], from[0]) - left + MARGIN, along(point[1], from[1]) - top + MARGIN)
      }
    })
  }
  return grayPng(dots, width, height)
}

function distance(point: Point, from: Point): number {
  return Math.max(Math.abs(point[0] - from[0]), Math.abs(point[1] - from[1]))
}

/** How often the pen is pressed between two points. */
function stepsTo(point: Point, from: Point = point): number {
  return Math.min(WIDEST, Math.max(1, distance(point, from)))
}

function lowest(points: readonly Point[], axis: 0 | 1): number {
  return points.reduce((least, point) => Math.min(least, point[axis]), Number.POSITIVE_INFINITY)
}

function highest(points: readonly Point[], axis: 0 | 1): number {
  return points.reduce((most, point) => Math.max(most, point[axis]), 0)
}

/** Presses the pen down: every dot within its radius. */
function press(dots: Buffer, width: number, x: number, y: number): void {
  const height = dots.length / width
  for (let row = Math.ceil(y - PEN); row <= y + PEN; row += 1) {
    for (let column = Math.ceil(x - PEN); column <= x + PEN; column += 1) {
      const inside = (column - x) ** 2 + (row - y) ** 2 <= PEN ** 2
      const onPaper = row >= 0 && row < height && column >= 0 && column < width
      if (inside && onPaper) dots[row * width + column] = INK
    }
  }
}
