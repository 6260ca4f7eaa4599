// biome-ignore-all lint/style/noRestrictedGlobals: how late a timer of this process runs

const EVERY_MS = 250
/** A password or an argument of a list takes a tenth of that; a longer block delays every request of this process. */
const MOST_MS = 1_000

interface Log {
  warn(figures: Record<string, number>, text: string): void
}

/** How often the event loop of this process was blocked since it started, and for how many seconds altogether. */
export const blocks = { count: 0, seconds: 0 }

/**
 * Logs each time the event loop was blocked for a second or longer, once it runs again, and counts it for `/metrics`.
 * Little processor time of the thread (`cpu_ms`) means that the machine had none left for this process. Returns what
 * ends the watch.
 */
export function watchLoop(log: Log, { every, most } = { every: EVERY_MS, most: MOST_MS }): () => void {
  let before = performance.now()
  let used = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - before - every
    if (late >= most) {
      blocks.count += 1
      blocks.seconds += late / 1000
      const { user, system } = process.threadCpuUsage(used)
      const figures = { ms: Math.round(late), cpu_ms: Math.round((user + system) / 1000) }
      log.warn(figures, 'the event loop was blocked: no request was answered meanwhile')
    }
    before = now
    used = process.threadCpuUsage()
  }, every).unref()
  return () => clearInterval(timer)
}
