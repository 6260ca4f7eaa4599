import type { Database } from '../db/database.ts'

/** When tokens were last used: known in this process at once, and in the database soon after. */
interface LastUsedWriter {
  record(mark: string, seconds: number): void
  /** Returns the last use recorded in this process, in Unix seconds; 0 when there was none lately. */
  latest(mark: string): number
  flush(): Promise<void>
}

/** Uses less than this many clock seconds after the previous one are written once a second, together. */
const CLOSE_SECONDS = 5
const FLUSH_MS = 1_000
const MOST = 10_000

const UPDATE = `
update access_token t
   set used_ts = greatest(t.used_ts, v.used_ts)
  from unnest($1::text[], $2::bigint[]) as v (mark, used_ts)
 where t.mark = v.mark`

/**
 * A request does not wait until its token's use is written, and a busy token is written once a second instead of once a
 * request. The idle limit stays exact: this process uses what it recorded itself, and a use after a pause is written at
 * once.
 */
export function lastUsedWriter(db: Database): LastUsedWriter {
  const latest = new Map<string, number>()
  let unwritten = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<unknown> = Promise.resolve()

  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    if (unwritten.size > 0) {
      const batch = [...unwritten].toSorted(([one], [other]) => (one < other ? -1 : 1))
      unwritten = new Map()
      const values = [batch.map(([mark]) => mark), batch.map(([, seconds]) => seconds)]
      // A failed write loses nothing that matters: the next use writes again, and the request itself has succeeded.
      writing = writing.then(() => db.run(UPDATE, values)).catch(() => undefined)
    }
    await writing
  }

  return {
    record(mark, seconds) {
      const before = latest.get(mark) ?? 0
      if (seconds <= before) return
      if (latest.size >= MOST) latest.clear()
      latest.set(mark, seconds)
      unwritten.set(mark, seconds)
      if (seconds - before >= CLOSE_SECONDS) void flush()
      else timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    latest: mark => latest.get(mark) ?? 0,
    flush,
  }
}
