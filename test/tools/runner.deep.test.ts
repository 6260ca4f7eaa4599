/** The runner of the tests itself: what must not end as a file that passed. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { type FileReport, runFiles } from '../runner/pool.ts'
import { closingLines, countsOf } from '../runner/summary.ts'

const ONE = `import { test } from 'node:test'\n`
const PASSES = `${ONE}test('passes', () => {})`

/** Runs these files by one worker. Returns what is told of each, in their order, and then of the worker. */
async function told(files: Record<string, string>, flags: string[] = []): Promise<FileReport[]> {
  const folder = mkdtempSync(join(tmpdir(), 'runner-'))
  const root = process.cwd()
  const reports: FileReport[] = []
  const paths = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    return { path: relative(root, join(folder, name)), is_apart: name.startsWith('apart') }
  })
  mkdirSync(join(folder, 'workers'))
  const options = { root, folder: join(folder, 'workers'), workers: 1, limit_ms: 60_000, flags, env: {} }
  try {
    await runFiles(paths, { ...options, onFile: report => reports.push(report) }, new AbortController().signal)
    return reports
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const failures = (reports: readonly FileReport[]): number[] => reports.map(report => countsOf([report]).failed)

test('a file fails without a test, at its import, when it ends the process, and by what no test of it caught', async () => {
  const reports = await told({
    'none.mjs': 'export const nothing = 1',
    'import.mjs': `${PASSES}\nthrow new Error('at import')`,
    'exit.mjs': `${ONE}test('exits', () => process.exit(0))`,
    'late.mjs': `${ONE}test('one', () => void setTimeout(() => Promise.reject(new Error('too late')), 10))
      test('two', () => new Promise(done => setTimeout(done, 200)))`,
    'passes.mjs': PASSES,
  })
  assert.deepEqual(failures(reports), [1, 2, 1, 1, 0])
  assert.equal(reports[0]!.broken, 'it has no test')
  assert.equal(reports[2]!.broken, 'its process ended with 0')
  assert.match(reports[3]!.broken!, /unhandledRejection: Error: too late/)
})

test('the last lines of a run repeat each failure with its error', async () => {
  const reports = await told({
    'fails.mjs': `${ONE}test('adds', () => { throw new Error('two is not three') })`,
    'none.mjs': 'export const nothing = 1',
    'passes.mjs': PASSES,
  })
  const last = closingLines(reports, null).split('\nFailed:\n')[1]!
  assert.match(last, /fails\.mjs: adds\n.*two is not three/s)
  assert.match(last, /none\.mjs: it has no test/)
  assert.doesNotMatch(last, /passes\.mjs/)
})

test('a file fails that changes what others of its process rely on, unless it runs apart', async () => {
  const text = `${PASSES}\nprocess.env.TOLLGATE_X = '1'`
  const reports = await told({ 'one.mjs': text, 'apart.mjs': text })
  assert.deepEqual(failures(reports), [0, 1])
  assert.match(reports[1]!.broken!, /settings of the environment/)
})

test('a file that waits for a promise of an earlier file keeps its tests and hooks', async () => {
  const reports = await told({
    'one.mjs': `${PASSES}\nglobalThis.shared = Promise.resolve()`,
    'two.mjs': `import { after, before, test } from 'node:test'
      await globalThis.shared.then(() => {})\nawait globalThis.shared
      let [begun, ended] = [0, 0]
      before(() => { begun += 1 })
      test('the hook of the file ran', async t => {
        after(() => { ended += 1 })
        await t.test('in a test of the file', () => { if (begun !== 1) throw new Error('not begun') })
      })
      test('the hook of the first test ran', () => { if (ended !== 1) throw new Error('not ended') })`,
  })
  assert.deepEqual(failures(reports), [0, 0])
  assert.equal(reports[1]!.results.filter(({ passed }) => passed).length, 4)
})

test('a file fails whose tests would become part of an earlier file', async () => {
  const reports = await told({
    'one.mjs': `import { AsyncLocalStorage } from 'node:async_hooks'
      ${PASSES}\nglobalThis.inOne = AsyncLocalStorage.snapshot()`,
    'two.mjs': `${ONE}globalThis.inOne(() => test('lost', () => {}))`,
  })
  assert.deepEqual(failures(reports), [0, 1])
  assert.match(JSON.stringify(reports[1]!.results), /would register in another file/)
})

test('what comes after the last file fails its worker', async () => {
  const reports = await told({
    'later.mjs': `${PASSES}
      process.on('message', ({ file }) => file === null && Promise.reject(new Error('at the end')))`,
  })
  assert.deepEqual(failures(reports), [0, 1])
  assert.match(reports[1]!.broken!, /at the end/)
})

test('every file fails when no worker starts', async () => {
  const reports = await told({ 'apart.mjs': PASSES, 'one.mjs': PASSES, 'two.mjs': PASSES }, ['--test-no-such-flag'])
  assert.deepEqual(failures(reports), [1, 1, 1])
  assert.match(reports[1]!.output, /bad option/)
})

test('a pattern of names passes over files without such a test', async () => {
  const reports = await told({ 'other.mjs': `${ONE}test('other', () => {})`, 'one.mjs': PASSES }, [
    '--test-name-pattern=passes$',
  ])
  assert.deepEqual(
    reports.map(({ results }) => results.map(({ name }) => name).filter(name => !name.includes('/'))),
    [[], ['passes']],
  )
  assert.deepEqual(failures(reports), [0, 0])
})
