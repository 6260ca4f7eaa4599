import { TokenBucket } from 'limiter'

/** Takes a request that counts `cost` (1): null within the limit of its key, else the seconds until it is allowed. */
export type RateLimit = (key: string, cost?: number) => number | null

/** A payment takes as much of the machine as twenty reads, another write as five. */
const WRITE = 10

/** Returns how many requests one with this method counts. */
export function costOf(method: string | undefined): number {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 1 : WRITE
}

const MOST_KEYS = 50_000

/**
 * Returns a limiter with one token bucket for each key, which holds a minute's requests: bursts are fine, a flood is
 * not. The buckets are in memory and follow the machine's time, because what they protect is this process. 0 means no
 * limit.
 */
export function rateLimit(per_minute: number): RateLimit {
  if (per_minute === 0) return () => null
  let buckets = new Map<string, TokenBucket>()
  return (key, cost = 1) => {
    const tokens = Math.min(cost, per_minute)
    let bucket = buckets.get(key)
    if (!bucket) {
      if (buckets.size >= MOST_KEYS) buckets = new Map()
      bucket = new TokenBucket({ bucketSize: per_minute, tokensPerInterval: per_minute, interval: 'minute' })
      bucket.content = per_minute
      buckets.set(key, bucket)
    }
    return bucket.tryRemoveTokens(tokens) ? null : Math.ceil(bucket.getWaitTime(tokens) / 1000)
  }
}
