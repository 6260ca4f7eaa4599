/** Ranges of first digits that a file of BIN data says something about. Pure. */

export const FUNDINGS = ['credit', 'debit', 'prepaid', 'unknown'] as const
export type BinFunding = (typeof FUNDINGS)[number]
export const BIN_BRANDS = ['visa', 'mc', 'amex', 'disc', 'diners', 'jcb', 'other', ''] as const

/** What is known of the cards of a range. */
export interface BinFacts {
  brand: string
  funding: BinFunding
  /** ISO 3166-1, three letters; blank where it is not known. */
  country: string
}

/** Ranges in columns, because there may be a million. */
export interface BinRanges {
  low: number[]
  /** At `index` the end of the range that begins at `low[index]`; both have eleven digits. */
  high: number[]
  /** Into `facts`. */
  fact: number[]
  facts: BinFacts[]
}

/** The digits by which cards are compared. */
export const COMPARED_DIGITS = 11
/** Fewer digits are those of a network rather than of an issuer. */
const LEAST_DIGITS = 6

/** Returns both ends of `411111` or `411111-411119` with eleven digits, or what is wrong with it. */
export function readDigits(text: string): readonly [low: number, high: number] | string {
  const [, low = '', high = low] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (low.length < LEAST_DIGITS || low.length > COMPARED_DIGITS)
    return 'digits must have 6 to 11 digits, or two such ends'
  if (high.length !== low.length) return 'both ends of digits must have the same length'
  const ends = [Number(low.padEnd(COMPARED_DIGITS, '0')), Number(high.padEnd(COMPARED_DIGITS, '9'))] as const
  return ends[0] > ends[1] ? 'digits end before they begin' : ends
}

/** Two ranges of which neither lies within the other, or that are the same and say different things. */
export class OverlappingRanges extends Error {
  readonly indexes: readonly [number, number]
  constructor(one: number, other: number) {
    super('ranges overlap')
    this.indexes = [one, other]
  }
}

/**
 * Returns the ranges without overlaps, ascending: of two of which one lies within the other the narrower one, which is
 * the longer prefix, wins. Throws `OverlappingRanges` where neither does.
 */
export function withoutOverlaps({ low, high, fact, facts }: BinRanges): BinRanges {
  const order = Uint32Array.from(low.keys()).sort((one, other) => low[one]! - low[other]! || high[other]! - high[one]!)
  const flat: BinRanges = { low: [], high: [], fact: [], facts }
  const open: number[] = []
  let from = 0
  const write = (until: number, index: number): void => {
    if (until < from) return
    const last = flat.low.length - 1
    if (last >= 0 && flat.high[last] === from - 1 && flat.fact[last] === fact[index]) flat.high[last] = until
    else {
      flat.low.push(from)
      flat.high.push(until)
      flat.fact.push(fact[index]!)
    }
    from = until + 1
  }
  const close = (before: number): void => {
    for (let inner = open.at(-1); inner !== undefined && high[inner]! < before; inner = open.at(-1)) {
      write(high[inner]!, inner)
      open.pop()
    }
  }
  for (const index of order) {
    close(low[index]!)
    const outer = open.at(-1)
    if (outer !== undefined) {
      const is_same = low[outer] === low[index] && high[outer] === high[index]
      const is_within = high[index]! <= high[outer]!
      if (!is_within || (is_same && fact[outer] !== fact[index])) throw new OverlappingRanges(outer, index)
      if (is_same) continue
      write(low[index]! - 1, outer)
    }
    from = low[index]!
    open.push(index)
  }
  close(Number.POSITIVE_INFINITY)
  return flat
}
