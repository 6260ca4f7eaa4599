import { type KnownList, MARK_EVERY } from './list-memory.ts'

/** How a page of an ordered list is looked for: from the beginning, from the end, or from a record of known place. */
export interface Window {
  limit: string
  offset: string | null
  is_reversed: boolean
  /** It is found by the total, which therefore has to be exact. */
  by_total: boolean
  /** Skips most of what comes before. */
  from?: string
  /** Whether the place of the record is still the one that was known. */
  holds?(total: number, moves: number): boolean
}

export interface PagePlace {
  /** Records before the page. */
  before: number
  size: number
  /** What is remembered of the list. */
  known: KnownList | null
  /** The direction of a list by age, which places are kept of; null for other lists. */
  by_age: 'ascending' | 'descending' | null
}

interface Params {
  add(value: unknown): string
}

/** SQL: how many records the list has. */
const TOTAL = '(select total from counted)'
/** Rows that are passed over without a thought. */
export const WALKED = 5_000

/** Returns how the page is found with the fewest steps; the statement names its total `counted`. */
export function windowOf(place: PagePlace, params: Params): Window {
  const { before, size, known } = place
  const limit = `${params.add(size)}::bigint`
  const plain = { limit, offset: null, is_reversed: false, by_total: false }
  if (before === 0) return plain
  const marked = before > WALKED && known?.marks ? markedWindow(place, known, limit, params) : null
  if (marked) return marked
  const offset = `${params.add(before)}::bigint`
  if (!known || before < WALKED || before * 2 < known.total) return { ...plain, offset }
  return {
    limit: `least(${limit}, greatest(0, ${TOTAL} - ${offset}))`,
    offset: `greatest(0, ${TOTAL} - ${offset} - ${limit})`,
    is_reversed: true,
    by_total: true,
  }
}

/** Places are counted from the oldest record on, since newer ones leave those as they are. */
function markedWindow(
  { before, by_age }: PagePlace,
  { total, marks }: KnownList,
  limit: string,
  params: Params,
): Window | null {
  const descending = by_age === 'descending'
  const nth = descending ? Math.ceil((total - before) / MARK_EVERY) + 1 : Math.floor(before / MARK_EVERY)
  const id = marks!.ids[nth - 1]
  if (id === undefined || by_age === null) return null
  const rank = nth * MARK_EVERY
  return {
    limit,
    offset: descending ? `greatest(0, ${params.add(rank + before)}::bigint - ${TOTAL})` : `${before + 1 - rank}`,
    is_reversed: false,
    by_total: true,
    from: `id ${descending ? '<=' : '>='} ${params.add(id)}`,
    holds: (now, moves) => moves === marks!.moves && (!descending || rank + before >= now),
  }
}
