import { setTimeout as pause } from 'node:timers/promises'
import copy from 'pg-copy-streams'
import { openSession } from '../src/db/session.ts'
import { columnsOf, quoted } from '../src/engine/columns.ts'
import { shownNames } from '../src/engine/serialize.ts'
import { transaction } from '../src/resources/transaction/transaction.ts'
import { atMost, type Bar } from './bar.ts'
import { COPY, copyRows } from './copy-rows.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { type OwnDatabase, onOwnDatabase } from './own-database.ts'
import { type Processes, processorTime } from './processor-time.ts'
import { sell } from './sales.ts'

/** One value per round. Exports and COPY alternate. */
interface ExportFigure {
  name: string
  /** Milliseconds of processor time of the gateway and PostgreSQL together. */
  ours: number[]
  /** Milliseconds of PostgreSQL's processor time for COPY. */
  copied: number[]
  /** Milliseconds from the request to the last byte. */
  took: number[]
  /** The largest growth of the gateway's resident memory while it wrote, in MiB. */
  grew: number[]
}

const ROUNDS = 3
/** Times the processor time of COPY. */
const BAR = 4
const GROWTH_BAR_MIB = 64
const WATCH_MS = 100
/** By the id; by a column that no index serves; and by one with many equal values. */
const SORTS = ['-id', 'description', '-clerk_number,transaction_amount']

/** Exports of all payments as CSV, each beside COPY of the same columns in the same order. */
export function benchExports(payments: number): Promise<ExportFigure[]> {
  return onOwnDatabase(async own => {
    const first = await startGateway(own.url, own.home)
    await fill(own, first, payments)
    await first.stop()
    // Without the background work, which takes the same processor time whatever is exported.
    const gateway = await startGateway(own.url, own.home, { TOLLGATE_ROLE: 'api' })
    own.finally(() => gateway.stop())
    const time = await processorTime(gateway.pid, own.home)
    const spent = async (work: () => Promise<unknown>): Promise<Processes> => {
      const before = await time()
      await work()
      const { gateway, postgres, simulator, clients } = await time()
      return {
        gateway: gateway - before.gateway,
        postgres: postgres - before.postgres,
        simulator: simulator - before.simulator,
        clients: clients - before.clients,
      }
    }
    const figures: ExportFigure[] = SORTS.map(name => ({ name, ours: [], copied: [], took: [], grew: [] }))
    // The first export of a process compiles its code.
    await exportOnce(gateway, '-id', payments)
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { name, ours, copied, took, grew } of figures) {
        copied.push((await spent(() => copyOnce(own.url, name))).postgres)
        const before = await gateway.memory()
        const watched = watch(gateway)
        const began = performance.now()
        const { gateway: written, postgres: read } = await spent(() => exportOnce(gateway, name, payments))
        ours.push(written + read)
        took.push(performance.now() - began)
        grew.push((await watched()) - before)
      }
    return figures
  })
}

async function fill({ db, patiently }: OwnDatabase, gateway: Gateway, count: number): Promise<void> {
  const { id } = (await sell(gateway, 0)).body.transaction!
  const vary = {
    reference: COPY,
    instrument_id: COPY,
    dup_key: 'null',
    order_num: `md5(n::text)::varchar(12)`,
    description: `'Order ' || md5(n::text)`,
    clerk_number: `'clerk ' || n % 50`,
    created_ts: `t.created_ts - n`,
    modified_ts: `t.modified_ts - n`,
  }
  await copyRows(db, { table: 'transaction', id, count: count - 1, vary })
  await patiently('vacuum analyze transaction')
}

/** Returns a function that stops watching and returns the most MiB of resident memory that were seen. */
function watch(gateway: Gateway): () => Promise<number> {
  let is_over = false
  let most = 0
  const watching = (async () => {
    for (; !is_over; await pause(WATCH_MS)) most = Math.max(most, await gateway.memory())
  })()
  return async () => {
    is_over = true
    await watching
    return most
  }
}

async function exportOnce({ url, keys }: Gateway, sort: string, payments: number): Promise<void> {
  const answer = await fetch(`${url}/v2/transactions?_format=csv&sort=${sort}`, { headers: keys(0) })
  if (answer.status !== 200) throw new Error(`the export was refused: ${await answer.text()}`)
  let bytes = 0
  for await (const piece of answer.body!) bytes += piece.length
  if (bytes < payments * 100) throw new Error(`the export has ${bytes} bytes`)
}

async function copyOnce(url: string, sort: string): Promise<void> {
  const { names } = columnsOf(transaction)
  const shown = shownNames(transaction).filter(name => names.includes(name))
  const order = sort.split(',').map(name => (name.startsWith('-') ? `${name.slice(1)} desc nulls last` : name))
  const session = await openSession(url, 'bench')
  try {
    const select = `select ${shown.map(quoted).join(', ')} from transaction where deleted_ts is null order by ${order.join(', ')}`
    const stream = session.client.query(copy.to(`copy (${select}) to stdout (format csv)`))
    for await (const piece of stream) if (piece.length === 0) throw new Error('COPY sent an empty piece')
  } finally {
    await session.end()
  }
}

export function exportBars(figures: readonly ExportFigure[]): Bar[] {
  return figures.flatMap(({ name, ours, copied, grew }) => [
    atMost(
      BAR,
      `export of payments as CSV, sorted by ${name}, times the processor time of COPY`,
      ours.map((ms, round) => ms / copied[round]!),
    ),
    atMost(GROWTH_BAR_MIB, `export of payments as CSV, sorted by ${name}, growth of memory`, grew, 'MiB'),
  ])
}

export function exportsReport(figures: readonly ExportFigure[]): string {
  const seconds = (some: readonly number[]): string => some.map(ms => (ms / 1000).toFixed(2)).join(', ')
  const line = ({ name, ours, copied, took }: ExportFigure): string =>
    `| ${name} | ${seconds(ours)} | ${seconds(copied)} | ${seconds(took)} |`
  return ['| sorted by | processor s | COPY processor s | s |', '|---|---|---|---|', ...figures.map(line)].join('\n')
}
