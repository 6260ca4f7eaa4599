import { setTimeout as pause } from 'node:timers/promises'
import { atLeast, atMost, type Bar, medianOf } from './bar.ts'
import { openFloor, recordWrites, startPaymentFloor } from './floor/payment-floor.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { type Figure, type Load, measureInTurn, median, type Run, ratios, run, runOfLoad, sendOnce } from './measure.ts'
import { type OwnDatabase, onOwnDatabase } from './own-database.ts'
import { invoiceLoad, otherPayers, type Payer, refundLoad, saleLoad } from './payment-loads.ts'
import { type Processes, processorTime, sumOf } from './processor-time.ts'
import type { Rate } from './report.ts'

/** Three rounds, and for each the processor time of one payment in milliseconds. */
interface Measured {
  name: string
  rounds: Figure[]
  cpu_ms: Processes[]
}

/** One row of the result and the floor that alternated with it. */
export interface PaymentFigure extends Measured {
  floor?: Measured
}

const ROUNDS = 3
/** Number of payments. V8 compiles by number of calls, so a duration would depend on the machine. */
const WARM_UP = 1_000
const ALONE_AGAIN_MS = 1_500
/** As many as could be paid at most. */
const INVOICES_A_SECOND = 1_200

/** Names of the cases that bars are about. */
const CASE = {
  sale: 'card sale, 16 clients',
  many_clients: 'card sale, 64 clients',
  many_merchants: 'card sale, 16 clients, 100 merchants',
  invoice: 'card sale on an invoice, 16 clients',
  refund: 'refund, 16 clients',
} as const

/** Card payments at full speed, simulator included, on a database of their own. */
export async function benchPayments(seconds: number): Promise<PaymentFigure[]> {
  return onOwnDatabase(async own => {
    const gateway = await startGateway(own.url, own.home)
    own.finally(() => gateway.stop())
    await openFloor(own.db)
    return await measureAll({ ...own, gateway, time: await processorTime(gateway.pid, own.home), seconds })
  })
}

interface Place extends OwnDatabase {
  gateway: Gateway
  time: () => Promise<Processes>
  seconds: number
}

interface Case {
  name: string
  clients: number
  load: Load
}

const FLOOR = 'floor'

async function measureAll(place: Place): Promise<PaymentFigure[]> {
  const { gateway, db, home, seconds } = place
  const first = { location_id: gateway.sandbox.merchants[0]!.location_id, keys: gateway.keys(0) }
  const second = { location_id: gateway.sandbox.merchants[1]!.location_id, keys: gateway.keys(1) }
  const sale = { name: CASE.sale, clients: 16, load: saleLoad(gateway.url, [first]) }
  const payers: Payer[] = [first, second, ...(await otherPayers(db, gateway, home))]
  const figures = await besideFloor(place, sale, [
    { ...sale, name: CASE.many_clients, clients: 64 },
    { ...sale, name: CASE.many_merchants, load: saleLoad(gateway.url, payers) },
  ])
  const count = INVOICES_A_SECOND * (ROUNDS * seconds + 1) + WARM_UP
  const invoice = { name: CASE.invoice, clients: 16, load: await invoiceLoad(db, gateway, first, count) }
  figures.push(...(await besideFloor(place, invoice)))
  const refund = { name: CASE.refund, clients: 16, load: await refundLoad(db, gateway, first) }
  figures.push(...(await besideFloor(place, refund)))
  return figures
}

/** Alternates a case, the floor of its payments, and other cases without a floor. */
async function besideFloor(place: Place, one: Case, others: readonly Case[] = []): Promise<PaymentFigure[]> {
  const { db, time, seconds } = place
  // A merchant's first payment of a kind writes more: it opens a batch.
  await sendOnce(one.load)
  const floor = await startPaymentFloor(place, await recordWrites(db, () => sendOnce(one.load)))
  const cases = [{ ...one, ...floor, name: FLOOR }, ...[one, ...others].map(each => ({ ...each, time }))]
  for (const { load, clients } of cases) await warmUp(load, clients)
  // PostgreSQL would do this on its own within a minute.
  await db.run('vacuum analyze')
  const spent = cases.map((): Processes[] => [])
  const runs = cases.map((each, index): [string, Run] => [
    each.name,
    counted(runOfLoad(each.load, each.clients), each.time, spent[index]!),
  ])
  const rounds = await measureInTurn(Object.fromEntries(runs), seconds)
  await floor.stop()
  const [least, first, ...rest] = cases.map(({ name }, index) => ({
    name,
    rounds: rounds[name]!,
    cpu_ms: spent[index]!,
  }))
  return [withFloor(first!, least!), ...rest]
}

