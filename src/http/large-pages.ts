import pLimit from 'p-limit'

/** Records on a page, embedded ones included, up to which it is built at once. */
const SMALL = 2_000
/** Large pages that one process builds at the same time. */
const CONCURRENCY = 2

/** Runs `build`. Large pages wait in order for their turn, so that many at once do not use up the memory of the process. */
export type BuildPage = <T>(records: number, build: () => Promise<T>) => Promise<T>

export function largePages(): BuildPage {
  const limit = pLimit(CONCURRENCY)
  return (records, build) => (records <= SMALL ? build() : limit(build))
}
