import { spawn } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Bar, medianOf } from './bar.ts'
import type { Gateway } from './gateway.ts'

/** How much one merchant's requests may slow down another's. */
const BAR = 2
const CLIENTS = 64
const ROUNDS = 3

interface Call {
  path: string
  body?: unknown
}

interface Round {
  /** What merchant A floods the gateway with, and what merchant B does meanwhile. */
  flood: string
  work: string
  quiet_ms: number
  beside_ms: number
  flood_per_second: number
  refused: number
}

/** The median round, and for each round how many times longer B's requests took than without the flood. */
interface Case extends Round {
  times: number[]
}

const timesOf = ({ quiet_ms, beside_ms }: Round): number => beside_ms / quiet_ms

/** Calls of a merchant: a read by id, a card sale, a list and a large page. */
function callsOf({ sandbox }: Gateway, merchant: 0 | 1): Record<'read' | 'sale' | 'list' | 'page', Call> {
  const { location_id, contact_id } = sandbox.merchants[merchant]!
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' }
  const transaction = { action: 'sale', location_id, transaction_amount: '11.00', ...card }
  return {
    read: { path: `/v2/contacts/${contact_id}` },
    sale: { path: '/v2/transactions', body: { transaction } },
    list: { path: '/v2/transactions?page_size=25' },
    page: { path: '/v2/transactions?page_size=1000' },
  }
}

/**
 * Measures the median of one client of merchant B alone and beside 64 clients of merchant A at full speed, in turn.
 * The ratio is the result. `only` is one case: `page:sale` for sales beside pages.
 */
export async function measureFairness(gateway: Gateway, seconds: number, only?: string): Promise<Case[]> {
  const [a, b] = [callsOf(gateway, 0), callsOf(gateway, 1)]
  const had = givePriority(B_PRIORITY)
  const cases: Case[] = []
  await fillPage(gateway, a.sale)
  console.log(`| A, ${CLIENTS} clients | answered/s | refused | B | alone, ms | beside A, ms | times |`)
  console.log('|---|---|---|---|---|---|---|')
  for (const work of ['read', 'sale'] as const)
    for (const flood of ['read', 'sale', 'list', 'page'] as const) {
      if (only && only !== `${flood}:${work}`) continue
      const rounds: Round[] = []
      await medianMs(gateway, b[work], 1)
      for (let round = 0; round < ROUNDS; round += 1) {
        const quiet_ms = await medianMs(gateway, b[work], seconds)
        const running = await startFlood(gateway, a[flood])
        await pause(1500)
        const beside_ms = await medianMs(gateway, b[work], seconds)
        const { per_second, refused } = await running.end()
        rounds.push({ flood, work, quiet_ms, beside_ms, flood_per_second: per_second, refused })
      }
      rounds.sort((one, other) => timesOf(one) - timesOf(other))
      cases.push({ ...rounds[Math.floor(ROUNDS / 2)]!, times: rounds.map(timesOf) })
      console.log(fairnessReport([cases.at(-1)!]))
    }
  givePriority(had)
  return cases
}

/** In earnest merchant B is another machine: its client must not wait for a core that the gateway is using. */
const B_PRIORITY = -5

/** Returns the priority of this process before; it stays where only an administrator may raise it. */
function givePriority(priority: number): number {
  const had = getPriority()
  try {
    setPriority(priority)
  } catch {
    console.log('the client of merchant B has no priority over the gateway here, so its own waiting is measured too')
  }
  return had
}

/** Makes the sales that a large page of merchant A shows. */
async function fillPage(gateway: Gateway, { path, body }: Call): Promise<void> {
  const headers = { ...gateway.keys(0), 'content-type': 'application/json' }
  const sell = () => fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  for (let done = 0; done < 1000; done += 20)
    await Promise.all(Array.from({ length: 20 }, async () => (await sell()).arrayBuffer()))
}

async function startFlood(gateway: Gateway, call: Call) {
  const args = ['bench/flood.ts', gateway.url, JSON.stringify(gateway.keys(0)), JSON.stringify(call), String(CLIENTS)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  return {
    async end() {
      child.kill('SIGTERM')
      return JSON.parse(String((await lines.next()).value)) as { per_second: number; refused: number }
    },
  }
}

/** One client, one request after another. */
async function medianMs(gateway: Gateway, { path, body }: Call, seconds: number): Promise<number> {
  const headers = { ...gateway.keys(1), 'content-type': 'application/json' }
  const took: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const began = performance.now()
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(gateway.url + path, { headers, ...sent })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`merchant B was refused: ${answer.status}`)
    took.push(performance.now() - began)
  }
  return took.sort((one, other) => one - other)[Math.floor(took.length / 2)]!
}

function fairnessReport(cases: readonly Case[]): string {
  const rows = cases.map(({ flood, work, quiet_ms, beside_ms, flood_per_second, refused, times }) =>
    [flood, Math.round(flood_per_second), refused, work, quiet_ms.toFixed(2), beside_ms.toFixed(2)]
      .concat(medianOf(times).toFixed(2))
      .join(' | '),
  )
  return rows.map(row => `| ${row} |`).join('\n')
}

export function fairnessBars(cases: readonly Case[]): Bar[] {
  return cases.map(({ work, flood, times }) =>
    atMost(BAR, `${work} beside another merchant's ${flood}s, times alone`, times),
  )
}
