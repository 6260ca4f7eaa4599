/**
 * Runs one of the project's TypeScript entries with the project's own Node: `node tools/bootstrap.mjs src/main.ts
 * [arguments]`. Plain JavaScript for any Node from 20 on and without imports from packages, because it installs them.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'
import { nodeEnvironment, nodeFlags } from './node-flags.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const oldest = 26

const [entry, ...rest] = process.argv.slice(2)
if (!entry || !existsSync(join(root, entry))) {
  fail(`usage: node tools/bootstrap.mjs <entry.ts> [arguments]; there is no ${entry ?? 'entry'}`)
}
const is_product = /^(?:agent|sandbox|src)\//.test(entry)
await install(root, is_product).catch(error => fail(error.message))
run(projectNode(), [join(root, entry), ...rest])

/**
 * The Node from the project's packages where there is one for this machine, else the running one, if it is recent
 * enough.
 */
function projectNode() {
  const own = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= oldest) return process.execPath
  return fail(
    `Node ${oldest} or newer is needed on ${process.platform}-${process.arch}; this is ${process.versions.node}`,
  )
}

/**
 * Runs the entry and exits as it does. The entry stays in this process group, so that killing the group leaves
 * nothing behind; a Ctrl-C therefore reaches it twice, from the terminal and from here. All signals within a second
 * are forwarded as one (npm repeats the terminal's), and the entry must treat two of them as one.
 */
function run(node, args) {
  const env = { ...nodeEnvironment, NODE_COMPILE_CACHE: join(modules, '.cache', 'node'), ...process.env }
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

/** The shell between npm and this process forwards no signal, and a SIGKILL of npm must not leave a gateway running. */
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
