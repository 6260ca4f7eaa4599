/** Records of a page, embedded ones counted as one for each name, up to which it is made at once. */
const SMALL = 2_000
/** Large pages that are made at the same time in this process. */
const AT_ONCE = 2

/** Runs the making of a page; a large one waits for its turn, so that many of them together do not use up the memory of the process. */
export type MakePage = <T>(records: number, make: () => Promise<T>) => Promise<T>

export function largePages(): MakePage {
  const waiting: (() => void)[] = []
  let made = 0
  return async (records, make) => {
    if (records <= SMALL) return make()
    if (made >= AT_ONCE) await new Promise<void>(turn => waiting.push(turn))
    else made += 1
    try {
      return await make()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else made -= 1
    }
  }
}
