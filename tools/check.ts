/**
 * Checks what needs no running product: format, lint, types, dead code. Prints one line for each, and the output of
 * those that fail.
 */
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
/** The tests run at the same time and need the other cores. */
const TSC = ['tsc', '--singleThreaded']
/** Fewer collections of Go's garbage take a fifth of the compiler's processor time away. */
const ENV = { ...process.env, GOGC: '400' }
const checks = {
  style: ['biome', 'check', '--error-on-warnings', '--diagnostic-level=warn'],
  types: [...TSC, '-p', 'tsconfig.json'],
  'types of the client': [...TSC, '-p', 'packages/client'],
  'dead code': ['knip', '--no-progress', '--no-config-hints'],
  // A file of the product that only tests import is dead code too.
  'files for tests alone': ['knip', '--production', '--include', 'files', '--no-progress', '--no-config-hints'],
}

const results = await Promise.all(Object.entries(checks).map(([name, command]) => check(name, command)))
process.exitCode = results.every(passed => passed) ? 0 : 1

function check(name: string, [program = '', ...args]: string[]): Promise<boolean> {
  const child = spawn(join(root, 'node_modules', '.bin', program), args, {
    cwd: root,
    env: ENV,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', code => {
      console.log(code === 0 ? `✔ ${name}` : `✖ ${name}\n${output}`)
      done(code === 0)
    })
  })
}
