import type { Database } from '../src/db/database.ts'

/** SQL: the id of the n-th copy. */
export const COPY = `'0000000' || lpad(to_hex(n), 17, '0')`
const CHUNK = 50_000

interface Copies {
  table: string
  /** All that the table has where it is left out. */
  columns?: readonly string[]
  /** Of the row that is copied. */
  id: string
  /** How many copies there are already. */
  from?: number
  /** How many there are to be. */
  count: number
  /** SQL of columns that differ beside the id, over `n`. */
  vary: Readonly<Record<string, string>>
}

/** Copies one row so many times. Rules about how rows begin are left out: these are there already. */
export async function copyRows(db: Database, { table, columns, id, from = 0, count, vary }: Copies): Promise<void> {
  const set: Record<string, string> = { id: COPY, ...vary }
  const copied = columns ?? (await columnsIn(db, table))
  const names = copied.map(name => `"${name}"`).join(', ')
  const select = copied.map(name => set[name] ?? `t."${name}"`).join(', ')
  for (let done = from; done < count; done += CHUNK)
    await db.transaction(async tx => {
      await tx.run('set local session_replication_role = replica')
      await tx.run(
        `insert into ${table} (${names}) select ${select} from ${table} t, generate_series($2::int, $3::int) n where t.id = $1`,
        [id, done + 1, Math.min(count, done + CHUNK)],
      )
    })
}

async function columnsIn(db: Database, table: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows.map(({ name }) => name)
}
