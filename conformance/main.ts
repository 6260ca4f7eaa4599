import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BROKEN_RULES } from './broken/index.ts'
import { brokenTable, failingUnbroken, tryBroken } from './broken/run.ts'
import { allChecks } from './cases/index.ts'
import { fuzz, fuzzPages, fuzzReport } from './fuzz.ts'
import { createLab, type Lab } from './lab.ts'
import { jsonReport, textReport } from './report.ts'
import { runChecks } from './run.ts'
import { readSandbox } from './sandbox.ts'
import { readStatements } from './statement.ts'

const USAGE = `usage: npm run conformance -- --sandbox PATH [--base-url URL] [--only PREFIX,PREFIX] [--json]
  --sandbox   the sandbox.json of the instance that is tried
  --base-url  where it answers; the address in sandbox.json when left out
  --only      statements whose ids begin with one of these
  --json      every result and reason as JSON
  --fuzz      so many seconds of hostile requests instead of statements
  --pages     with --fuzz: requests to the pages that people open, instead of the API
  --seed      the seed of a run to be made again
usage: npm run conformance -- --broken [--only TEXT]
  --broken    breaks rules of the contract in copies of this checkout and prints the statements that fail
  --only      rules whose entry contains this text`

/**
 * Checks a running gateway against the contract. Exit code 1 when a statement does not hold or an answer is not as
 * described, 2 when nothing could be
 * checked.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      'base-url': { type: 'string' },
      sandbox: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      fuzz: { type: 'string' },
      seed: { type: 'string' },
      pages: { type: 'boolean', default: false },
      broken: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.broken) return broken(values.only ?? '')
  if (values.help || values.sandbox === undefined) {
    process.stdout.write(`${USAGE}\n`)
    return values.help ? 0 : 2
  }
  const sandbox = await readSandbox(values.sandbox)
  const base_url = (values['base-url'] ?? sandbox.base_url).replace(/\/+$/, '')
  const lab = createLab(base_url, sandbox)
  if (values.fuzz !== undefined) return fuzzed(lab, { ...values, fuzz: values.fuzz })

  const prefixes = (values.only ?? '').split(',').filter(Boolean)
  const isAsked = (id: string): boolean => prefixes.length === 0 || prefixes.some(prefix => id.startsWith(prefix))

  const statements = readStatements().filter(({ id }) => isAsked(id))
  const checks = allChecks().filter(({ ids }) => ids.some(isAsked))
  const verdicts = await runChecks(lab, statements, checks)
  const report = values.json ? jsonReport : textReport
  process.stdout.write(`${report(verdicts, lab.compared)}\n`)
  return verdicts.some(({ result }) => result === 'fail') || lab.compared.faults.size > 0 ? 1 : 0
}

/** Returns exit code 1 if a statement passes although its rule is broken, or fails in the unchanged checkout. */
async function broken(only: string): Promise<number> {
  const tree = join(import.meta.dirname, '..')
  const rules = BROKEN_RULES.filter(rule => JSON.stringify(rule).includes(only))
  if (rules.length === 0) throw new Error(`no broken rule contains the text ${only}`)
  const failing = await failingUnbroken(tree, rules)
  for (const { id, result, reasons } of failing)
    process.stdout.write(`unbroken: ${id} ${result}: ${reasons.join('; ')}\n`)
  const findings = await tryBroken(tree, rules, line => process.stderr.write(`${line}\n`))
  process.stdout.write(`${brokenTable(findings)}\n`)
  return failing.length > 0 || findings.some(({ found }) => !found) ? 1 : 0
}

async function fuzzed(
  lab: Lab,
  { fuzz: duration, seed: given, json: asJson, pages }: { fuzz: string; seed?: string; json: boolean; pages: boolean },
): Promise<number> {
  const seconds = Number(duration)
  const seed = given === undefined ? randomInt(1, 2 ** 31) : Number(given)
  if (!(seconds > 0) || !Number.isInteger(seed))
    throw new Error('--fuzz takes a number of seconds, --seed a whole number')
  process.stderr.write(`seed ${seed}\n`)
  const run = await (pages ? fuzzPages : fuzz)(lab, { seconds, seed })
  process.stdout.write(`${asJson ? JSON.stringify(run, null, 2) : fuzzReport(run)}\n`)
  return run.findings.length > 0 ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`conformance: ${(error as Error).message}\n`)
  process.exitCode = 2
}
