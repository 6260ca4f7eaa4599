import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findRunning, type LaunchedSimulator, launchSimulator } from '../../sandbox/processor/launch.ts'
import type { Processor } from '../../src/ports/processor.ts'
import type { BankInstrument, CardInstrument } from '../../src/ports/processor-request.ts'
import { simulator } from '../../src/processors/simulator/index.ts'

export const visa: CardInstrument = { kind: 'card', number: '4111111111111111', exp_date: '1230', brand: 'visa' }
export const amex: CardInstrument = { kind: 'card', number: '371449635398431', exp_date: '1230', brand: 'amex' }
export const checking: BankInstrument = {
  kind: 'bank',
  routing: '072000326',
  account_number: '123456789',
  account_type: 'checking',
  account_holder_name: 'Wilma Testperson',
  is_company: false,
  sec_code: 'WEB',
}

export interface Room {
  home: string
  launched: LaunchedSimulator
  processor: Processor
  ledgerPath: string
  pid(): Promise<number>
  entries(
    reference?: string,
  ): Promise<{ reference: string; action: string; amount: string; result: string; ts: number }[]>
  close(): Promise<void>
}

/** A home that is cleared when the test ends, however it ends; a simulator that still lives there is ended too. */
export async function tempHome(context: TestContext): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'tollgate-simulator-'))
  context.after(() => clear(home))
  return home
}

async function clear(home: string): Promise<void> {
  const live = await findRunning(home)
  if (live) await killHard(live.pid, live.address)
  await rm(home, { recursive: true })
}

/** A simulator process of one's own in a temporary home, its delays shrunk so that seconds are milliseconds. */
export async function openRoom(): Promise<Room> {
  const home = await mkdtemp(join(tmpdir(), 'tollgate-simulator-'))
  const launched = await launchSimulator({ home, log: () => undefined, delay_scale: 0.001 })
  const folder = join(home, 'processor')
  return {
    home,
    launched,
    processor: simulator({ ...launched, restart: launched.restartIfGone })(null),
    ledgerPath: join(folder, 'ledger.jsonl'),
    async pid() {
      return JSON.parse(await readFile(join(folder, 'address.json'), 'utf8')).pid
    },
    async entries(reference) {
      const { address, secret } = await launched.restartIfGone()
      const query = reference === undefined ? '' : `?reference=${encodeURIComponent(reference)}`
      const { status, body } = await get(`${address}/ledger${query}`, secret)
      assert.equal(status, 200)
      return JSON.parse(body).entries
    },
    async close() {
      await launched.stop()
      await clear(home)
    },
  }
}

export async function get(url: string, secret: string): Promise<{ status: number | undefined; body: string }> {
  const asking = request(url, { agent: false, headers: { authorization: `Bearer ${secret}` } }).end()
  const [response] = await once(asking, 'response')
  let body = ''
  for await (const chunk of response) body += chunk
  return { status: response.statusCode, body }
}

const mainPath = fileURLToPath(new URL('../../sandbox/processor/main.ts', import.meta.url))

/**
 * Runs the simulator's entry in the foreground, within a shell line when one is given; resolves at its first line of
 * output.
 */
export async function runMain(home: string, shell = 'exec "$@"') {
  const node = [process.execPath, mainPath, '--home', home, '--delay-scale', '1']
  const child = spawn('/bin/sh', ['-c', shell, 'sh', ...node], { stdio: ['ignore', 'pipe', 'ignore'] })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, line: line as string, exit }
}

/** Kills a process that is no child of this one, as a power cut would, and waits until its address is free. */
export async function killHard(pid: number, address: string): Promise<void> {
  process.kill(pid, 'SIGKILL')
  const refused = () => {
    const asking = request(`${address}/healthz`, { agent: false })
    asking.end()
    return new Promise<boolean>(resolve => {
      asking.on('response', response => resolve(response.resume() === undefined))
      asking.on('error', error => resolve((error as NodeJS.ErrnoException).code === 'ECONNREFUSED'))
    })
  }
  while (!(await refused()));
}
