import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { postmasterPid } from '../../src/db/postmaster.ts'

/** What a gateway starts beside itself and leaves running. */
const SIDECARS = ['processor', 'terminals'] as const

/** Kills the simulator of a home; false when none lives. */
export function killSimulator(home: string): boolean {
  return kill(sidecarPid(home, 'processor'))
}

/** Kills the database server of a home as the kernel does when memory is short; false when none lives. */
export function killPostgres(home: string): boolean {
  return kill(postmasterPid(join(home, 'postgres')))
}

/** Kills every process of a home that is still running. */
export function killAll(home: string): void {
  for (const name of SIDECARS) kill(sidecarPid(home, name))
  killPostgres(home)
}

/** Empty when there is no such file, or it is just being replaced. */
export function textOf(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

function sidecarPid(home: string, name: (typeof SIDECARS)[number]): number | undefined {
  const path = join(home, name, 'address.json')
  const pid = existsSync(path)
    ? Number(/"pid":\s*(\d+)/.exec(textOf(() => readFileSync(path, 'utf8')))?.[1])
    : Number.NaN
  return pid > 0 && isSidecar(pid, name) ? pid : undefined
}

/** The process id may have been reused. */
function isSidecar(pid: number, name: string): boolean {
  const folder = name === 'processor' ? 'sandbox/processor' : 'sandbox/device'
  return textOf(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(folder)
}

function kill(pid: number | undefined): boolean {
  if (pid === undefined) return false
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}
