import type { Comparison } from './described-answers.ts'
import type { Verdict } from './run.ts'

const WORD = { pass: 'pass', fail: 'FAIL', 'not checked': 'not checked' } as const

/** One line for each statement, then what answers are not as described, then the totals. */
export function textReport(verdicts: readonly Verdict[], { answers, faults }: Comparison): string {
  const lines = verdicts.map(({ id, title, result, reasons }) => {
    const [first = '', ...more] = reasons
    const rest = more.length > 0 ? ` (and ${more.length} more)` : ''
    const said = result === 'pass' ? title : `${title}: ${first.replaceAll('\n', ' ')}${rest}`
    return `${id.padEnd(13)} ${WORD[result].padEnd(12)} ${said}`
  })
  const { pass, fail, not_checked } = totals(verdicts)
  return [
    ...lines,
    '',
    ...[...faults].map(fault => `not as /openapi.json has it: ${fault}`),
    `${answers} answers compared with /openapi.json: ${faults.size} differences`,
    `${verdicts.length} statements: ${pass} pass, ${fail} FAIL, ${not_checked} not checked`,
  ].join('\n')
}

/** The same for programs, with every reason. */
export function jsonReport(verdicts: readonly Verdict[], { answers, faults }: Comparison): string {
  const compared = { answers, differences: [...faults] }
  return JSON.stringify({ totals: totals(verdicts), compared, statements: verdicts }, null, 2)
}

function totals(verdicts: readonly Verdict[]): { pass: number; fail: number; not_checked: number } {
  const count = (result: Verdict['result']): number => verdicts.filter(each => each.result === result).length
  return { pass: count('pass'), fail: count('fail'), not_checked: count('not checked') }
}
