import type { Database } from '../../db/database.ts'
import { COMPARED_DIGITS } from '../../lib/bin/bin-ranges.ts'
import { type Bininfo, bininfo, bininfoOf } from '../../lib/bin/bininfo.ts'

/** What first digits tell of cards. */
export interface BinData {
  /** Returns what is known of each number, or of its first six or more digits; fields of which nothing is are blank. */
  find(digits: readonly string[]): Promise<Bininfo[]>
}

interface FoundRange {
  nr: number
  low: number
  high: number
  brand: string
  funding: string
  country: string
}

/** Shortest numbers of cards; fewer digits are the first of one. */
const WHOLE_NUMBER = 13

/**
 * BIN data as the operator has imported them. Each look-up is one statement over an index, and finds what is current at
 * that moment in every process.
 */
export function binData(db: Pick<Database, 'query'>): BinData {
  return {
    async find(digits) {
      const asked = digits.map(each => each.slice(0, COMPARED_DIGITS))
      const [from, until] = ['0', '9'].map(end => asked.map(each => each.padEnd(COMPARED_DIGITS, end)))
      const found = await db.query<FoundRange>(FIND, [from, until])
      return digits.map((each, index) => {
        const of_test = bininfo(each)
        // A test card is known by its whole number, which no imported range is as narrow as.
        if (each.length >= WHOLE_NUMBER && of_test.issuer_bank_name.trim() !== '') return of_test
        const ranges = found.filter(({ nr }) => nr === index + 1)
        const common = commonTo(ranges, Number(from![index]), Number(until![index]))
        return common ? bininfoOf(each, common) : of_test
      })
    },
  }
}

/** What all of these numbers share; null where nothing is known of some of them. */
function commonTo(ranges: readonly FoundRange[], low: number, high: number): Parameters<typeof bininfoOf>[1] | null {
  let next = low
  for (const range of ranges) {
    if (range.low > next) break
    next = Math.max(next, range.high + 1)
  }
  const [first, ...others] = ranges.filter(range => range.high >= low)
  if (!first || next <= high) return null
  const shared = (name: 'brand' | 'funding' | 'country'): string =>
    others.every(range => range[name] === first[name]) ? first[name] : ''
  return { brand: shared('brand'), funding: shared('funding'), country: shared('country') }
}

/**
 * Ranges of an import do not overlap: one begins at or before a number, the others within the digits that are known.
 */
const FIND = `
select asked.nr, found.*
  from unnest($1::bigint[], $2::bigint[]) with ordinality as asked (low, high, nr)
 cross join lateral (
   (select low, high, brand, funding, country from bin_range
     where import_id = (select id from bin_import where is_current) and low <= asked.low order by low desc limit 1)
   union all
   (select low, high, brand, funding, country from bin_range
     where import_id = (select id from bin_import where is_current) and low > asked.low and low <= asked.high
     order by low limit 1000)) as found
 order by asked.nr, found.low`
