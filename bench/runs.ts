import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { columnsOf } from '../src/engine/columns.ts'
import { recurring } from '../src/resources/recurring/recurring.ts'
import { type Bar, medianOf } from './bar.ts'
import { openFloor, recordWrites, startPaymentFloor } from './floor/payment-floor.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { type Figure, measureInTurn, median, runOfLoad } from './measure.ts'
import { type OwnDatabase, onOwnDatabase } from './own-database.ts'
import { counted, floorBars, type PaymentFigure, warmUp, withFloor } from './payments.ts'
import { type Processes, processorTime } from './processor-time.ts'

const VAULTS = 500
const POLL_MS = 100
/** After every retry of an enqueued recurring, and before the next payment of any. */
const FAR = Math.floor(Date.now() / 1000) + 20 * 86_400

interface RunFigure extends PaymentFigure {
  workers: number
}

/** Seconds per round of the floor. */
const FLOOR_SECONDS = 4
/** Share of the first half that one worker charges to warm up. */
const WARMING = 0.1
/** Recurrings used to open the batch and to record one charge. */
const FIRST = 2
const ROUNDS = 3

/**
 * Measures a morning when many recurrings of one merchant fall due. One worker charges half of them, alternating with
 * the floor of a charge. Two workers charge the rest. Each worker is a process beside an idle API process. Throws
 * unless the processor's ledger has each charge once.
 */
export async function benchRuns(count: number): Promise<RunFigure[]> {
  return onOwnDatabase(async own => {
    const { home, url, db } = own
    const start = async (role: 'api' | 'worker'): Promise<Gateway> => {
      const gateway = await startGateway(url, home, { TOLLGATE_ROLE: role })
      own.finally(() => gateway.stop())
      return gateway
    }
    const api = await start('api')
    await openFloor(db)
    await fill(db, api, count)
    const half = Math.floor(count / 2)
    const time = await processorTime((await start('worker')).pid, home)
    const figures = [await oneWorker(own, time, half)]
    await start('worker')
    const { charges, cpu_ms } = await fallDue(db, time, half, count)
    figures.push({ name: 'two workers', workers: 2, rounds: [charges], cpu_ms: [cpu_ms] })
    await compare(db, home, count)
    return figures
  })
}

async function oneWorker(own: OwnDatabase, time: () => Promise<Processes>, count: number): Promise<RunFigure> {
  const { db } = own
  // The first one opens a batch.
  await fallDue(db, time, 0, 1)
  const floor = await startPaymentFloor(own, await recordWrites(db, () => fallDue(db, time, 1, FIRST)))
  const warm = Math.max(FIRST, Math.floor(count * WARMING))
  await fallDue(db, time, FIRST, warm)
  await warmUp(floor.load)
  await db.run('vacuum analyze')
  const [ours, floors]: [Processes[], Processes[]] = [[], []]
  const rounds = await measureInTurn(
    {
      floor: counted(runOfLoad(floor.load), floor.time, floors),
      charges: async () => {
        const [from, to] = [0, 1].map(more => warm + Math.floor(((count - warm) * (ours.length + more)) / ROUNDS))
        const { charges, cpu_ms } = await fallDue(db, time, from!, to!)
        ours.push(cpu_ms)
        return charges
      },
    },
    FLOOR_SECONDS,
  )
  await floor.stop()
  const measured = { name: 'recurring charges, one worker', rounds: rounds.charges, cpu_ms: ours }
  return { workers: 1, ...withFloor(measured, { name: 'floor', rounds: rounds.floor, cpu_ms: floors }) }
}

/** With one worker. */
const BAR = { rate: 0.35, cpu: 1.6 }

/** The figures as a Markdown table with the time a million of them would take. */
export function runsReport(figures: readonly RunFigure[]): string {
  const head =
    '| workers | recurrings due | charges/s | a million of them would take, minutes | gateway | PostgreSQL | simulator, ms of processor time |\n|---|---|---|---|---|---|---|'
  const lines = figures.map(({ workers, rounds, cpu_ms }) => {
    const { per_second } = median(rounds)
    const charges = rounds.reduce((sum, { requests }) => sum + requests, 0)
    const times = (['gateway', 'postgres', 'simulator'] as const).map(name => medianOf(cpu_ms.map(each => each[name])))
    const cells = [workers, charges, Math.round(per_second), Math.round(1_000_000 / per_second / 60)]
    return `| ${[...cells, ...times.map(ms => ms.toFixed(2))].join(' | ')} |`
  })
  return [head, ...lines].join('\n')
}

