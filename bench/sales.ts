import { setTimeout as pause } from 'node:timers/promises'
import type { Gateway } from './gateway.ts'
import { percentile } from './measure.ts'

/** The sales of both merchants that arrive in a second, whatever becomes of earlier ones. */
export interface Pace {
  per_second: number
  /** Before the work that is measured, and again after it. */
  quiet_seconds: number
}

/** A sale by its merchant, and what went on when it was sent. */
export interface Sale {
  merchant: 0 | 1
  phase: string
  status: number
  ms: number
}

/**
 * Has sales of two merchants arrive until it is told to stop; `phase` says what they are made beside. Returns the
 * function that stops and waits for the last one.
 */
export function arrivingSales(
  gateway: Gateway,
  { per_second }: Pace,
  phase: () => string,
  sales: Sale[],
): () => Promise<void> {
  let is_over = false
  const arriving = ([0, 1] as const).map(async merchant => {
    const open: Promise<void>[] = []
    for (const start = performance.now(); !is_over; ) {
      open.push(sellOnce(gateway, merchant, phase, sales))
      await pause(Math.max(0, start + (open.length * 1000) / per_second - performance.now()))
    }
    await Promise.all(open)
  })
  return async () => {
    is_over = true
    await Promise.all(arriving)
  }
}

export async function sellOnce(gateway: Gateway, merchant: 0 | 1, phase: () => string, sales: Sale[]): Promise<void> {
  const began = performance.now()
  const at = phase()
  const { status } = await sell(gateway, merchant)
  sales.push({ merchant, phase: at, status, ms: performance.now() - began })
}

const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' } as const

/** One sale of a merchant, or another action with the same card. */
export function sell(gateway: Gateway, merchant: 0 | 1, action = 'sale') {
  const { location_id, cc_product_transaction_id } = gateway.sandbox.merchants[merchant]!
  const product = { location_id, product_transaction_id: cc_product_transaction_id }
  return send(gateway, merchant, 'POST', 'transactions', {
    transaction: { action, transaction_amount: '11.00', ...product, ...CARD },
  })
}

interface Answer {
  status: number
  body: Record<string, { id: string; transaction_batch_id: string; processing_status_id: number } | undefined>
}

/** A connection that breaks counts as an answer of 599. */
export async function send(
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

/** Of the 99th percentile before. */
const BAR = 2

/** The figures of sales by merchant and phase as a Markdown table, and the bars that they miss. The first is quiet. */
export function salesReport(sales: readonly Sale[], phases: readonly string[]): { table: string; missed: string[] } {
  const rows = [0, 1].flatMap(merchant => {
    const of = (phase: string) => sales.filter(each => each.merchant === merchant && each.phase === phase)
    const name = merchant === 0 ? 'the same product' : 'another merchant'
    const quiet = at(of(phases[0]!), 0.99)
    return phases.map(phase => ({ name: `${name}, ${phase}`, some: of(phase), ratio: at(of(phase), 0.99) / quiet }))
  })
  const failed = sales.filter(({ status }) => status >= 500).length
  const cells = (some: readonly Sale[]) =>
    `${some.length} | ${at(some, 0.5).toFixed(1)} | ${at(some, 0.99).toFixed(1)} | ${at(some, 1).toFixed(1)}`
  const lines = rows.map(({ name, some, ratio }) => `| ${name} | ${cells(some)} | ${ratio.toFixed(2)} |`)
  const head = '| sales of | sales | p50 ms | p99 ms | longest ms | p99 of that before |\n|---|---|---|---|---|---|'
  const missed = rows.flatMap(({ name, ratio }) =>
    ratio > BAR ? [`${name}: ${ratio.toFixed(2)} of the p99 before, bar ${BAR}`] : [],
  )
  if (failed > 0) missed.push(`${failed} answers of 5xx`)
  return { table: [head, ...lines, `\nanswers of 5xx: ${failed}`].join('\n'), missed }
}

function at(sales: readonly Sale[], share: number): number {
  return percentile(
    sales.map(({ ms }) => ms),
    share,
  )
}
