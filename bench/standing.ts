import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Bar } from './bar.ts'
import { processorSeconds, readyLine, residentMiB } from './gateway.ts'

/** What a gateway costs before anybody asks it for anything. */
interface Standing {
  /** From the command to the ready line, with an empty home and with one that has been used. */
  cold_ms: number
  warm_ms: number
  /** Of the gateway's process, after `SETTLE_MS` without a request. */
  idle_mib: number
  /** Processor time of the gateway's process, in percent of a core, over `IDLE_MS`. */
  idle_percent: number
}

const BARS: Standing = { cold_ms: 3_000, warm_ms: 1_000, idle_mib: 120, idle_percent: 0.5 }
const NAMES: Record<keyof Standing, [name: string, unit: string]> = {
  cold_ms: ['`npm start`, empty home', 'ms'],
  warm_ms: ['`npm start`, used home', 'ms'],
  idle_mib: ['resident memory while idle', 'MiB'],
  idle_percent: ['processor time while idle', '% of a core'],
}
const SETTLE_MS = 40_000
const IDLE_MS = 20_000

/** Starts the gateway twice on a home of its own, as users do, and leaves it alone for half a minute. */
export async function measureStanding(): Promise<Standing> {
  const home = await mkdtemp(join(tmpdir(), 'tollgate-bench-'))
  try {
    const cold = await start(home)
    await cold.stop()
    const warm = await start(home)
    try {
      await pause(SETTLE_MS)
      const pid = await programOf(warm.child.pid!)
      const before = await processorSeconds(pid)
      await pause(IDLE_MS)
      const busy_ms = ((await processorSeconds(pid)) - before) * 1000
      const idle = { idle_mib: await residentMiB(pid), idle_percent: (100 * busy_ms) / IDLE_MS }
      return { cold_ms: cold.ms, warm_ms: warm.ms, ...idle }
    } finally {
      await warm.stop()
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function start(home: string): Promise<{ child: ChildProcess; ms: number; stop(): Promise<void> }> {
  const began = performance.now()
  const env = { ...process.env, TOLLGATE_HOME: home, TOLLGATE_LOG_LEVEL: 'warn', PORT: '0' }
  const child = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await readyLine(child)
  return {
    child,
    ms: performance.now() - began,
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Returns the gateway: the last process of the line that npm begins. What it starts itself is not followed. */
async function programOf(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean)
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
  if (/src\/main\.ts\0?$/.test(command) && !command.includes('bootstrap')) return pid
  if (children.length === 0) throw new Error('npm has started no gateway')
  return programOf(Number(children[0]))
}

export function standingBars(standing: Standing): Bar[] {
  return keysOf(standing).map(key => {
    const [name, unit] = NAMES[key]
    return atMost(BARS[key], name, standing[key], unit)
  })
}

const keysOf = (standing: Standing) => Object.keys(standing) as (keyof Standing)[]
