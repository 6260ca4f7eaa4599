import { formatMoney } from '../../src/lib/money.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { Outcome } from '../../src/ports/processor.ts'
import { decide, ruledOut } from './decide.ts'
import type { Ledger } from './ledger.ts'
import { emptyOrderStates, type OrderState, post } from './order-states.ts'
import { maskAccount, type WireOrder } from './parse.ts'
import type { LedgerRecord } from './record.ts'
import type { Verdict } from './triggers.ts'

/** An entry as `GET /ledger` shows it: `amount` with two decimals, `ts` in Unix seconds. */
interface LedgerEntry {
  reference: string
  action: string
  amount: string
  result: string
  ts: number
  /** The stored-credential mark of a scheduled payment; absent for others. */
  initiation?: 'recurring' | 'installment'
  /** Present where the holder was authenticated by 3-D Secure. */
  authenticated?: true
}

export interface Simulator {
  /**
   * Decides an order, or repeats the earlier decision for its reference. Resolves once the ledger holds it. `refusal`
   * overrides the order's state.
   */
  accept(order: WireOrder, refusal?: Verdict | undefined): Promise<{ outcome: Outcome; delay_ms: number }>
  /** Returns null for an order that never arrived, ruled out or not. */
  find(reference: string): Promise<Outcome | null>
  /** Declines an order that has not arrived from now on and returns null; returns the outcome of one that has. */
  ruleOut(reference: string): Promise<Outcome | null>
  /** Returns the state of an order and its first record; undefined for one without money. */
  known(reference: string): { state: OrderState; record: LedgerRecord } | undefined
  /** Returns all entries, or those of one order and its follow-ups. */
  entries(reference: string | null): Promise<LedgerEntry[]>
}

interface LedgerItem {
  record: LedgerRecord
  durable: Promise<void>
}

export function createSimulator({ ledger, clock }: { ledger: Ledger; clock: Clock }): Simulator {
  const orders = emptyOrderStates()
  const items = new Map<string, LedgerItem>()
  const followers = new Map<string, LedgerItem[]>()

  function keep(record: LedgerRecord, durable: Promise<void>): void {
    const item = { record, durable }
    items.set(record.reference, item)
    post(orders, record)
    if (record.original === null) return
    const group = followers.get(record.original)
    if (group) group.push(item)
    else followers.set(record.original, [item])
  }

  for (const record of ledger.recovered) keep(record, Promise.resolve())

  return {
    async accept(order, refusal) {
      const earlier = items.get(order.reference)
      if (earlier) {
        await earlier.durable
        return { outcome: earlier.record.outcome, delay_ms: 0 }
      }
      // No await between decision and entry, which makes concurrent repetitions one order.
      const { outcome, method, delay_ms } = decide(order, orders, refusal)
      const record = recordOf(order, outcome, method, order.ts ?? clock.seconds())
      const durable = ledger.append(record)
      keep(record, durable)
      await durable
      return { outcome, delay_ms }
    },
    async find(reference) {
      const item = items.get(reference)
      await item?.durable
      return outcomeOf(item)
    },
    async ruleOut(reference) {
      if (!items.has(reference)) {
        const record = ruledOut(reference, clock.seconds())
        keep(record, ledger.append(record))
      }
      const item = items.get(reference)
      await item?.durable
      return outcomeOf(item)
    },
    known(reference) {
      const state = orders.states.get(reference)
      const item = items.get(reference)
      return state && item && { state, record: item.record }
    },
    async entries(reference) {
      const own = reference === null ? [...items.values()] : [items.get(reference) ?? []].flat()
      const listed = reference === null ? own : [...own, ...(followers.get(reference) ?? [])]
      await Promise.all(listed.map(({ durable }) => durable))
      return listed.filter(({ record }) => !record.ruled_out).map(({ record }) => entryOf(record))
    },
  }
}

function outcomeOf(item: LedgerItem | undefined): Outcome | null {
  return item && !item.record.ruled_out ? item.record.outcome : null
}

function recordOf(order: WireOrder, outcome: Outcome, method: LedgerRecord['method'], ts: number): LedgerRecord {
  const { reference, action, amount: asked, original = null, initiation } = order
  const series = initiation === 'recurring' || initiation === 'installment' ? { series: initiation } : {}
  const marks = order.three_d_secure?.cavv ? { ...series, authenticated: true as const } : series
  return { reference, action, method, asked, original, account: maskAccount(order.instrument), ...marks, outcome, ts }
}

/** The approved amount, so that the entries of an order add up to the money that moved. */
function entryOf({ reference, action, asked, series, authenticated, outcome, ts }: LedgerRecord): LedgerEntry {
  const entry = { reference, action, amount: formatMoney(outcome.auth_amount ?? asked), result: outcome.result, ts }
  return { ...entry, ...(series ? { initiation: series } : {}), ...(authenticated ? { authenticated } : {}) }
}
