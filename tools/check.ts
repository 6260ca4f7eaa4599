/**
 * Checks what needs no running product: format, lint, types, dead code. Prints one line for each, and the output of
 * those that fail.
 */
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const checks = {
  style: ['biome', 'check', '--error-on-warnings', '--diagnostic-level=warn'],
  types: ['tsc', '-p', 'tsconfig.json'],
  'types of the client': ['tsc', '-p', 'packages/client'],
  'dead code': ['knip', '--no-progress', '--no-config-hints'],
  // A file of the product that only tests import is dead code too.
  'files for tests alone': ['knip', '--production', '--include', 'files', '--no-progress', '--no-config-hints'],
}

const results = await Promise.all(Object.entries(checks).map(([name, command]) => check(name, command)))
process.exitCode = results.every(passed => passed) ? 0 : 1

function check(name: string, [program = '', ...args]: string[]): Promise<boolean> {
  const child = spawn(join(root, 'node_modules', '.bin', program), args, {
    cwd: root,
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
