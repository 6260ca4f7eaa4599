import { readdirSync, readFileSync } from 'node:fs'

/**
 * Returns the processes whose command line or environment names this folder. Tests started them, and the list includes
 * those whose parent process has ended. Works on Linux only; other systems return an empty list.
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

/** Kills every process that `processesOf` returns. */
export function endProcessesOf(folder: string): void {
  for (const { pid } of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

function isSetTo(folder: string, environment: string): boolean {
  return environment.split('\0').some(setting => {
    const [, value = ''] = setting.split('=')
    // The slash tells worker 1 from worker 10.
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
    // The process has ended or belongs to another user.
    return ''
  }
}
