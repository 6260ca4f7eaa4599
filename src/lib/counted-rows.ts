import { writtenLater } from './written-later.ts'

/** Counts by key in memory, stored a few seconds later, so that no request waits for a row that all of them write. */
export interface CountedRows {
  count(key: readonly (string | number)[]): void
  /** Stores what was counted since the last time. What a killed process had not stored is not counted. */
  flush(): Promise<void>
}

/** `store` takes an array for each column of the key, and one of the counts as the last. */
export function countedRows(
  db: { run(text: string, values?: readonly unknown[]): Promise<number> },
  store: string,
  ms: number,
): CountedRows {
  const counted = new Map<string, number>()
  const { soon, flush } = writtenLater(ms, async () => {
    // In one order in every process, so that two of them never wait for each other.
    const rows = [...counted].toSorted(([one], [other]) => (one < other ? -1 : 1))
    counted.clear()
    const values = rows.map(([key, seen]) => [...(JSON.parse(key) as (string | number)[]), seen])
    const columns = values[0]?.map((_, column) => values.map(row => row[column]))
    if (columns) await db.run(store, columns)
  })
  return {
    count(key) {
      const text = JSON.stringify(key)
      counted.set(text, (counted.get(text) ?? 0) + 1)
      soon()
    },
    flush,
  }
}
