// biome-ignore-all lint/style/noRestrictedGlobals: how long a user or token stays cached
const TTL_MS = 5_000
const MOST = 10_000

export interface TtlCache<T> {
  get(key: string): Promise<T>
  /** Returns the cached value, without a lookup; undefined when there is none. */
  peek(key: string): T | undefined
  /** Looks the value up although it may be cached. */
  reload(key: string): Promise<T>
  clear(): void
}

/**
 * A small cache by key. It uses the process's monotonic time: it bounds staleness for real requests, not business time.
 */
export function ttlCache<T>(find: (key: string) => Promise<T>): TtlCache<T> {
  let entries = new Map<string, { value: T; until: number }>()
  const peek = (key: string): T | undefined => {
    const found = entries.get(key)
    return found && found.until > performance.now() ? found.value : undefined
  }
  const reload = async (key: string): Promise<T> => {
    const current = entries
    const value = await find(key)
    if (entries.size >= MOST) entries.clear()
    // A value read before `clear` may be outdated: it goes into the map that is no longer used.
    current.set(key, { value, until: performance.now() + TTL_MS })
    return value
  }
  return {
    peek,
    get: async key => peek(key) ?? reload(key),
    reload,
    clear() {
      entries = new Map()
    },
  }
}
