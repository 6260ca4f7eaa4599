interface Parts {
  db: {
    query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
    run(text: string, values?: readonly unknown[]): Promise<number>
  }
  newId(): string
}

/** Where the moment of the next notice of a record stands, and the job that looks at the record then. */
export interface Noticed {
  name: string
  table: string
  /** An indexed stamp, null when no notice waits; one in the past means: look now. */
  column: string
  /** Gets the record's id as `id`, and writes the next moment. */
  task: string
}

/** So many notices of one hour become jobs in one statement. */
const CHUNK = 1000

/**
 * Notices that are found when their moment has come. The row gives up its moment to the job in the statement that enqueues it;
 * a key that is taken belongs to a job that will look at the same row.
 */
export function dueNotices({ db, newId }: Parts, { name, table, column, task }: Noticed) {
  const next = `select min(${column}) as next from ${table} where ${column} is not null and deleted_ts is null`
  const enqueue = `
with picked as (
  select id, root_id, moment, row_number() over () as place from (
    select id, root_id, ${column} as moment from ${table}
     where ${column} <= $1 and deleted_ts is null
     order by ${column}, id limit ${CHUNK}
       for update skip locked) as due),
taken as (
  update ${table} set ${column} = null from picked where ${table}.id = picked.id)
insert into job (id, task, payload, key, run_at, root_id, created_ts)
select ($2::text[])[place], '${task}', jsonb_build_object('id', id), '${task}:' || id || ':' || moment, $1, root_id, $1
  from picked
on conflict (key) do nothing`
  return {
    name,
    async next(): Promise<number | null> {
      const [row] = await db.query<{ next: number | null }>(next)
      return row?.next ?? null
    },
    enqueue: (seconds: number): Promise<number> => db.run(enqueue, [seconds, Array.from({ length: CHUNK }, newId)]),
  }
}
