import type { Queryable } from '../src/db/database.ts'
import type { Column } from './expected-table.ts'

export interface Constraint {
  name: string
  kind: 'unique index' | 'check' | 'exclusion' | 'trigger' | 'function'
}

/** Columns of every table, as the database has them; without those that it computes for its own constraints. */
export async function actualColumns(db: Queryable): Promise<Map<string, Column[]>> {
  const rows = await db.query<Column & { table: string }>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable
       from pg_attribute a
       join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`,
  )
  const tables = new Map<string, Column[]>()
  for (const { table, ...column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return tables
}

/**
 * Unique indexes (without primary keys), checks, exclusions and refusing triggers of all tables, and the constraint
 * names that functions raise.
 */
export async function actualConstraints(db: Queryable): Promise<Constraint[]> {
  return db.query<Constraint>(
    `select i.relname as name, 'unique index' as kind
       from pg_index x
       join pg_class i on i.oid = x.indexrelid
      where i.relnamespace = 'public'::regnamespace and not i.relispartition and x.indisunique and not x.indisprimary and x.indisvalid
      union all
     select conname, case contype when 'c' then 'check' when 'x' then 'exclusion' else 'trigger' end
       from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'x', 't')
      union all
     select t.tgname, 'trigger'
       from pg_trigger t
       join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgconstraint = 0
      union all
     select distinct named[1], 'function'
       from pg_proc, regexp_matches(prosrc, '''([a-z]+_[a-z_]+)''', 'g') as named
      where pronamespace = 'public'::regnamespace`,
  )
}
