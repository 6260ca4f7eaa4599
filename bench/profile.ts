import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Profiler } from 'node:inspector/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Database } from '../src/db/database.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { type Load, run } from './measure.ts'
import { type OwnDatabase, onOwnDatabase } from './own-database.ts'
import { invoiceLoad, refundLoad, saleLoad } from './payment-loads.ts'
import { processorTime } from './processor-time.ts'
import { fallDue, fill } from './runs.ts'

const CLIENTS = 16
/** Seconds before the samples begin. */
const WARM_UP = 4
const CHARGES = 2_000
const MOST_SHOWN = 15

/** What is done once as a warm-up and once more while it is watched; returns how often it was done. */
type Work = (seconds: number) => Promise<number>
type Path = (own: OwnDatabase, gateway: Gateway) => Promise<Work>

const payer = (gateway: Gateway) => ({
  location_id: gateway.sandbox.merchants[0]!.location_id,
  keys: gateway.keys(0),
})

/** The paths that can be profiled, by name. */
const PATHS: Readonly<Record<string, Path>> = {
  sale: async (_own, gateway) => workOf(saleLoad(gateway.url, [payer(gateway)])),
  invoice: async ({ db }, gateway) => workOf(await invoiceLoad(db, gateway, payer(gateway), 6_000)),
  refund: async ({ db }, gateway) => workOf(await refundLoad(db, gateway, payer(gateway))),
  read: async (_own, gateway) => {
    await run(saleLoad(gateway.url, [payer(gateway)]), 1, CLIENTS)
    const { transactions } = await listOf(gateway)
    return workOf(readLoad(gateway, `/v2/transactions/${transactions[0]!.id}`))
  },
  create: async (_own, gateway) => {
    const { location_id } = gateway.sandbox.merchants[0]!
    const quickinvoice = { location_id, title: 'Bench', due_date: '2026-12-31', item_list: { Work: 10.5, Material: 3 } }
    const next = () => ({ path: '/v2/quickinvoices', body: { quickinvoice } })
    return workOf({ url: gateway.url, headers: gateway.keys(0), next })
  },
  list: async (_own, gateway) => {
    await run(saleLoad(gateway.url, [payer(gateway)]), 1, CLIENTS)
    return workOf(readLoad(gateway, LIST))
  },
  recurring: async ({ db, home, url, ...own }, worker) => {
    const api = await startGateway(url, home, { TOLLGATE_ROLE: 'api' })
    own.finally(() => api.stop())
    await fill(db, api, 2 * CHARGES)
    const time = await processorTime(worker.pid, home)
    let from = 0
    return async () => {
      await fallDue(db, time, from, from + CHARGES)
      from += CHARGES
      return CHARGES
    }
  },
}

const LIST = '/v2/transactions?page_size=25'

async function listOf(gateway: Gateway): Promise<{ transactions: { id: string }[] }> {
  return (await fetch(gateway.url + LIST, { headers: gateway.keys(0) })).json() as ReturnType<typeof listOf>
}

function readLoad(gateway: Gateway, path: string): Load {
  return { url: gateway.url, headers: gateway.keys(0), next: () => ({ path }) }
}

const workOf =
  (load: Load): Work =>
  async seconds =>
    (await run(load, seconds, CLIENTS)).requests

/**
 * Returns where the processor time of one path goes, in the gateway by samples and in PostgreSQL by its own counts, as
 * Markdown tables for the decision record.
 */
export async function profileOf(name: string, seconds: number): Promise<string> {
  const path = PATHS[name]
  if (!path) throw new Error(`--profile needs one of ${Object.keys(PATHS).join(', ')}`)
  return onOwnDatabase(
    async own => {
      const file = join(own.home, 'samples.json')
      const recorder = pathToFileURL(join(import.meta.dirname, 'recorder.ts')).href
      const role = name === 'recurring' ? { TOLLGATE_ROLE: 'worker' } : {}
      const settings = { ...role, NODE_OPTIONS: `--import ${recorder}`, BENCH_PROFILE: file }
      const gateway = await startGateway(own.url, own.home, settings)
      own.finally(() => gateway.stop())
      const work = await path(own, gateway)
      await own.db.run('alter system set pg_stat_statements.track_planning = on')
      await own.db.run('select pg_reload_conf()')
      await work(WARM_UP)
      await own.db.run('vacuum analyze')
      await own.db.query('select stats.pg_stat_statements_reset(), pg_stat_reset()')
      process.kill(gateway.pid, 'SIGUSR2')
      const done = await work(seconds)
      process.kill(gateway.pid, 'SIGUSR2')
      while (!existsSync(file)) await pause(50)
      const samples = JSON.parse(await readFile(file, 'utf8')) as Profiler.Profile
      return [`${done} times`, ...samplesTables(samples, done), ...(await databaseTables(own.db, done))].join('\n\n')
    },
    { counted: true },
  )
}

