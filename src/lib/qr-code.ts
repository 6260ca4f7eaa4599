import { createRequire } from 'node:module'
import { grayPng } from './gray-png.ts'

/** Loaded by the first code that is drawn: few gateways draw any. */
const require = createRequire(import.meta.url)

/** The light border around the code, in modules (ISO/IEC 18004, 5.3.8). */
const QUIET_ZONE = 4
const INK = 0
const PAPER = 255

/** A code with its border: `side` by `side` modules. */
interface Modules {
  side: number
  isDark(x: number, y: number): boolean
}

/** Returns a code to be drawn. Error correction level M: about a seventh of the code may be unreadable. */
export function qrModules(text: string): Modules {
  const QRCode: typeof import('qrcode') = require('qrcode')
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const isInside = (at: number): boolean => at >= 0 && at < size
  return {
    side: size + 2 * QUIET_ZONE,
    isDark(x, y) {
      const [column, row] = [x - QUIET_ZONE, y - QUIET_ZONE]
      return isInside(column) && isInside(row) && data[row * size + column] === 1
    },
  }
}

/** Returns a QR code as an SVG image of `pixels` by `pixels`. */
export function qrSvg(text: string, pixels: number): string {
  const { side, isDark } = qrModules(text)
  const lines = Array.from({ length: side }, (_, y) =>
    runsOf(side, x => isDark(x, y)).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  const path = lines.flat().join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path fill="#000" d="${path}"/></svg>`
}

/** Returns a QR code as a PNG image of `pixels` by `pixels`, at least one per module. */
export function qrPng(text: string, pixels: number): Buffer {
  const { side, isDark } = qrModules(text)
  const dots = Buffer.alloc(pixels * pixels, PAPER)
  const module = (pixel: number): number => Math.floor((pixel * side) / pixels)
  for (let y = 0; y < pixels; y += 1) {
    for (let x = 0; x < pixels; x += 1) if (isDark(module(x), module(y))) dots[y * pixels + x] = INK
  }
  return grayPng(dots, pixels, pixels)
}

/** Returns the start and length of each run of dark modules in a line. */
function runsOf(side: number, isDark: (x: number) => boolean): [number, number][] {
  const runs: [number, number][] = []
  for (let x = 0; x < side; x += 1) {
    if (!isDark(x)) continue
    const last = runs.at(-1)
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  }
  return runs
}
