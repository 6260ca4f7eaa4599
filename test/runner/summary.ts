import type { Result } from './messages.ts'
import type { FileReport } from './pool.ts'

const SLOWEST = 20
/** Characters of an error at the end of the output. It is whole below its file. */
const LONGEST_ERROR = 1200

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Counts tests, not the suites around them. A file that failed as a whole counts as one failure. */
export function countsOf(reports: readonly FileReport[]): Counts {
  const tests = reports.flatMap(({ results }) => results.filter(({ is_suite }) => !is_suite))
  const isFailure = ({ passed, todo }: Result): boolean => !passed && todo === false
  const broken = reports.filter(hasFailedAlone).length
  return {
    passed: tests.filter(({ passed, skipped }) => passed && skipped === false).length,
    failed: tests.filter(isFailure).length + broken,
    skipped: tests.filter(({ skipped, passed, todo }) => skipped !== false || (!passed && todo !== false)).length,
  }
}

/** Whether the file itself failed, or a suite failed outside its tests. */
function hasFailedAlone({ broken, results }: FileReport): boolean {
  return broken !== null || results.some(({ is_suite, passed, error }) => is_suite && !passed && error !== null)
}

/** Returns one line for the file, then its failures. `all`: a line for each test. */
export function fileLines(report: FileReport, all: boolean): string {
  const { path, seconds, results, notes, output, broken } = report
  const { passed, failed, skipped } = countsOf([report])
  const sum = [`${passed} passed`, ...(failed ? [`${failed} failed`] : []), ...(skipped ? [`${skipped} skipped`] : [])]
  const head = `${failed ? '✖' : '✔'} ${path}  ${sum.join(', ')}  ${seconds.toFixed(1)} s`
  const shown = results.filter(({ nesting }) => nesting > 0).filter(result => all || isFailed(result))
  const said = output.trim() === '' ? [] : [indented(output.trim())]
  const more = all || failed ? [...notes.map(note => `  ℹ ${note}`), ...said] : said
  const failures = results.filter(({ nesting, error }) => nesting === 0 && error !== null).map(testLine)
  return [head, ...shown.map(testLine), ...failures, ...more, ...(broken === null ? [] : [`  ✖ ${broken}`])].join('\n')
}

function isFailed({ passed, todo, error }: Result): boolean {
  return !passed && todo === false && error !== null
}

function testLine({ name, nesting, passed, skipped, todo, ms, error }: Result): string {
  const remark = reasonOf('skipped', skipped) + reasonOf('to do', todo)
  const line = `${'  '.repeat(Math.max(1, nesting))}${passed ? '✔' : '✖'} ${name} (${ms.toFixed(1)}ms)${remark}`
  return error === null ? line : `${line}\n${indented(error)}`
}

function reasonOf(what: string, reason: string | boolean): string {
  if (reason === false) return ''
  return reason === true || reason === '' ? `, ${what}` : `, ${what}: ${reason}`
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ')
}

/**
 * Returns the slowest files, the skipped tests with their reasons, the failures and the counts. The failures come last
 * because a build server may keep only the end of a long output.
 */
export function closingLines(reports: readonly FileReport[], left_out: string | null): string {
  const slowest = reports.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const { passed, failed, skipped } = countsOf(reports)
  return [
    '',
    'The slowest files, in seconds:',
    ...slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${path}`),
    ...skippedLines(reports),
    ...(left_out === null ? [] : ['', left_out]),
    ...failureLines(reports),
    '',
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n')
}

function failureLines(reports: readonly FileReport[]): string[] {
  const failed = reports.flatMap(({ path, results, broken }) => [
    ...results
      .filter(result => isFailed(result))
      .map(({ name, error }) => `  ${path}: ${name}\n${indented(error!.slice(0, LONGEST_ERROR))}`),
    ...(broken === null ? [] : [`  ${path}: ${broken}`]),
  ])
  return failed.length === 0 ? [] : ['', 'Failed:', ...failed]
}

function skippedLines(reports: readonly FileReport[]): string[] {
  const skipped = reports.flatMap(({ path, results }) =>
    results
      .filter(({ skipped, todo, passed }) => skipped !== false || (todo !== false && !passed))
      .map(({ name, skipped, todo }) => {
        const reason = skipped || todo
        return `  ${path}: ${name}: ${reason === true ? 'no reason given' : reason}`
      }),
  )
  return skipped.length === 0 ? [] : ['', 'Skipped:', ...skipped]
}
