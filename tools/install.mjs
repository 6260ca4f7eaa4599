/** Plain JavaScript without packages, like bootstrap.mjs, which calls it on every start. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { underLock } from './install-lock.mjs'

/**
 * Installs the packages of the lock file into `<root>/node_modules` unless they are there already, which takes two
 * file reads to find out. What only runs the product (`is_product`) takes an installation without packages for
 * development as it is, and in live mode makes no other. Throws an Error for people when it cannot. Of several
 * processes at once one installs and the others wait.
 */
export async function install(root, is_product = false) {
  if (isInstalled(root, is_product)) return
  await underLock(join(root, '.tollgate', 'install.lock'), async onSignal => {
    if (isInstalled(root, is_product)) return
    const hash = wanted(root)
    const has_runtime = isComplete(root, false)
    const has_all = has_runtime && isComplete(root, true)
    const is_lean = !has_all && is_product && (has_runtime || process.env.TOLLGATE_MODE === 'live')
    if (!has_all && !(is_lean && has_runtime)) await bringPackages(root, onSignal, is_lean, has_runtime)
    writeFileSync(marker(root), is_lean ? `${hash}${RUNTIME}` : hash)
  })
}

/** In the marker of an installation without packages for development. */
const RUNTIME = ' runtime'

const marker = root => join(root, 'node_modules', '.tollgate-installed')

/** What an installation depends on: the exact packages, and the machine their binaries are for. */
function wanted(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  return hash.update(`${process.platform}-${process.arch}`).digest('hex')
}

function isInstalled(root, is_product) {
  if (!existsSync(marker(root))) return false
  const [found, hash] = [readFileSync(marker(root), 'utf8'), wanted(root)]
  return found === hash || (is_product && found === `${hash}${RUNTIME}`)
}

/**
 * Whether npm was run by hand: its own record of node_modules then lists what the lock file lists for this machine,
 * with the packages for development or without them.
 */
function isComplete(root, with_development) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  const listed = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
  // The optional packages of other systems are missing, what only those need, and of a pair for two C libraries the
  // one that npm left out.
  const isNeeded = ({ optional, os, cpu, libc }) =>
    !optional || (os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
  return listed.every(([path, entry]) => {
    if (path === '' || (entry.dev && !with_development)) return true
    const { version } = present[path] ?? {}
    return version ? version === entry.version : !isNeeded(entry)
  })
}

/**
 * `npm ci` refuses a lock file that lacks packages of other systems, which a registry may not have; `npm install`
 * skips them and takes the same versions, checked against the same hashes.
 */
async function bringPackages(root, onSignal, is_lean, has_runtime) {
  process.stderr.write('Installing packages …\n')
  const which = is_lean ? '--omit=dev' : '--include=dev'
  // `npm ci` empties node_modules first, under a gateway that may be running without the packages for development.
  const refusal = has_runtime ? 'npm ci was left out' : await npm(root, onSignal, which, 'ci')
  const failure = refusal && (await npm(root, onSignal, which, 'install', '--no-save'))
  if (failure) throw new Error(`${refusal}\n${failure}\nThe packages could not be installed.`)
}

/**
 * Runs the npm that called this process, or the one in the path, and returns its error output when it failed. No
 * package here needs an install script, so none may run; `which` are installed whatever NODE_ENV says.
 */
function npm(root, onSignal, which, ...verb) {
  const cli = process.env.npm_execpath
  const [command, before] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []]
  const options = ['--ignore-scripts', which, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
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
