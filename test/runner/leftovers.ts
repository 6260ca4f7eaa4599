import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processes whose command line, folder settings or working data lie in this folder: what tests started there, also
 * when the process that started them is gone. Linux only; elsewhere none is found.
 */
export function processesOf(folder: string): { pid: number; command: string }[] {
  const found: { pid: number; command: string }[] = []
  for (const entry of foldersOfProcesses()) {
    const pid = Number(entry)
    if (pid === process.pid) continue
    const command = textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
    if (command.includes(`${folder}/`) || isSetTo(folder, textOf(`/proc/${pid}/environ`))) found.push({ pid, command })
  }
  return found
}

/** Ends them all. */
export function endProcessesOf(folder: string): void {
  for (const { pid } of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
}

function isSetTo(folder: string, environment: string): boolean {
  return environment.split('\0').some(setting => {
    const [, value = ''] = setting.split('=')
    // Not of worker 10 for worker 1.
    return value === folder || value.startsWith(`${folder}/`)
  })
}

function foldersOfProcesses(): string[] {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended, or it is of another user.
    return ''
  }
}