/** Throws if a request of the floor failed: refusals are fast and would raise the floor. */
export function withFloor(measured: Measured, floor: Measured): PaymentFigure {
  if (median(floor.rounds).failures > 0) throw new Error(`the floor of ${measured.name} has failed`)
  return { ...measured, floor }
}

export async function warmUp(load: Load, clients?: number): Promise<void> {
  for (let done = 0; done < WARM_UP; ) done += (await run(load, 1, clients)).requests
}

/** Returns a run that also adds the processor time per payment to `spent`. */
export function counted(work: Run, time: () => Promise<Processes>, spent: Processes[]): Run {
  return async seconds => {
    // Lets the background work of the previous run finish.
    await pause(ALONE_AGAIN_MS)
    const before = await time()
    const figure = await work(seconds)
    const after = await time()
    const names = Object.keys(after) as (keyof Processes)[]
    const each = names.map(name => [name, (after[name] - before[name]) / figure.requests])
    spent.push(Object.fromEntries(each) as Processes)
    return figure
  }
}

/** Minimum share of the floor's rate, and maximum multiples of its processor time and median. */
interface FloorBar {
  rate: number
  cpu: number
  p50?: number
}

const BARS: Readonly<Record<string, FloorBar>> = {
  [CASE.sale]: { rate: 0.45, p50: 2.5, cpu: 1.9 },
  [CASE.invoice]: { rate: 0.35, cpu: 2.3 },
  [CASE.refund]: { rate: 0.33, cpu: 2.7 },
}

/** The first must be as fast as the second, within the noise between rounds. */
const NO_SLOWER = [
  [CASE.many_clients, CASE.sale],
  [CASE.sale, CASE.many_merchants],
] as const
const SAME = 0.95

/** The figures as a Markdown table. */
export function paymentsReport(figures: readonly PaymentFigure[]): string {
  return [HEAD, ...figures.flatMap(({ floor, ...ours }) => [line(ours), ...(floor ? [line(floor)] : [])])].join('\n')
}

export function paymentBars(figures: readonly PaymentFigure[]): Bar[] {
  const roundsOf = (name: string): Figure[] => figures.find(each => each.name === name)?.rounds ?? []
  return [
    ...figures.flatMap(figure => floorBars(figure, BARS[figure.name])),
    ...NO_SLOWER.map(([one, other]) =>
      atLeast(SAME, `${one}, times the rate of ${other}`, ratios(roundsOf(one), roundsOf(other))),
    ),
    atMost(
      0,
      'payments that failed',
      figures.reduce((sum, { rounds }) => sum + median(rounds).failures, 0),
    ),
  ]
}

/** Returns the bars of a payment against its floor; none without a floor. */
export function floorBars({ name, rounds, cpu_ms, floor }: PaymentFigure, bar: FloorBar | undefined): Bar[] {
  if (!bar || !floor) return []
  const times = cpu_ms.map((each, round) => sumOf(each) / sumOf(floor.cpu_ms[round]!))
  return [
    atLeast(bar.rate, `${name}, of the floor`, ratios(rounds, floor.rounds)),
    ...(bar.p50 ? [atMost(bar.p50, `${name}, median, times the floor's`, ratios(rounds, floor.rounds, 'p50_ms'))] : []),
    atMost(bar.cpu, `${name}, processor time, times the floor's`, times),
  ]
}

export function paymentRates(figures: readonly PaymentFigure[]): Rate[] {
  return figures.map(({ name, rounds, floor }) => ({ name, ours: rounds, floor: floor?.rounds ?? [] }))
}

const HEAD = `| case | /s | p50 ms | p99 ms | failures | gateway | PostgreSQL | simulator | clients | processor time, ms |
|---|---|---|---|---|---|---|---|---|---|`

function line({ name, rounds, cpu_ms }: Measured): string {
  const { per_second, p50_ms, p99_ms, failures } = median(rounds)
  const times = (['gateway', 'postgres', 'simulator', 'clients'] as const).map(each =>
    medianOf(cpu_ms.map(one => one[each])),
  )
  const all = [...times, medianOf(cpu_ms.map(sumOf))].map(ms => ms.toFixed(2))
  return `| ${[name, Math.round(per_second), p50_ms.toFixed(1), p99_ms.toFixed(1), failures, ...all].join(' | ')} |`
}
