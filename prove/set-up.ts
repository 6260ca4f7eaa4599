import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { random } from '../conformance/fuzz/random.ts'
import type { SandboxFile } from '../sandbox/sandbox-file.ts'
import { serverPlace } from '../src/db/server-place.ts'
import { client } from './client.ts'
import { connectMerchants } from './connect-merchants.ts'
import { type Hosts, openHosts } from './hosts/index.ts'
import { journal } from './journal.ts'
import type { Options } from './options.ts'
import { killAll } from './power/processes.ts'
import { openSql, type ProofRun } from './proof-run.ts'
import { RECEIVER_KINDS, type Receiver, receiver } from './receivers.ts'
import { superviseProcess } from './supervise-process.ts'

/**
 * Starts a gateway of several processes on a durable database of its own, and the servers that receive its postbacks.
 */
export async function setUp(options: Options, over: AbortSignal): Promise<ProofRun & { end(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-prove-'))
  chmodSync(home, 0o755)
  const chance = random(options.seed)
  // The first process creates the database, the others find it.
  const first = superviseProcess({ ...options, home, role: options.roles[0] ?? 'api' })
  const processes = [first]
  const receivers: Receiver[] = []
  const { socket } = serverPlace(home)
  const address = `postgresql:///tollgate?${new URLSearchParams({ host: socket, user: 'tollgate' })}`
  const { sql, end: endSql } = openSql(address)
  // The processors read the time from it, whatever else it is asked.
  const { sql: timeSql, end: endTimeSql } = openSql(address)
  let hosts: Hosts | null = null
  const end = async (): Promise<void> => {
    await Promise.all(processes.map(post => post.stop('SIGTERM')))
    await hosts?.close()
    await endTimeSql()
    await endSql()
    for (const each of receivers) await each.close()
    killAll(home)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await first.ready()
    processes.push(...options.roles.slice(1).map(role => superviseProcess({ ...options, home, role })))
    await Promise.all(processes.map(post => post.ready()))
    for (const kind_of_receiver of RECEIVER_KINDS) receivers.push(await receiver(kind_of_receiver, chance))
    const sandbox: SandboxFile = JSON.parse(readFileSync(join(home, 'sandbox.json'), 'utf8'))
    const counts = {
      kills: { api: 0, worker: 0, simulator: 0, power: 0, postgres: 0 },
      clock_moves: 0,
      replayed: 0,
      moved_seconds: 0,
      under_way: new Set<{ moved_seconds: number }>(),
      forgotten: 0,
    }
    hosts = await openHosts(options, timeSql)
    const parts = { options, chance, home, processes, sandbox, journal: journal(), receivers, hosts, sql, over }
    const proof = { ...parts, ...counts }
    await configureReceivers(proof)
    await connectMerchants(proof)
    hosts.trouble()
    return { ...proof, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** The resources that each receiver gets postbacks of: each merchant has one sound receiver and one that is not. */
const RESOURCES_OF = {
  steady: [0, ['transaction', 'quickinvoice', 'transactionbatch']],
  dead: [0, ['transaction', 'paylink']],
  slow: [1, ['transaction', 'recurring']],
  failing: [1, ['contact', 'transaction', 'quickinvoice']],
} as const

async function configureReceivers(proof: ProofRun): Promise<void> {
  const { chance, sandbox, receivers } = proof
  for (const { kind_of_receiver, url } of receivers) {
    const [place, resources] = RESOURCES_OF[kind_of_receiver]
    const merchant = sandbox.merchants[place]!
    const { location_id, cc_product_transaction_id } = merchant
    for (const resource of resources) {
      const product = resource.startsWith('transaction') ? { product_transaction_id: cc_product_transaction_id } : {}
      const wanted = { on_create: 1, on_update: 1, on_delete: 1, number_of_attempts: 100, attempt_interval: 1800 }
      const made = { location_id, resource, url, ...product, ...wanted }
      const { status, answer } = await client(proof, place, chance).make('postbackconfig', 'postbackconfig', made)
      if (status !== 201) throw new Error(`the receivers could not be set up: ${status} ${JSON.stringify(answer)}`)
    }
  }
}
