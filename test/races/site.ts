import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import type { Random } from '../../conformance/fuzz/random.ts'
import type { Database } from '../../src/db/database.ts'
import { createTestDatabase } from '../support/database.ts'
import { startGateway, temporaryHome } from '../support/process.ts'
import type { Maker, Scene, Stage } from './scene.ts'
import { type Way, wayTo } from './way.ts'

/** Two service processes on one database, and ways to both. */
export interface Site {
  ways: readonly [Way, Way]
  db: Database
  /** The error output of the processes. */
  complaints: readonly string[]
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
  for (const { child } of [one, two]) createInterface(child.stderr!).on('line', line => complaints.push(line))
  let count = 0
  return {
    ways,
    db,
    complaints,
    make(scene, chance) {
      count += 1
      const way = ways[chance.below(2)]!
      const query = (text: string, values: readonly unknown[]) => db.query(text, values)
      return scene.make({ ...posting(way), way, merchant: merchants[0]!, oauth: oauth!, mark: `mk${count}x`, query })
    },
    async end() {
      for (const way of ways) way.close()
      for (const gateway of [two, one]) await gateway.end()
      await drop()
    },
  }
}

function posting(way: Way): Pick<Maker, 'post' | 'put'> {
  const sent = async (method: string, path: string, name: string, record: unknown) => {
    const { status, body } = await way.send(method, path, { [name]: record })
    assert.ok(status === 200 || status === 201, `${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body[name]
  }
  return {
    post: (plural, name, record) => sent('POST', `/v2/${plural}`, name, record),
    put: (path, name, record) => sent('PUT', path, name, record),
  }
}
