import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { columnsOf } from '../src/engine/columns.ts'
import { recurring } from '../src/resources/recurring/recurring.ts'
import { atLeast, type Bar } from './bar.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { onOwnDatabase } from './own-database.ts'
import { type Processes, processorTime } from './processor-time.ts'

const VAULTS = 500
const POLL_MS = 100
/** After every retry of an enqueued recurring, and before the next payment of any. */
const FAR = Math.floor(Date.now() / 1000) + 20 * 86_400

interface RunFigure {
  workers: number
  charges: number
  per_second: number
  /** Milliseconds of processor time of one charge. `gateway` is the first worker. */
  cpu_ms: Processes
}

/**
 * A morning on which many recurrings of one merchant fall due: half of them with one worker, the other half with two,
 * each a process of its own beside an idle service. Throws when the processor's ledger does not hold each charge
 * once.
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
    await fill(db, api, count)
    const half = Math.floor(count / 2)
    const time = await processorTime((await start('worker')).pid, home)
    const figures = [{ workers: 1, ...(await fallDue(db, time, 0, half)) }]
    await start('worker')
    figures.push({ workers: 2, ...(await fallDue(db, time, half, count)) })
    await compare(db, home, count)
    return figures
  })
}

/** With one worker. */
const BAR = 800

/** The figures as a Markdown table with the time a million of them would take. */
export function runsReport(figures: readonly RunFigure[]): string {
  const head =
    '| workers | recurrings due | charges/s | a million of them would take, minutes | gateway | PostgreSQL | simulator, ms of processor time |\n|---|---|---|---|---|---|---|'
  const lines = figures.map(({ workers, charges, per_second, cpu_ms: { gateway, postgres, simulator } }) => {
    const times = [gateway, postgres, simulator].map(ms => ms.toFixed(2))
    const cells = [workers, charges, Math.round(per_second), Math.round(1_000_000 / per_second / 60), ...times]
    return `| ${cells.join(' | ')} |`
  })
  return [head, ...lines].join('\n')
}

export function runBars(figures: readonly RunFigure[]): Bar[] {
  const { per_second = 0 } = figures.find(({ workers }) => workers === 1) ?? {}
  return [atLeast(BAR, 'recurring charges, one worker', per_second, 'a second')]
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

/** Charges per second from the time at which recurrings number `from` to `to` fall due until all of them are done. */
export async function fallDue(
  db: Database,
  time: () => Promise<Processes>,
  from: number,
  to: number,
): Promise<Omit<RunFigure, 'workers'>> {
  const today = Temporal.Now.plainDateISO('America/New_York').toString()
  const id = (n: number) => `00000000000${n.toString(16).padStart(13, '0')}`
  await db.run(
    `update recurring set next_run_date = $3, start_date = $3, anchor_date = $3, due_ts = 1 where id >= $1 and id < $2`,
    [id(from), id(to), today],
  )
  const charges = to - from
  const [start, before] = [performance.now(), await time()]
  for (;;) {
    const [row] = await db.query<{ busy: boolean }>(
      `select exists (select from recurring where due_ts < $1) or exists (select from job where task = 'recurring.run') as busy`,
      [FAR],
    )
    if (!row!.busy) {
      const [seconds, after] = [(performance.now() - start) / 1000, await time()]
      const spent = Object.entries(after).map(([name, ms]) => [name, (ms - before[name as keyof Processes]) / charges])
      return { charges, per_second: charges / seconds, cpu_ms: Object.fromEntries(spent) as Processes }
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
