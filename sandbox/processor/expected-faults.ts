import { parseMoney } from '../../src/lib/money.ts'
import { type Fault, parseFaults, settlementFaults } from './faults.ts'

/** Faults that are laid out for orders to come, those too that no request makes: runs of recurrings, reversals, settlements at night. */
export interface ExpectedFault {
  /** Words as an order would bring them. */
  fault: string
  /** How many more orders get them. */
  times: number
  /** Only for orders like this; `settle` is the request to settle a batch. */
  action?: string | undefined
  initiation?: string | undefined
  /** Decimal, as everywhere outside. */
  amount?: string | undefined
}

export interface ExpectedFaults {
  /** False for a wish that cannot be read. */
  expect(wanted: unknown): boolean
  /** The words for an order that brings none of its own. */
  take(order: { action: string; amount: bigint; initiation?: string }): string | undefined
  list(): readonly ExpectedFault[]
  clear(): void
}

const MOST_TIMES = 1000
const MOST_WISHES = 100

/** In memory: a simulator that is started anew behaves. */
export function expectedFaults(): ExpectedFaults {
  let pending: ExpectedFault[] = []
  return {
    expect(asked) {
      const wanted = parseExpectedFault(asked)
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

function parseExpectedFault(asked: unknown): ExpectedFault | null {
  const { fault, times = 1, action, initiation, amount } = (asked ?? {}) as Record<string, unknown>
  const words = typeof fault === 'string' && fault !== '' ? parseFaults(fault) : null
  // What never left the gateway cannot be met here.
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
