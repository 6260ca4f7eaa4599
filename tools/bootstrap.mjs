/**
 * Runs one of the project's TypeScript entries with the project's own Node: `node tools/bootstrap.mjs src/main.ts [arguments]`.
 * Plain JavaScript for the Node the machine has (20 or newer) and without imports from packages, because it is what sees to it that they are installed.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'
import { nodeFlags } from './node-flags.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const oldest = 26

const [entry, ...rest] = process.argv.slice(2)
if (!entry || !existsSync(join(root, entry))) {
  fail(`usage: node tools/bootstrap.mjs <entry.ts> [arguments]; there is no ${entry ?? 'entry'}`)
}
await install(root).catch(error => fail(error.message))
run(projectNode(), [join(root, entry), ...rest])

/** The Node from the project's packages where there is one for this machine, else the one we are running in, if it is new enough. */
function projectNode() {
  const own = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= oldest) return process.execPath
  return fail(
    `Node ${oldest} or newer is needed on ${process.platform}-${process.arch}; this is ${process.versions.node}`,
  )
}

/**
 * Runs the entry and ends as it ends. It stays in our process group, so that whoever kills the group leaves nothing behind; therefore a
 * Ctrl-C reaches it from the terminal and once more from us. We forward one signal for all that arrive within a second (npm repeats
 * the terminal's), and the entry must take two of them for one.
 */
function run(node, args) {
  const env = { NODE_COMPILE_CACHE: join(modules, '.cache', 'node'), ...process.env }
  const child = spawn(node, [...nodeFlags, ...args], { stdio: 'inherit', env })
  let last = Number.NEGATIVE_INFINITY
  const forward = signal => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  if (process.env.npm_lifecycle_event) onOrphaned(() => forward('SIGTERM'))
  child.once('error', error => fail(`${node} cannot run here: ${error.code}`))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** The shell between npm and us passes no signal on, and nobody does after a SIGKILL: an npm that is gone must not leave a gateway. */
function onOrphaned(listener) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    listener()
  }, 500)
  watch.unref()
}

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
