import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { openDatabase } from '../src/db/pool.ts'
import { columnsOf } from '../src/engine/columns.ts'
import { transaction } from '../src/resources/transaction/transaction.ts'
import { type Gateway, startGateway, startSimulator } from './gateway.ts'

/** The sales of both merchants that arrive in a second, whatever becomes of earlier ones. */
interface Pace {
  per_second: number
  /** Before the batch is settled, and again after it. */
  quiet_seconds: number
}

const PHASES = ['before', 'settling', 'after'] as const

type Phase = (typeof PHASES)[number]

/** A sale by its merchant: 0 is the one whose batch is settled. */
interface Sale {
  merchant: 0 | 1
  phase: Phase
  status: number
  ms: number
}

interface SettlingFigures {
  sales: Sale[]
  /** Of the batch: its state in the end, and how long that took. */
  processing_status_id: number
  seconds: number
  /** Resident memory at most while it was settled, MiB. */
  memory: { gateway: number; simulator: number }
}

/**
 * Sales of a product and of another merchant while a batch of so many sales of that product is settled, compared with
 * those before and after it in the same run.
 */
export async function benchSettling(count: number, pace: Pace): Promise<SettlingFigures> {
  const home = await mkdtemp(join(tmpdir(), 'tollgate-bench-'))
  const embedded = await startEmbedded({ home })
  const undo: (() => Promise<unknown>)[] = [() => embedded.stop(), () => rm(home, { recursive: true, force: true })]
  try {
    const db = openDatabase({ url: embedded.url, size: 4, application_name: 'bench' })
    undo.unshift(() => db.close())
    const first = await startGateway(embedded.url, home)
    const { body } = await sell(first, 0)
    // With the gateway ends the simulator it has started, which would not see what is added to its ledger.
    await first.stop()
    const { id, transaction_batch_id } = body.transaction!
    await fill(db, id, transaction_batch_id, count)
    await appendOrders(db, home, transaction_batch_id)
    const simulator = await startSimulator(home)
    undo.unshift(() => simulator.stop())
    const gateway = await startGateway(embedded.url, home)
    undo.unshift(() => gateway.stop())
    return await measure(gateway, simulator, transaction_batch_id, pace)
  } finally {
    for (const step of undo) await step().catch(error => console.error(error))
  }
}

async function measure(
  gateway: Gateway,
  simulator: Pick<Gateway, 'memory'>,
  batch_id: string,
  { per_second, quiet_seconds }: Pace,
): Promise<SettlingFigures> {
  const sales: Sale[] = []
  const memory = { gateway: 0, simulator: 0 }
  let phase = 'before' as Phase
  let is_over = false
  const arriving = ([0, 1] as const).map(async merchant => {
    const open: Promise<void>[] = []
    for (const start = performance.now(); !is_over; ) {
      open.push(sellOnce(gateway, merchant, () => phase, sales))
      await pause(Math.max(0, start + (open.length * 1000) / per_second - performance.now()))
    }
    await Promise.all(open)
  })
  const watching = (async () => {
    for (; !is_over; await pause(200)) {
      if (phase !== 'settling') continue
      memory.gateway = Math.max(memory.gateway, await gateway.memory())
      memory.simulator = Math.max(memory.simulator, await simulator.memory())
    }
  })()
  // The first sales find nothing prepared.
  await pause(2000)
  sales.length = 0
  await pause(quiet_seconds * 1000)
  phase = 'settling'
  const began = performance.now()
  // However fast the batch is settled, these sales are made beside it.
  const beside = ([0, 1] as const).map(merchant => sellOnce(gateway, merchant, () => phase, sales))
  let batch = await send(gateway, 0, 'POST', `transactionbatches/${batch_id}/settle`)
  while (batch.body.transactionbatch?.processing_status_id === 5) {
    await pause(200)
    batch = await send(gateway, 0, 'GET', `transactionbatches/${batch_id}`)
  }
  const seconds = (performance.now() - began) / 1000
  phase = 'after'
  await pause(quiet_seconds * 1000)
  is_over = true
  await Promise.all([...arriving, ...beside, watching])
  return { sales, processing_status_id: batch.body.transactionbatch?.processing_status_id ?? 0, seconds, memory }
}

async function sellOnce(gateway: Gateway, merchant: 0 | 1, phase: () => Phase, sales: Sale[]): Promise<void> {
  const began = performance.now()
  const at = phase()
  const { status } = await sell(gateway, merchant)
  sales.push({ merchant, phase: at, status, ms: performance.now() - began })
}

const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' } as const

function sell(gateway: Gateway, merchant: 0 | 1) {
  const { location_id, cc_product_transaction_id } = gateway.sandbox.merchants[merchant]!
  const product = { location_id, product_transaction_id: cc_product_transaction_id }
  return send(gateway, merchant, 'POST', 'transactions', {
    transaction: { action: 'sale', transaction_amount: '11.00', ...product, ...CARD },
  })
}

