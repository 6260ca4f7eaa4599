import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { type Gateway, startGateway, startSimulator } from './gateway.ts'
import { percentile } from './measure.ts'
import { onOwnDatabase } from './own-database.ts'
import { counting } from './postbacks.ts'
import { sell, send } from './sales.ts'

/** One request of the mixed load: of which kind, in which part of the run, and how it ended. */
interface Done {
  kind: Kind
  part: number
  status: number
  ms: number
}

/** What one part of the run left behind. */
interface Standing {
  gateway_mib: number
  simulator_mib: number
  /** Dead rows as a share of all, in the tables that are large enough for it to matter. */
  dead: Record<string, number>
  /** Postbacks that wait to be delivered. */
  postbacks: number
}

interface SoakFigures {
  done: Done[]
  parts: Standing[]
  /** The batches that were settled half way, by their state in the end, and the seconds that it took. */
  settled: { states: number[]; seconds: number }
  /** Differences between books and processor that were found, and payments whose outcome is unknown, at the end. */
  differences: number
  unknown: number
}

type Kind =
  | 'sale'
  | 'refund'
  | 'void'
  | 'capture'
  | 'invoice'
  | 'invoice sale'
  | 'vault sale'
  | 'read'
  | 'list'
  | 'contact'

/** In how many parts the run is cut; both merchants settle after half of them. */
const PARTS = 6
const REMEMBERED = 500
const LARGE = 10_000

/** Every twentieth request of the mix, in this order. */
const MIX: readonly Kind[] = [
  ...(['sale', 'read', 'invoice', 'list', 'sale', 'capture', 'read', 'contact', 'invoice sale', 'list'] as const),
  ...(['sale', 'read', 'vault sale', 'void', 'sale', 'list', 'read', 'refund', 'vault sale', 'read'] as const),
]

/**
 * Requests of every kind by two merchants, so many a second whatever becomes of earlier ones, for so long; half way
 * both settle all that they have sold. One gateway with its worker, the simulator, and a receiver of every postback.
 */
export async function benchSoak(minutes: number, per_second: number): Promise<SoakFigures> {
  return onOwnDatabase(async own => {
    const { home, url, db } = own
    const simulator = await startSimulator(home)
    own.finally(() => simulator.stop())
    const gateway = await startGateway(url, home)
    own.finally(() => gateway.stop())
    const receiver = await counting()
    own.finally(() => receiver.close())
    for (const merchant of [0, 1] as const) await tellOfSales(gateway, merchant, receiver.url)
    return await measure(gateway, simulator, db, minutes * 60, per_second)
  })
}

async function tellOfSales(gateway: Gateway, merchant: 0 | 1, url: string): Promise<void> {
  const { location_id, cc_product_transaction_id: product_transaction_id } = gateway.sandbox.merchants[merchant]!
  const postbackconfig = {
    location_id,
    resource: 'transaction',
    product_transaction_id,
    url,
    on_create: 1,
    on_update: 1,
  }
  const { status } = await send(gateway, merchant, 'POST', 'postbackconfigs', { postbackconfig })
  if (status !== 201) throw new Error(`the postbacks were refused: ${status}`)
}

async function measure(
  gateway: Gateway,
  simulator: Pick<Gateway, 'memory'>,
  db: Database,
  seconds: number,
  per_second: number,
): Promise<SoakFigures> {
  const done: Done[] = []
  const parts: Standing[] = []
  let settling: Promise<SoakFigures['settled']> = Promise.resolve({ states: [], seconds: 0 })
  const load = mixedLoad(gateway, per_second, () => parts.length, done)
  // The first requests find nothing prepared.
  await pause(5_000)
  done.length = 0
  for (const start = performance.now(); parts.length < PARTS; ) {
    if (parts.length === PARTS / 2) {
      settling = settleAll(gateway)
      // Told below, once nothing is sent any more, so that what was started is stopped.
      settling.catch(() => undefined)
    }
    await pause(Math.max(0, start + ((parts.length + 1) * seconds * 1000) / PARTS - performance.now()))
    const [gateway_mib, simulator_mib] = await Promise.all([gateway.memory(), simulator.memory()])
    parts.push({ gateway_mib, simulator_mib, ...(await standing(db)) })
  }
  await load.stop()
  const settled = await settling
  await quiet(db)
  const [open] = await db.query<{ differences: number; unknown: number }>(OPEN)
  return { done, parts, settled, ...open! }
}

