import { setImmediate as turn } from 'node:timers/promises'

/** So many wide records take half a millisecond. */
const SLICE = 10

/** The pages that most clients ask for are not worth a turn of their own. */
const SMALL = 50

/** Maps many items, and lets other work in between: a page of a thousand records must not hold up a sale. */
export async function inSlices<T, R>(items: readonly T[], make: (item: T, index: number) => R): Promise<R[]> {
  if (items.length <= SMALL) return items.map(make)
  const made: R[] = []
  for (let at = 0; at < items.length; at += SLICE) {
    if (at > 0) await turn()
    for (let index = at; index < Math.min(items.length, at + SLICE); index += 1) made.push(make(items[index]!, index))
  }
  return made
}
