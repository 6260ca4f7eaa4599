import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { openDueScan } from '../src/jobs/due-scan.ts'
import { recurringDue } from '../src/resources/recurring/recurring.tasks.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { copyId, type FirstRows, fillTo, makeFirst } from './growth-rows.ts'
import { percentile } from './measure.ts'
import { type OwnDatabase, onOwnDatabase } from './own-database.ts'
import { counting } from './postbacks.ts'
import { sell, send } from './sales.ts'

/** What an operation costs at a size: as it is asked for again and again, and at its first time in a process. */
export interface Cost {
  /** Median. */
  ms: number
  /** Pages of 8 KiB that PostgreSQL touches for it: no other work on the machine changes their number. */
  pages: number
  first_ms: number
  first_pages: number
}

export interface GrowthFigure {
  operation: string
  /** By the number of rows of each table. */
  costs: Map<number, Cost>
}

interface Operation {
  name: string
  /** What is not measured. */
  prepare?(): Promise<unknown>
  run(turn: number): Promise<unknown>
  /** It changes something: what follows its answer is counted as well. */
  writes?: boolean
  /** Its first time leaves something to be found out in the background. */
  learns?: boolean
  times?: number
}

const TIMES = 20
/** What follows an answer, such as the record of an attempt, is over by then. */
const AFTER_MS = 300
/** The places of every thousandth record of a long list are known by then. */
const LEARNING_MS = 15_000

/**
 * The same operations at several sizes of every large table, one after the other on one database that is filled
 * further each time. Each size has processes of its own, so that nothing is remembered from the one before. `soFar` is
 * given what is known after each.
 */
export async function benchGrowth(
  sizes: readonly number[],
  times = TIMES,
  soFar: (figures: readonly GrowthFigure[]) => void = () => undefined,
): Promise<GrowthFigure[]> {
  const receiver = await counting()
  try {
    return await onOwnDatabase(own => measureAll(own, receiver, sizes, times, soFar), { counted: true })
  } finally {
    receiver.close()
  }
}

type Receiver = Awaited<ReturnType<typeof counting>>

async function measureAll(
  own: OwnDatabase,
  receiver: Receiver,
  sizes: readonly number[],
  times: number,
  soFar: (figures: readonly GrowthFigure[]) => void,
): Promise<GrowthFigure[]> {
  const { home, url, db } = own
  // Indexes of ten million rows are built in a fraction of the time; what is filled is vacuumed once, in the end.
  await db.run(`alter system set maintenance_work_mem = '1GB'`)
  await db.run('alter system set autovacuum = off')
  await db.run('select pg_reload_conf()')
  const setUp = await startGateway(url, home)
  const first = await makeFirst(setUp, db, receiver.url)
  await setUp.stop()
  const figures = new Map<string, GrowthFigure>()
  const measured = async (operations: Operation[], size: number): Promise<void> => {
    for (const operation of operations) {
      const { name } = operation
      const figure = figures.get(name) ?? { operation: name, costs: new Map() }
      figures.set(name, figure)
      figure.costs.set(size, await costOf(db, operation, times))
    }
  }
  for (const [index, size] of sizes.entries()) {
    await fillTo(own, first, index === 0 ? 0 : sizes[index - 1]!, size)
    const api = await startGateway(url, home, { TOLLGATE_ROLE: 'api' })
    try {
      await measured([...reads(api, first, size), ...lists(api, size), cardSale(api), dueScan(db)], size)
      // Only what needs the worker has it beside it, because what it looks for is counted as well.
      const worker = await startGateway(url, home, { TOLLGATE_ROLE: 'worker' })
      try {
        await pause(3_000)
        await measured([postback(api, receiver), idle()], size)
      } finally {
        await worker.stop()
      }
    } finally {
      await api.stop()
    }
    soFar([...figures.values()])
  }
  return [...figures.values()]
}

async function costOf(db: Database, operation: Operation, times: number): Promise<Cost> {
  const turns = operation.times ?? times
  const [first] = await measure(db, operation, 0, 1)
  if (operation.learns) await pause(LEARNING_MS)
  const all = await measure(db, operation, 1, turns)
  return {
    ms: percentile(
      all.map(({ ms }) => ms),
      0.5,
    ),
    pages: all.reduce((sum, { pages }) => sum + pages, 0) / turns,
    first_ms: first!.ms,
    first_pages: first!.pages,
  }
}

/** Runs it so many times. The pages are counted together, or apart where something is prepared between. */
async function measure(db: Database, { prepare, run, writes }: Operation, from: number, times: number) {
  const took: { ms: number; pages: number }[] = []
  let began = await touched(db)
  for (let turn = from; turn < from + times; turn += 1) {
    await prepare?.()
    if (prepare) began = await touched(db)
    const start = performance.now()
    await run(turn)
    took.push({ ms: performance.now() - start, pages: 0 })
    if (prepare) took.at(-1)!.pages = (await touched(db)) - began
  }
  if (prepare) return took
  if (writes) await pause(AFTER_MS)
  const pages = (await touched(db)) - began
  return took.map(({ ms }) => ({ ms, pages: pages / times }))
}

