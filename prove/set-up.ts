import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { random } from '../conformance/fuzz/random.ts'
import type { SandboxFile } from '../sandbox/sandbox-file.ts'
import { serverPlace } from '../src/db/server-place.ts'
import { client } from './client.ts'
import { type Field, openSql } from './field.ts'
import { journal } from './journal.ts'
import type { Options } from './options.ts'
import { keepPost } from './post.ts'
import { killAll } from './power/processes.ts'
import { MANNERS, type Receiver, receiver } from './receivers.ts'

/** A gateway of four processes on a database of its own, which writes through to the disk; and those who are told by it. */
export async function setUp(options: Options, over: AbortSignal): Promise<Field & { end(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-prove-'))
  chmodSync(home, 0o755)
  const chance = random(options.seed)
  // The first one makes the database, the others find it.
  const first = keepPost({ ...options, home, role: options.roles[0] ?? 'api' })
  const posts = [first]
  const receivers: Receiver[] = []
  const { socket } = serverPlace(home)
  const { sql, end: endSql } = openSql(
    `postgresql:///tollgate?${new URLSearchParams({ host: socket, user: 'tollgate' })}`,
  )
  const end = async (): Promise<void> => {
    await Promise.all(posts.map(post => post.stop('SIGTERM')))
    await endSql()
    for (const each of receivers) await each.close()
    killAll(home)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await first.ready()
    posts.push(...options.roles.slice(1).map(role => keepPost({ ...options, home, role })))
    await Promise.all(posts.map(post => post.ready()))
    for (const manner of MANNERS) receivers.push(await receiver(manner, chance))
    const sandbox: SandboxFile = JSON.parse(readFileSync(join(home, 'sandbox.json'), 'utf8'))
    const counts = {
      kills: { api: 0, worker: 0, simulator: 0, power: 0, postgres: 0 },
      hops: 0,
      hopped: 0,
      forgotten: 0,
    }
    const field = { options, chance, home, posts, sandbox, journal: journal(), receivers, sql, over, ...counts }
    await tellReceivers(field)
    return { ...field, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Who is told of what: at each merchant one receiver that is well, and one that is not. */
const TOLD_OF = {
  steady: [0, ['transaction', 'quickinvoice', 'transactionbatch']],
  dead: [0, ['transaction', 'paylink']],
  slow: [1, ['transaction', 'recurring']],
  failing: [1, ['contact', 'transaction', 'quickinvoice']],
} as const

async function tellReceivers(field: Field): Promise<void> {
  const { chance, sandbox, receivers } = field
  for (const { manner, url } of receivers) {
    const [place, resources] = TOLD_OF[manner]
    const merchant = sandbox.merchants[place]!
    const { location_id, cc_product_transaction_id } = merchant
    for (const resource of resources) {
      const product = resource.startsWith('transaction') ? { product_transaction_id: cc_product_transaction_id } : {}
      const wanted = { on_create: 1, on_update: 1, on_delete: 1, number_of_attempts: 100, attempt_interval: 1800 }
      const made = { location_id, resource, url, ...product, ...wanted }
      const { status, answer } = await client(field, place, chance).make('postbackconfig', 'postbackconfig', made)
      if (status !== 201) throw new Error(`the receivers could not be set up: ${status} ${JSON.stringify(answer)}`)
    }
  }
}
