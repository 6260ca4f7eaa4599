import type { Queryable } from '../../src/db/database.ts'

/** A foreign key: `columns` of `table` name `target_columns` of `target`, in this order. */
export interface ForeignKey {
  table: string
  name: string
  columns: string[]
  target: string
  target_columns: string[]
}

/** A primary key, unique constraint, unique index or exclusion. */
export interface UniqueKey {
  table: string
  name: string
  columns: string[]
}

export interface KeyedTable {
  name: string
  /** Whether its rows say whose they are. */
  root_id: 'always' | 'sometimes' | 'never'
  /** A check keeps its root_id empty: its rows are the same for every merchant. */
  everybody: boolean
}

export function tablesWithKeys(db: Queryable): Promise<KeyedTable[]> {
  return db.query<KeyedTable>(
    `select c.relname as name, case when a.attnotnull then 'always' when a.attnum is not null then 'sometimes' else 'never' end as root_id,
            exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                     and pg_get_constraintdef(k.oid) ~ 'root_id[^=]*= ''''') as everybody
       from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'root_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
}

export function foreignKeysOf(db: Queryable): Promise<ForeignKey[]> {
  return db.query<ForeignKey>(
    `select c.relname as "table", k.conname as name, ${names('k.conrelid', 'k.conkey')} as columns,
            f.relname as target, ${names('k.confrelid', 'k.confkey')} as target_columns
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and k.convalidated and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  )
}

export function uniqueKeysOf(db: Queryable): Promise<UniqueKey[]> {
  return db.query<UniqueKey>(
    `select c.relname as "table", i.relname as name,
            array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(x.indkey)) as columns
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      where (x.indisunique or x.indisexclusion) and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  )
}

function names(table: string, numbers: string): string {
  return `array(select a.attname::text from unnest(${numbers}) with ordinality as n (number, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number order by n.place)`
}
