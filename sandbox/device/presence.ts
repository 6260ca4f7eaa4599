/** A page that reads on has gone for good when it has not asked again for so long; on a busy machine it may take seconds to come round. */
const AWAY_MS = 10_000

/** Whether somebody has something open, told by pages that ask again and again. */
export interface Presence {
  isThere(): boolean
  come(): void
  go(): void
}

export function presence(left: () => void): Presence {
  let watchers = 0
  let there = false
  let away: NodeJS.Timeout | undefined
  return {
    isThere: () => there,
    come() {
      watchers += 1
      there = true
      clearTimeout(away)
    },
    go() {
      watchers -= 1
      if (watchers > 0) return
      away = setTimeout(() => {
        there = false
        left()
      }, AWAY_MS)
      away.unref()
    },
  }
}
