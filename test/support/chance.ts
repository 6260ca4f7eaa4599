import { createHash } from 'node:crypto'

export interface Chance {
  /** A whole number from 0 to one less than this. */
  below(number: number): number
  pick<T>(from: readonly T[]): T
  bytes(length: number): Buffer
}

/** Chance that is the same at every run: a test that fails fails again. */
export function chance(seed: string): Chance {
  let count = 0
  let pool = Buffer.alloc(0)
  const four = (): number => {
    if (pool.length < 4) {
      count += 1
      pool = createHash('sha512').update(`${seed} ${count}`).digest()
    }
    const number = pool.readUInt32BE(0)
    pool = pool.subarray(4)
    return number
  }
  const below = (number: number): number => four() % number
  return {
    below,
    pick: from => from[below(from.length)]!,
    bytes: length => Buffer.from(Array.from({ length }, () => below(256))),
  }
}
