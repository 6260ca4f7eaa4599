import { dirname } from 'node:path'
import { MUTANTS } from './mutants/index.ts'
import { type MutantResult, mutantTable, runMutant } from './mutants/run-mutant.ts'
import { type Asked, longForm, readArguments, shortForm } from './options.ts'
import { prove } from './prove.ts'
import { table } from './table.ts'

/**
 * `npm run prove -- [--minutes 5 | --short] [--seed N]`, or `npm run prove -- --mutants [--only name]`, or
 * `npm run prove -- --simulate [--runs 200] [--seed N] [--only scene] [--first] [--traced]`. Exits with 1 on any
 * finding.
 */
const tree = dirname(import.meta.dirname)
const report = (line: string) => void process.stderr.write(`${line}\n`)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const place = { tree, report, stop: stopping.signal }

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2))
  if (asked.mutants) return runMutants(asked)
  if (asked.simulate) return runSimulated(asked)
  const verdict = await prove(asked.short ? shortForm(asked.seed, place) : longForm(asked, place))
  process.stdout.write(`${table(verdict)}\n`)
  return verdict.found.length === 0 ? 0 : 1
}

/** Simulates the core in one process. Imported late because it loads the gateway, which the proof must not. */
async function runSimulated({ only: scene, ...asked }: Asked): Promise<number> {
  const { runSimulation, simulationTable } = await import('../test/simulation/run-simulation.ts')
  const verdict = await runSimulation({ ...asked, scene, report, stop: stopping.signal })
  process.stdout.write(`${simulationTable(verdict)}\n`)
  return verdict.found.length === 0 && verdict.runs > 0 ? 0 : 1
}

/** Each wrong build has to be noticed. */
async function runMutants({ seed, only }: Asked): Promise<number> {
  const results: MutantResult[] = []
  for (const mutant of MUTANTS.filter(({ name }) => name.includes(only))) {
    if (stopping.signal.aborted) break
    const one = await runMutant(mutant, seed, place)
    report(mutantTable([one]))
    results.push(one)
  }
  process.stdout.write(`${mutantTable(results)}\n`)
  return results.length > 0 && results.every(({ found_by }) => found_by !== null) ? 0 : 1
}

process.exit(
  await main().catch(error => {
    report(`prove: ${error instanceof Error ? (error.stack ?? error.message) : error}`)
    return 1
  }),
)
