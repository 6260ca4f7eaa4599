/**
 * Gathers what is mentioned while `work` is busy, and hands it over together: however many come at once, one piece of work runs at a
 * time. What `work` throws is dropped.
 */
export function coalescer(work: (ids: readonly string[]) => Promise<void>): (ids: readonly string[]) => void {
  const mentioned = new Set<string>()
  let busy = false
  const run = async (): Promise<void> => {
    busy = true
    while (mentioned.size > 0) {
      const ids = [...mentioned]
      mentioned.clear()
      await work(ids).catch(() => undefined)
    }
    busy = false
  }
  return ids => {
    for (const id of ids) mentioned.add(id)
    if (!busy) void run()
  }
}
