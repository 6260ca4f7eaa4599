import type { Queryable } from '../db/database.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

/** Returns how many sealed values of the database name this key of the ring; sealed answers of a day included. */
export async function keyUses(db: Queryable, key_id: string): Promise<number> {
  const places = [...SEALED_COLUMNS, { table: 'idempotency', column: 'answer' }]
  let uses = 0
  for (const { table, column } of places) {
    const [row] = await db.query<{ uses: number }>(
      `select count(*)::integer as uses from ${table} where starts_with(${column}, $1)`,
      [`v1.${key_id}.`],
    )
    uses += row?.uses ?? 0
  }
  return uses
}
