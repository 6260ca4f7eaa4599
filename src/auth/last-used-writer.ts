import type { Database } from '../db/database.ts'

/** When tokens were last used: known here at once, and in the database soon after. */
export interface LastUsedWriter {
  note(mark: string, seconds: number): void
  /** The last use noted in this process, Unix seconds; 0 when there was none lately. */
  latest(mark: string): number
  flush(): Promise<void>
}

/** Uses that lie closer together than this (clock seconds) are written together, once a second. */
const CLOSE_SECONDS = 5
const FLUSH_MS = 1_000
const MOST = 10_000

const STORE = `
update access_token t
   set used_ts = greatest(t.used_ts, v.used_ts)
  from unnest($1::text[], $2::bigint[]) as v (mark, used_ts)
 where t.mark = v.mark`

/**
 * A request does not wait for the note of its token's use, and a busy token is written once a second, not once a request.
 * The limit stays exact all the same: this process goes by what it noted itself, and after a pause the use is written at once.
 */
export function lastUsedWriter(db: Database): LastUsedWriter {
  const noted = new Map<string, number>()
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
      // A use that could not be written is written with the next one; the request itself has succeeded.
      writing = writing.then(() => db.run(STORE, values)).catch(() => undefined)
    }
    await writing
  }

  return {
    note(mark, seconds) {
      const before = noted.get(mark) ?? 0
      if (seconds <= before) return
      if (noted.size >= MOST) noted.clear()
      noted.set(mark, seconds)
      unwritten.set(mark, seconds)
      if (seconds - before >= CLOSE_SECONDS) void flush()
      else timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    latest: mark => noted.get(mark) ?? 0,
    flush,
  }
}