export function runBars(figures: readonly RunFigure[]): Bar[] {
  return figures.flatMap(figure => floorBars(figure, BAR))
}

/** Stored accounts are made through the API, because each is sealed for itself; the recurrings are copies of one. */
export async function fill(db: Database, api: Gateway, count: number): Promise<void> {
  const { location_id, contact_id } = api.sandbox.merchants[0]!
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' }
  const vaults: string[] = []
  while (vaults.length < VAULTS) {
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        post(api, 'accountvaults', { accountvault: { ...card, location_id, contact_id } }),
      ),
    )
    vaults.push(...made.map(({ accountvault }) => accountvault!.id))
  }
  const plan = { transaction_amount: '10.00', interval: 1, interval_type: 'm', start_date: '2099-01-01' }
  const { recurring: first } = await post(api, 'recurrings', {
    recurring: { ...plan, account_vault_id: vaults[0], location_id },
  })
  const vary: Record<string, string> = {
    id: `'00000000000' || lpad(to_hex(n), 13, '0')`,
    account_vault_id: `($2::text[])[1 + n % ${VAULTS}]`,
    due_ts: 'null',
  }
  const columns = columnsOf(recurring).names
  const select = columns.map(name => vary[name] ?? `r."${name}"`).join(', ')
  await db.run(
    `insert into recurring (${columns.map(name => `"${name}"`).join(', ')})
     select ${select} from recurring r, generate_series(0, ${count - 1}) n where r.id = $1`,
    [first!.id, vaults],
  )
  await db.run('vacuum analyze recurring')
}

/** A charge has no latency of its own: no client waits for it. */
const NO_LATENCY = { p50_ms: Number.NaN, p99_ms: Number.NaN, failures: 0 }

/** Charges per second from the time at which recurrings number `from` to `to` fall due until all of them are done. */
export async function fallDue(
  db: Database,
  time: () => Promise<Processes>,
  from: number,
  to: number,
): Promise<{ charges: Figure; cpu_ms: Processes }> {
  const today = Temporal.Now.plainDateISO('America/New_York').toString()
  const id = (n: number) => `00000000000${n.toString(16).padStart(13, '0')}`
  await db.run(
    `update recurring set next_run_date = $3, start_date = $3, anchor_date = $3, due_ts = 1 where id >= $1 and id < $2`,
    [id(from), id(to), today],
  )
  const requests = to - from
  const [start, before] = [performance.now(), await time()]
  for (;;) {
    const [row] = await db.query<{ busy: boolean }>(
      `select exists (select from recurring where due_ts < $1) or exists (select from job where task = 'recurring.run') as busy`,
      [FAR],
    )
    if (!row!.busy) {
      const [seconds, after] = [(performance.now() - start) / 1000, await time()]
      const spent = Object.entries(after).map(([name, ms]) => [name, (ms - before[name as keyof Processes]) / requests])
      const charges = { ...NO_LATENCY, per_second: requests / seconds, requests }
      return { charges, cpu_ms: Object.fromEntries(spent) as Processes }
    }
    await pause(POLL_MS)
  }
}

async function compare(db: Database, home: string, count: number): Promise<void> {
  const ledger = (await readFile(join(home, 'processor', 'ledger.jsonl'), 'utf8')).trimEnd().split('\n')
  const [books] = await db.query<{ count: number }>(
    `select count(distinct recurring_id) as count from transaction where outcome = 'approved'`,
  )
  if (ledger.length !== count || books!.count !== count)
    throw new Error(`${count} recurrings, ${ledger.length} charges in the ledger, ${books!.count} in the books`)
}

async function post(api: Gateway, path: string, body: unknown): Promise<Record<string, { id: string }>> {
  const headers = { ...api.keys(0), 'content-type': 'application/json' }
  const answer = await fetch(`${api.url}/v2/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, { id: string }>
}
