import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import type { SandboxFile } from '../../sandbox/sandbox-file.ts'
import type { SeededUser } from '../../sandbox/seed.ts'
import { postmasterPid } from '../../src/db/postmaster.ts'
import { nodeEnvironment, nodeFlags } from '../../tools/node-flags.mjs'
import type { Json } from './app.ts'
import { undescribed } from './described-answers.ts'
import { noteAnswer, noteLogLine } from './server-faults.ts'

/** The gateway as a process, started as an operator starts it. */
export interface Started {
  url: string
  child: ChildProcess
  /** Resolves with the next line on standard error. */
  complaint(): Promise<string>
  /** Sends a signal and waits for the end. Returns the exit code and the standard output. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; stdout: string }>
}

/** A sandbox that was started, addressed over HTTP. */
export interface Gateway extends Started {
  sandbox: SandboxFile
  /** A request as the first merchant's administrator unless `over` says otherwise. */
  call(method: string, path: string, body?: Json, over?: Over): Promise<{ status: number; body: Json }>
}

interface Over {
  as?: Pick<SeededUser, 'user_id' | 'user_api_key'>
  headers?: Settings
  signal?: AbortSignal
}

type Settings = Record<string, string>

const root = join(import.meta.dirname, '../..')

const homes: string[] = []
const started: ChildProcess[] = []

// A test that fails half way would otherwise leave a process behind, and its file would never end.
after(async () => {
  const running = started.filter(child => child.exitCode === null && child.signalCode === null)
  const ended = running.map(child => once(child, 'exit'))
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(ended)
  for (const home of homes) {
    for (const pid of leftBehind(home)) process.kill(pid, 'SIGKILL')
    rmSync(home, { recursive: true, force: true })
  }
})

/** A folder for TOLLGATE_HOME, gone after the last test of the file with everything that still runs in it. */
export function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-process-'))
  chmodSync(home, 0o755)
  homes.push(home)
  return home
}

/** The database server, the processor simulator and the virtual terminals that still run for a home. */
export function leftBehind(home: string): number[] {
  const companions = ['processor', 'terminals'].map(folder => {
    const address = join(home, folder, 'address.json')
    const pid = existsSync(address) ? (JSON.parse(readFileSync(address, 'utf8')).pid as number) : undefined
    return pid !== undefined && existsSync(`/proc/${pid}`) ? pid : undefined
  })
  return [postmasterPid(join(home, 'postgres')), ...companions].filter(pid => pid !== undefined)
}

/**
 * Starts an entry with these settings and nothing else of our environment but where compiled code is kept; with so many
 * descriptors at most.
 */
function launch(
  entry: string,
  settings: Settings,
  args: readonly string[],
  input: string | null = null,
  descriptors?: number,
): ChildProcess {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { ...nodeEnvironment, PATH, NODE_COMPILE_CACHE, PORT: '0', ...settings }
  const command = [process.execPath, ...nodeFlags, join(root, entry), ...args]
  const limited = descriptors === undefined ? [] : ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh']
  const [program, ...rest] = [...limited, ...command]
  const child = spawn(program!, rest, {
    env,
    stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end(input)
  started.push(child)
  return child
}

/**
 * Runs an entry to its end: the gateway where it must not get ready, or an operator's command. `meanwhile` is given
 * the process, `input` is its standard input.
 */
export async function run(
  entry: string,
  settings: Settings,
  args: readonly string[] = [],
  meanwhile: (child: ChildProcess) => void = () => undefined,
  input: string | null = null,
) {
  const child = launch(entry, settings, args, input)
  meanwhile(child)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')])
  return { code: code as number | null, stdout, stderr }
}

/** Starts the gateway and waits until it is ready; throws its error output when it ends instead. */
export async function startProcess(home: string, settings: Settings = {}, descriptors?: number): Promise<Started> {
  const child = launch('src/main.ts', { TOLLGATE_HOME: home, ...settings }, [], null, descriptors)
  const closed = once(child, 'close')
  const printed: string[] = []
  const complaints: string[] = []
  let told: () => void = () => undefined
  createInterface(child.stderr!).on('line', line => {
    noteLogLine(line, false)
    // That a busy machine holds it up is no complaint of a test's subject.
    if (line.includes('the event loop was blocked')) return
    complaints.push(line)
    told()
  })
  const lines = createInterface(child.stdout!).on('line', line => printed.push(line))
  await Promise.race([once(lines, 'line'), closed])
  const url = /^Tollgate ready at (\S+)$/.exec(printed[0] ?? '')?.[1]
  if (!url) throw new Error(`the gateway did not start: ${complaints.join('\n')}`)
  return {
    url,
    child,
    async complaint() {
      while (complaints.length === 0) await new Promise<void>(resolve => (told = resolve))
      return complaints.shift()!
    },
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = await closed
      return { code, stdout: printed.join('\n') }
    },
  }
}

/** Starts a sandbox, and reads what it has seeded. */
export async function startGateway(home: string, settings: Settings = {}, descriptors?: number): Promise<Gateway> {
  const started = await startProcess(home, settings, descriptors)
  const sandbox = sandboxOf(home)
  return {
    ...started,
    sandbox,
    call: (method, path, body, { as = sandbox.merchants[0]!.user, headers = {}, signal } = {}) => {
      const keys = { 'user-id': as.user_id, 'user-api-key': as.user_api_key }
      const identity = { 'developer-id': sandbox.developer_id, ...keys, ...headers }
      return request(method, started.url + path, body, identity, signal)
    },
  }
}

/** What developers find in `sandbox.json`. */
export function sandboxOf(home: string): SandboxFile {
  return JSON.parse(readFileSync(join(home, 'sandbox.json'), 'utf8'))
}

/** Sends a request with the headers that identify a caller. */
export async function request(method: string, url: string, body: Json, identity: Settings, signal?: AbortSignal) {
  const headers: Settings = { connection: 'close', 'content-type': 'application/json', ...identity }
  const sent = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
  const answer = await fetch(url, signal ? { ...sent, signal } : sent)
  const [text, told] = [await answer.text(), Object.fromEntries(answer.headers)]
  assert.equal(noteAnswer(method, url, answer.status, text), null)
  assert.deepEqual(undescribed(method, url, { status: answer.status, headers: told, text }), [])
  return { status: answer.status, body: JSON.parse(text) as Json }
}

/** Repeats a request until its answer is the expected one; the request itself takes the time. */
export async function until<T>(ask: () => Promise<T>, isIt: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (isIt(answer)) return answer
  }
}

/** A card sale of the first merchant. */
export function cardSale(gateway: Gateway, amount: string, headers: Settings = {}, signal?: AbortSignal) {
  const { location_id } = gateway.sandbox.merchants[0]!
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' }
  const transaction = { location_id, action: 'sale', transaction_amount: amount, ...card }
  return gateway.call('POST', '/v2/transactions', { transaction }, signal ? { headers, signal } : { headers })
}
