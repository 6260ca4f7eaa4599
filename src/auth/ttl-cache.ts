/** How long something may be remembered when nobody says that it changed. */
const REMEMBER_MS = 5_000
const MOST = 10_000

export interface TtlCache<T> {
  get(key: string): Promise<T>
  /** What is remembered of this key now, without looking it up. */
  peek(key: string): T | undefined
  /** Looks it up although it is remembered. */
  again(key: string): Promise<T>
  clear(): void
}

/** A small cache by key. It uses the process's monotonic time: it bounds staleness for real requests, not business time. */
export function ttlCache<T>(find: (key: string) => Promise<T>): TtlCache<T> {
  let known = new Map<string, { value: T; until: number }>()
  const peek = (key: string): T | undefined => {
    const found = known.get(key)
    return found && found.until > performance.now() ? found.value : undefined
  }
  const again = async (key: string): Promise<T> => {
    const began = known
    const value = await find(key)
    if (known.size >= MOST) known.clear()
    // What was read before `clear` and comes back after it may be old: it goes where nobody looks any more.
    began.set(key, { value, until: performance.now() + REMEMBER_MS })
    return value
  }
  return {
    peek,
    get: async key => peek(key) ?? again(key),
    again,
    clear() {
      known = new Map()
    },
  }
}
