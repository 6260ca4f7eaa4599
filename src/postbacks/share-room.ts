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
 * receiver more than its window. `held`: how many are in flight, by merchant.
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

/** Hands room out one by one, and returns what is left. */
function divide<C extends Pick<Config, 'root_id'>>(
  open: readonly Open<C>[],
  free: number,
  shares: Map<string, number>,
): number {
  const lines = [...Map.groupBy(open, ({ config }) => config.root_id)].map(([root_id, waiting]) => ({
    root_id,
    waiting: [...waiting],
  }))
  for (let left = free; ; left -= 1) {
    const full = lines.filter(({ waiting }) => waiting.length > 0)
    const next = left > 0 ? leastOf(full, shares) : undefined
    if (!next) return left
    // Its receivers take turns as well.
    const one = next.waiting.shift()!
    one.room += 1
    if (one.room < one.window.room) next.waiting.push(one)
    shares.set(next.root_id, (shares.get(next.root_id) ?? 0) + 1)
  }
}

function leastOf<L extends { root_id: string }>(lines: readonly L[], shares: Map<string, number>): L | undefined {
  let least: L | undefined
  for (const line of lines)
    if (!least || (shares.get(line.root_id) ?? 0) < (shares.get(least.root_id) ?? 0)) least = line
  return least
}
