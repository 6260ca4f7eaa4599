import type { Cost, GrowthFigure } from './growth.ts'

/** How many times as much an operation may cost at a hundred times the rows, from ten thousand to a million. */
const BAR = 3
const COMPARED = [10_000, 1_000_000] as const
/** Below these, time says more about the machine than about the number of rows. */
const LEAST = { ms: 5, pages: 40 }

/** The figures as a Markdown table, and the bars that they miss. */
export function growthReport(figures: readonly GrowthFigure[]): { text: string; missed: string[] } {
  const sizes = sizesOf(figures)
  const [small, large] = comparedOf(sizes)
  const head = ['operation', ...sizes.map(written), `times, ${written(small)} to ${written(large)}`, 'first time']
  const lines = figures.map(({ operation, costs }) => {
    const cells = sizes.map(size => cell(costs.get(size)!))
    const [one, other] = [costs.get(small)!, costs.get(large)!]
    const first = `${Math.round(one.first_pages)} to ${Math.round(other.first_pages)}`
    return [operation, ...cells, `${times(one, other, 'pages')}; ${times(one, other, 'ms')}`, first]
  })
  const rows = [head, head.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |`)
  const missed = figures.flatMap(({ operation, costs }) =>
    (['pages', 'ms'] as const).flatMap(what => {
      const [one, other] = [Math.max(costs.get(small)![what], LEAST[what]), costs.get(large)![what]]
      return other > BAR * one ? [`${operation}: ${(other / one).toFixed(1)} times the ${what}, bar ${BAR}`] : []
    }),
  )
  return { text: rows.join('\n'), missed }
}

/** A short run has none of the two: its first and last are compared. */
function comparedOf(sizes: readonly number[]): [number, number] {
  return COMPARED.every(size => sizes.includes(size)) ? [...COMPARED] : [sizes[0]!, sizes.at(-1)!]
}

function sizesOf([first]: readonly GrowthFigure[]): number[] {
  return [...(first?.costs.keys() ?? [])]
}

function written(size: number): string {
  return size.toLocaleString('en-US')
}

function cell({ pages, ms }: Cost): string {
  return `${Math.round(pages)}; ${ms.toFixed(1)} ms`
}

function times(small: Cost, large: Cost, what: 'pages' | 'ms'): string {
  return (large[what] / small[what]).toFixed(1)
}

const WIDTH = 960
const HEIGHT = 560
const BOX = { left: 64, right: 340, top: 48, bottom: 48 }
const LABEL_HEIGHT = 21
const COLOURS = ['#4269d0', '#d97706', '#e0455e', '#1a9c8c', '#3f8f3f', '#b0569c', '#8a63d2', '#8b6f56', '#7a7f87']

/** Pages touched by each operation against the number of rows, both logarithmic, for light and dark pages. */
export function growthPlot(figures: readonly GrowthFigure[]): string {
  const sizes = sizesOf(figures)
  const all = figures.flatMap(({ costs }) => [...costs.values()].map(({ pages }) => Math.max(1, pages)))
  const most = 10 ** Math.ceil(Math.log10(Math.max(...all, 10)))
  const span = Math.log10(sizes.at(-1)! / sizes[0]!) || 1
  const x = (size: number) => BOX.left + (Math.log10(size / sizes[0]!) / span) * (WIDTH - BOX.left - BOX.right)
  const y = (pages: number) =>
    HEIGHT - BOX.bottom - (Math.log10(Math.max(1, pages)) / Math.log10(most)) * (HEIGHT - BOX.top - BOX.bottom)
  const grid = Array.from({ length: Math.log10(most) + 1 }, (_, power) => {
    const at = y(10 ** power).toFixed(1)
    return `<path class="grid" d="M${BOX.left} ${at}H${WIDTH - BOX.right}"/><text x="${BOX.left - 8}" y="${at}" dy="4" text-anchor="end">${written(10 ** power)}</text>`
  })
  const ticks = sizes.map(
    size =>
      `<text x="${x(size).toFixed(1)}" y="${HEIGHT - BOX.bottom + 22}" text-anchor="middle">${written(size)}</text>`,
  )
  const heights = labelHeights(figures.map(({ costs }) => y(costs.get(sizes.at(-1)!)!.pages)))
  const lines = figures.map(({ operation, costs }, index) => {
    const points = sizes.map(size => `${x(size).toFixed(1)},${y(costs.get(size)!.pages).toFixed(1)}`)
    const [end, label] = [points.at(-1)!, heights[index]!.toFixed(1)]
    const colour = COLOURS[index % COLOURS.length]
    const lead = `<path class="lead" d="M${end.replace(',', ' ')}L${WIDTH - BOX.right + 20} ${label}" stroke="${colour}"/>`
    return `<polyline points="${points.join(' ')}" stroke="${colour}"/>${lead}<text x="${WIDTH - BOX.right + 24}" y="${label}" dy="4">${operation}</text>`
  })
  const title = 'Pages of 8 KiB that an operation touches, by rows in each table'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
<style>
  svg { background: #fff } text { font: 13px system-ui, sans-serif; fill: #333 }
  polyline { fill: none; stroke-width: 2 } .grid { stroke: #ddd } .lead { stroke-width: 1; opacity: 0.5 }
  @media (prefers-color-scheme: dark) { svg { background: #16181c } text { fill: #ddd } .grid { stroke: #3a3d42 } }
</style>
<text x="${BOX.left}" y="24">${title}</text>
${[...grid, ...ticks, ...lines].join('\n')}
</svg>
`
}

/** Labels at the ends of their lines, moved apart. Heights in the order of the lines. */
function labelHeights(ends: readonly number[]): number[] {
  const heights = [...ends]
  const order = ends.map((_, index) => index).toSorted((one, other) => ends[one]! - ends[other]!)
  const first = Math.min(ends[order[0]!]!, HEIGHT - BOX.bottom - order.length * LABEL_HEIGHT)
  let least = Math.max(BOX.top - LABEL_HEIGHT, first)
  for (const index of order) {
    heights[index] = Math.max(ends[index]!, least)
    least = heights[index]! + LABEL_HEIGHT
  }
  // Those at the bottom have taken room that is not there: what lies above gives way.
  let lowest = HEIGHT - BOX.bottom
  for (const index of order.toReversed()) {
    heights[index] = Math.min(heights[index]!, lowest)
    lowest = heights[index]! - LABEL_HEIGHT
  }
  return heights
}
