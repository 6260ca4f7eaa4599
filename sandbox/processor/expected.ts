import { parseMoney } from '../../src/lib/money.ts'
import { type Fault, parseFaults, settlementFaults } from './faults.ts'

/** Faults that are laid out for orders to come, those too that no request makes: runs of recurrings, reversals, settlements at night. */
export interface Wish {
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

export interface Expected {
  /** False for a wish that cannot be read. */
  expect(wish: unknown): boolean
  /** The words for an order that brings none of its own. */
  take(order: { action: string; amount: bigint; initiation?: string }): string | undefined
  list(): readonly Wish[]
  clear(): void
}

const MOST_TIMES = 1000
const MOST_WISHES = 100

/** In memory: a simulator that is started anew behaves. */
export function expected(): Expected {
  let wishes: Wish[] = []
  return {
    expect(asked) {
      const wish = wishOf(asked)
      if (!wish || wishes.length >= MOST_WISHES) return false
      wishes.push(wish)
      return true
    },
    take(order) {
      const wish = wishes.find(each => fits(each, order))
      if (!wish) return undefined
      wish.times -= 1
      wishes = wishes.filter(({ times }) => times > 0)
      return wish.fault
    },
    list: () => wishes,
    clear() {
      wishes = []
    },
  }
}

function fits(wish: Wish, order: { action: string; amount: bigint; initiation?: string }): boolean {
  if (wish.action === undefined && order.action === 'settle') return false
  if (wish.action !== undefined && wish.action !== order.action) return false
  if (wish.initiation !== undefined && wish.initiation !== order.initiation) return false
  return wish.amount === undefined || parseMoney(wish.amount) === order.amount
}

function wishOf(asked: unknown): Wish | null {
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
