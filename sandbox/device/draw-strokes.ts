import { createHash } from 'node:crypto'

const WIDTH = 300
const HEIGHT = 100
const MARGIN = 50
const LENGTH = WIDTH - 2 * MARGIN
/** Points along the line; straight lines between them look round. */
const STEPS = 320

/** Pen strokes that look like a signature, shaped by the seed: loops along a rising line, as devices send them. */
export function drawStrokes(seed: string): string {
  const point = lineOf(createHash('sha256').update(seed).digest())
  const points = Array.from({ length: STEPS + 1 }, (_, step) => point(step / STEPS))
  const texts = points.map(([x, y]) => `${within(x, WIDTH)},${within(y, HEIGHT)}`)
  return [...texts, '0,65535', '~'].join('^')
}

function within(at: number, size: number): number {
  return Math.min(size - 1, Math.max(0, Math.round(at)))
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
