import type { Queryable } from '../../src/db/database.ts'

/** A rule that PostgreSQL keeps. */
export interface Rule {
  table: string
  name: string
  kind: 'constraint' | 'foreign' | 'index' | 'trigger'
}

/** Every rule on these tables: checks, keys, exclusions, unique indexes, triggers. */
export function rulesOf(db: Queryable, tables: readonly string[]): Promise<Rule[]> {
  return db.query<Rule>(
    `select c.relname as table, k.conname as name,
            case k.contype when 'f' then 'foreign' when 't' then 'trigger' else 'constraint' end as kind
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relname = any($1) and k.contype in ('c', 'f', 'p', 'u', 'x', 't')
      union all
     select c.relname, i.relname, 'index'
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      where c.relname = any($1) and x.indisunique and not exists (select from pg_constraint k where k.conindid = i.oid)
      union all
     select c.relname, g.tgname, 'trigger'
       from pg_trigger g join pg_class c on c.oid = g.tgrelid
      where c.relname = any($1) and not g.tgisinternal and g.tgconstraint = 0`,
    [tables],
  )
}
