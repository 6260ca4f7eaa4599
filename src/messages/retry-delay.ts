const MINUTE = 60
const HOUR = 60 * MINUTE

/** How long after each try in vain the next one follows. Mail servers that greylist want minutes; one that is broken is mended within days. */
const PAUSES = {
  email: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 16 * HOUR, 24 * HOUR],
  // A text is about now: one that arrives the next day is worse than none.
  sms: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR],
} as const

/** Seconds until the next try after this many in vain; null when that was the last. */
export function retryDelay(channel: 'email' | 'sms', attempts: number): number | null {
  return PAUSES[channel][attempts - 1] ?? null
}
