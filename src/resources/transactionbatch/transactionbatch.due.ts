interface Parts {
  db: {
    query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
    run(text: string, values?: readonly unknown[]): Promise<number>
  }
  newId(): string
}

/** So many batches of one hour become jobs in one statement. */
const CHUNK = 500
/** Seconds after which a batch is looked at again that its job could not settle: a payment of it was being changed, or it failed. */
const AGAIN = 3600

const ENQUEUE = `
with picked as (
  select id, root_id, moment, row_number() over () as place from (
    select id, root_id, due_ts as moment from transactionbatch
     where due_ts <= $1 and deleted_ts is null
     order by due_ts, id limit ${CHUNK}
       for update skip locked) as due),
moved as (
  update transactionbatch set due_ts = $1 + ${AGAIN} from picked where transactionbatch.id = picked.id)
insert into job (id, task, payload, run_at, root_id, created_ts)
select ($2::text[])[place], 'transactionbatch.settle', jsonb_build_object('id', id, 'moment', moment), $1, root_id, $1
  from picked`

/** Batches whose day is over. */
export function transactionbatchDue({ db, newId }: Parts) {
  return {
    name: 'batches to settle',
    async next(): Promise<number | null> {
      const text = 'select min(due_ts) as next from transactionbatch where due_ts is not null and deleted_ts is null'
      const [row] = await db.query<{ next: number | null }>(text)
      return row?.next ?? null
    },
    enqueue: (seconds: number): Promise<number> => db.run(ENQUEUE, [seconds, Array.from({ length: CHUNK }, newId)]),
  }
}
