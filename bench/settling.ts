import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { columnsOf } from '../src/engine/columns.ts'
import { transaction } from '../src/resources/transaction/transaction.ts'
import { COPY, copyRows } from './copy-rows.ts'
import { type Gateway, startGateway, startSimulator } from './gateway.ts'
import { onOwnDatabase } from './own-database.ts'
import { arrivingSales, type Pace, type Sale, salesReport, sell, sellOnce, send } from './sales.ts'

const CHUNK = 50_000
const PHASES = ['before', 'settling', 'after'] as const

type Phase = (typeof PHASES)[number]

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
  return onOwnDatabase(async own => {
    const { home, url, db } = own
    const first = await startGateway(url, home)
    const { body } = await sell(first, 0)
    // With the gateway ends the simulator it has started, which would not see what is added to its ledger.
    await first.stop()
    const { id, transaction_batch_id } = body.transaction!
    await fill(db, id, transaction_batch_id, count)
    await appendOrders(db, home, transaction_batch_id)
    const simulator = await startSimulator(home)
    own.finally(() => simulator.stop())
    const gateway = await startGateway(url, home)
    own.finally(() => gateway.stop())
    return await measure(gateway, simulator, transaction_batch_id, pace)
  })
}

async function measure(
  gateway: Gateway,
  simulator: Pick<Gateway, 'memory'>,
  batch_id: string,
  pace: Pace,
): Promise<SettlingFigures> {
  const sales: Sale[] = []
  const memory = { gateway: 0, simulator: 0 }
  let phase = 'before' as Phase
  let is_over = false
  const stop = arrivingSales(gateway, pace, () => phase, sales)
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
  await pause(pace.quiet_seconds * 1000)
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
  await pause(pace.quiet_seconds * 1000)
  is_over = true
  await Promise.all([stop(), ...beside, watching])
  return { sales, processing_status_id: batch.body.transactionbatch?.processing_status_id ?? 0, seconds, memory }
}

/** Fills a batch with copies of one sale of it. */
async function fill(db: Database, id: string, batch_id: string, count: number): Promise<void> {
  await copyRows(db, {
    table: 'transaction',
    columns: columnsOf(transaction).names,
    id,
    count,
    vary: { reference: COPY },
  })
  await db.run(
    `update transactionbatch set total_sale_count = total_sale_count + $2, total_sale_amount = total_sale_amount + $2 * 1100::bigint where id = $1`,
    [batch_id, count],
  )
  await db.run('vacuum analyze transaction')
}

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

/** The figures as a Markdown table, and the bars that they miss. */
export function settlingReport(count: number, figures: SettlingFigures): { text: string; missed: string[] } {
  const { sales, processing_status_id, seconds, memory } = figures
  const { table, missed } = salesReport(sales, PHASES)
  const text =
    `${table}\n${count} sales settled in ${seconds.toFixed(1)} s (state ${processing_status_id}); ` +
    `resident memory at most: gateway ${Math.round(memory.gateway)} MiB, simulator ${Math.round(memory.simulator)} MiB`
  if (processing_status_id !== 2) missed.push(`the batch ended in state ${processing_status_id}`)
  return { text, missed }
}