async function touched(db: Database): Promise<number> {
  const text = `select sum(shared_blks_hit + shared_blks_read)::bigint as pages from stats.pg_stat_statements
    where query not like '%stats.pg_stat_statements%'`
  return (await db.query<{ pages: number }>(text))[0]!.pages
}

/** A record of the large merchant: every second is. */
function oneOf(turn: number, size: number): string {
  return copyId(2 * (1 + ((turn * 7919) % Math.floor(size / 2 - 1))))
}

function get(api: Gateway, name: string, path: (turn: number) => string): Operation {
  return {
    name,
    async run(turn) {
      const { status, body } = await send(api, 0, 'GET', path(turn))
      if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    },
  }
}

function reads(api: Gateway, { postback_log }: FirstRows, size: number): Operation[] {
  return [
    get(api, 'an invoice by id', turn => `quickinvoices/${oneOf(turn, size)}`),
    get(api, 'a payment by id', turn => `transactions/${oneOf(turn, size)}`),
    get(api, 'a postback with its attempts', () => `postbacklogs/${postback_log}?expand=attempts`),
  ]
}

/** Default lists of all large tables, and what guides and manuals tell people to filter and sort by. */
function lists(api: Gateway, size: number): Operation[] {
  const { location_id, cc_product_transaction_id } = api.sandbox.merchants[0]!
  const product = `product_transaction_id=${cc_product_transaction_id}`
  const middle = Math.ceil(size / 2 / 25 / 2)
  const paths: [string, string][] = [
    ['invoices, default list', 'quickinvoices?page_size=25'],
    ['invoices, the page in the middle', `quickinvoices?page_size=25&page=${middle}`],
    [
      'invoices of a location and status by -due_date',
      `quickinvoices?location_id=${location_id}&status_id=1&sort=-due_date&page_size=25`,
    ],
    ['payments, default list', 'transactions?page_size=25'],
    [
      'payments of today by -transaction_amount',
      'transactions?status_id=101&created_ts=today&sort=-transaction_amount&page_size=5',
    ],
    ['declined payments of a product', `transactions?${product}&status_id=301&page_size=25`],
    ['payments that are stuck', 'transactions?is_stuck=1&page_size=25'],
    ['contacts, default list', 'contacts?page_size=25'],
    ['recurrings, default list', 'recurrings?page_size=25'],
    ['changelog, default list', 'changelogs?page_size=25'],
    ['changelog of refusals', 'changelogs?action=REFUSED&page_size=25'],
    ['postbacks, default list', 'postbacklogs?page_size=25'],
  ]
  const own: Operation[] = [
    get(
      api,
      'payments of a recurring',
      turn => `transactions?recurring_id=${copyId(turn % Math.ceil(size / 100))}&page_size=25`,
    ),
    get(api, 'changelog of a record', turn => `changelogs?model_id=${oneOf(turn, size)}&page_size=25`),
  ]
  const learns = (path: string): boolean => path.includes('&page=')
  return [...paths.map(([name, path]) => ({ ...get(api, name, () => path), learns: learns(path) })), ...own]
}

function cardSale(api: Gateway): Operation {
  return {
    name: 'a card sale',
    writes: true,
    async run() {
      const { status } = await sell(api, 0)
      if (status !== 201) throw new Error(`a sale was answered with ${status}`)
    },
  }
}

const DUE = 10

/** The scan for recurrings, in which few of many are due. Their jobs are taken away again. */
function dueScan(db: Database): Operation {
  const seconds = Math.floor(Date.now() / 1000)
  const scan = openDueScan({ db, clock: { seconds: () => seconds, now: () => seconds * 1000 } }, recurringDue)
  return {
    name: `a due scan that finds ${DUE}`,
    times: 5,
    async prepare() {
      await db.run(`delete from job where task = 'recurring.run'`)
      await db.run(`update recurring set due_ts = $1 where id = any($2)`, [
        seconds - 60,
        Array.from({ length: DUE }, (_, index) => copyId(2 * (index + 1))),
      ])
    },
    async run() {
      await scan.next()
      if ((await scan.enqueue(seconds)) !== 1) throw new Error('the scan found nothing')
      await db.run(`delete from job where task = 'recurring.run'`)
    },
  }
}

function postback(api: Gateway, receiver: Receiver): Operation {
  const { location_id } = api.sandbox.merchants[0]!
  return {
    name: 'a contact and the delivery of its postback',
    writes: true,
    async run(turn) {
      const arrived = receiver.next()
      const { status } = await send(api, 0, 'POST', 'contacts', { contact: { location_id, last_name: `Told ${turn}` } })
      if (status !== 201) throw new Error(`a contact was answered with ${status}`)
      await arrived
    },
  }
}

function idle(): Operation {
  return { name: 'a second of a worker without work', times: 3, run: () => pause(1000) }
}
