import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seedMerchant } from '../sandbox/seed.ts'
import { MERCHANTS } from '../sandbox/seed-data.ts'
import { openAnyKeyRing } from '../src/adapters/cipher/keyring/index.ts'
import { machineClock } from '../src/adapters/clock/machine.ts'
import { operatorStore } from '../src/cli/operator-store.ts'
import type { Database } from '../src/db/database.ts'
import { atLeast, atMost, type Bar } from './bar.ts'
import { copyInvoice } from './copy-invoice.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { type Figure, type Load, median, run } from './measure.ts'
import { onOwnDatabase } from './own-database.ts'
import { type Processes, processorTime } from './processor-time.ts'

/** One row of the result. Milliseconds of processor time are those of one payment. */
export interface PaymentFigure extends Figure {
  name: string
  cpu_ms: Processes
}

const ROUNDS = 3
/** Seconds. */
const WARM_UP = 2
const ALONE_AGAIN_MS = 1_500
/** As many as could be paid at most. */
const INVOICES_A_SECOND = 1_200
const OTHER_MERCHANTS = 98

/** Names of the cases that bars are about. */
const CASE = {
  sale: 'card sale, 16 clients',
  many_clients: 'card sale, 64 clients',
  many_merchants: 'card sale, 16 clients, 100 merchants',
  invoice: 'card sale on an invoice, 16 clients',
  refund: 'refund, 16 clients',
} as const

type Keys = Record<string, string>

interface Payer {
  location_id: string
  keys: Keys
}

/** Card payments at full speed, simulator included, on a database of their own. */
export async function benchPayments(seconds: number, only?: string): Promise<PaymentFigure[]> {
  return onOwnDatabase(async own => {
    const { home, url, db } = own
    const gateway = await startGateway(url, home)
    own.finally(() => gateway.stop())
    const place = { db, home, gateway, time: await processorTime(gateway.pid, home), seconds }
    return await measureAll(place, only)
  })
}

interface Place {
  db: Database
  home: string
  gateway: Gateway
  time: () => Promise<Processes>
  seconds: number
}

type Case = { name: string; clients: number; load: Load }

async function measureAll(place: Place, only?: string): Promise<PaymentFigure[]> {
  const { gateway, db, home } = place
  const first = { location_id: gateway.sandbox.merchants[0]!.location_id, keys: gateway.keys(0) }
  const wanted = (name: string): boolean => only === undefined || name === only
  const sales: Case[] = [
    { name: CASE.sale, clients: 16, load: saleLoad(gateway.url, [first]) },
    { name: CASE.many_clients, clients: 64, load: saleLoad(gateway.url, [first]) },
  ]
  if (wanted(CASE.many_merchants)) {
    const payers = [
      first,
      { ...gateway.sandbox.merchants[1]!, keys: gateway.keys(1) },
      ...(await others(db, gateway, home)),
    ]
    sales.push({ name: CASE.many_merchants, clients: 16, load: saleLoad(gateway.url, payers) })
  }
  const figures = await inTurn(
    place,
    sales.filter(({ name }) => wanted(name)),
  )
  if (wanted(CASE.invoice))
    figures.push(
      ...(await inTurn(place, [
        {
          name: CASE.invoice,
          clients: 16,
          load: await invoiceLoad(db, gateway, first, INVOICES_A_SECOND * (ROUNDS * place.seconds + WARM_UP)),
        },
      ])),
    )
  if (wanted(CASE.refund))
    figures.push(
      ...(await inTurn(place, [{ name: CASE.refund, clients: 16, load: await refundLoad(db, gateway, first) }])),
    )
  return figures
}

/** A B C A B C after a warm-up; the median round of each, and the processor time of all of its rounds. */
async function inTurn({ db, time, seconds }: Place, cases: readonly Case[]): Promise<PaymentFigure[]> {
  const rounds = cases.map((): Figure[] => [])
  const spent = cases.map((): Processes => ({ gateway: 0, postgres: 0, simulator: 0, clients: 0 }))
  for (const { load, clients } of cases) await run(load, WARM_UP, clients)
  // What PostgreSQL would do by itself within a minute.
  await db.run('vacuum analyze')
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, { load, clients }] of cases.entries()) {
      // Who was busy beside others has all of the machine again by then.
      await pause(ALONE_AGAIN_MS)
      const before = await time()
      const figure = await run(load, seconds, clients)
      const after = await time()
      rounds[index]!.push(figure)
      for (const name of Object.keys(after) as (keyof Processes)[])
        spent[index]![name] += (after[name] - before[name]) / (figure.requests * ROUNDS)
    }
  return cases.map(({ name }, index) => ({ name, ...median(rounds[index]!), cpu_ms: spent[index]! }))
}

const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' } as const

export function saleLoad(url: string, payers: readonly Payer[]): Load {
  let turn = 0
  const next = () => {
    turn += 1
    const { keys: headers, location_id } = payers[turn % payers.length]!
    const transaction = { action: 'sale', location_id, transaction_amount: '11.00', ...CARD }
    return { path: '/v2/transactions', headers, body: { transaction } }
  }
  return { url, next }
}

