import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { endProcessesOf, processesOf } from './leftovers.ts'
import type { FromWorker, Result, ToWorker } from './messages.ts'
import type { TestFile } from './selection.ts'

export interface FileReport {
  path: string
  seconds: number
  results: Result[]
  notes: string[]
  /** Standard output and standard error. */
  output: string
  /**
   * Why the file as a whole failed: it timed out, its process ended, the gateway had faults, or a process was left
   * running.
   */
  broken: string | null
}

export interface PoolOptions {
  root: string
  /** Each worker gets a subfolder for its temporary files. */
  folder: string
  workers: number
  /** The time limit for one file. */
  limit_ms: number
  /** Flags for Node. */
  flags: readonly string[]
  env: Record<string, string>
  onFile(report: FileReport): void
}

interface Seat {
  child: ChildProcess
  folder: string
  /** The file that is running. */
  report: FileReport | null
  /** How many of the two, worker and reporter, have yet to report the end of the file. */
  missing: number
  ended: Promise<unknown>
}

/** Time for a worker to close its gateway before the runner kills it. */
const GRACE_MS = 20_000

/**
 * Runs the files in worker processes. Each worker takes the next file when it finishes one. A file fails if it exceeds
 * the limit or ends its process; the runner then kills everything that the file started, and a new worker continues.
 */
export async function runFiles(files: readonly TestFile[], options: PoolOptions, stop: AbortSignal): Promise<void> {
  const shared = files.filter(({ is_apart }) => !is_apart)
  const apart = files.filter(({ is_apart }) => is_apart)
  let count = 0
  const worker = async (): Promise<void> => {
    // Files that need a worker of their own take longest, so they run first.
    for (let file = apart.shift(); file && !stop.aborted; file = apart.shift())
      await runWorker([file], `${++count}`, options, stop)
    while (shared.length > 0 && !stop.aborted) await runWorker(shared, `${++count}`, options, stop)
  }
  await Promise.all(Array.from({ length: options.workers }, worker))
}

/** Starts one worker and sends it files from the queue until the queue is empty, the worker ends, or the run stops. */
async function runWorker(queue: TestFile[], name: string, options: PoolOptions, stop: AbortSignal): Promise<void> {
  const seat = startWorker(name, options)
  const { child } = seat
  let watch: NodeJS.Timeout | undefined
  const finish = (broken: string | null): void => {
    clearTimeout(watch)
    const { report } = seat
    seat.report = null
    seat.missing = 2
    if (report) options.onFile({ ...report, broken: broken ?? report.broken })
  }
  // The worker and its reporter report the end of a file separately and in either order.
  const finishOnceBothSaid = (): void => {
    seat.missing -= 1
    if (seat.missing > 0) return
    finish(null)
    next()
  }
  const next = (): void => {
    const file = stop.aborted ? undefined : queue.shift()
    if (!file) return void child.send({ file: null } satisfies ToWorker)
    seat.report = { path: file.path, seconds: 0, results: [], notes: [], output: '', broken: null }
    watch = setTimeout(() => {
      finish(`it took longer than ${options.limit_ms / 1000} s`)
      end(seat)
    }, options.limit_ms).unref()
    child.send({ file: join(options.root, file.path) } satisfies ToWorker)
  }
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'ready') return next()
    if (message.kind === 'note') return void seat.report?.notes.push(message.text)
    if (!seat.report) return
    if (message.kind === 'ended') {
      if (message.faults.length > 0) seat.report.broken = `faults of the gateway:\n${message.faults.join('\n')}`
      return finishOnceBothSaid()
    }
    seat.report.results.push(message)
    if (message.nesting > 0) return
    seat.report.seconds = message.ms / 1000
    finishOnceBothSaid()
  })
  // Processes that a test started can block the worker's exit. They must not block the runner.
  child.once('disconnect', () => setTimeout(() => end(seat), GRACE_MS).unref())
  stop.addEventListener('abort', () => end(seat), { once: true })
  const [code, signal] = (await seat.ended) as [number | null, string | null]
  finish(`its process ended with ${code ?? signal}`)
  reportLeftovers(seat, options)
}

function startWorker(name: string, { root, folder: parent, flags, env }: PoolOptions): Seat {
  const folder = join(parent, name)
  mkdirSync(folder)
  // PostgreSQL runs as another user and needs to enter this folder.
  chmodSync(folder, 0o755)
  const args = [...flags, '--import=./test/support/set-up.ts', '--test-reporter=./test/runner/reporter.ts']
  const child = spawn(process.execPath, [...args, '--test-reporter-destination=stdout', 'test/runner/worker.ts'], {
    cwd: root,
    env: { ...process.env, ...env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const seat: Seat = { child, folder, report: null, missing: 2, ended: once(child, 'exit') }
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (seat.report) seat.report.output += text
      else process.stderr.write(text)
    })
  }
  return seat
}

function end({ child, folder }: Seat): void {
  child.kill('SIGKILL')
  endProcessesOf(folder)
}

/** Reports and kills processes that the worker's tests started and did not end. */
function reportLeftovers({ folder }: Seat, { onFile }: PoolOptions): void {
  const left = processesOf(folder)
  endProcessesOf(folder)
  if (left.length === 0) return
  const broken = `left running:\n${left.map(({ pid, command }) => `${pid} ${command}`).join('\n')}`
  onFile({ path: `the worker in ${folder}`, seconds: 0, results: [], notes: [], output: '', broken })
}
