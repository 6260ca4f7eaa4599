import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Bar, medianOf } from './bar.ts'
import { exactProcessorMs, readyLine, residentMiB, startFloor } from './gateway.ts'
import { processorMsOfTree } from './processor-time.ts'

/** The cost of a gateway without requests, compared with a bare server on the same embedded PostgreSQL. */
interface Standing {
  /** Milliseconds from the command to the ready line, with an empty (`cold`) and a used (`warm`) home. */
  cold: Pair
  warm: Pair
  /** Milliseconds of processor time until then, for all started processes together. */
  cold_cpu: Pair
  warm_cpu: Pair
  /** Milliseconds of processor time of each server's main process during the same `IDLE_MS`. */
  idle: Pair
  /** Resident memory of the gateway's process, after `SETTLE_MS` without a request. */
  idle_mib: number
}

/** One figure per run. Runs of gateway and floor alternate. */
interface Pair {
  ours: number[]
  floor: number[]
}

/** Maximum multiples of the floor. */
const BARS = { cold: 3, warm: 8, cold_cpu: 5, warm_cpu: 16, idle: 2.5 }
const IDLE_MIB_BAR = 120
const NAMES = {
  cold: "`npm start`, empty home, times the floor's",
  warm: "`npm start`, used home, times the floor's",
  cold_cpu: "`npm start`, empty home, processor time, times the floor's",
  warm_cpu: "`npm start`, used home, processor time, times the floor's",
  idle: "processor time while idle, times the floor's",
}
const RUNS = 3
const SETTLE_MS = 40_000
const IDLE_MS = 10_000
/** Statements per second of an idle gateway. The floor sends the same number. */
const LOOKS = 7

/** Alternates starts of the gateway (`npm start`) and the floor on new homes, and then measures the last two idle. */
export async function measureStanding(): Promise<Standing> {
  const homes: string[] = []
  const started: Started[] = []
  const times = { cold: noRuns(), warm: noRuns(), cold_cpu: noRuns(), warm_cpu: noRuns() }
  try {
    for (let run = 0; run < RUNS; run += 1) {
      for (const each of started.splice(0)) await each.stop()
      for (const [name, start] of STARTS) {
        const home = await mkdtemp(join(tmpdir(), 'tollgate-bench-'))
        homes.push(home)
        const first = await start(home)
        times.cold[name].push(first.ms)
        times.cold_cpu[name].push(first.cpu_ms)
        await first.stop()
        const second = await start(home)
        times.warm[name].push(second.ms)
        times.warm_cpu[name].push(second.cpu_ms)
        started.push(second)
      }
    }
    const [floor, gateway] = started as [Started, Started]
    await pause(SETTLE_MS)
    const idle = await idleTimes(await programOf(gateway.pid), floor.pid)
    return { ...times, idle, idle_mib: await residentMiB(await programOf(gateway.pid)) }
  } finally {
    for (const each of started) await each.stop()
    for (const home of homes) await rm(home, { recursive: true, force: true })
  }
}

const noRuns = (): Pair => ({ ours: [], floor: [] })

async function idleTimes(gateway: number, floor: number): Promise<Pair> {
  const times = noRuns()
  for (let run = 0; run < RUNS; run += 1) {
    const before = [await exactProcessorMs(gateway), await exactProcessorMs(floor)] as const
    await pause(IDLE_MS)
    times.ours.push((await exactProcessorMs(gateway)) - before[0])
    times.floor.push((await exactProcessorMs(floor)) - before[1])
  }
  return times
}

interface Started {
  pid: number
  ms: number
  cpu_ms: number
  stop(): Promise<void>
}

const STARTS: readonly ['ours' | 'floor', (home: string) => Promise<Started>][] = [
  ['floor', startServer],
  ['ours', startAsUsersDo],
]

async function startServer(home: string): Promise<Started> {
  const began = performance.now()
  const server = await startFloor('server', [home, String(LOOKS)])
  const ms = performance.now() - began
  return { ...server, ms, cpu_ms: await processorMsOfTree(server.pid) }
}

async function startAsUsersDo(home: string): Promise<Started> {
  const began = performance.now()
  const env = { ...process.env, TOLLGATE_HOME: home, TOLLGATE_LOG_LEVEL: 'warn', PORT: '0' }
  const child: ChildProcess = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await readyLine(child)
  const ms = performance.now() - began
  return {
    pid: child.pid!,
    ms,
    cpu_ms: await processorMsOfTree(child.pid!),
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
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
  const compared = (['cold', 'warm', 'cold_cpu', 'warm_cpu', 'idle'] as const).map(name => {
    const { ours, floor } = standing[name]
    const times = ours.map((value, run) => value / floor[run]!)
    return atMost(BARS[name], NAMES[name], times)
  })
  return [...compared, atMost(IDLE_MIB_BAR, 'resident memory while idle', standing.idle_mib, 'MiB')]
}

/** Returns the times on this machine. They have no bar. */
export function standingLine({ cold, warm, idle }: Standing): string {
  const ms = ({ ours, floor }: Pair) => `${medianOf(ours).toFixed(0)} ms (floor ${medianOf(floor).toFixed(0)})`
  const percent = (some: readonly number[]) => `${((100 * medianOf(some)) / IDLE_MS).toFixed(2)} %`
  const core = `${percent(idle.ours)} of a core while idle (floor ${percent(idle.floor)})`
  return `For information: \`npm start\` with an empty home ${ms(cold)}, with a used one ${ms(warm)}; ${core}.`
}
