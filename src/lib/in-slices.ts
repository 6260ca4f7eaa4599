import { setImmediate as turn } from 'node:timers/promises'

/** So many wide records take half a millisecond. */
const SLICE = 10

/** The pages that most clients ask for are not worth a turn of their own. */
const SMALL = 50

/** Maps many items, and lets other work in between: a page of a thousand records must not hold up a sale. */
export async function inSlices<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
  if (items.length <= SMALL) return items.map(item => make(item))
  const made: R[] = []
  for (let at = 0; at < items.length; at += SLICE) {
    if (at > 0) await turn()
    for (const item of items.slice(at, at + SLICE)) made.push(make(item))
  }
  return made
}
