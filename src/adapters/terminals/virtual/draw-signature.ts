import { createHash } from 'node:crypto'
import { grayPng } from '../../../lib/gray-png.ts'

const WIDTH = 300
const HEIGHT = 100
const MARGIN = 50
const LENGTH = WIDTH - 2 * MARGIN
const PAPER = 0xff
const INK = 0x00
/** Points along the line; close enough that the pen leaves no gaps. */
const STEPS = 4000
/** Radius of the pen in dots. */
const PEN = 1.3

/** Draws something that looks like a signature as a PNG image: loops along a rising line, shaped by the seed. */
export function drawSignature(seed: string): Buffer {
  const dots = Buffer.alloc(WIDTH * HEIGHT, PAPER)
  const point = lineOf(createHash('sha256').update(seed).digest())
  for (let step = 0; step <= STEPS; step += 1) {
    const [x, y] = point(step / STEPS)
    stamp(dots, x, y)
  }
  return grayPng(dots, WIDTH, HEIGHT)
}

/** The line as a function from 0 … 1 to a place on the paper. Each shape takes one byte of the seed, as 0 … 1. */
function lineOf(seed: Buffer): (at: number) => [x: number, y: number] {
  const shape = (index: number): number => seed[index]! / 255
  const turns = 5 + Math.round(shape(0) * 4)
  // Wider than a turn is long, so that the line crosses itself.
  const loop = ((2 + 2 * shape(1)) * LENGTH) / (2 * Math.PI * turns)
  const rise = shape(2) * 16
  const tall = 10 + shape(3) * 14
  const wave = 1 + shape(4) * 2
  const start = shape(5) * Math.PI
  return at => {
    const angle = start + at * turns * 2 * Math.PI
    // Names begin with a capital: the line flattens towards its end.
    const height = tall * (1 - 0.6 * at) + 4 * Math.sin(wave * angle)
    return [MARGIN + at * LENGTH + loop * Math.cos(angle), HEIGHT / 2 + rise * (0.5 - at) + height * Math.sin(angle)]
  }
}

/** Presses the pen down: every dot within its radius. */
function stamp(dots: Buffer, x: number, y: number): void {
  for (let row = Math.ceil(y - PEN); row <= y + PEN; row += 1) {
    for (let column = Math.ceil(x - PEN); column <= x + PEN; column += 1) {
      const inside = (column - x) ** 2 + (row - y) ** 2 <= PEN ** 2
      const onPaper = row >= 0 && row < HEIGHT && column >= 0 && column < WIDTH
      if (inside && onPaper) dots[row * WIDTH + column] = INK
    }
  }
}
