import pg from 'pg'
import { Unavailable } from '../lib/problem.ts'
import type { Database } from './database.ts'
import { MACHINE_NOW } from './machine-now.ts'

/** Why nothing can be written to the database now. */
export type WriteFault = 'database_read_only' | 'database_disk_full' | 'database_slow' | 'database_unavailable'

/**
 * Writes as a payment does and returns why that fails; null where it works. The row that is updated needs no new space,
 * so a full disk shows by a temporary file, which PostgreSQL deletes at the end of the statement. The commit goes with
 * the update, so that a frozen process never holds the lock that the others need.
 */
export async function probeWrite(db: Database): Promise<WriteFault | null> {
  try {
    await db.transaction(async tx => {
      await tx.run(`select set_config('work_mem', '64kB', true)`)
      await tx.run(SPILLS)
      await tx.endWithNext().run(WRITES)
    })
    return null
  } catch (error) {
    return faultOf(error)
  }
}

/** Half a megabyte, which does not fit the memory that this transaction has. */
const SPILLS = `
with room as materialized (select repeat('x', 512) as filler from generate_series(1, 1024)) select count(filler) from room`

const WRITES = `
insert into write_probe (id, written_ts) values (1, ${MACHINE_NOW}) on conflict (id) do update set written_ts = excluded.written_ts`

/** By the code of PostgreSQL: read-only transaction; disk full; canceled by a limit of time, lock not available. */
const FAULTS: Readonly<Record<string, WriteFault>> = {
  '25006': 'database_read_only',
  '53100': 'database_disk_full',
  '57014': 'database_slow',
  '55P03': 'database_slow',
}

function faultOf(error: unknown): WriteFault {
  const cause = error instanceof Unavailable ? error.cause : error
  return (cause instanceof pg.DatabaseError && FAULTS[cause.code ?? '']) || 'database_unavailable'
}
