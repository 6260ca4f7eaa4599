interface Parts {
  db: {
    query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
    run(text: string, values?: readonly unknown[]): Promise<number>
  }
  newId(): string
}

/** Recurrings of one job. They are written down together and sent at once, so a slow processor must answer so many in one lease. */
const TOGETHER = 40
/**
 * Jobs of runs that may wait for a worker; more are made as these are taken, so that a long run keeps nothing else waiting. Those that
 * failed and come later take no place: ten that never succeed would end all charging.
 */
const WAITING = 10
/** Seconds after which a recurring is looked at again if its job has not come to it. */
const AGAIN = 3600

/**
 * Makes jobs of what is due, one merchant's recurrings in each. The moment of a recurring moves an hour on while its job
 * waits; the job finds by it that nobody else has changed or charged the recurring since.
 */
const ENQUEUE = `
with room as (
  select greatest(0, ${WAITING} - count(*)) as jobs from job
   where task = 'recurring.run' and leased_until is null and failed_ts is null and run_at <= $1),
picked as (
  select id, root_id from recurring
   where due_ts <= $1 and deleted_ts is null
   order by due_ts, id
   limit (select jobs * ${TOGETHER} from room)
     for update skip locked),
moved as (
  update recurring set due_ts = $1 + ${AGAIN} from picked where recurring.id = picked.id),
numbered as (
  select id, root_id, (row_number() over (partition by root_id order by id) - 1) / ${TOGETHER} as part from picked),
grouped as (
  select root_id, array_agg(id) as ids, row_number() over () as place from numbered group by root_id, part)
insert into job (id, task, payload, run_at, root_id, created_ts)
select ($2::text[])[place], 'recurring.run', jsonb_build_object('recurring_ids', ids, 'due_ts', $1 + ${AGAIN}), $1, root_id, $1
  from grouped`

/** Recurrings whose payment has fallen due. */
export function recurringDue({ db, newId }: Parts) {
  return {
    name: 'due recurrings',
    async next(): Promise<number | null> {
      const text = 'select min(due_ts) as next from recurring where due_ts is not null and deleted_ts is null'
      const [row] = await db.query<{ next: number | null }>(text)
      return row?.next ?? null
    },
    enqueue: (seconds: number): Promise<number> =>
      db.run(ENQUEUE, [seconds, Array.from({ length: WAITING * TOGETHER }, newId)]),
  }
}
