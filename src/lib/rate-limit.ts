/** How many seconds somebody has to wait for room, or null when there is room and this request took it. */
export type RateLimit = (key: string) => number | null

interface Bucket {
  level: number
  at: number
}

const MOST_KEYS = 50_000

/**
 * A bucket for each key that holds a minute's requests and fills as time goes by: bursts are fine, a flood is not. It is kept
 * in memory and by the machine's time, so each process counts for itself: what it protects is this process. 0: no limit.
 */
export function rateLimit(per_minute: number): RateLimit {
  if (per_minute === 0) return () => null
  const per_ms = per_minute / 60_000
  let buckets = new Map<string, Bucket>()
  return key => {
    const now = performance.now()
    const bucket = buckets.get(key) ?? { level: per_minute, at: now }
    bucket.level = Math.min(per_minute, bucket.level + (now - bucket.at) * per_ms)
    bucket.at = now
    if (bucket.level < 1) return Math.ceil((1 - bucket.level) / per_ms / 1000)
    bucket.level -= 1
    if (buckets.size >= MOST_KEYS && !buckets.has(key)) buckets = new Map()
    buckets.set(key, bucket)
    return null
  }
}
