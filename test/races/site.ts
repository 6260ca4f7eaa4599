import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import type { Random } from '../../conformance/fuzz/random.ts'
import type { ProcessorHost } from '../../prove/hosts/processor-host.ts'
import { hostStates } from '../../prove/reconcile/host-states.ts'
import type { LedgerState } from '../../prove/reconcile/ledger.ts'
import type { Database } from '../../src/db/database.ts'
import { createTestDatabase } from '../support/database.ts'
import { run, startGateway, temporaryHome } from '../support/process.ts'
import type { Maker, Scene, Stage } from './scene.ts'
import { type Way, wayTo } from './way.ts'

/** Two service processes on one database, and ways to both. */
export interface Site {
  ways: readonly [Way, Way]
  db: Database
  /** The error output of the processes. */
  complaints: readonly string[]
  /** Connects the first merchant's products, and those that are made from now on, to a real processor. */
  connect(processor: ProcessorHost): Promise<void>
  /** Starts a process that does what is due by itself: it asks about open payments. */
  startWorker(): Promise<void>
  /** The money of a transaction in the processor's book; null while the simulator is the processor. */
  book(id: string): Promise<LedgerState | null>
  /** A fresh record of a scene. */
  make(scene: Scene, chance: Random): Promise<Stage>
  end(): Promise<void>
}

/** All payers have one address here, and users have one key. */
const SETTINGS = {
  // Due work is done only when a request asks for it.
  TOLLGATE_ROLE: 'api',
  TOLLGATE_PAYER_TRIES: '1000000',
  TOLLGATE_REQUESTS_PER_CREDENTIAL: '0',
  TOLLGATE_REQUESTS_PER_ADDRESS: '0',
  TOLLGATE_SIMULATOR_DELAY_SCALE: '0.02',
}

export async function raceSite(): Promise<Site> {
  const home = temporaryHome()
  const { url, database: db, drop } = await createTestDatabase('pairs')
  const settings = { DATABASE_URL: url, ...SETTINGS }
  const one = await startGateway(home, settings)
  const two = await startGateway(home, settings)
  const { developer_id, merchants, oauth } = one.sandbox
  const { user } = merchants[0]!
  const identity = { 'developer-id': developer_id, 'user-id': user.user_id, 'user-api-key': user.user_api_key }
  const ways = [wayTo(one.url, identity), wayTo(two.url, identity)] as const
  const complaints: string[] = []
  const hear = (line: string): void => void (isStarved(line) || complaints.push(line))
  for (const { child } of [one, two]) createInterface(child.stderr!).on('line', hear)
  let count = 0
  let connected: { processor: ProcessorHost; put(id: string): Promise<void> } | null = null
  const gateways = [two, one]
  const shared = new Map<string, Promise<string>>()
  const once: Maker['once'] = (name, make) => {
    const known = shared.get(name) ?? make()
    shared.set(name, known)
    return known
  }
  const operator = operatorOf(home, url, merchants[0]!.location_id)
  return {
    ways,
    db,
    complaints,
    make(scene, chance) {
      count += 1
      const way = ways[chance.below(2)]!
      const query = (text: string, values: readonly unknown[]) => db.query(text, values)
      const seconds = async () => (await way.send('GET', '/sandbox/clock')).body.now
      const made = { ...posting(way, connected?.put), once, mark: `mk${count}x`, query, seconds }
      return scene.make({ ...made, way, merchant: merchants[0]!, oauth: oauth! })
    },
    async connect(processor) {
      const { connector, settings } = processor
      const headers = await operator()
      const put = async (id: string): Promise<void> => {
        const path = `/v2/producttransactions/${id}/processor`
        const answer = await ways[0].send('PUT', path, { producttransaction: { connector, settings } }, headers)
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
      }
      shared.clear()
      connected = { processor, put }
      for (const id of [merchants[0]!.cc_product_transaction_id, merchants[0]!.ach_product_transaction_id])
        await put(id)
    },
    async startWorker() {
      gateways.unshift(await startGateway(home, { ...settings, TOLLGATE_ROLE: 'worker' }))
    },
    async book(id) {
      if (!connected) return null
      const owners = new Map((await db.query<Owned>(OWNERS, [id])).map(each => [each.id, each.transaction_id]))
      return hostStates([connected.processor], owners).get(id) ?? NOTHING
    },
    async end() {
      for (const way of ways) way.close()
      for (const gateway of gateways) await gateway.end()
      await drop()
    },
  }
}

interface Owned {
  id: string
  transaction_id: string
}

const OWNERS = `
select id, transaction_id from attempt
 where transaction_id in (select id from transaction where id = $1 or previous_transaction_id = $1)`
const NOTHING: LedgerState = { held: 0, captured: 0, refunded: 0, voided: false, parent: null }

/** Returns the headers of a user who may connect products; he is made when he is needed first. */
function operatorOf(home: string, url: string, merchant: string): () => Promise<Record<string, string>> {
  let made: Promise<Record<string, string>> | undefined
  const make = async () => {
    const args = ['operator-user', '--merchant', merchant, '--email', 'ops@gateway.example']
    const { stdout } = await run('src/cli/main.ts', { TOLLGATE_HOME: home, DATABASE_URL: url }, args)
    const { user_id, user_api_key } = JSON.parse(stdout)
    return { 'user-id': user_id, 'user-api-key': user_api_key }
  }
  return () => (made ??= make())
}

function posting(way: Way, connect?: (product: string) => Promise<void>): Pick<Maker, 'post' | 'put'> {
  const sent = async (method: string, path: string, name: string, record: unknown) => {
    const { status, body } = await way.send(method, path, { [name]: record })
    assert.ok(status === 200 || status === 201, `${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body[name]
  }
  return {
    async post(plural, name, record) {
      const made = await sent('POST', `/v2/${plural}`, name, record)
      if (plural === 'producttransactions') await connect?.(made.id)
      return made
    },
    put: (path, name, record) => sent('PUT', path, name, record),
  }
}

/** Whether the line only says that a busy machine gave the process no processor time. */
function isStarved(line: string): boolean {
  if (!line.includes('"msg":"the event loop was blocked')) return false
  const { ms, cpu_ms } = JSON.parse(line)
  return cpu_ms < ms / 2
}
