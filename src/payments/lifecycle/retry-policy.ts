/** How long is waited for a processor, and how often it is asked again. */
export interface RetryPolicy {
  /** A call that has not answered after this many milliseconds counts as unknown. Longer than any adapter's own limit. */
  call_ms: number
  /** Pauses before each quick question about an unknown outcome, in milliseconds, while the caller still waits. */
  find_ms: readonly number[]
  /** After this many milliseconds of quick questions the caller is answered. */
  poll_ms: number
  /** Seconds from writing an attempt down until others may ask about it: longer than call, quick questions and answer together. */
  lease_seconds: number
  /** Seconds before the resolver's next question, by how often it has asked; the last one repeats. */
  ask_again_seconds: readonly number[]
  /** Attempts the resolver takes at once. */
  chunk: number
}

export const RETRY_POLICY: RetryPolicy = {
  call_ms: 20_000,
  find_ms: [50, 200, 500, 1000],
  poll_ms: 2_000,
  lease_seconds: 40,
  ask_again_seconds: [2, 5, 15, 60, 300, 900, 3600],
  chunk: 20,
}

/** Seconds until the next question after `asks` of them. */
export function retryDelay(asks: number, { ask_again_seconds }: RetryPolicy): number {
  return ask_again_seconds[Math.min(asks, ask_again_seconds.length) - 1] ?? ask_again_seconds[0] ?? 0
}
