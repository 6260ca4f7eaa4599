/** What was measured, next to the least or the most that it may be. */
export interface Bar {
  name: string
  /** The figure of each run: one, or three that alternated with runs of the floor. */
  measured: readonly number[]
  bar: number
  is_least: boolean
  unit: string
}

/** `within noise`: the runs lie on both sides of the bar, close together. `noise`: on both sides, far apart. */
type Verdict = 'met' | 'within noise' | 'noise' | 'missed'

/** If runs on both sides of a bar differ by more than this factor, the verdict is `noise`. */
const NOISE = 1.5

export function atLeast(bar: number, name: string, measured: number | readonly number[], unit = ''): Bar {
  return { name, measured: [measured].flat(), bar, is_least: true, unit }
}

export function atMost(bar: number, name: string, measured: number | readonly number[], unit = ''): Bar {
  return { name, measured: [measured].flat(), bar, is_least: false, unit }
}

/** Returns the median; NaN without values. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** A figure that could not be measured counts as missed. */
function verdictOf({ measured, bar, is_least }: Bar): Verdict {
  const met = measured.filter(value => (is_least ? value >= bar : value <= bar)).length
  if (met === 0 || measured.some(Number.isNaN)) return 'missed'
  if (met === measured.length) return 'met'
  return Math.max(...measured) > NOISE * Math.min(...measured) ? 'noise' : 'within noise'
}

/** Returns a line for each bar that is missed or lost in noise. */
export function missedOf(bars: readonly Bar[]): string[] {
  return linesOf(bars, ['missed', 'noise'])
}

/** Returns a line for each bar that is met within noise. */
export function withinNoiseOf(bars: readonly Bar[]): string[] {
  return linesOf(bars, ['within noise'])
}

function linesOf(bars: readonly Bar[], verdicts: readonly Verdict[]): string[] {
  return bars
    .filter(each => verdicts.includes(verdictOf(each)))
    .map(each => `${each.name}: ${written(each)}${rangeOf(each, ' (', ')')}, bar ${each.bar}, ${verdictOf(each)}`)
}

/** Every bar as a line of a Markdown table. */
export function barTable(bars: readonly Bar[]): string {
  const lines = bars.map(each => {
    const verdict = verdictOf(each)
    const cells = [each.name, written(each), rangeOf(each), `${each.is_least ? 'at least' : 'at most'} ${each.bar}`]
    return `| ${cells.join(' | ')} | ${verdict === 'met' ? '' : verdict} |`
  })
  return ['| figure | measured | runs | bar | |', '|---|---|---|---|---|', ...lines].join('\n')
}

function written({ measured, unit }: Bar): string {
  return `${digits(medianOf(measured))}${unit && ` ${unit}`}`
}

/** Returns the lowest and highest of several runs; an empty text for one run. */
function rangeOf({ measured }: Bar, before = '', after = ''): string {
  if (measured.length < 2) return ''
  return `${before}${digits(Math.min(...measured))} to ${digits(Math.max(...measured))}${after}`
}

function digits(value: number): string {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

const MARKS = ['<!-- written by npm run bench -- --check -->\n', '\n<!-- until here -->'] as const

/** Returns the page with what stood between the marks replaced. */
export function withTable(page: string, table: string): string {
  const [begins, ends] = MARKS.map(mark => page.indexOf(mark)) as [number, number]
  if (begins < 0 || ends < begins) throw new Error('the page has no place for the table')
  return page.slice(0, begins + MARKS[0].length) + table + page.slice(ends)
}
