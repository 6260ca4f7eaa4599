import { Unavailable } from './problem.ts'

interface Limits {
  /** What runs at the same time, in all. */
  at_once: number
  /** What waits or runs for one key. */
  most_each: number
  /** What waits or runs in all. */
  most: number
}

export interface FairQueue {
  /** Runs it when it is its key's turn. Throws (`Unavailable`) where the key, or all together, have too much to do. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * Returns a queue that serves its keys (merchants, or addresses of unknown merchants) in turn, one piece of work each,
 * so that a busy key delays only itself. `name` is in the operator's error when the queue is full.
 */
export function fairQueue(name: string, { at_once, most_each, most }: Limits, refused = unavailable): FairQueue {
  /** What waits, by key; the first key is served next. */
  const waiting = new Map<string, (() => void)[]>()
  const held = new Map<string, number>()
  let [running, all] = [0, 0]

  const next = (): void => {
    while (running < at_once) {
      const [first] = waiting
      if (!first) return
      const [key, line] = first
      waiting.delete(key)
      const start = line.shift()!
      // Behind all other keys.
      if (line.length > 0) waiting.set(key, line)
      running += 1
      start()
    }
  }
  const count = (key: string, change: 1 | -1): void => {
    all += change
    const now = (held.get(key) ?? 0) + change
    if (now === 0) held.delete(key)
    else held.set(key, now)
  }
  return {
    async run(key, work) {
      if (all >= most || (held.get(key) ?? 0) >= most_each) throw refused(name)
      count(key, 1)
      await new Promise<void>(start => {
        waiting.set(key, [...(waiting.get(key) ?? []), start])
        next()
      })
      try {
        return await work()
      } finally {
        running -= 1
        count(key, -1)
        next()
      }
    },
  }
}

function unavailable(name: string): Error {
  return new Unavailable(true, new Error(`too much waits for ${name}`))
}
