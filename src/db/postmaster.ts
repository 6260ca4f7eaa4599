import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Place } from './server-place.ts'

/** For a machine of two cores that also runs the gateway; everything else keeps PostgreSQL's default. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  log_checkpoints: 'off',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Rows and parameters may hold personal data: the log gets the error without detail and statement.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** For tests, whose data may be lost in a crash of the machine. */
const forgetful = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** The environment of the server's programs; ours holds secrets they do not need. */
export const plainEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

/**
 * Starts the server in its own session with its output in the log: it survives our death and a Ctrl-C in our
 * terminal. The returned process may end at once; the log says why.
 */
export function launch(binaries: string, { data, socket, account }: Place, durable: boolean): ChildProcess {
  const chosen = { ...settings, ...(durable ? {} : forgetful), unix_socket_directories: socket }
  const options = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openLog(`${data}.log`)
  const child = spawn(join(binaries, 'postgres'), ['-D', data, ...options], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
    env: plainEnvironment,
    ...account,
  })
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return child
}

/**
 * Returns the process that serves this data directory, from its lock file. Removes a lock whose process id now
 * belongs to another program.
 */
export function postmasterPid(data: string): number | undefined {
  const file = join(data, 'postmaster.pid')
  const pid = Number(textOf(file)?.split('\n', 1)[0])
  const program = pid > 0 ? programOf(pid) : undefined
  if (program === 'postgres') return pid
  // PostgreSQL takes any live process of its own user for a server; after a reboot that may be any program.
  if (program) rmSync(file, { force: true })
  return undefined
}

/** Returns the server's last error before it gave up. */
export function lastFatal(data: string): string {
  const lines = readFileSync(`${data}.log`, 'utf8').split('\n')
  return lines.findLast(line => /FATAL|PANIC|error/i.test(line)) ?? 'nothing in its log'
}

/** Undefined when there is no such process; empty for a zombie. */
function programOf(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' })
    return stdout ? basename(stdout.trim()) : undefined
  }
  const commandLine = textOf(`/proc/${pid}/cmdline`)
  return commandLine === undefined ? undefined : basename(commandLine.split('\0', 1)[0] ?? '')
}

/** Undefined when there is no such file. Checking first would fail when the server ends in between. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // Reading about a process that ends meanwhile fails with ESRCH.
    if (['ENOENT', 'ENOTDIR', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > 10_000_000) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}
