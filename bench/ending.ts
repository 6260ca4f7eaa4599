import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { columnsOf } from '../src/engine/columns.ts'
import { transaction } from '../src/resources/transaction/transaction.ts'
import { COPY, copyRows } from './copy-rows.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { onOwnDatabase } from './own-database.ts'
import { arrivingSales, type Pace, type Sale, salesReport, sell } from './sales.ts'

/** What ends by itself after some time: numbers of cards that nothing needs, authorizations that nobody captured. */
export const ENDINGS = ['numbers', 'authorizations'] as const
export type Ending = (typeof ENDINGS)[number]

const PHASES = ['before', 'ending', 'after'] as const
const DAY = 86_400

interface EndingFigures {
  sales: Sale[]
  /** How many had ended, and in how many seconds. */
  ended: number
  seconds: number
  /** Seconds at most, as seen every tenth of a second: of a transaction, and of a statement that waited for a lock. */
  longest: { transaction: number; wait: number }
  /** What the statement that waited longest waited for. */
  blocker: string
}

/** Sales before, while and after so many things end, which a worker of its own finds all due at once. */
export async function benchEnding(
  ending: Ending,
  count: number,
  pace: Pace & { most_seconds: number },
): Promise<EndingFigures> {
  return onOwnDatabase(async own => {
    const { home, url, db } = own
    const first = await startGateway(url, home)
    const { body } = await sell(first, 0, ending === 'numbers' ? 'sale' : 'authonly')
    // With the gateway ends the simulator it has started, which would not see what is added to its ledger.
    await first.stop()
    await (ending === 'numbers' ? fillNumbers : fillAuthorizations)(db, home, body.transaction!.id, count)
    const api = await startGateway(url, home, { TOLLGATE_ROLE: 'api' })
    own.finally(() => api.stop())
    return await measure(db, api, () => startGateway(url, home, { TOLLGATE_ROLE: 'worker' }), ending, count, pace)
  })
}

async function measure(
  db: Database,
  api: Gateway,
  startWorker: () => Promise<Gateway>,
  ending: Ending,
  count: number,
  { most_seconds, ...pace }: Pace & { most_seconds: number },
): Promise<EndingFigures> {
  const sales: Sale[] = []
  let phase: string = PHASES[0]
  const stop = arrivingSales(api, pace, () => phase, sales)
  // The first sales find nothing prepared.
  await pause(2000)
  sales.length = 0
  await pause(pace.quiet_seconds * 1000)
  const worker = await startWorker()
  const watching = watchLocks(db)
  phase = PHASES[1]
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  let ended = 0
  for (; ended < count && elapsed() < most_seconds; ended = await endedOf(db, ending, count)) await pause(3000)
  const figures = { ended, seconds: elapsed(), ...(await watching()) }
  await worker.stop()
  phase = PHASES[2]
  await pause(pace.quiet_seconds * 1000)
  await stop()
  return { sales, ...figures }
}

type Seen = Pick<EndingFigures, 'longest' | 'blocker'>

/** Looks every tenth of a second at what others do. Returns the function that stops it and tells the longest. */
function watchLocks(db: Database): () => Promise<Seen> {
  const seen: Seen = { longest: { transaction: 0, wait: 0 }, blocker: 'nothing' }
  let is_over = false
  const watching = (async () => {
    for (; !is_over; await pause(100)) {
      const [now] = await db.query<{ transaction: number; wait: number; blocker: string }>(LONGEST)
      seen.longest.transaction = Math.max(seen.longest.transaction, Number(now?.transaction ?? 0))
      if (Number(now?.wait ?? 0) <= seen.longest.wait) continue
      seen.longest.wait = Number(now!.wait)
      seen.blocker = now!.blocker
    }
  })()
  return async () => {
    is_over = true
    await watching
    return seen
  }
}

const LONGEST = `
with others as (
  select pid, xact_start, query_start, wait_event_type, query from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'),
waiting as (
  select pid, clock_timestamp() - query_start as wait from others where wait_event_type = 'Lock' order by query_start limit 1)
select (select extract(epoch from max(clock_timestamp() - xact_start)) from others) as transaction,
       (select extract(epoch from wait) from waiting) as wait,
       (select left(regexp_replace(b.query, '\\s+', ' ', 'g'), 80) from waiting
          join pg_stat_activity b on b.pid = any (pg_blocking_pids(waiting.pid)) limit 1) as blocker`

/** Returns how many have ended. Cheap, because it is asked beside what is measured. */
async function endedOf(db: Database, ending: Ending, count: number): Promise<number> {
  const text =
    ending === 'numbers'
      ? 'select $1 - count(*)::int as ended from instrument where erase_ts < 1000'
      : `select least($1, count(*))::int as ended from attempt where action = 'void' and state <> 'pending'`
  return (await db.query<{ ended: number }>(text, [count]))[0]!.ended
}

/** Payments of long ago, each with a number of its own. */
async function fillNumbers(db: Database, _home: string, id: string, count: number): Promise<void> {
  const [paid] = await db.query<{ instrument_id: string }>('select instrument_id from transaction where id = $1', [id])
  const long_ago = `t.created_ts - ${500 * DAY}`
  const number = { created_ts: long_ago, erase_ts: 'n % 1000' }
  await copyRows(db, { table: 'instrument', id: paid!.instrument_id, count, vary: number })
  const payment = { reference: COPY, instrument_id: COPY, created_ts: long_ago }
  await copyRows(db, { table: 'transaction', columns: columnsOf(transaction).names, id, count, vary: payment })
  await db.run('vacuum analyze transaction')
  await db.run('vacuum analyze instrument')
  await db.run('checkpoint')
}

/** As many as may be ended while it is measured are known to the processor. */
const KNOWN = 50_000

async function fillAuthorizations(db: Database, home: string, id: string, count: number): Promise<void> {
  const vary = { reference: COPY, expire_ts: 'n' }
  await copyRows(db, { table: 'transaction', columns: columnsOf(transaction).names, id, count, vary })
  await db.run('vacuum analyze transaction')
  await db.run('checkpoint')
  const path = join(home, 'processor', 'ledger.jsonl')
  const [first] = (await readFile(path, 'utf8')).split('\n', 1) as [string]
  const copies = Array.from({ length: Math.min(count, KNOWN) }, (_, n) =>
    first.replaceAll(id, `0000000${(n + 1).toString(16).padStart(17, '0')}`),
  )
  await appendFile(path, copies.map(line => `${line}\n`).join(''))
}

/** Seconds that a statement may wait for a lock: a sale that waits longer is noticed at a counter. */
const LONGEST_WAIT = 1

/** The figures as text, and the bars that they miss. */
export function endingReport(
  ending: Ending,
  count: number,
  { sales, ended, seconds, longest, blocker }: EndingFigures,
): { text: string; missed: string[] } {
  const { table, missed } = salesReport(sales, PHASES)
  if (ended === 0) missed.push('nothing ended')
  if (longest.wait > LONGEST_WAIT) missed.push(`a statement waited ${longest.wait.toFixed(1)} s for a lock`)
  const text =
    `${table}\n${ended} of ${count} ${ending} ended in ${seconds.toFixed(1)} s (${Math.round(ended / seconds)} a second); ` +
    `longest transaction ${longest.transaction.toFixed(2)} s, longest wait for a lock ${longest.wait.toFixed(2)} s, for: ${blocker}`
  return { text, missed }
}
