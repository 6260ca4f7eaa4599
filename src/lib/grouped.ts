import timers from 'node:timers/promises'
import { Unavailable } from './problem.ts'

const MOST_TOGETHER = 50
/** What takes longer than this, in milliseconds, holds up those behind it no more: a group, or one by itself. */
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
 * that is refused keeps no other back. Items of one `subject` are never in one group: the later one has to find what
 * became of the earlier.
 */
export function grouped<T, R>(
  keyOf: (item: T) => string,
  write: WriteGroup<T, R>,
  subjectOf?: (item: T) => string,
): (item: T) => Promise<R> {
  const queues = new Map<string, Waiting<T, R>[]>()
  const next = async (key: string, queue: Waiting<T, R>[]): Promise<void> => {
    while (queue.length > 0) {
      // Those whose request has arrived already join.
      await timers.setImmediate()
      await unlessSlow(writeOrEach(write, takeGroup(queue, subjectOf)))
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

/** Takes the oldest of a queue, of each subject one; the others stay in their order. */
function takeGroup<T, R>(queue: Waiting<T, R>[], subjectOf?: (item: T) => string): Waiting<T, R>[] {
  if (!subjectOf) return queue.splice(0, MOST_TOGETHER)
  const group = new Map<string, Waiting<T, R>>()
  for (const each of queue) {
    const subject = subjectOf(each.item)
    if (group.size < MOST_TOGETHER && !group.has(subject)) group.set(subject, each)
  }
  const taken = new Set(group.values())
  queue.splice(0, queue.length, ...queue.filter(each => !taken.has(each)))
  return [...taken]
}

/** Waits for what is being written, and no longer than it may hold up others. */
async function unlessSlow(writing: Promise<void>): Promise<void> {
  await Promise.race([writing, timers.setTimeout(SLOW_MS, undefined, { ref: false })])
}

/** Settles every item, at once or once it is written. What is not available now is not for one of them either. */
async function writeOrEach<T, R>(write: WriteGroup<T, R>, group: readonly Waiting<T, R>[]): Promise<void> {
  try {
    const results = await write(group.map(({ item }) => item))
    for (const [index, { done }] of group.entries()) done.resolve(results[index]!)
  } catch (error) {
    const is_last = group.length === 1 || error instanceof Unavailable
    for (const each of group) {
      if (is_last) each.done.reject(error)
      else await unlessSlow(writeOrEach(write, [each]))
    }
  }
}
