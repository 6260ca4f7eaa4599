import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, open } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Endpoint, findRunning } from './endpoint.ts'

/** A process of the sandbox beside the gateway. */
export interface Sidecar {
  /** Its name in messages. */
  name: string
  /** The folder of all its files. */
  folder: string
  main: URL
  /** Its arguments, to which `--launched-by` is added. */
  args: readonly string[]
  log: (text: string) => void
}

export interface LaunchedSidecar {
  address: string
  secret: string
  /**
   * Returns the current address, after a restart if it is gone. A new process has another address and secret but the
   * same ledger.
   */
  restartIfGone(): Promise<{ address: string; secret: string }>
  /** Ends it and waits for that, but only if this process started it or its starter is gone. */
  stop(): Promise<void>
}

const POLL_MS = 20
const RETRY_MS = 250
/** A busy machine takes long to start a process. */
const READY_WITHIN_MS = 60_000

/**
 * Adopts the sidecar of this folder, or starts one and waits until it responds. It runs in its own process group, so
 * that Ctrl-C reaches the gateway first, which can then finish its requests. Throws when none is ready within a
 * minute; the reason is in the log in that folder.
 */
export async function launchSidecar(sidecar: Sidecar): Promise<LaunchedSidecar> {
  const { name, folder, log } = sidecar
  let child: ChildProcess | undefined
  const started = new Set<number>()
  let restarting: Promise<Endpoint> | undefined

  async function reach(): Promise<Endpoint> {
    const deadline = AbortSignal.timeout(READY_WITHIN_MS)
    let attempt: ChildProcess | undefined
    while (!deadline.aborted) {
      const live = await findRunning(folder)
      if (live) return live
      if (attempt?.exitCode) throw new Error(`the ${name} ended with ${attempt.exitCode}, see ${logPath(sidecar)}`)
      // An attempt that ended with 0 met another one that was just starting or ending; that one needs time.
      if (attempt && hasEnded(attempt)) await wait(RETRY_MS)
      if (!attempt || hasEnded(attempt)) {
        attempt = await start(sidecar)
        child = attempt
        if (child.pid !== undefined) started.add(child.pid)
        log(`${name} started as process ${child.pid}`)
      }
      await wait(POLL_MS)
    }
    throw new Error(`no ${name} got ready in ${folder}`)
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
      const live = await findRunning(folder)
      // A sidecar that responded slowly under load was taken for gone: the second attempt met it and ended, the first
      // still runs.
      const isOurs = live !== null && started.has(live.pid)
      if (live && live.launched_by !== null && (isOurs || !isAlive(live.launched_by))) await endForeign(live.pid)
    },
  }
}

async function start(sidecar: Sidecar): Promise<ChildProcess> {
  const { folder, main, args } = sidecar
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A file, not a pipe: the sidecar may outlive us, and must neither hold our pipes open nor lose its output.
  const output = await open(logPath(sidecar), 'a', 0o600)
  try {
    const given = [fileURLToPath(main), ...args, '--launched-by', String(process.pid)]
    // Of the environment it gets where compiled code is kept, and nothing of the gateway's keys and passwords.
    const compiled = getCompileCacheDir()
    const env = compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {}
    const child = spawn(process.execPath, given, { detached: true, env, stdio: ['ignore', output.fd, output.fd] })
    child.on('error', () => undefined)
    child.unref()
    return child
  } finally {
    await output.close()
  }
}

function logPath({ folder, name }: Sidecar): string {
  return join(folder, `${name.split(' ').at(-1)}.log`)
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

/** The process is not our child, so its end can only be polled. */
async function endForeign(pid: number): Promise<void> {
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