/** Starts the load. What it stops with waits for the last answer. */
function mixedLoad(gateway: Gateway, per_second: number, part: () => number, done: Done[]) {
  let is_over = false
  const merchants = ([0, 1] as const).map(async merchant => {
    const asking = requests(gateway, merchant)
    const open = new Set<Promise<void>>()
    for (let sent = 0, start = performance.now(); !is_over; sent += 1) {
      const kind = MIX[sent % MIX.length]!
      const [at, began] = [part(), performance.now()]
      const one = asking(kind).then(status => void done.push({ kind, part: at, status, ms: performance.now() - began }))
      open.add(one)
      void one.finally(() => open.delete(one))
      await pause(Math.max(0, start + ((sent + 1) * 2000) / per_second - performance.now()))
    }
    await Promise.all(open)
  })
  return {
    async stop() {
      is_over = true
      await Promise.all(merchants)
    },
  }
}

/** Returns what sends a request of a kind by one merchant and resolves with the status of its answer. */
function requests(gateway: Gateway, merchant: 0 | 1): (kind: Kind) => Promise<number> {
  const { location_id, cc_product_transaction_id } = gateway.sandbox.merchants[merchant]!
  const sold: string[] = []
  let vault: string | undefined
  let turn = 0
  const post = (noun: string, record: object) => send(gateway, merchant, 'POST', `${noun}s`, { [noun]: record })
  const put = (id: string, transaction: object) => send(gateway, merchant, 'PUT', `transactions/${id}`, { transaction })
  const pay = (record: object) =>
    post('transaction', { location_id, product_transaction_id: cc_product_transaction_id, action: 'sale', ...record })
  const of = async (kind: Kind): Promise<{ status: number }> => {
    turn += 1
    const at = sold[turn % Math.max(1, sold.length)]
    if (kind === 'invoice') return post('quickinvoice', { location_id, ...INVOICE })
    if (kind === 'contact') return post('contact', { location_id, last_name: 'Bench', city: 'Ithaca' })
    if (kind === 'list') return send(gateway, merchant, 'GET', LISTS[turn % LISTS.length]!)
    if (kind === 'read' && at) return send(gateway, merchant, 'GET', `transactions/${at}`)
    if (kind === 'refund' && sold.length > 0)
      return pay({
        action: 'refund',
        previous_transaction_id: sold.pop(),
        payment_method: 'cc',
        transaction_amount: '1.00',
      })
    // Of authorizations: a sale may be in a batch that closes meanwhile, and is then rightly refused to be voided.
    if (kind === 'capture' || kind === 'void') {
      const { status, body } = await sell(gateway, merchant, 'authonly')
      const action = kind === 'void' ? 'void' : 'authcomplete'
      return body.transaction ? put(body.transaction.id, { action }) : { status }
    }
    if (kind === 'invoice sale') {
      const { status, body } = await post('quickinvoice', { location_id, ...INVOICE })
      if (!body.quickinvoice) return { status }
      const paid = await pay({ ...CARD, transaction_amount: '10.00' })
      if (!paid.body.transaction) return paid
      const counted = { quickinvoice: { transaction_id: paid.body.transaction.id } }
      return send(gateway, merchant, 'PUT', `quickinvoices/${body.quickinvoice.id}/addTransaction`, counted)
    }
    if (kind === 'vault sale') {
      vault ??= (await post('accountvault', { location_id, ...CARD })).body.accountvault?.id
      return pay({ payment_method: 'cc', account_vault_id: vault, transaction_amount: '12.00' })
    }
    const { status, body } = await sell(gateway, merchant)
    if (body.transaction && sold.push(body.transaction.id) > REMEMBERED) sold.shift()
    return { status }
  }
  return async kind => (await of(kind)).status
}

const CARD = {
  account_number: '4111111111111111',
  exp_date: '1249',
  account_holder_name: 'Bench',
  payment_method: 'cc',
}
const INVOICE = { title: 'Soak', due_date: '2049-12-31', item_list: { Work: 10 } }
const LISTS = ['transactions', 'quickinvoices?sort=-created_ts', 'transactions?status_id=101&page_size=25', 'contacts']

/** Settles every open batch of both merchants and waits for it. */
async function settleAll(gateway: Gateway): Promise<SoakFigures['settled']> {
  const began = performance.now()
  const each = ([0, 1] as const).map(async merchant => {
    const { transaction_batch_id: id } = (await sell(gateway, merchant)).body.transaction!
    let batch = await send(gateway, merchant, 'POST', `transactionbatches/${id}/settle`)
    while (batch.body.transactionbatch?.processing_status_id === 5) {
      await pause(500)
      batch = await send(gateway, merchant, 'GET', `transactionbatches/${id}`)
    }
    return batch.body.transactionbatch?.processing_status_id ?? 0
  })
  return { states: await Promise.all(each), seconds: (performance.now() - began) / 1000 }
}

