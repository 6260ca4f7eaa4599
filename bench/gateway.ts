import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SandboxFile } from '../sandbox/sandbox-file.ts'
import { nodeEnvironment, nodeFlags } from '../tools/node-flags.mjs'

/** Measures the product against two limits of the same run. Uses 127.0.0.1 only and ends by itself. Never: a test. */
export interface Gateway {
  url: string
  pid: number
  sandbox: SandboxFile
  /** Headers that identify the client admin of merchant 0 or 1. */
  keys(merchant: 0 | 1): Record<string, string>
  /** Processor time it has used, in milliseconds. */
  cpu_ms(): Promise<number>
  /** Seconds of processor time the process has used so far, without the database's. */
  busy(): Promise<number>
  /** Resident memory in MiB. */
  memory(): Promise<number>
  stop(): Promise<void>
}

/** Starts the gateway as users do, as a process on the given database. */
export async function startGateway(
  database_url: string,
  home: string,
  settings: Record<string, string> = {},
): Promise<Gateway> {
  // What it can do is measured, not what one credential may ask of it or one address may pay at its pages.
  const limits = {
    TOLLGATE_REQUESTS_PER_CREDENTIAL: '0',
    TOLLGATE_REQUESTS_PER_ADDRESS: '0',
    TOLLGATE_PAYER_TRIES: '1000000',
  }
  const given = { TOLLGATE_LOG_LEVEL: 'warn', ...limits, ...settings }
  const env = {
    ...process.env,
    ...nodeEnvironment,
    ...given,
    DATABASE_URL: database_url,
    TOLLGATE_HOME: home,
    PORT: '0',
  }
  const child = spawn(process.execPath, [...nodeFlags, 'src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await readyLine(child)
  const sandbox = JSON.parse(await readFile(join(home, 'sandbox.json'), 'utf8')) as SandboxFile
  return {
    url,
    pid: child.pid!,
    sandbox,
    keys(merchant) {
      const { user } = sandbox.merchants[merchant]!
      return { 'developer-id': sandbox.developer_id, 'user-id': user.user_id, 'user-api-key': user.user_api_key }
    },
    cpu_ms: () => cpuOf(child.pid!),
    busy: () => processorSeconds(child.pid!),
    memory: () => residentMiB(child.pid!),
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts the processor simulator of a home beside the gateway, which adopts it. */
export async function startSimulator(home: string): Promise<Pick<Gateway, 'memory' | 'stop'>> {
  const args = [...nodeFlags, 'sandbox/processor/main.ts', '--home', home]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await readyLine(child)
  return {
    memory: () => residentMiB(child.pid!),
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
    },
  }
}

/** The same gateway on the same home and database, where every caller is the client admin of merchant 0. */
export async function startUnguarded(
  { sandbox }: Gateway,
  database_url: string,
  home: string,
): Promise<Pick<Gateway, 'url' | 'busy' | 'stop'>> {
  const { location_id, user } = sandbox.merchants[0]!
  const place = { location_id, root_id: location_id, sees_root: true, zone: 'America/New_York' }
  const caller = { user_id: user.user_id, user_type_id: 250, ...place, method: 'none', address: null }
  const env = { ...process.env, DATABASE_URL: database_url, TOLLGATE_HOME: home }
  const child = spawn(process.execPath, [...nodeFlags, 'bench/unguarded.ts', JSON.stringify(caller)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    url: await readyLine(child),
    busy: () => processorSeconds(child.pid!),
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A server of `bench/floor/`, which does only the unavoidable work. */
export interface Floor {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts a floor like the gateway, with the same Node and flags. */
export async function startFloor(name: 'records' | 'payments' | 'server', args: readonly string[]): Promise<Floor> {
  const child = spawn(process.execPath, [...nodeFlags, `bench/floor/${name}.ts`, ...args], {
    env: { ...process.env, ...nodeEnvironment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readyLine(child)
  return {
    url,
    pid: child.pid!,
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
    },
  }
}

/** The address a child prints when it is ready. */
export async function readyLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const found = / ready at (http:\S+)/.exec(line)
    if (found) return found[1]!
  }
  throw new Error('the server ended before it was ready')
}

/** User and system time in ticks of ten milliseconds; the command in parentheses may hold blanks. */
async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** User and system time of /proc/{pid}/stat, in ticks of a hundredth of a second. */
async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Returns the processor time of all threads in milliseconds, as exact as the kernel's scheduler counts it. */
export async function exactProcessorMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const spent = await Promise.all(
    threads.map(each => readFile(`/proc/${pid}/task/${each}/schedstat`, 'utf8').catch(() => '0')),
  )
  return spent.reduce((sum, line) => sum + Number(line.split(' ')[0]) / 1e6, 0)
}

export async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
