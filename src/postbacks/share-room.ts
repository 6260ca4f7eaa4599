import { DeliveryWindow } from './delivery-window.ts'
import type { Config } from './queue.ts'

const MOST_IN_FLIGHT = 256
/** How many of these failing receivers may hold together. However many are dead, there is room for the others. */
const MOST_FAILING_IN_FLIGHT = 128

/** A configuration with something due, and how much of it may be sent now. */
interface Share<C> {
  config: C
  room: number
}

/**
 * Divides the free room among receivers: to healthy ones first, to the merchant with the fewest in flight, and to no
 * receiver more than its window. No merchant gets more than it leaves free: receivers that accept and never answer
 * hold half of the room at most, and a postback of another merchant is sent at once. `held`: how many are in flight,
 * by merchant.
 */
export function shareRoom<C extends Pick<Config, 'id' | 'root_id'>>(
  windows: Map<string, DeliveryWindow>,
  due: readonly C[],
  held: ReadonlyMap<string, number>,
): Share<C>[] {
  const all = [...held.values()].reduce((sum, count) => sum + count, 0)
  const healthy: Open<C>[] = []
  const failing: Open<C>[] = []
  for (const config of due) {
    const window = windows.get(config.id) ?? new DeliveryWindow()
    windows.set(config.id, window)
    if (window.room > 0) (window.is_failing ? failing : healthy).push({ config, window, room: 0 })
  }
  const held_by_failing = [...windows.values()]
    .filter(window => window.is_failing)
    .reduce((sum, window) => sum + window.in_flight, 0)
  const shares = new Map(held)
  const left = divide(healthy, MOST_IN_FLIGHT - all, shares)
  divide(failing, Math.min(left, MOST_FAILING_IN_FLIGHT - held_by_failing), shares)
  return [...healthy, ...failing].filter(({ room }) => room > 0).map(({ config, room }) => ({ config, room }))
}

interface Open<C> extends Share<C> {
  window: DeliveryWindow
}

/**
 * Hands room out one by one, always to a merchant with the fewest in flight, until it has as many in flight as are
 * left. Returns what is left.
 */
function divide<C extends Pick<Config, 'root_id'>>(
  open: readonly Open<C>[],
  free: number,
  shares: Map<string, number>,
): number {
  /** The receivers of each merchant that may get more, by how many the merchant has in flight. */
  const levels = Array.from({ length: MOST_IN_FLIGHT + 2 }, (): Open<C>[][] => [])
  for (const [root_id, waiting] of Map.groupBy(open, ({ config }) => config.root_id))
    levels[shares.get(root_id) ?? 0]!.push([...waiting])
  for (let [level, left] = [0, free]; ; left -= 1) {
    while (level < MOST_IN_FLIGHT && levels[level]!.length === 0) level += 1
    const waiting = left > level ? levels[level]!.shift() : undefined
    if (!waiting) return left
    // Its receivers take turns as well.
    const one = waiting.shift()!
    one.room += 1
    if (one.room < one.window.room) waiting.push(one)
    if (waiting.length > 0) levels[level + 1]!.push(waiting)
    shares.set(one.config.root_id, level + 1)
  }
}
