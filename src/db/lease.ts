import type { Queryable } from './database.ts'
import { MACHINE_NOW } from './machine-now.ts'

/**
 * Rows that several processes share as work: one claims them for some seconds, and another takes them over when it has
 * died. Leases are in machine time: moving the sandbox's clock must not end one.
 */
interface LeasedTable {
  table: string
  /** Machine time (Unix seconds) until which the row is leased, or not due again. */
  column: string
  /** Counts the claims of a row. By it a process can tell its lease from that of another which took the row over. */
  counter?: string
  /** Which rows are work at all. */
  open: string
  /** Which of them may be claimed, over $3 and following; those whose lease has ended where it is left out. */
  due?: string
  /** Those whose lease ended first where it is left out. */
  order?: string
  /** Replaces the choice of rows: a query of ids with `SKIP_LOCKED`, over $2 and following. */
  pick?: string
  returning?: string
}

/** What a claimed row is known by when its lease is renewed. */
interface Held {
  id: string
  /** The value of the counter at the claim, where rows have one. */
  count?: number
}

export interface Lease<T> {
  /**
   * Claims due rows for some seconds. `values` are $2 and following: first how many rows at most, unless `pick` has its
   * own.
   */
  claim(db: Queryable, seconds: number, values: readonly unknown[]): Promise<T[]>
  /** Extends leases; one that was lost meanwhile stays with its new holder, where rows have a counter. */
  renew(db: Queryable, held: readonly Held[], seconds: number): Promise<void>
  /** Ends a lease: the row is due again after some seconds, if it is still open. */
  release(db: Queryable, id: string, seconds: number): Promise<void>
}

/** For the choice of rows: those that another process is claiming at this moment are passed over. */
export const SKIP_LOCKED = 'for update skip locked'

/** SQL: no process holds the row, where the column is null before the first claim. */
export function isFree(column: string): string {
  return `(${column} is null or ${column} < ${MACHINE_NOW})`
}

/** Makes the statements by which processes share the rows of a table. */
export function lease<T>({ table, column, counter, open, due, order, pick, returning = '*' }: LeasedTable): Lease<T> {
  const until = (seconds: string) => `${column} = ${MACHINE_NOW} + ${seconds}`
  const chosen =
    pick ??
    `select id from ${table}
      where ${open} and ${due ?? `${column} <= ${MACHINE_NOW}`}
      order by ${order ?? `${column}, id`}
      limit $2
        ${SKIP_LOCKED}`
  const set = counter ? `${until('$1')}, ${counter} = ${table}.${counter} + 1` : until('$1')
  const claim = pick
    ? `with chosen as (${chosen}) update ${table} set ${set} from chosen where ${table}.id = chosen.id returning ${returning}`
    : `update ${table} set ${set} where id in (${chosen}) returning ${returning}`
  const still_held = counter ? ` and ${table}.${counter} = held.count` : ''
  const renew = `update ${table} set ${until('$3')} from unnest($1::text[], $2::int[]) as held (id, count) where ${table}.id = held.id${still_held}`
  const release = `update ${table} set ${until('$2')} where id = $1 and ${open}`
  return {
    claim: (db, seconds, values) => db.query<T>(claim, [seconds, ...values]),
    async renew(db, held, seconds) {
      if (held.length === 0) return
      await db.run(renew, [held.map(({ id }) => id), held.map(({ count }) => count ?? null), seconds])
    },
    async release(db, id, seconds) {
      await db.run(release, [id, seconds])
    },
  }
}
