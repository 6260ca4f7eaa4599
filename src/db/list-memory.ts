// biome-ignore-all lint/style/noRestrictedGlobals: how long the total of a long list is kept
import { remembered } from '../lib/remembered.ts'

/**
 * What lists remember between requests, so that a page far down a long list need not be walked to: how many records
 * there were, and which record stood at every thousandth place.
 */
export interface ListMemory {
  /** What is known of the list of this key; undefined where it was not asked for lately. */
  of(key: string): KnownList | undefined
  /** Keeps what a statement has found. */
  learn(key: string, total: number): void
  /** A total that was counted a moment ago, where counting is dear; null where it has to be counted. */
  keptTotal(key: string): number | null
  /** Has `read` find the places of records, unless that is under way or was done a moment ago. */
  mark(key: string, read: () => Promise<Marks>): Promise<void>
}

export interface KnownList {
  total: number
  counted_at: number
  marks: Marks | null
}

/** Ids of the records at every thousandth place from the oldest on, and the state of the tally they belong to. */
export interface Marks {
  ids: readonly string[]
  moves: number
}

/** Records from one mark to the next. */
export const MARK_EVERY = 1_000
/** Totals up to this are always exact. */
const COUNTED_UP_TO = 10_000
/** As old as a larger one may be where it has to be counted. */
const KEPT_MS = 10_000
/** Marks that records moved over are found anew no sooner than this. */
const MARKED_MS = 30_000
const MOST_LISTS = 1_000

/** Returns what this process remembers of the lists of a database. */
export const listMemoryOf = remembered((_db: object) => listMemory())

function listMemory(): ListMemory {
  const elapsed = (): number => performance.now()
  const lists = new Map<string, KnownList>()
  const marked_at = new Map<string, number>()
  let marking = false

  return {
    of: key => lists.get(key),
    learn(key, total) {
      const marks = lists.get(key)?.marks ?? null
      lists.delete(key)
      lists.set(key, { total, counted_at: elapsed(), marks })
      if (lists.size > MOST_LISTS) lists.delete(lists.keys().next().value!)
    },
    keptTotal(key) {
      const known = lists.get(key)
      if (!known || known.total <= COUNTED_UP_TO) return null
      if (elapsed() - known.counted_at < KEPT_MS) return known.total
      // Whoever comes first counts; the others do not wait for him, and count nothing themselves.
      known.counted_at = elapsed()
      return null
    },
    async mark(key, read) {
      if (marking || elapsed() - (marked_at.get(key) ?? Number.NEGATIVE_INFINITY) < MARKED_MS) return
      if (marked_at.size > MOST_LISTS) marked_at.clear()
      marked_at.set(key, elapsed())
      marking = true
      try {
        const marks = await read()
        const known = lists.get(key)
        if (known) known.marks = marks
      } catch {
        // A page that is asked for later tries again.
      } finally {
        marking = false
      }
    },
  }
}
