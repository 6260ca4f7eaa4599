import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { atWorkerEnd } from './at-worker-end.ts'

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

/**
 * Runs each program that a line of standard input has, with the environment of the line, and answers with a line of
 * what it printed. A process for each takes most of a second to import what all of them need.
 */
const LAUNCHER = `
import contextlib, io, json, os, sys, traceback
for line in sys.stdin:
    code, env = json.loads(line)
    os.environ.clear()
    os.environ.update(env)
    printed, ended = io.StringIO(), True
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(code, 'sample', 'exec'), {'__name__': '__main__'})
        except BaseException:
            ended = False
            traceback.print_exc(file=printed)
    print(json.dumps([ended, printed.getvalue()]), flush=True)
`

/** Version managers put a script in the place of `python3`, which looks for the program each time. */
async function launchPython(): Promise<(code: string, env: Record<string, string>) => Promise<string>> {
  const program = (await by('python3', '-c')('import sys; print(sys.executable)', {})).trim()
  const child = spawn(program, ['-c', LAUNCHER], { stdio: ['pipe', 'pipe', 'inherit'] })
  atWorkerEnd.push(async () => {
    child.stdin.end()
    await once(child, 'exit')
  })
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  return async (code, env) => {
    child.stdin.write(`${JSON.stringify([code, env])}\n`)
    const { value } = await answers.next()
    const [ended, printed] = JSON.parse(`${value}`) as [boolean, string]
    if (!ended) throw new Error(`Python: ${printed}`)
    return printed
  }
}

let python: ReturnType<typeof launchPython> | undefined
let last: Promise<unknown> = Promise.resolve()
export const inPython: Runner = (code, env) => {
  python ??= launchPython()
  const answer = last.then(async () => (await python!)(code, env))
  last = answer.catch(() => undefined)
  return answer
}

/** What is printed is the answer; tests want its status as well. */
export const inShell: Runner = (code, env) =>
  by('bash', '-c')(code.replace('curl ', `curl -s -w '\\n%{http_code}' `), env)