interface Answer {
  status: number
  body: Record<string, { id: string; transaction_batch_id: string; processing_status_id: number } | undefined>
}

/** A connection that breaks counts as an answer of 599. */
async function send(
  gateway: Gateway,
  merchant: 0 | 1,
  method: string,
  path: string,
  body: object = {},
): Promise<Answer> {
  const headers = { ...gateway.keys(merchant), 'content-type': 'application/json' }
  const sent = method === 'GET' ? {} : { body: JSON.stringify(body) }
  try {
    const answer = await fetch(`${gateway.url}/v2/${path}`, { method, headers, ...sent })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  } catch {
    return { status: 599, body: {} }
  }
}

/** Fills a batch with copies of one sale of it. */
async function fill(db: Database, id: string, batch_id: string, count: number): Promise<void> {
  const vary: Record<string, string> = { id: COPY, reference: COPY }
  const columns = columnsOf(transaction).names
  const names = columns.map(name => `"${name}"`).join(', ')
  const select = columns.map(name => vary[name] ?? `t."${name}"`).join(', ')
  for (let done = 0; done < count; done += CHUNK) {
    await db.transaction(async tx => {
      // Sales begin with an order; these are there already.
      await tx.run('set local session_replication_role = replica')
      await tx.run(
        `insert into transaction (${names}) select ${select} from transaction t, generate_series($2::int, $3::int) n where t.id = $1`,
        [id, done + 1, Math.min(count, done + CHUNK)],
      )
    })
  }
  await db.run(
    `update transactionbatch set total_sale_count = total_sale_count + $2, total_sale_amount = total_sale_amount + $2 * 1100::bigint where id = $1`,
    [batch_id, count],
  )
  await db.run('vacuum analyze transaction')
}

const COPY = `'0000000' || lpad(to_hex(n), 17, '0')`
const CHUNK = 50_000

/** The processor knows the copies as it knows the sale they were made of. */
async function appendOrders(db: Database, home: string, batch_id: string): Promise<void> {
  const path = join(home, 'processor', 'ledger.jsonl')
  const [first] = (await readFile(path, 'utf8')).split('\n', 1) as [string]
  const { reference } = JSON.parse(first) as { reference: string }
  const text = `select id from transaction where transaction_batch_id = $1 and id > $2 and id <> $3 order by id limit ${CHUNK}`
  for (let last = ''; ; ) {
    const rows = await db.query<{ id: string }>(text, [batch_id, last, reference])
    await appendFile(path, rows.map(({ id }) => `${first.replace(reference, id)}\n`).join(''))
    if (rows.length < CHUNK) return
    last = rows.at(-1)!.id
  }
}

/** Of the 99th percentile before. */
const BAR = 2

/** The figures as a Markdown table, and the bars that they miss. */
export function settlingReport(count: number, figures: SettlingFigures): { text: string; missed: string[] } {
  const { sales, processing_status_id, seconds, memory } = figures
  const rows = [0, 1].flatMap(merchant => {
    const of = (phase: Phase) => sales.filter(each => each.merchant === merchant && each.phase === phase)
    const name = merchant === 0 ? 'the same product' : 'another merchant'
    const quiet = at(of('before'), 0.99)
    return PHASES.map(phase => ({ name: `${name}, ${phase}`, some: of(phase), ratio: at(of(phase), 0.99) / quiet }))
  })
  const failed = sales.filter(({ status }) => status >= 500).length
  const cells = (some: readonly Sale[]) =>
    `${some.length} | ${at(some, 0.5).toFixed(1)} | ${at(some, 0.99).toFixed(1)} | ${at(some, 1).toFixed(1)}`
  const lines = rows.map(({ name, some, ratio }) => `| ${name} | ${cells(some)} | ${ratio.toFixed(2)} |`)
  const text = [
    '| sales of | sales | p50 ms | p99 ms | longest ms | p99 of that before |\n|---|---|---|---|---|---|',
    ...lines,
    `\n${count} sales settled in ${seconds.toFixed(1)} s (state ${processing_status_id}); answers of 5xx: ${failed}; ` +
      `resident memory at most: gateway ${Math.round(memory.gateway)} MiB, simulator ${Math.round(memory.simulator)} MiB`,
  ].join('\n')
  const missed = [
    ...rows.flatMap(({ name, ratio }) =>
      ratio > BAR ? [`${name}: ${ratio.toFixed(2)} of the p99 before, bar ${BAR}`] : [],
    ),
    ...(failed > 0 ? [`${failed} answers of 5xx`] : []),
    ...(processing_status_id === 2 ? [] : [`the batch ended in state ${processing_status_id}`]),
  ]
  return { text, missed }
}

function at(sales: readonly Sale[], share: number): number {
  const sorted = sales.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
