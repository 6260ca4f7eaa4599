/**
 * Runs the checks and then every test against one temporary PostgreSQL: `npm test`. With arguments, it runs only
 * those test files or folders and no checks: `npm test -- test/db/pool.test.ts --test-name-pattern=deadlock`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startEmbedded } from '../src/db/embedded.ts'

const root = dirname(import.meta.dirname)
const args = process.argv.slice(2)
const flags = args.filter(arg => arg.startsWith('-'))
const files = args.filter(arg => !arg.startsWith('-')).map(arg => (isFolder(arg) ? join(arg, '**/*.test.ts') : arg))

let child: ChildProcess | undefined
let stopped: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = signal
    child?.kill('SIGTERM')
  })
}

const checked = args.length > 0 || (await node(['tools/check.ts'])) === 0
const tested = await runTests()
process.exitCode = stopped ? 128 + constants.signals[stopped] : checked ? tested : 1

async function runTests(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-tests-'))
  const { owner_url: url, stop } = await startEmbedded({ home, durable: false })
  try {
    // The tests wait for the database about as long as they compute, so three processes keep two cores busy.
    const options = [
      '--test',
      '--test-concurrency=3',
      // Applies to a whole file too: a minute here is many on a busy machine.
      '--test-timeout=600000',
      '--import=./test/support/loopback-only.ts',
    ]
    const chosen = files.length > 0 ? files : ['test/units.ts', 'test/**/*.test.ts']
    return await node([...options, '--test-reporter=spec', ...flags, ...chosen], { TOLLGATE_TEST_DATABASE: url })
  } finally {
    await stop()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Runs this Node and returns its exit code; 1 when a signal ended it. */
function node(options: string[], env: Record<string, string> = {}): Promise<number> {
  if (stopped) return Promise.resolve(1)
  child = spawn(process.execPath, options, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const running = child
  return new Promise((done, fail) => {
    running.once('error', fail)
    running.once('exit', code => done(code ?? 1))
  })
}

function isFolder(path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false
}
