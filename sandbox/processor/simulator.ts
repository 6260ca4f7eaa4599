import { formatMoney } from '../../src/lib/money.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { Outcome } from '../../src/ports/processor.ts'
import { decide, ruledOut, takenBack } from './decide.ts'
import type { Ledger } from './ledger.ts'
import { emptyOrderStates, type OrderState, post, takeBack } from './order-states.ts'
import { maskAccount, type WireOrder } from './parse.ts'
import { knows, type LedgerRecord, type OfAccount } from './record.ts'
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

/** Every look is that of an account, or of a device (null). */
export interface Simulator {
  /**
   * Decides an order, or repeats the earlier decision for its reference. Resolves once the ledger holds it. `refusal`
   * overrides the order's state.
   */
  accept(order: WireOrder, refusal?: Verdict | undefined): Promise<{ outcome: Outcome; delay_ms: number }>
  /** Returns null for an order that never arrived, ruled out or not. */
  find(reference: string, account_id: string | null): Promise<Outcome | null>
  /** Declines an order that has not arrived from now on and returns null; returns the outcome of one that has. */
  ruleOut(reference: string, account_id: string | null): Promise<Outcome | null>
  /** Takes back an order that was approved; a declined one stays as it is. Resolves once the ledger holds it. */
  takeBack(reference: string, account_id: string | null): Promise<void>
  /** Returns the state of an order and its first record; undefined for one without money. */
  known(reference: string, account_id: string | null): { state: OrderState; record: LedgerRecord } | undefined
  /** Returns all entries between two moments, or of these those of one order and its follow-ups. */
  entries(reference: string | null, account_id: string | null, since: number, until: number): Promise<LedgerEntry[]>
}

interface LedgerItem {
  record: LedgerRecord
  durable: Promise<void>
}

export function createSimulator({ ledger, clock }: { ledger: Ledger; clock: Clock }): Simulator {
  const orders = emptyOrderStates()
  /** Two accounts may have used the same reference. */
  const items = new Map<string, LedgerItem[]>()
  const followers = new Map<string, LedgerItem[]>()
  const itemOf = (reference: string, account_id: string | null): LedgerItem | undefined =>
    items.get(reference)?.find(({ record }) => knows(account_id, record))
  /** What an account's order acts on, as the states know it. */
  const stateKey = (original: string, account_id: string | null): string =>
    keyOf(itemOf(original, account_id)?.record ?? { reference: original, processor_account_id: account_id })

  const movementOf = (record: LedgerRecord) => {
    const original = record.original === null ? null : stateKey(record.original, record.processor_account_id)
    return { ...record, reference: keyOf(record), original }
  }

  function keep(record: LedgerRecord, durable: Promise<void>): LedgerItem {
    const item = { record, durable }
    const taken = record.takes_back === undefined ? undefined : itemOf(record.takes_back, record.processor_account_id)
    if (taken) {
      takeBack(orders, movementOf(taken.record))
      Object.assign(taken, { record: { ...taken.record, outcome: record.outcome }, durable })
      return taken
    }
    push(items, record.reference, item)
    post(orders, movementOf(record))
    if (record.original !== null) push(followers, record.original, item)
    return item
  }

  for (const record of ledger.recovered) keep(record, Promise.resolve())

  return {
    async accept(order, refusal) {
      const account_id = order.processor_account_id
      const earlier = itemOf(order.reference, account_id)
      if (earlier) {
        await earlier.durable
        return { outcome: earlier.record.outcome, delay_ms: 0 }
      }
      // No await between decision and entry, which makes concurrent repetitions one order.
      const original = order.original && stateKey(order.original, account_id)
      const { outcome, method, delay_ms } = decide({ ...order, original }, orders, refusal)
      const record = recordOf(order, outcome, method, order.ts ?? clock.seconds())
      await keep(record, ledger.append(record)).durable
      return { outcome, delay_ms }
    },
    async find(reference, account_id) {
      const item = itemOf(reference, account_id)
      await item?.durable
      return outcomeOf(item)
    },
    async ruleOut(reference, account_id) {
      const record = ruledOut(reference, account_id, clock.seconds())
      const item = itemOf(reference, account_id) ?? keep(record, ledger.append(record))
      await item.durable
      return outcomeOf(item)
    },
    async takeBack(reference, account_id) {
      const item = itemOf(reference, account_id)
      if (item?.record.outcome.result !== 'approved') return
      const record = takenBack(item.record, clock.seconds())
      await keep(record, ledger.append(record)).durable
    },
    known(reference, account_id) {
      const record = itemOf(reference, account_id)?.record
      const state = record && orders.states.get(keyOf(record))
      return state && { state, record }
    },
    async entries(reference, account_id, since, until) {
      const own = reference === null ? [...items.values()].flat() : (items.get(reference) ?? [])
      const all = reference === null ? own : [...own, ...(followers.get(reference) ?? [])]
      const listed = all.filter(({ record: { ts } }) => ts >= since && ts < until)
      await Promise.all(listed.map(({ durable }) => durable))
      return listed
        .filter(({ record }) => !record.ruled_out && (reference === null ? lists : knows)(account_id, record))
        .map(({ record }) => entryOf(record))
    },
  }
}

/** Orders of devices are in no account's list: every account knows them, so each would list those of all. */
function lists(account_id: string | null, { processor_account_id }: OfAccount): boolean {
  return account_id === null || account_id === processor_account_id
}

/** What the states know an order by. */
function keyOf({ reference, processor_account_id }: OfAccount & { reference: string }): string {
  return `${processor_account_id ?? ''} ${reference}`
}

function push<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const group = groups.get(key)
  if (group) group.push(item)
  else groups.set(key, [item])
}

function outcomeOf(item: LedgerItem | undefined): Outcome | null {
  return item && !item.record.ruled_out ? item.record.outcome : null
}

function recordOf(order: WireOrder, outcome: Outcome, method: LedgerRecord['method'], ts: number): LedgerRecord {
  const { reference, action, amount: asked, original = null, initiation, processor_account_id } = order
  const { series: of } = initiation
  const series = of === 'recurring' || of === 'installment' ? { series: of } : {}
  const marks = order.three_d_secure?.cavv ? { ...series, authenticated: true as const } : series
  const account = maskAccount(order.instrument)
  return { reference, action, method, asked, original, account, ...marks, outcome, ts, processor_account_id }
}

/** The approved amount, so that the entries of an order add up to the money that moved. */
function entryOf({ reference, action, asked, series, authenticated, outcome, ts }: LedgerRecord): LedgerEntry {
  const entry = { reference, action, amount: formatMoney(outcome.auth_amount ?? asked), result: outcome.result, ts }
  return { ...entry, ...(series ? { initiation: series } : {}), ...(authenticated ? { authenticated } : {}) }
}
