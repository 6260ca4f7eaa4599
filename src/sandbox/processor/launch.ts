import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findLive, processorFolder, type Reach } from './reach.ts'

export interface LaunchSettings {
  /** TOLLGATE_HOME: the simulator keeps everything in `<home>/processor`. */
  home: string
  log: (text: string) => void
  /** Factor on the delays of the test amounts; 1 is real seconds. An adopted simulator keeps the one it has. */
  delay_scale?: number
}

export interface LaunchedSimulator {
  address: string
  secret: string
  /** Where it is now, started anew if it is gone. A new one has another address and secret but the same ledger. */
  restartIfGone(): Promise<{ address: string; secret: string }>
  /** Ends it and waits for that, but only if this process started it or its starter is gone. */
  stop(): Promise<void>
}

const POLL_MS = 20
const RETRY_MS = 250
const READY_WITHIN_MS = 15_000

/**
 * Adopts the simulator that lives in this home, or starts one and waits until it answers. It runs in a process group of
 * its own, so Ctrl-C reaches the gateway first and the gateway can still finish what it has asked. Throws when none gets
 * ready within 15 seconds; its own words are then in `<home>/processor/simulator.log`.
 */
export async function launchSimulator(settings: LaunchSettings): Promise<LaunchedSimulator> {
  const { home, log } = settings
  let child: ChildProcess | undefined
  const started = new Set<number>()
  let restarting: Promise<Reach> | undefined

  async function reach(): Promise<Reach> {
    const deadline = AbortSignal.timeout(READY_WITHIN_MS)
    let attempt: ChildProcess | undefined
    while (!deadline.aborted) {
      const live = await findLive(home)
      if (live) return live
      if (attempt?.exitCode)
        throw new Error(`the processor simulator ended with ${attempt.exitCode}, see ${logPath(home)}`)
      // An attempt that ended with 0 met another one, just starting or just ending: give that one time.
      if (attempt && hasEnded(attempt)) await wait(RETRY_MS)
      if (!attempt || hasEnded(attempt)) {
        attempt = await start(settings)
        child = attempt
        if (child.pid !== undefined) started.add(child.pid)
        log(`processor simulator started as process ${child.pid}`)
      }
      await wait(POLL_MS)
    }
    throw new Error(`no processor simulator got ready in ${processorFolder(home)}`)
  }

  const { address, secret } = await reach()
  return {
    address,
    secret,
    async restartIfGone() {
      restarting ??= reach().finally(() => {
        restarting = undefined
      })
      const { address, secret } = await restarting
      return { address, secret }
    },
    async stop() {
      await restarting?.catch(() => undefined)
      if (child && !hasEnded(child)) return endChild(child)
      const live = await findLive(home)
      // One that was slow to answer under load was taken for gone: the second attempt met it and ended, the first still runs.
      const isOurs = live !== null && started.has(live.pid)
      if (live && live.launched_by !== null && (isOurs || !isAlive(live.launched_by))) await endForeign(home, live.pid)
    },
  }
}

async function start({ home, delay_scale = 1 }: LaunchSettings): Promise<ChildProcess> {
  await mkdir(processorFolder(home), { recursive: true, mode: 0o700 })
  // A file, not a pipe: the simulator may outlive us, and must neither hold our pipes open nor lose its voice.
  const output = await open(logPath(home), 'a', 0o600)
  try {
    const main = fileURLToPath(new URL('./main.ts', import.meta.url))
    const args = [main, '--home', home, '--delay-scale', String(delay_scale), '--launched-by', String(process.pid)]
    // The empty environment keeps the gateway's keys and database password away from it.
    const child = spawn(process.execPath, args, { detached: true, env: {}, stdio: ['ignore', output.fd, output.fd] })
    child.on('error', () => undefined)
    child.unref()
    return child
  } finally {
    await output.close()
  }
}

function logPath(home: string): string {
  return join(processorFolder(home), 'simulator.log')
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

async function endChild(child: ChildProcess): Promise<void> {
  child.ref()
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** We are not its parent, so its end can only be seen from outside. */
async function endForeign(_home: string, pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM')
  const deadline = AbortSignal.timeout(READY_WITHIN_MS)
  while (!deadline.aborted && isAlive(pid)) await wait(POLL_MS)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
