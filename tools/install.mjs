/** Plain JavaScript without packages, like bootstrap.mjs, which calls it on every start. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { underLock } from './install-lock.mjs'

/**
 * Installs the packages of the lock file into `<root>/node_modules` unless they are there already, which takes two
 * file reads to find out. Throws an Error for people when it cannot. Of several processes at once one installs and
 * the others wait.
 */
export async function install(root) {
  if (isInstalled(root)) return
  await underLock(join(root, '.tollgate', 'install.lock'), async onSignal => {
    if (isInstalled(root)) return
    const hash = wanted(root)
    if (!isComplete(root)) await bringPackages(root, onSignal)
    writeFileSync(marker(root), hash)
  })
}

const marker = root => join(root, 'node_modules', '.tollgate-installed')

/** What an installation depends on: the exact packages, and the machine their binaries are for. */
function wanted(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  return hash.update(`${process.platform}-${process.arch}`).digest('hex')
}

function isInstalled(root) {
  return existsSync(marker(root)) && readFileSync(marker(root), 'utf8') === wanted(root)
}

/** Whether npm was run by hand: its own record of node_modules then lists what the lock file lists for this machine. */
function isComplete(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  const listed = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
  // The optional packages of other systems are missing, what only those need, and of a pair for two C libraries the
  // one that npm left out.
  const isNeeded = ({ optional, os, cpu, libc }) =>
    !optional || (os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
  return listed.every(([path, entry]) => {
    const { version } = present[path] ?? {}
    return path === '' || (version ? version === entry.version : !isNeeded(entry))
  })
}

/**
 * `npm ci` refuses a lock file that lacks packages of other systems, which a registry may not have; `npm install`
 * skips them and takes the same versions, checked against the same hashes.
 */
async function bringPackages(root, onSignal) {
  process.stderr.write('Installing packages …\n')
  const refusal = await npm(root, onSignal, 'ci')
  const failure = refusal && (await npm(root, onSignal, 'install', '--no-save'))
  if (failure) throw new Error(`${refusal}\n${failure}\nThe packages could not be installed.`)
}

/**
 * Runs the npm that called this process, or the one in the path, and returns its error output when it failed. No
 * package here needs an install script, so none may run; development packages are installed whatever NODE_ENV says.
 */
function npm(root, onSignal, ...verb) {
  const cli = process.env.npm_execpath
  const [command, before] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []]
  const options = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // Its output goes to stderr: stdout belongs to the program that is about to start.
  const child = spawn(command, [...before, ...verb, ...options], { cwd: root, stdio: ['ignore', 2, 'pipe'] })
  onSignal(signal => child.kill(signal))
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    complaint += text
  })
  return new Promise((done, fail) => {
    child.once('error', () => fail(new Error('npm was not found: install Node 20 or newer together with npm')))
    child.once('close', code => done(code === 0 ? '' : complaint || `npm ${verb[0]} ended with ${code}`))
  })
}
