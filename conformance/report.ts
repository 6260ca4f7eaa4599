import type { Verdict } from './run.ts'

const WORD = { pass: 'pass', fail: 'FAIL', 'not checked': 'not checked' } as const

/** One line for each statement, then the totals. */
export function textReport(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(({ id, title, result, reasons }) => {
    const [first = '', ...more] = reasons
    const rest = more.length > 0 ? ` (and ${more.length} more)` : ''
    const said = result === 'pass' ? title : `${title}: ${first.replaceAll('\n', ' ')}${rest}`
    return `${id.padEnd(13)} ${WORD[result].padEnd(12)} ${said}`
  })
  const { pass, fail, not_checked } = totals(verdicts)
  return [...lines, '', `${verdicts.length} statements: ${pass} pass, ${fail} FAIL, ${not_checked} not checked`].join(
    '\n',
  )
}

/** The same for programs, with every reason. */
export function jsonReport(verdicts: readonly Verdict[]): string {
  return JSON.stringify({ totals: totals(verdicts), statements: verdicts }, null, 2)
}

function totals(verdicts: readonly Verdict[]): { pass: number; fail: number; not_checked: number } {
  const count = (result: Verdict['result']): number => verdicts.filter(each => each.result === result).length
  return { pass: count('pass'), fail: count('fail'), not_checked: count('not checked') }
}
