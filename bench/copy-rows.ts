import type { Database } from '../src/db/database.ts'

/** SQL: the id of the n-th copy. */
export const COPY = `'0000000' || lpad(to_hex(n), 17, '0')`
const CHUNK = 50_000

interface Copies {
  table: string
  columns: readonly string[]
  /** Of the row that is copied. */
  id: string
  count: number
  /** SQL of columns that differ beside the id, over `n`. */
  vary: Readonly<Record<string, string>>
}

/** Copies one row so many times. Rules about how rows begin are left out: these are there already. */
export async function copyRows(db: Database, { table, columns, id, count, vary }: Copies): Promise<void> {
  const set: Record<string, string> = { id: COPY, ...vary }
  const names = columns.map(name => `"${name}"`).join(', ')
  const select = columns.map(name => set[name] ?? `t."${name}"`).join(', ')
  for (let done = 0; done < count; done += CHUNK)
    await db.transaction(async tx => {
      await tx.run('set local session_replication_role = replica')
      await tx.run(
        `insert into ${table} (${names}) select ${select} from ${table} t, generate_series($2::int, $3::int) n where t.id = $1`,
        [id, done + 1, Math.min(count, done + CHUNK)],
      )
    })
}
