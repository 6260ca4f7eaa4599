/**
 * Returns a function that passes ids to `work`, one call at a time: ids that arrive during a call go into the next
 * one together, each once. Errors of `work` are dropped.
 */
export function coalescer(work: (ids: readonly string[]) => Promise<void>): (ids: readonly string[]) => void {
  const pending = new Set<string>()
  let running = false
  const run = async (): Promise<void> => {
    running = true
    while (pending.size > 0) {
      const ids = [...pending]
      pending.clear()
      await work(ids).catch(() => undefined)
    }
    running = false
  }
  return ids => {
    for (const id of ids) pending.add(id)
    if (!running) void run()
  }
}
