/**
 * Hostile requests: how they are made, how they are sent, and which answers they may not get. Never: a statement of
 * the contract.
 */

/** Choices that follow from a seed, so that every request can be made again. */
export interface Random {
  /** A whole number from 0 to count - 1. */
  below(count: number): number
  /** True once in this many times. */
  oneIn(count: number): boolean
  pick<T>(items: readonly T[]): T
  /** Up to this many of them, in any order and with repeats. */
  some<T>(items: readonly T[], most: number): T[]
}

/** mulberry32: small, and good enough to choose by. */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (count: number): number => next() % count
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
  return {
    below,
    oneIn: count => below(count) === 0,
    pick,
    some: (items, most) => Array.from({ length: below(most) + 1 }, () => pick(items)),
  }
}
