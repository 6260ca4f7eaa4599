/** What was measured, next to the least or the most that it may be. */
export interface Bar {
  name: string
  measured: number
  bar: number
  is_least: boolean
  unit: string
}

export function atLeast(bar: number, name: string, measured: number, unit = ''): Bar {
  return { name, measured, bar, is_least: true, unit }
}

export function atMost(bar: number, name: string, measured: number, unit = ''): Bar {
  return { name, measured, bar, is_least: false, unit }
}

/** Returns false for what could not be measured. */
function isMet({ measured, bar, is_least }: Bar): boolean {
  return is_least ? measured >= bar : measured <= bar
}

/** Returns a line for each bar that was missed. */
export function missedOf(bars: readonly Bar[]): string[] {
  return bars.filter(each => !isMet(each)).map(each => `${each.name}: ${written(each)}, bar ${each.bar}`)
}

/** Every bar as a line of a Markdown table. */
export function barTable(bars: readonly Bar[]): string {
  const lines = bars.map(each => {
    const { name, bar, is_least } = each
    return `| ${name} | ${written(each)} | ${is_least ? 'at least' : 'at most'} ${bar} | ${isMet(each) ? '' : 'missed'} |`
  })
  return ['| figure | measured | bar | |', '|---|---|---|---|', ...lines].join('\n')
}

function written({ measured, unit }: Bar): string {
  const digits = measured >= 100 ? 0 : measured >= 10 ? 1 : 2
  return `${measured.toFixed(digits)}${unit && ` ${unit}`}`
}

const MARKS = ['<!-- written by npm run bench -- --check -->\n', '\n<!-- until here -->'] as const

/** Returns the page with what stood between the marks replaced. */
export function withTable(page: string, table: string): string {
  const [begins, ends] = MARKS.map(mark => page.indexOf(mark)) as [number, number]
  if (begins < 0 || ends < begins) throw new Error('the page has no place for the table')
  return page.slice(0, begins + MARKS[0].length) + table + page.slice(ends)
}
