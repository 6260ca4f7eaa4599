import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from './problem.ts'

const MOST_TOGETHER = 50
/** A group that takes longer than this, in milliseconds, holds up those behind it no more. */
const SLOW_MS = 100

/** Writes items together and returns what became of each, in their order. All of them are written, or none. */
type WriteGroup<T, R> = (group: readonly T[]) => Promise<readonly R[]>

interface Waiting<T, R> {
  item: T
  done: PromiseWithResolvers<R>
}

/**
 * Returns a function that hands items to `write` in groups of the same key: one group is written at a time, and items
 * that arrive meanwhile form the next one. Where a group cannot be written each of its items is, by itself, so that one
 * that is refused keeps no other back.
 */
export function grouped<T, R>(keyOf: (item: T) => string, write: WriteGroup<T, R>): (item: T) => Promise<R> {
  const queues = new Map<string, Waiting<T, R>[]>()
  const next = async (key: string, queue: Waiting<T, R>[]): Promise<void> => {
    while (queue.length > 0) {
      const writing = writeOrEach(write, queue.splice(0, MOST_TOGETHER))
      await Promise.race([writing, pause(SLOW_MS, undefined, { ref: false })])
    }
    queues.delete(key)
  }
  return item => {
    const key = keyOf(item)
    const done = Promise.withResolvers<R>()
    const queue = queues.get(key)
    if (queue) queue.push({ item, done })
    else {
      const begun = [{ item, done }]
      queues.set(key, begun)
      void next(key, begun)
    }
    return done.promise
  }
}

/** Settles every item. What is not available now is not for one of them either. */
async function writeOrEach<T, R>(write: WriteGroup<T, R>, group: readonly Waiting<T, R>[]): Promise<void> {
  try {
    const results = await write(group.map(({ item }) => item))
    for (const [index, { done }] of group.entries()) done.resolve(results[index]!)
  } catch (error) {
    const is_last = group.length === 1 || error instanceof Unavailable
    for (const each of group) {
      if (is_last) each.done.reject(error)
      else await writeOrEach(write, [each])
    }
  }
}
