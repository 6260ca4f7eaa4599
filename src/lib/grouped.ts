const MOST_TOGETHER = 50

/**
 * Returns a function that hands items to `write` in groups: one group is written at a time, and items that arrive
 * meanwhile form the next one. Resolves or rejects with the group of the item.
 */
export function grouped<T>(write: (group: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: { item: T; done: PromiseWithResolvers<void> }[] = []
  let writing = false
  const next = async (): Promise<void> => {
    writing = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST_TOGETHER)
      waiting = waiting.slice(MOST_TOGETHER)
      await write(group.map(({ item }) => item)).then(
        () => group.map(({ done }) => done.resolve()),
        error => group.map(({ done }) => done.reject(error)),
      )
    }
    writing = false
  }
  return item => {
    const done = Promise.withResolvers<void>()
    waiting.push({ item, done })
    if (!writing) void next()
    return done.promise
  }
}
