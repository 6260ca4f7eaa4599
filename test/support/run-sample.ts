import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a sample as it is printed. Resolves with what it prints. */
export type Runner = (code: string, env: Record<string, string>) => Promise<string>

/** Node has no types to strip in these samples, so they run here, with a process and a console of their own. */
export const inNode: Runner = async (code, env) => {
  const printed: string[] = []
  const console = { log: (...words: unknown[]) => printed.push(words.join(' ')) }
  const AsyncFunction = (async () => undefined).constructor as new (
    ...names: string[]
  ) => (...values: unknown[]) => Promise<void>
  await new AsyncFunction('process', 'console', code)({ env }, console)
  return printed.join('\n')
}

/** Returns what runs code by a program that takes it after a flag. */
export const by =
  (command: string, ...flags: string[]): Runner =>
  async (code, env) =>
    (await run(command, [...flags, code], { env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env } })).stdout

let python: Promise<string> | undefined
/** Version managers put a script in the place of `python3`, which looks for the program each time. */
export const inPython: Runner = async (code, env) => {
  python ??= by('python3', '-c')('import sys; print(sys.executable)', {})
  return by((await python).trim(), '-c')(code, env)
}

/** What is printed is the answer; tests want its status as well. */
export const inShell: Runner = (code, env) =>
  by('bash', '-c')(code.replace('curl ', `curl -s -w '\\n%{http_code}' `), env)
