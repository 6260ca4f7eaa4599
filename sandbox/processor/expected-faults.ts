import { parseMoney } from '../../src/lib/money.ts'
import { type Fault, parseFaults, settlementFaults } from './faults.ts'

/**
 * Faults armed for future orders, including those that no API request creates: recurrings, reversals, nightly
 * settlements.
 */
interface ExpectedFault {
  /** The faults as an order would carry them. */
  fault: string
  /** How many more orders get them. */
  times: number
  /** Filters of orders; `settle` is the request to settle a batch. */
  action?: string | undefined
  initiation?: string | undefined
  /** Decimal. */
  amount?: string | undefined
}

export interface ExpectedFaults {
  /** Returns false for an invalid request. */
  expect(wanted: unknown): boolean
  /** Returns the faults of an order that carries none itself. */
  take(order: { action: string; amount: bigint; initiation?: string }): string | undefined
  list(): readonly ExpectedFault[]
  clear(): void
}

const MOST_TIMES = 1000
const MOST_WISHES = 100

/** Kept in memory: a restarted simulator has none. */
export function expectedFaults(): ExpectedFaults {
  let pending: ExpectedFault[] = []
  return {
    expect(body) {
      const wanted = parseExpectedFault(body)
      if (!wanted || pending.length >= MOST_WISHES) return false
      pending.push(wanted)
      return true
    },
    take(order) {
      const wanted = pending.find(each => fits(each, order))
      if (!wanted) return undefined
      wanted.times -= 1
      pending = pending.filter(({ times }) => times > 0)
      return wanted.fault
    },
    list: () => pending,
    clear() {
      pending = []
    },
  }
}

function fits(wanted: ExpectedFault, order: { action: string; amount: bigint; initiation?: string }): boolean {
  if (wanted.action === undefined && order.action === 'settle') return false
  if (wanted.action !== undefined && wanted.action !== order.action) return false
  if (wanted.initiation !== undefined && wanted.initiation !== order.initiation) return false
  return wanted.amount === undefined || parseMoney(wanted.amount) === order.amount
}

function parseExpectedFault(body: unknown): ExpectedFault | null {
  const { fault, times = 1, action, initiation, amount } = (body ?? {}) as Record<string, unknown>
  const words = typeof fault === 'string' && fault !== '' ? parseFaults(fault) : null
  // `refuse` happens in the gateway, before anything is sent.
  if (!words || words.has('refuse')) return null
  if (action === 'settle' && [...words.keys()].some(word => !isOfSettlements(word))) return null
  if (!Number.isInteger(times) || Number(times) < 1 || Number(times) > MOST_TIMES) return null
  if (!isOptionalText(action) || !isOptionalText(initiation)) return null
  const money = amount === undefined ? undefined : parseMoney(amount)
  if (money === null) return null
  return {
    fault: fault as string,
    times: Number(times),
    action,
    initiation,
    amount: amount === undefined ? undefined : String(amount),
  }
}

function isOfSettlements(word: Fault): boolean {
  return settlementFaults.includes(word)
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value !== '')
}
