import pg from 'pg'
import type { Queryable } from './database.ts'

/** A table and the columns that hold something of their own, in their order. */
export interface Table {
  name: string
  columns: string[]
}

export interface Sequence {
  name: string
  last_value: string
  is_called: boolean
}

/** A rule between tables, as the statement that makes it again. */
export interface ForeignKey {
  table: string
  name: string
  definition: string
}

export interface Trigger {
  table: string
  name: string
  /** How it fires: `O` as every trigger does, `A` always, `R` on replicas. */
  fires: 'O' | 'A' | 'R'
}

/** What an extension brought along is no business of ours. */
const OURS = `not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** All tables of the schema this connection works in, by name. */
export function tablesOf(db: Queryable): Promise<Table[]> {
  return db.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and ${OURS}
      group by c.relname order by c.relname`,
  )
}

/** Sequences with where they stand. A sequence is outside every snapshot: what is read is at least what the rows have used. */
export async function sequencesOf(db: Queryable): Promise<Sequence[]> {
  const names = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by 1`,
  )
  const found: Sequence[] = []
  for (const { name } of names) {
    const [row] = await db.query<Omit<Sequence, 'name'>>(
      `select last_value::text, is_called from ${pg.escapeIdentifier(name)}`,
    )
    if (row) found.push({ name, ...row })
  }
  return found
}

export function foreignKeysOf(db: Queryable): Promise<ForeignKey[]> {
  return db.query<ForeignKey>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.connamespace = current_schema()::regnamespace and k.contype = 'f' and k.conparentid = 0
      order by 1, 2`,
  )
}

/** Triggers that somebody wrote and that fire; those of PostgreSQL itself are not among them. */
export function triggersOf(db: Queryable): Promise<Trigger[]> {
  return db.query<Trigger>(
    `select c.relname as table, t.tgname as name, t.tgenabled as fires
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'
      order by 1, 2`,
  )
}

/** Names of whatever lies in the schema: tables, views, sequences. */
export async function relationsOf(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select relname as name from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${OURS} order by 1`,
  )
  return rows.map(({ name }) => name)
}
