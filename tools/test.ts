/**
 * Runs tests against one temporary PostgreSQL. `npm test` runs the default tier and, in parallel, the checks;
 * `npm run test:deep` the deep tier. With files or folders it runs only those, from either tier and without checks:
 * `npm test -- test/db/pool.test.ts --test-name-pattern=deadlock`.
 * `--limit=SECONDS` is the limit for one file, `--workers=N` the number of worker processes.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startEmbedded } from '../src/db/embedded.ts'
import { type FileReport, runFiles } from '../test/runner/pool.ts'
import { filesNamed, filesOfTier, type Tier } from '../test/runner/selection.ts'
import { closingLines, countsOf, fileLines } from '../test/runner/summary.ts'

/** Limit for one file, in seconds. */
const LIMITS: Readonly<Record<Tier, number>> = { default: 300, deep: 900 }

/** Bytes for the databases of all workers. */
const ROOM = 8 * 2 ** 30

const root = dirname(import.meta.dirname)
const args = process.argv.slice(2)
const settingOf = (name: string): string | undefined =>
  args.find(arg => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const names = args.filter(arg => !arg.startsWith('-'))
const flags = args.filter(arg => arg.startsWith('--test-'))
const unknown = args.filter(arg => !/^([^-]|--test-|--deep$|--(limit|workers)=[1-9]\d*$)/.test(arg))
const tier: Tier = args.includes('--deep') ? 'deep' : 'default'
const files = names.length > 0 ? filesNamed(root, names) : filesOfTier(root, tier)
const limit_ms = Number(settingOf('limit') ?? (names.length > 0 ? LIMITS.deep : LIMITS[tier])) * 1000
// Tests wait part of the time, so one worker more than cores keeps every core busy. Two more take longer.
const workers = Number(settingOf('workers') ?? availableParallelism() + 1)

if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(' ')}`)
if (files.length === 0) throw new Error(`no tests in ${names.join(' ')}`)

const stopping = new AbortController()
let stopped: NodeJS.Signals | undefined
let checks: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = signal
    checks?.kill('SIGTERM')
    stopping.abort()
  })
}

const began = performance.now()
const isUnchecked = names.length > 0 || tier === 'deep'
const [areChecked, reports] = await Promise.all([isUnchecked || runChecks(), runTests()])
const { passed, failed, skipped } = countsOf(reports)
const areTests = passed + failed + skipped > 0
console.log(closingLines(reports, leftOut()))
console.log(
  `${((performance.now() - began) / 1000).toFixed(0)} s by ${workers} workers on ${availableParallelism()} cores`,
)
process.exitCode = stopped ? 128 + constants.signals[stopped] : areChecked && areTests && failed === 0 ? 0 : 1

async function runTests(): Promise<FileReport[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tg-'))
  const home = mkdtempSync(join(databasePlace(), 'tg-'))
  // PostgreSQL runs as another user and needs to enter these folders.
  for (const each of [folder, home]) chmodSync(each, 0o755)
  const { owner_url, stop } = await startEmbedded({ home, durable: false })
  const reports: FileReport[] = []
  try {
    const env = { TOLLGATE_TEST_DATABASE: owner_url, TOLLGATE_TEST_FOLDER: folder }
    const onFile = (report: FileReport): void => {
      reports.push(report)
      console.log(fileLines(report, names.length > 0))
    }
    await runFiles(files, { root, folder, workers, limit_ms, flags, env, onFile }, stopping.signal)
    return reports
  } finally {
    await stop()
    for (const each of [folder, home]) rmSync(each, { recursive: true, force: true })
  }
}

/** Returns a folder in memory if it has room, because each clone of a database writes 900 files. */
function databasePlace(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > ROOM ? memory : tmpdir()
}

function leftOut(): string | null {
  if (names.length > 0) return null
  const other: Tier = tier === 'deep' ? 'default' : 'deep'
  const command = other === 'deep' ? 'npm run test:deep' : 'npm test'
  return `Not run: the ${filesOfTier(root, other).length} files of the other tier (${command}).`
}

async function runChecks(): Promise<boolean> {
  checks = spawn(process.execPath, ['tools/check.ts'], { cwd: root, stdio: 'inherit' })
  const code = await new Promise(done => checks!.once('exit', done).once('error', () => done(1)))
  return code === 0
}