/** Self time by room and by function, in microseconds of one. */
function samplesTables({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, done: number): string[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const rooms = new Map<string, number>()
  const functions = new Map<string, number>()
  let busy = 0
  for (const [index, id] of samples.entries()) {
    const { functionName, url, lineNumber } = frames.get(id)!
    if (functionName === '(idle)') continue
    const took = timeDeltas[index]!
    busy += took
    const room = roomOf(url, functionName)
    const named = url === '' ? functionName : `${functionName || 'anonymous'}, ${fileOf(url)}:${lineNumber + 1}`
    rooms.set(room, (rooms.get(room) ?? 0) + took)
    functions.set(named, (functions.get(named) ?? 0) + took)
  }
  const table = (what: string, of: Map<string, number>) => {
    const rows = [...of].toSorted(([, one], [, other]) => other - one).slice(0, MOST_SHOWN)
    const lines = rows.map(([each, took]) => `| ${each} | ${(took / done).toFixed(0)} | ${percent(took / busy)} |`)
    return [`| ${what} | µs each | of the busy time |`, '|---|---|---|', ...lines].join('\n')
  }
  return [table('room', rooms), table('function', functions)]
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const fileOf = (url: string): string => /(?:node_modules|sandbox|src)\/.*$/.exec(url)?.[0] ?? url

/** Of ours the folder, of payments and pages the one below; of others the package; what V8 does itself by its name. */
function roomOf(url: string, name: string): string {
  const own = /\/(src|sandbox)\/([^/]+)(?:\/([^/]+)\/)?/.exec(url)
  const packaged = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)
  if (packaged) return packaged[1]!
  if (own) return ['payments', 'pages', 'resources'].includes(own[2]!) && own[3] ? `${own[2]}/${own[3]}` : own[2]!
  return url.startsWith('node:') ? 'node' : name
}

interface Counted {
  what: string
  calls: number
  ms: number
  /** How often PostgreSQL planned it, and how long that took. */
  plans: number
  planning_ms: number
}

const STATEMENTS = `
select left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as what, calls::float8 as calls, total_exec_time as ms,
       plans::float8 as plans, total_plan_time as planning_ms
  from stats.pg_stat_statements where query not like '%pg_stat%' order by total_exec_time + total_plan_time desc limit ${MOST_SHOWN}`
const FUNCTIONS = `
select funcname as what, calls::float8 as calls, total_time as ms, 0 as plans, 0 as planning_ms
  from pg_stat_user_functions where calls > 0 order by total_time desc limit ${MOST_SHOWN}`

/** Statements by their time, which includes their waits, and the functions of triggers and checks among that. */
async function databaseTables(db: Database, done: number): Promise<string[]> {
  const table = async (what: string, text: string) => {
    const rows = await db.query<Counted>(text)
    const line = ({ what, calls, ms, plans, planning_ms }: Counted) => {
      const name = `\`${what.replaceAll('|', '\\|').replaceAll('`', "'")}\``
      const each = [(1000 * ms) / calls, (1000 * ms) / done, (100 * plans) / calls, (1000 * planning_ms) / done]
      return `| ${[name, (calls / done).toFixed(2), ...each.map(value => value.toFixed(0))].join(' | ')} |`
    }
    const head = `| ${what} | calls of one | µs a call | µs of one | planned, % of calls | planning, µs of one |`
    return [head, '|---|---|---|---|---|---|', ...rows.map(line)].join('\n')
  }
  return [await table('statement', STATEMENTS), await table('function in PostgreSQL', FUNCTIONS)]
}
