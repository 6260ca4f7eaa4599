import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, beforeEach, test } from 'node:test'

// A project without anything to install: npm itself is not part of these tests, everything around it is.
const root = mkdtempSync(join(tmpdir(), 'tollgate-bootstrap-'))
const lock = join(root, '.tollgate', 'install.lock')
cpSync(join(import.meta.dirname, '../../tools'), join(root, 'tools'), { recursive: true })
writeFileSync(
  join(root, 'entry.ts'),
  `const [verb, value]: string[] = process.argv.slice(2)
  if (verb === 'exit') process.exit(Number(value))
  if (verb === 'kill') process.kill(process.pid, value)
  if (verb === 'wait') {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log('stopping'))
    process.stdin.resume().on('end', () => process.exit(0))
  }
  console.log(JSON.stringify(process.argv.slice(2)))`,
)
after(() => rmSync(root, { recursive: true }))

beforeEach(() => {
  rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  mkdirSync(join(root, 'node_modules'))
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) {
    writeFileSync(join(root, file), JSON.stringify({ packages: { 'node_modules/one': { version: '1.0.0' } } }))
  }
})

const start = (args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, [join(root, 'tools', 'bootstrap.mjs'), ...args], {
    stdio: 'pipe',
    env: { ...process.env, ...env },
  })

const run = (...args: string[]) => runWith({}, ...args)

const runWith = async (env: NodeJS.ProcessEnv, ...args: string[]) => {
  const child = start(args, env)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  return { stdout, stderr, code }
}

test('an entry runs with its arguments, and nothing else is printed', async () => {
  const { stdout, stderr, code } = await run('entry.ts', 'a b', '--flag')
  assert.deepEqual({ stdout, stderr, code }, { stdout: '["a b","--flag"]\n', stderr: '', code: 0 })
})

test("the entry's exit code is ours, and a signal that ended it is 128 and its number", async () => {
  assert.equal((await run('entry.ts', 'exit', '7')).code, 7)
  assert.equal((await run('entry.ts', 'kill', 'SIGKILL')).code, 137)
})

test('a missing entry is one line', async () => {
  assert.deepEqual(await run('none.ts'), {
    stdout: '',
    stderr: 'usage: node tools/bootstrap.mjs <entry.ts> [arguments]; there is no none.ts\n',
    code: 1,
  })
})

test('signals that arrive together reach the entry once', async () => {
  const child = start(['entry.ts', 'wait'])
  const lines = createInterface(child.stdout!)
  const printed: string[] = []
  lines.on('line', line => printed.push(line))
  await once(lines, 'line')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  await once(lines, 'line')
  const closed = once(child, 'close')
  child.stdin!.end()
  assert.deepEqual((await closed)[0], 0)
  assert.deepEqual(printed, ['["wait"]', 'stopping'])
})

test('packages somebody installed with npm are taken as they are, and remembered', async () => {
  await run('entry.ts')
  const marker = join(root, 'node_modules', '.tollgate-installed')
  const first = readFileSync(marker, 'utf8')
  const lockFile = {
    packages: { 'node_modules/one': { version: '1.0.0' }, 'node_modules/two': { optional: true, os: ['aix'] } },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lockFile))
  assert.equal((await run('entry.ts')).code, 0)
  assert.notEqual(readFileSync(marker, 'utf8'), first)
})

test('what runs the product takes an installation without packages for development, and tools ask for the rest', async () => {
  mkdirSync(join(root, 'src'), { recursive: true })
  cpSync(join(root, 'entry.ts'), join(root, 'src', 'main.ts'))
  const packages = { 'node_modules/one': { version: '1.0.0' }, 'node_modules/two': { version: '2.0.0', dev: true } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  const { stdout, stderr, code } = await run('src/main.ts', 'a')
  assert.deepEqual({ stdout, stderr, code }, { stdout: '["a"]\n', stderr: '', code: 0 })
  assert.match(readFileSync(join(root, 'node_modules', '.tollgate-installed'), 'utf8'), / runtime$/)
  const npm = join(root, 'npm.js')
  writeFileSync(npm, `process.stderr.write(process.argv.slice(2).join(' ')); process.exit(1)`)
  const asked = await runWith({ npm_execpath: npm }, 'entry.ts')
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /install --no-save .*--include=dev/)
})

test('several at once all run, and leave no lock behind', async () => {
  const results = await Promise.all([1, 2, 3].map(number => run('entry.ts', String(number))))
  assert.deepEqual(
    results.map(result => [result.stdout, result.code]),
    [1, 2, 3].map(number => [`["${number}"]\n`, 0]),
  )
  assert.equal(existsSync(join(root, '.tollgate')), false)
})

test('the lock of a process that died is taken over', async () => {
  const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(dead, 'exit')
  mkdirSync(lock, { recursive: true })
  writeFileSync(join(lock, 'pid'), String(dead.pid))
  assert.equal((await run('entry.ts')).code, 0)
  assert.equal(existsSync(lock), false)
})

test('the lock of a living process is waited for', async () => {
  mkdirSync(lock, { recursive: true })
  writeFileSync(join(lock, 'pid'), String(process.pid))
  const child = start(['entry.ts', 'exit', '3'])
  const [line] = await once(createInterface(child.stderr!), 'line')
  assert.match(line, /Waiting for another installation/)
  rmSync(lock, { recursive: true })
  assert.deepEqual((await once(child, 'exit'))[0], 3)
})