const DEAD = `
select relname as name, (n_dead_tup::float8 / greatest(1, n_live_tup + n_dead_tup)) as share
  from pg_stat_user_tables where n_live_tup > $1 order by 2 desc limit 3`
const WAITING = 'select count(*)::int as open from postback_log where next_run_ts is not null'
const OPEN = `
select (select count(*)::int from discrepancy where status = 'open') as differences,
       (select count(*)::int from attempt where state = 'unknown') as unknown`

async function standing(db: Database): Promise<Pick<Standing, 'dead' | 'postbacks'>> {
  const dead = await db.query<{ name: string; share: number }>(DEAD, [LARGE])
  const [waiting] = await db.query<{ open: number }>(WAITING)
  return { dead: Object.fromEntries(dead.map(({ name, share }) => [name, Number(share)])), postbacks: waiting!.open }
}

/** Waits until every postback is delivered, a minute at most. */
async function quiet(db: Database): Promise<void> {
  for (let tries = 0; tries < 60 && (await standing(db)).postbacks > 0; tries += 1) await pause(1000)
}

/** What the last part may be of the first, and dead rows of all rows. */
const MOST_GROWTH = { p99: 2, memory: 1.25 }
const MOST_DEAD = 0.3

/** The figures as text, and the bars that they miss. */
export function soakReport({ done, parts, settled, differences, unknown }: SoakFigures): {
  text: string
  missed: string[]
} {
  const kinds = [...new Set(MIX)].toSorted()
  const ms = (kind: Kind, part: number, share: number) =>
    percentile(
      done.filter(each => each.kind === kind && each.part === part).map(each => each.ms),
      share,
    )
  const columns = parts.map((_, part) => part)
  const rows = kinds.map(kind => {
    const cells = columns.map(part => `${ms(kind, part, 0.5).toFixed(0)}, ${ms(kind, part, 0.99).toFixed(0)}`)
    return `| ${kind} | ${done.filter(each => each.kind === kind).length} | ${cells.join(' | ')} |`
  })
  const failed = done.filter(({ status }) => status >= 500)
  const refused = done.filter(({ status }) => status >= 400 && status < 500)
  const memory = parts.map(each => `${Math.round(each.gateway_mib)} and ${Math.round(each.simulator_mib)}`)
  const dead = parts.map(each =>
    Object.entries(each.dead).map(([name, share]) => `${name} ${Math.round(share * 100)} %`),
  )
  const text = [
    `| p50, p99 in ms | requests | ${columns.map(part => `part ${part + 1}`).join(' | ')} |\n|---|---|${'---|'.repeat(PARTS)}`,
    ...rows,
    `\ngateway and simulator, MiB: ${memory.join('; ')}`,
    `dead rows: ${dead.map(each => each.join(', ') || 'none').join('; ')}`,
    `postbacks that waited: ${parts.map(each => each.postbacks).join(', ')}`,
    `settled in ${settled.seconds.toFixed(1)} s (states ${settled.states.join(', ')})`,
    `answers of 5xx: ${failed.length}; of 4xx: ${refused.length}; unknown: ${unknown}; differences: ${differences}`,
  ].join('\n')
  const last = parts.length - 1
  const grown = kinds.flatMap(kind => {
    const growth = ms(kind, last, 0.99) / ms(kind, 0, 0.99)
    return growth > MOST_GROWTH.p99
      ? [`${kind}: p99 ${growth.toFixed(2)} of that at first, bar ${MOST_GROWTH.p99}`]
      : []
  })
  const growth = parts[last]!.gateway_mib / parts[0]!.gateway_mib
  const bloated = Object.entries(parts[last]!.dead).filter(([, share]) => share > MOST_DEAD)
  const missed = [
    ...grown,
    ...(growth > MOST_GROWTH.memory ? [`memory ${growth.toFixed(2)} of that at first, bar ${MOST_GROWTH.memory}`] : []),
    ...bloated.map(([name, share]) => `${name}: ${Math.round(share * 100)} % dead rows`),
    ...(failed.length > 0 ? [`${failed.length} answers of 5xx`] : []),
    ...(refused.length > 0
      ? [`${refused.length} refusals, the first with ${refused[0]!.status} of ${refused[0]!.kind}`]
      : []),
    ...(settled.states.some(state => state !== 2) ? ['a batch was not settled'] : []),
    ...(differences > 0 ? [`${differences} differences`] : []),
    ...(unknown > 0 ? [`${unknown} unknown outcomes`] : []),
  ]
  return { text, missed }
}
