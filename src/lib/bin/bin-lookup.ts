import { type Bininfo, derivedFacts, spaceFilled } from './bin-facts.ts'

/** One line of a BIN table: all numbers from `low` to `high`, compared by their first digits. */
export interface BinRange {
  /** 6 to 19 digits. */
  low: string
  /** May have another number of digits than `low`. */
  high: string
  facts: Partial<Bininfo>
}

const FULL = 19
const DIGITS = /^\d{6,19}$/

/**
 * Returns a look-up by binary search. Throws when a range is invalid or two overlap, naming the first digits.
 * The result has all fields: from the table, else derived from the number, else blank. With fewer digits than the
 * ranges have, it holds what all possible ranges have in common.
 */
export function binLookup(ranges: readonly BinRange[]): (digits: string) => Bininfo {
  const lines = sorted(ranges)
  return digits => {
    const found = DIGITS.test(digits) ? matching(lines, digits) : []
    return spaceFilled({ ...derivedFacts(digits), ...common(found) })
  }
}

function sorted(ranges: readonly BinRange[]): BinRange[] {
  const lines = ranges.map(toLine).sort((one, other) => (one.low < other.low ? -1 : 1))
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before && before.high >= line.low) throw new Error(`Two BIN ranges overlap at ${line.low.slice(0, 8)}.`)
  }
  return lines
}

// Numbers of different length compare as texts once they are padded: the low end with zeros, the high end with nines.
function toLine({ low, high, facts }: BinRange): BinRange {
  if (!DIGITS.test(low) || !DIGITS.test(high)) throw new Error('A BIN range needs 6 to 19 digits at both ends.')
  const line = { low: low.padEnd(FULL, '0'), high: high.padEnd(FULL, '9'), facts }
  if (line.low > line.high) throw new Error(`The BIN range from ${low.slice(0, 8)} ends before it begins.`)
  return line
}

function matching(lines: readonly BinRange[], digits: string): Partial<Bininfo>[] {
  const [low, high] = [digits.padEnd(FULL, '0'), digits.padEnd(FULL, '9')]
  const found: Partial<Bininfo>[] = []
  for (let index = firstEndingFrom(lines, low); index < lines.length && lines[index]!.low <= high; index++) {
    found.push(lines[index]!.facts)
  }
  return found
}

/**
 * Returns the index of the first line that does not end before a number. Lines do not overlap, so their ends ascend
 * too.
 */
function firstEndingFrom(lines: readonly BinRange[], number: string): number {
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (lines[middle]!.high < number) from = middle + 1
    else to = middle
  }
  return from
}

function common([first, ...others]: Partial<Bininfo>[]): Partial<Bininfo> {
  const shared = Object.entries(first ?? {}).filter(([field, value]) =>
    others.every(facts => facts[field as keyof Bininfo] === value),
  )
  return Object.fromEntries(shared)
}
