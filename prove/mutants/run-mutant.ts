import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Options, shortForm } from '../options.ts'
import { prove, type Verdict } from '../prove.ts'
import { mutated } from './apply.ts'
import type { Mutant } from './mutant.ts'

/** The result of running the proof against one mutant. */
export interface MutantResult {
  name: string
  /** The comparison that found it; null when the mutant survived. */
  found_by: string | null
  /** The first line of it. */
  says: string
  seconds: number
}

const TRIES = 3

/**
 * Runs the proof against a mutant, with further seeds when the first run does not find it. Throws when the mutated
 * gateway does not start, which would prove nothing.
 */
export async function runMutant(
  mutant: Mutant,
  seed: number,
  place: Pick<Options, 'tree' | 'report' | 'stop'>,
): Promise<MutantResult> {
  const began = performance.now()
  const { tree, remove } = mutated(place.tree, mutant)
  try {
    const simulated = mutant.simulated ? await simulate(tree, mutant.simulated, place.stop) : null
    if (simulated) {
      const seconds = (performance.now() - began) / 1000
      return { name: mutant.name, found_by: `simulation, ${simulated.by}`, says: simulated.says, seconds }
    }
    if (mutant.simulated) place.report(`${mutant.name}: not found by the simulation`)
    if (mutant.tests) {
      const says = await failureOf(tree, mutant.tests, place.stop)
      const seconds = (performance.now() - began) / 1000
      return { name: mutant.name, found_by: says === null ? null : mutant.tests.join(', '), says: says ?? '', seconds }
    }
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const all = (await proveIt(mutant, seed + attempt, { ...place, tree })).found
      // A slow machine may not finish in time, which says nothing about the build. Duplicates do.
      const late = all.some(({ between }) => between === 'the end')
      const found = late && !mutant.hangs ? all.filter(({ kind }) => kind === 'duplicate') : all
      const seconds = (performance.now() - began) / 1000
      const by = [...new Set(found.map(({ between }) => between))].join(', ')
      if (found.length > 0)
        return { name: mutant.name, found_by: by, says: `${found[0]!.kind}: ${found[0]!.says}`, seconds }
      place.report(`${mutant.name}: not found with seed ${seed + attempt}`)
    }
    return { name: mutant.name, found_by: null, says: '', seconds: (performance.now() - began) / 1000 }
  } finally {
    remove()
  }
}

/**
 * How many seeds to try, from the recorded one on. One more or one fewer statement in the gateway changes the choices
 * that a seed makes.
 */
const SEEDS = 60

/** Runs the simulation of a mutated checkout. Returns the first finding and its seed; null without a finding. */
async function simulate(
  tree: string,
  { scene, seed }: NonNullable<Mutant['simulated']>,
  stop: AbortSignal,
): Promise<{ by: string; says: string } | null> {
  const args = ['--simulate', '--first', '--only', scene, '--seed', String(seed), '--runs', String(SEEDS)]
  const run = spawn(process.execPath, ['prove/main.ts', ...args], { cwd: tree, signal: stop, stdio: 'pipe' })
  const said: Buffer[] = []
  run.stdout.on('data', part => said.push(part))
  run.stderr.resume()
  await once(run, 'exit')
  const found = /^(seed \d+), .*\n {2}(.+)$/m.exec(Buffer.concat(said).toString())
  return found ? { by: found[1]!, says: found[2]! } : null
}

/** Runs tests of a mutated checkout. Returns the first that fails; null if all pass. Throws if they do not run. */
async function failureOf(tree: string, tests: readonly string[], stop: AbortSignal): Promise<string | null> {
  const run = spawn(process.execPath, ['tools/test.ts', '--limit=180', ...tests], {
    cwd: tree,
    signal: stop,
    stdio: 'pipe',
  })
  const said: Buffer[] = []
  run.stdout.on('data', part => said.push(part))
  const [code] = (await once(run, 'exit')) as [number | null]
  if (code === 0) return null
  const text = Buffer.concat(said).toString()
  const failed = /✖ (?!\/)(.+?) \(/.exec(text)?.[1] ?? /✖ (it took longer .*|faults:\n.*)/.exec(text)?.[1]
  if (!failed) throw new Error(`the tests of ${tree} do not run:\n${text}`)
  return failed
}

function proveIt({ scene }: Mutant, seed: number, place: Pick<Options, 'tree' | 'report' | 'stop'>): Promise<Verdict> {
  return prove({ ...shortForm(seed, place), time_limit_ms: 120_000, ...scene })
}

/** A table: mutant, found by, seconds. */
export function mutantTable(all: readonly MutantResult[]): string {
  const width = Math.max(...all.map(({ name }) => name.length))
  const lines = all.map(
    ({ name, found_by, says, seconds }) =>
      `${name.padEnd(width)}  ${seconds.toFixed(0).padStart(4)} s  ${found_by === null ? 'SURVIVED' : `${found_by}: ${says}`}`,
  )
  const survived = all.filter(({ found_by }) => found_by === null).length
  return [...lines, `${all.length - survived} of ${all.length} mutants were found`].join('\n')
}