/** Each invoice is paid once, on its page, whose form was opened before. */
export async function invoiceLoad(db: Database, gateway: Gateway, payer: Payer, count: number): Promise<Load> {
  const { url } = gateway
  const { location_id, keys } = payer
  const quickinvoice = { location_id, title: 'First', due_date: '2049-12-31', item_list: { Work: 10 } }
  const answer = await fetch(`${url}/v2/quickinvoices`, {
    method: 'POST',
    headers: { ...keys, 'content-type': 'application/json' },
    body: JSON.stringify({ quickinvoice }),
  })
  const { quickinvoice: made } = (await answer.json()) as { quickinvoice: { id: string } }
  await copyInvoice(db, made.id, count)
  // Of other amounts the simulator answers some late, or not with an approval.
  await db.run('update quickinvoice set amount_due = 1000, remaining_balance = 1000 where location_id = $1', [
    location_id,
  ])
  await db.run('vacuum analyze quickinvoice')
  const invoices = await db.query<{ id: string }>('select id from quickinvoice where location_id = $1', [location_id])
  const forms: { path: string; form: Record<string, string> }[] = []
  const open = async (): Promise<void> => {
    for (let next = invoices.pop(); next; next = invoices.pop()) {
      const path = `/quickinvoice/?id=${next.id}`
      const page = await (await fetch(url + path)).text()
      const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
      const form = { ...CARD_FORM, attempt: hidden('attempt'), shown_amount: hidden('shown_amount') }
      forms.push({ path, form })
    }
  }
  await Promise.all(Array.from({ length: 16 }, open))
  const headers = { 'sec-fetch-site': 'same-origin' }
  const next = () => {
    const form = forms.pop()
    if (!form) throw new Error('more invoices are needed')
    return { ...form, headers }
  }
  return { url, next }
}

const CARD_FORM = {
  payment_method: 'cc',
  cc_account_number: '4111111111111111',
  cc_exp_date: '12/49',
  cc_cvv: '999',
  cc_account_holder_name: 'Rosa Lindqvist',
}

/** Each sale is given back in parts. */
export async function refundLoad(db: Database, { url }: Gateway, { location_id, keys: headers }: Payer): Promise<Load> {
  const text = `select id from transaction where location_id = $1 and status_id = 101 and transaction_amount = 1100`
  if ((await db.query(text, [location_id])).length === 0)
    await run(saleLoad(url, [{ location_id, keys: headers }]), WARM_UP, 16)
  const sales = await db.query<{ id: string }>(text, [location_id])
  let turn = 0
  const next = () => {
    turn += 1
    const previous_transaction_id = sales[turn % sales.length]!.id
    const transaction = { action: 'refund', payment_method: 'cc', previous_transaction_id, transaction_amount: '1.00' }
    return { path: '/v2/transactions', headers, body: { transaction } }
  }
  return { url, next }
}

/** More merchants like the two of the sandbox. */
async function others(db: Database, { sandbox }: Gateway, home: string): Promise<Payer[]> {
  const clock = machineClock
  const cipher = await openAnyKeyRing({ path: join(home, 'keyring.json'), create: false, clock })
  const store = operatorStore({ db, clock })
  const made: Payer[] = []
  while (made.length < OTHER_MERCHANTS) {
    const merchant = { ...MERCHANTS[0]!, name: `Merchant ${made.length}`, domain: `merchant-${made.length}.example` }
    const { location_id, user } = await seedMerchant({ store, cipher, clock }, merchant)
    const { user_id, user_api_key } = user
    made.push({
      location_id,
      keys: { 'developer-id': sandbox.developer_id, 'user-id': user_id, 'user-api-key': user_api_key },
    })
  }
  cipher.close()
  return made
}

/** Payments a second and milliseconds, on two cores with nothing else. */
const BARS: Readonly<Record<string, { per_second: number; p50_ms?: number }>> = {
  [CASE.sale]: { per_second: 500, p50_ms: 25 },
  [CASE.invoice]: { per_second: 300 },
  [CASE.refund]: { per_second: 350 },
}

/** The first is no slower than the second, but for what differs from round to round. */
const NO_SLOWER = [
  [CASE.many_clients, CASE.sale],
  [CASE.sale, CASE.many_merchants],
] as const
const SAME = 0.95

/** The figures as a Markdown table. */
export function paymentsReport(figures: readonly PaymentFigure[]): string {
  return [HEAD, ...figures.map(line)].join('\n')
}

export function paymentBars(figures: readonly PaymentFigure[]): Bar[] {
  const rateOf = (name: string): number => figures.find(each => each.name === name)?.per_second ?? Number.NaN
  return [
    ...figures.flatMap(({ name, per_second, p50_ms }) => {
      const bar = BARS[name]
      return [
        ...(bar ? [atLeast(bar.per_second, name, per_second, 'a second')] : []),
        ...(bar?.p50_ms ? [atMost(bar.p50_ms, `${name}, median`, p50_ms, 'ms')] : []),
      ]
    }),
    ...NO_SLOWER.map(([one, other]) =>
      atLeast(SAME, `${one}, times the rate of ${other}`, rateOf(one) / rateOf(other)),
    ),
    atMost(
      0,
      'payments that failed',
      figures.reduce((sum, { failures }) => sum + failures, 0),
    ),
  ]
}

const HEAD = `| case | /s | bar | p50 ms | p99 ms | failures | gateway | PostgreSQL | simulator | clients | processor time, ms |
|---|---|---|---|---|---|---|---|---|---|---|`

function line({ name, per_second, p50_ms, p99_ms, failures, cpu_ms }: PaymentFigure): string {
  const { gateway, postgres, simulator, clients } = cpu_ms
  const times = [gateway, postgres, simulator, clients, gateway + postgres + simulator + clients]
  const cells = [
    name,
    Math.round(per_second),
    BARS[name]?.per_second ?? '',
    p50_ms.toFixed(1),
    p99_ms.toFixed(1),
    failures,
  ]
  return `| ${[...cells, ...times.map(ms => ms.toFixed(2))].join(' | ')} |`
}
