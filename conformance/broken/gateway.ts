import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createLab, type Lab } from '../lab.ts'
import { readSandbox } from '../sandbox.ts'

/** Starts a sandbox from this checkout with a temporary home and database, runs `work`, and deletes both. */
export async function withGateway<T>(tree: string, work: (lab: Lab) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'tollgate-broken-'))
  const { DATABASE_URL: _, ...env } = process.env
  const gateway = spawn(process.execPath, ['src/main.ts'], {
    cwd: tree,
    env: { ...env, PORT: '0', HOST: '127.0.0.1', TOLLGATE_HOME: home, TOLLGATE_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  gateway.stderr.on('data', part => said.push(part))
  try {
    const address = await ready(gateway)
    if (address === null) throw new Error(`the gateway does not start: ${Buffer.concat(said).toString().slice(-500)}`)
    return await work(createLab(address, await readSandbox(join(home, 'sandbox.json'))))
  } finally {
    await ended(gateway)
    await rm(home, { recursive: true, force: true })
  }
}

/** Returns the address from the gateway's ready line; null if it exits first. */
async function ready(gateway: ChildProcess): Promise<string | null> {
  for await (const line of createInterface(gateway.stdout!)) {
    const found = /^Tollgate ready at (\S+)$/.exec(line)
    if (found) return found[1]!
  }
  return null
}

async function ended(gateway: ChildProcess): Promise<void> {
  if (gateway.exitCode !== null || gateway.signalCode !== null) return
  gateway.kill('SIGTERM')
  await once(gateway, 'exit')
}
