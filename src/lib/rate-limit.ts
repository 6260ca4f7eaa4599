import { TokenBucket } from 'limiter'

/** Takes one request of a key: null within the limit, else the seconds until the next one is allowed. */
export type RateLimit = (key: string) => number | null

const MOST_KEYS = 50_000

/**
 * Returns a limiter with one token bucket for each key, which holds a minute's requests: bursts are fine, a flood is
 * not. The buckets are in memory and follow the machine's time, because what they protect is this process. 0 means no
 * limit.
 */
export function rateLimit(per_minute: number): RateLimit {
  if (per_minute === 0) return () => null
  let buckets = new Map<string, TokenBucket>()
  return key => {
    let bucket = buckets.get(key)
    if (!bucket) {
      if (buckets.size >= MOST_KEYS) buckets = new Map()
      bucket = new TokenBucket({ bucketSize: per_minute, tokensPerInterval: per_minute, interval: 'minute' })
      bucket.content = per_minute
      buckets.set(key, bucket)
    }
    return bucket.tryRemoveTokens(1) ? null : Math.ceil(bucket.getWaitTime(1) / 1000)
  }
}
