import { dirname } from 'node:path'
import { longForm, readArguments, shortForm } from './options.ts'
import { prove } from './prove.ts'
import { table } from './table.ts'

/** `npm run prove -- [--minutes 5 | --short] [--seed N]`, or `npm run prove -- --mutants [--only name]`. Fails when anything does not fit. */
const tree = dirname(import.meta.dirname)
const told = (line: string) => void process.stderr.write(`${line}\n`)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const place = { tree, told, stop: stopping.signal }

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2))
  const verdict = await prove(asked.short ? shortForm(asked.seed, place) : longForm(asked, place))
  process.stdout.write(`${table(verdict)}\n`)
  return verdict.found.length === 0 ? 0 : 1
}

process.exit(
  await main().catch(error => {
    told(`prove: ${error instanceof Error ? (error.stack ?? error.message) : error}`)
    return 1
  }),
)
