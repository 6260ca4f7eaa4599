import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../../conformance/fuzz/random.ts'
import type { Database } from '../../src/db/database.ts'
import type { Json, LedgerEntry } from './app.ts'
import { createTestDatabase } from './database.ts'
import { postReceiver } from './post-receiver.ts'
import { expireLeases } from './power-cut.ts'
import { type Gateway, startGateway, temporaryHome, until } from './process.ts'

const DAY = 86_400
const ROLES = ['api', 'worker', 'worker'] as const
/** The longest pause between two kills; a day of payments takes about as long. */
const LONGEST_MS = 400

/** The number of kills: at least the first, then up to the second or until enough time has passed. */
interface Kills {
  least: number
  most: number
  enough_ms: number
}

/** A gateway of three processes that were killed at random, and everything that was recorded. */
export interface RandomKills {
  db: Database
  /** The entries of the processor's ledger. */
  ledger: LedgerEntry[]
  /** The records that the receiver of postbacks got, in order of arrival. */
  told: Json[]
  kills: number
  recurring_ids: string[]
  /** The gateway's time at the end, Unix seconds. */
  now: number
}

/**
 * Charges recurrings day after day while processes are killed with SIGKILL, one at a time and at random moments, and
 * started again at once. Ends with a pause in which the survivors complete everything.
 */
export async function randomKills(
  { most, least, enough_ms }: Kills,
  recurrings: number,
  seed: number,
): Promise<RandomKills & { end(): Promise<void> }> {
  const { database: db, url, drop } = await createTestDatabase('fire')
  const home = temporaryHome()
  const settings = { DATABASE_URL: url, TOLLGATE_LOG_LEVEL: 'error' }
  const start = (role: string) => startGateway(home, { ...settings, TOLLGATE_ROLE: role })
  const chance = random(seed)
  const receiver = await postReceiver()
  const posts: (Gateway | Promise<Gateway>)[] = []
  for (const role of ROLES) posts.push(await start(role))
  const recurring_ids = await fill(posts[0] as Gateway, receiver.url, recurrings, chance.below)

  const moving = new AbortController()
  const moves = keepMoving(() => posts[0]!, moving.signal)
  const began = performance.now()
  let kills = 0
  for (; kills < least || (kills < most && performance.now() - began < enough_ms); kills += 1) {
    await pause(chance.below(LONGEST_MS))
    const place = chance.below(ROLES.length)
    const victim = await posts[place]!
    await victim.end('SIGKILL')
    // A dead process cannot use its leases any more, and taking a job from a living one does no harm.
    await db.run('update job set leased_until = null where leased_until is not null')
    posts[place] = start(ROLES[place]!)
  }
  moving.abort()
  const living = await Promise.all(posts)
  await moves
  for (const gateway of living) await gateway.end('SIGKILL')
  await forgetTheDead(db)
  const last = await startGateway(home, settings)
  // On a slow machine no process may have lived long enough to complete the first payment.
  await last.call('POST', '/sandbox/clock', { advance: 'P1D' })
  await putRight(db, last)
  const { now } = (await last.call('GET', '/sandbox/clock')).body
  const ledger = (await last.call('GET', '/sandbox/ledger')).body.entries
  return {
    ...{ db, ledger, told: receiver.posted.map(({ data }) => data), kills, recurring_ids, now },
    async end() {
      await last.end()
      await receiver.close()
      await drop()
    },
  }
}

/** Moves the clock day by day through whichever service is alive; one that dies during a move is not used again. */
async function keepMoving(service: () => Gateway | Promise<Gateway>, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    const gateway = await service()
    await gateway.call('POST', '/sandbox/clock', { advance: 'P1D' }).catch(() => undefined)
  }
}

/** The holders of these leases are dead: waiting for their leases to expire would prove nothing and take a minute. */
async function forgetTheDead(db: Database): Promise<void> {
  await db.run('update job set leased_until = null')
  await db.run('update postback_log set leased_until = null')
  await expireLeases({ db })
}

async function putRight(db: Database, gateway: Gateway): Promise<void> {
  const open = `select (select count(*) from attempt where state in ('pending', 'unknown')) as attempts,
                       (select count(*) from postback_log where next_run_ts is not null) as postbacks`
  await until(
    async () => {
      // The last move may have been cut off between two of its steps.
      await gateway.call('POST', '/sandbox/clock', { advance: 'PT1H' })
      const [row] = await db.query<{ attempts: number; postbacks: number }>(open)
      return row!
    },
    ({ attempts, postbacks }) => attempts === 0 && postbacks === 0,
  )
}

/** Recurrings of every day, approved and declined, ongoing and installment; and a receiver for what becomes of them. */
async function fill(api: Gateway, url: string, count: number, below: (count: number) => number): Promise<string[]> {
  const { location_id, contact_id, cc_product_transaction_id } = api.sandbox.merchants[0]!
  const created = async (noun: string, record: Json): Promise<Json> => {
    const { status, body } = await api.call('POST', `/v2/${noun}s`, { [noun]: { location_id, ...record } })
    if (status !== 201) throw new Error(`${noun}: ${JSON.stringify(body)}`)
    return body[noun]
  }
  await created('postbackconfig', {
    resource: 'transaction',
    product_transaction_id: cc_product_transaction_id,
    on_create: 1,
    number_of_attempts: 20,
    attempt_interval: 60,
    url,
  })
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' }
  const vault = await created('accountvault', { contact_id, ...card })
  const { now } = (await api.call('GET', '/sandbox/clock')).body
  const tomorrow = Temporal.Instant.fromEpochMilliseconds((now + DAY) * 1000).toZonedDateTimeISO('America/New_York')
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const made = await created('recurring', {
      account_vault_id: vault.id,
      transaction_amount: below(5) === 0 ? '5.00' : `${20 + index}.00`,
      interval: '1',
      interval_type: 'd',
      start_date: tomorrow.toPlainDate().toString(),
      ...(below(2) === 0 ? { installment_total_count: 99 } : {}),
    })
    ids.push(made.id)
  }
  return ids
}
