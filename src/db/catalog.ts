import pg from 'pg'
import type { Queryable } from './database.ts'

/** A table and its stored columns in their order. */
export interface Table {
  name: string
  columns: string[]
}

export interface Sequence {
  name: string
  last_value: string
  is_called: boolean
}

/** A foreign key as the statement that creates it. */
export interface ForeignKey {
  table: string
  name: string
  definition: string
}

export interface Trigger {
  table: string
  name: string
  /** When it fires: `O` by default, `A` always, `R` on replicas. */
  fires: 'O' | 'A' | 'R'
}

/** Excludes what belongs to an extension. */
const OURS = `not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Returns all tables of the current schema by name. */
export function tablesOf(db: Queryable): Promise<Table[]> {
  return db.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and ${OURS}
      group by c.relname order by c.relname`,
  )
}

/**
 * Returns the sequences and their positions. Sequences are outside every snapshot: a position is at least what the
 * rows use.
 */
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

/** Returns enabled user triggers, without PostgreSQL's own. */
export function triggersOf(db: Queryable): Promise<Trigger[]> {
  return db.query<Trigger>(
    `select c.relname as table, t.tgname as name, t.tgenabled as fires
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'
      order by 1, 2`,
  )
}

/** Returns the names of all tables, views and sequences in the schema. */
export async function relationsOf(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select relname as name from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${OURS} order by 1`,
  )
  return rows.map(({ name }) => name)
}
