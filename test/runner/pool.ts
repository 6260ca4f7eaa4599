import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { endProcessesOf, processesOf } from './leftovers.ts'
import type { FromWorker, Result, ToWorker } from './messages.ts'
import type { TestFile } from './selection.ts'

export interface FileReport {
  path: string
  /** From the moment a worker gets the file: imports and hooks included. */
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
  /** Output written while no file was running. */
  printed: string
  /** How many of the two, worker and reporter, have yet to report the end of the file. */
  missing: number
  /** `leaving`: the queue is empty, and the worker closes its gateway. */
  state: 'starting' | 'ready' | 'leaving' | 'closed'
  watch?: NodeJS.Timeout
  /** When the file was given to the worker. */
  began: number
  ended: Promise<unknown>
}

/** Time for a worker to close its gateway, and then to exit, before the runner kills it. */
const CLOSE_MS = 60_000
const GRACE_MS = 20_000
/** How long the reporter may lag behind the worker at the end of a file. */
const REPORTER_MS = 2_000

/**
 * Runs the files in worker processes. Each worker takes the next file when it finishes one. A file fails if it exceeds
 * the limit or ends its process; the runner then kills everything that the file started, and a new worker continues.
 */
export async function runFiles(files: readonly TestFile[], options: PoolOptions, stop: AbortSignal): Promise<void> {
  // With a name pattern, Node reports nothing for a file without a match, nor for the files after it in the process.
  const isApart = ({ is_apart }: TestFile): boolean => is_apart || isFiltered(options)
  const shared = files.filter(file => !isApart(file))
  const apart = files.filter(isApart)
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
  const next = (): void => give(seat, stop.aborted ? undefined : queue.shift(), options)
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'note') return void seat.report?.notes.push(message.text)
    if (message.kind === 'closed') {
      seat.state = 'closed'
      if (message.faults.length > 0) options.onFile(reportOfWorker(seat, faultsOf(message.faults)))
      return
    }
    if (message.kind === 'ready') {
      seat.state = 'ready'
      return next()
    }
    hear(seat, message, options, next)
  })
  // Processes that a test started can block the worker's exit. They must not block the runner.
  child.once('disconnect', () => setTimeout(() => end(seat), GRACE_MS).unref())
  stop.addEventListener('abort', () => end(seat), { once: true })
  const [code, signal] = (await seat.ended) as [number | null, string | null]
  const broken = `its process ended with ${code ?? signal}`
  // A worker that does not start fails one file, so that no file is lost and the queue comes to an end.
  const untaken = seat.state === 'starting' && !stop.aborted ? queue.shift() : undefined
  if (untaken) seat.report = { ...reportOf(untaken.path), output: seat.printed }
  finish(seat, broken, options)
  if (seat.state === 'leaving' && !stop.aborted) options.onFile(reportOfWorker(seat, broken))
  reportLeftovers(seat, options)
}

/** Sends a worker its next file. Without one, the worker closes its gateway and exits. */
function give(seat: Seat, file: TestFile | undefined, { root, limit_ms, ...options }: PoolOptions): void {
  const send = (path: string | null) =>
    void seat.child.send({ file: path, is_shared: file?.is_apart === false } satisfies ToWorker)
  if (!file) {
    seat.state = 'leaving'
    seat.watch = setTimeout(() => end(seat), CLOSE_MS).unref()
    send(null)
    return
  }
  seat.report = reportOf(file.path)
  seat.began = performance.now()
  seat.watch = setTimeout(() => {
    finish(seat, `it took longer than ${limit_ms / 1000} s`, options)
    end(seat)
  }, limit_ms).unref()
  send(join(root, file.path))
}

/** Takes a result or the end of a file. Worker and reporter report the end separately and in either order. */
function hear(
  seat: Seat,
  message: Exclude<FromWorker, { kind: 'ready' | 'note' | 'closed' }>,
  options: PoolOptions,
  next: () => void,
): void {
  const { report } = seat
  if (!report) return
  const finishOnceBothSaid = (): void => {
    seat.missing -= 1
    if (seat.missing > 0) return
    const [suite, ...tests] = report.results
    if (suite?.passed && tests.length === 0 && !isFiltered(options)) report.broken ??= 'it has no test'
    finish(seat, null, options)
    next()
  }
  if (message.kind === 'result') {
    report.results.push(message)
    if (message.nesting === 0 && message.name === join(options.root, report.path)) finishOnceBothSaid()
    return
  }
  if (message.faults.length > 0) report.broken = faultsOf(message.faults)
  finishOnceBothSaid()
  if (isFiltered(options)) setTimeout(() => seat.report === report && finishOnceBothSaid(), REPORTER_MS)
}

function finish(seat: Seat, broken: string | null, { onFile }: Pick<PoolOptions, 'onFile'>): void {
  clearTimeout(seat.watch)
  const { report } = seat
  seat.report = null
  seat.missing = 2
  const seconds = (performance.now() - seat.began) / 1000
  if (report) onFile({ ...report, seconds, broken: broken ?? report.broken })
}

function isFiltered({ flags }: PoolOptions): boolean {
  return flags.some(flag => /^--test-(name|skip)-pattern/.test(flag))
}

function faultsOf(faults: readonly string[]): string {
  return `faults:\n${faults.join('\n')}`
}

function reportOf(path: string): FileReport {
  return { path, seconds: 0, results: [], notes: [], output: '', broken: null }
}

function reportOfWorker({ folder, printed }: Seat, broken: string): FileReport {
  return { ...reportOf(`the worker in ${folder}`), output: printed, broken }
}

function startWorker(name: string, { root, folder: parent, flags, env }: PoolOptions): Seat {
  const folder = join(parent, name)
  mkdirSync(folder)
  // PostgreSQL runs as another user and needs to enter this folder.
  chmodSync(folder, 0o755)
  // Tests allocate a lot at once: larger semi-spaces halve the time of the garbage collector.
  const args = [
    '--max-semi-space-size=64',
    ...flags,
    '--import=./test/support/set-up.ts',
    '--test-reporter=./test/runner/reporter.ts',
  ]
  const child = spawn(process.execPath, [...args, '--test-reporter-destination=stdout', 'test/runner/worker.ts'], {
    cwd: root,
    env: { ...process.env, ...env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const seat: Seat = {
    child,
    folder,
    report: null,
    printed: '',
    missing: 2,
    state: 'starting',
    began: performance.now(),
    ended: once(child, 'exit'),
  }
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (seat.report) seat.report.output += text
      else seat.printed += text
    })
  }
  return seat
}

function end({ child, folder }: Seat): void {
  child.kill('SIGKILL')
  endProcessesOf(folder)
}

/** Reports and kills processes that the worker's tests started and did not end. */
function reportLeftovers(seat: Seat, { onFile }: PoolOptions): void {
  const { folder } = seat
  const left = processesOf(folder)
  endProcessesOf(folder)
  if (left.length === 0) return
  const broken = `left running:\n${left.map(({ pid, command }) => `${pid} ${command}`).join('\n')}`
  onFile(reportOfWorker(seat, broken))
}
