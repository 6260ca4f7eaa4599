import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../src/db/embedded.ts'
import { openSimulation, type Run, simulate } from './simulate.ts'

/** The result of several seeds. */
export interface SimulationVerdict {
  runs: number
  /** The number of events in all runs. */
  events: number
  /** Runs with findings. */
  found: Run[]
  ms: number
}

interface Asked {
  /** The first seed; each run takes the next one. */
  seed: number
  runs: number
  /** Only scenes whose name contains this. */
  scene: string
  /** Prints every event and the log lines of the processes. */
  traced: boolean
  /** Stops at the first finding. */
  first: boolean
  report(line: string): void
  stop: AbortSignal
}

/** Runs seeds one after another on a temporary database server. */
export async function runSimulation(asked: Asked): Promise<SimulationVerdict> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-simulation-'))
  const server = await startEmbedded({ home, durable: false })
  process.env.TOLLGATE_TEST_DATABASE = server.owner_url
  try {
    return await runSeeds(asked)
  } finally {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function runSeeds({ seed, runs, scene, traced, first, report, stop }: Asked): Promise<SimulationVerdict> {
  const site = await openSimulation()
  const began = performance.now()
  const verdict: SimulationVerdict = { runs: 0, events: 0, found: [], ms: 0 }
  try {
    const isOver = () => stop.aborted || (first && verdict.found.length > 0)
    for (let place = 0; place < runs && !isOver(); place++) {
      const run = await simulate(site, seed + place, scene)
      verdict.runs += 1
      verdict.events += run.trace.length
      if (traced) for (const event of [...run.trace, ...run.logged]) report(`  ${event}`)
      if (run.found.length === 0) continue
      verdict.found.push(run)
      report(`seed ${run.seed}, ${run.scene}: ${run.found[0]}`)
    }
  } finally {
    verdict.ms = performance.now() - began
    await site.close()
  }
  return verdict
}

/** Returns the findings and one line with the number of runs and their speed. */
export function simulationTable({ runs, events, found, ms }: SimulationVerdict): string {
  const a_minute = Math.round((runs / ms) * 60_000)
  const lines = found.flatMap(run => [`seed ${run.seed}, ${run.scene}`, ...run.found.map(each => `  ${each}`)])
  const speed = `${runs} interleavings of ${events} events in ${Math.round(ms / 1000)} s, ${a_minute} a minute`
  return [...lines, `${speed}; ${found.length} with findings`].join('\n')
}
