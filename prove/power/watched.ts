/**
 * Preloaded into the gateway: every simulator it starts records what a power failure would leave on its disk. Killing
 * a process proves nothing about syncing, because the kernel still writes what the process handed over.
 */
import child_process from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

const DISK = new URL('./disk.ts', import.meta.url).href
const spawn = child_process.spawn as (command: string, args: readonly string[], options: object) => unknown

function watched(command: string, args: readonly string[], options: object): unknown {
  const is_simulator = args.some(each => each.endsWith('/sandbox/processor/main.ts'))
  return spawn(command, is_simulator ? ['--import', DISK, ...args] : args, options)
}

child_process.spawn = watched as typeof child_process.spawn
syncBuiltinESMExports()
